//! The tools of a schema book as a workspace's own.

use toolcrib::{CompiledSpec, Spec};
use toolcrib_authoring::book::BookTool;
use toolcrib_handlers::books::spec_with;
use toolcrib_store::StoreError;

use super::{Crib, Published, Touched, Workspace};

/// What an import does to a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Imported {
    /// The workspace did not have it.
    New,
    /// The workspace has another version of it now.
    Changed,
    /// The workspace has just this version.
    Same,
}

impl Imported {
    /// In a word.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Changed => "changed",
            Self::Same => "unchanged",
        }
    }
}

impl Crib {
    /// Makes a tool of a book one of a workspace's own, or says what that would
    /// do. Its handler is the tool of the same name that everybody sees; without
    /// one, it is listed with that problem.
    ///
    /// # Errors
    ///
    /// When the store does not answer.
    pub async fn import_tool(
        &self,
        workspace: &Workspace,
        tool: &BookTool,
        spec: &Spec,
        dry_run: bool,
    ) -> Result<Imported, StoreError> {
        let _editing = workspace.edit().await;
        let base = self.base().snapshot();
        let handler = base.get(&spec.tool_id).filter(|entry| entry.spec().tool_id == spec.tool_id);
        let (spec, guide, bytes) = match handler {
            Some(handler) => {
                let spec = spec_with(spec, &tool.said, handler.spec());
                (spec, handler.guide(), handler.handler_bytes())
            }
            None => (spec.clone(), None, &[][..]),
        };
        let limits = self.base().limits();
        let hash = match CompiledSpec::new(spec.clone(), guide.unwrap_or_default(), bytes, limits) {
            Ok(compiled) => compiled.version_hash(),
            // The book compiled it; what its handler adds cannot break it.
            Err(_) => toolcrib::VersionHash::of(&spec, guide.unwrap_or_default(), bytes),
        };
        let published = Published { handler_key: spec.tool_id.clone(), spec };
        let new = published.row(hash, guide, None);
        let id = new.id.clone();
        loop {
            let view = workspace.view();
            let own = view.tools.get(&id).filter(|tool| tool.key.workspace.is_some());
            let done = match own {
                None => Imported::New,
                Some(own) if own.version_hash == new.version_hash => Imported::Same,
                Some(_) => Imported::Changed,
            };
            if dry_run || done == Imported::Same {
                return Ok(done);
            }
            let store = self.store().seen_at(view.revision);
            let written = match own {
                None => self.store().create_tool(workspace.id(), new.clone(), None).await,
                Some(own) => {
                    let settings = own.settings.kept();
                    store.update_tool(workspace.id(), new.clone(), settings).await
                }
            };
            match written {
                Ok(revision) => {
                    workspace.refresh(self, Touched::Tool(&id), revision).await?;
                    return Ok(done);
                }
                // Somebody else was quicker: from what there is now.
                Err(StoreError::Moved | StoreError::Exists | StoreError::Missing) => {
                    workspace.catch_up(self, view.revision).await?;
                }
                Err(error) => return Err(error),
            }
        }
    }
}
