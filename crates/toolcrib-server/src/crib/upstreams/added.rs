//! Servers that were added while this one ran.
//!
//! (1) What was added is an address. Programs are started from the settings alone,
//!     and no variable of the environment goes elsewhere.

use std::collections::BTreeMap;
use std::sync::Arc;

use toolcrib::error::BoxError;
use toolcrib_store::StoreError;
use toolcrib_upstream::Upstream;

use super::MCP;
use crate::crib::Crib;

/// Servers that can be added.
const ADDED_MAX: usize = 100;

/// Why a server was not added, or not taken out.
#[derive(Debug, thiserror::Error)]
pub enum NotChanged {
    /// One of this name is there.
    #[error("there is a server `{0}` already")]
    Exists(String),
    /// There is none.
    #[error("there is no server `{0}`")]
    Missing(String),
    /// It stands in the settings.
    #[error("the server `{0}` stands in toolcrib.toml; take it out there")]
    InSettings(String),
    /// It cannot be reached like this.
    #[error("{0}")]
    Unfit(String),
    /// The store does not answer.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Crib {
    /// Whether a server was added while this one ran.
    pub fn is_added(&self, name: &str) -> bool {
        !self.0.upstream_settings.contains_key(name) && self.added().contains_key(name)
    }

    /// Adds a server, from settings as JSON, on behalf of a workspace.
    ///
    /// # Errors
    ///
    /// When its name is taken, it cannot be reached, or the store does not answer.
    pub async fn add_upstream(
        &self,
        workspace: &str,
        name: &str,
        settings: &str,
    ) -> Result<(), NotChanged> {
        let unfit = |message: String| Err(NotChanged::Unfit(message));
        let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
        if name.is_empty() || name.len() > 40 || !name.chars().all(is_word) {
            return unfit("a name has 1 to 40 letters, digits, `_` and `-`".to_owned());
        }
        let upstream = match read(settings) {
            Ok(upstream) => upstream,
            Err(error) => return unfit(error.to_string()),
        };
        if let Err(error) = upstream.check(name) {
            return unfit(error.to_string());
        }
        if self.0.upstream_settings.contains_key(name) {
            return Err(NotChanged::Exists(name.to_owned()));
        }
        if self.added().len() >= ADDED_MAX {
            return unfit(format!("there are {ADDED_MAX} servers, and there is no room for more"));
        }
        match self.0.store.add_upstream(workspace, name, settings).await {
            Ok(_) => Ok(self.reload_upstreams().await?),
            Err(StoreError::Exists) => Err(NotChanged::Exists(name.to_owned())),
            Err(error) => Err(error.into()),
        }
    }

    /// Takes a server out that was added, on behalf of a workspace.
    ///
    /// # Errors
    ///
    /// When there is none, it stands in the settings, or the store does not answer.
    pub async fn remove_upstream(&self, workspace: &str, name: &str) -> Result<(), NotChanged> {
        if self.0.upstream_settings.contains_key(name) {
            return Err(NotChanged::InSettings(name.to_owned()));
        }
        match self.0.store.remove_upstream(workspace, name).await {
            Ok(_) => Ok(self.reload_upstreams().await?),
            Err(StoreError::Missing) => Err(NotChanged::Missing(name.to_owned())),
            Err(error) => Err(error.into()),
        }
    }

    /// Takes over which servers were added, here or by another process.
    pub(in crate::crib) async fn reload_upstreams(&self) -> Result<(), StoreError> {
        // One at a time, so that an old list cannot overtake a new one.
        let _changing = self.0.adding.lock().await;
        let now: BTreeMap<String, String> = self.0.store.upstreams().await?.into_iter().collect();
        let before = self.0.added.swap(Arc::new(now.clone()));
        let Some(upstreams) = self.0.upstreams.get() else { return Ok(()) };
        let is_free = |name: &&String| !self.0.upstream_settings.contains_key(*name);
        for name in before.keys().filter(is_free).filter(|name| !now.contains_key(*name)) {
            upstreams.remove(name).await;
            self.0.handlers.unregister_source(&format!("{MCP}{name}"));
        }
        for (name, settings) in &now {
            if before.get(name) != Some(settings)
                && is_free(&name)
                && let Some((name, upstream)) = self.one_added(name, settings)
            {
                upstreams.add(&name, upstream).await;
            }
        }
        Ok(())
    }

    pub(super) fn added(&self) -> Arc<BTreeMap<String, String>> {
        self.0.added.load_full()
    }

    pub(super) fn one_added(&self, name: &str, settings: &str) -> Option<(String, Upstream)> {
        match read(settings) {
            Ok(upstream) => Some((name.to_owned(), self.knowing(&upstream))),
            Err(error) => {
                let error = &*error as &dyn std::error::Error;
                tracing::error!(server = name, error, "the settings of a server cannot be read");
                None
            }
        }
    }
}

/// The settings of a server that was added (1).
fn read(settings: &str) -> Result<Upstream, BoxError> {
    let upstream: Upstream = serde_json::from_str(settings)?;
    if upstream.command.is_some() {
        return Err("a server that is a program is set up in toolcrib.toml alone".into());
    }
    Ok(Upstream { is_added: true, ..upstream })
}
