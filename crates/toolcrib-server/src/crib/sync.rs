//! Writes down which tools everybody sees.
//!
//! Their rows are what attachments refer to, and their versions are what an
//! agent can be pinned to. A row stays when its tool is gone: whoever was given
//! the tool is told so.

use std::collections::HashMap;
use std::sync::Arc;

use toolcrib::Filter;
use toolcrib_handlers::books::BOOKS;
use toolcrib_store::{GlobalTool, StoreError, ToolRow};

use super::{Crib, Published};

/// What the store says of the tools that everybody sees, by id.
pub(super) type Globals = HashMap<String, ToolRow>;

impl Crib {
    /// Writes down tools and versions that are new.
    pub(super) async fn sync(&self) -> Result<(), StoreError> {
        let _syncing = self.0.syncing.lock().await;
        let mut files = self.0.folders.as_ref().map(|folders| folders.files()).unwrap_or_default();
        let snapshot = self.0.base.snapshot();
        let tools: Vec<GlobalTool> = snapshot
            .list(&Filter::default())
            .map(|entry| {
                let spec = entry.spec();
                let published = Published { handler_key: spec.tool_id.clone(), spec: spec.clone() };
                // Of a folder behind a book, the files are only half of the tool.
                let files = files.remove(&spec.tool_id).filter(|_| entry.source() != BOOKS);
                let hash = entry.compiled().version_hash();
                let tool = published.row(hash, entry.guide(), files.as_ref());
                GlobalTool { tool, source: entry.source().to_owned() }
            })
            .collect();
        self.0.store.sync(&tools).await?;
        let rows = self.0.store.global_tools().await?;
        let globals = rows.into_iter().map(|row| (row.key.id.clone(), row)).collect();
        self.0.globals.store(Arc::new(globals));
        Ok(())
    }
}
