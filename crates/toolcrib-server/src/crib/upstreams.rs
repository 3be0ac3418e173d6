//! Tools of other MCP servers, as everybody sees them.
//!
//! The settings and the store say which servers there are; `toolcrib-upstream`
//! keeps them running. What they have goes into the registry of handlers like the
//! tools of folders, and what was approved of it is in the store.

mod added;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use toolcrib::async_trait;
use toolcrib::error::BoxError;
use toolcrib::{Filter, Registry, Source};
use toolcrib_store::Store;
use toolcrib_upstream::{Definition, Memory, Upstream, Upstreams};

use super::Crib;

pub use added::NotChanged;

/// What the names of other servers begin with, as sources.
pub const MCP: &str = "mcp:";

/// The header by which a server knows itself.
pub const FROM: &str = "x-toolcrib-from";

/// How often to look whether another process has approved something.
const LOOK_AGAIN: Duration = Duration::from_secs(1);

/// What was approved, in the store.
struct Approved {
    store: Store,
    handlers: Registry,
}

#[async_trait]
impl Memory for Approved {
    async fn approved(&self, server: &str, tool_id: &str) -> Result<Option<Definition>, BoxError> {
        let kept = self.store.upstream_tool(server, tool_id).await?;
        Ok(kept.map(|kept| serde_json::from_str(&kept)).transpose()?)
    }

    async fn remember(
        &self,
        server: &str,
        tool_id: &str,
        definition: &Definition,
    ) -> Result<(), BoxError> {
        let text = serde_json::to_string(definition)?;
        Ok(self.store.approve_upstream_tool(server, tool_id, &text).await?)
    }

    fn is_taken(&self, tool_id: &str) -> bool {
        self.handlers.get(tool_id).is_some_and(|entry| !entry.source().starts_with(MCP))
    }
}

impl Crib {
    /// The other servers; they are started when somebody first asks.
    pub fn upstreams(&self) -> &Upstreams {
        self.0.upstreams.get_or_init(|| {
            let added = self.added();
            let added = added.iter().filter_map(|(name, settings)| self.one_added(name, settings));
            let settings = self.0.upstream_settings.iter();
            let settings = settings.map(|(name, upstream)| (name.clone(), self.knowing(upstream)));
            // Where both have a name, the settings have it.
            Upstreams::start(added.chain(settings), self.memory())
        })
    }

    /// Whether there are any.
    pub fn has_upstreams(&self) -> bool {
        !self.0.upstream_settings.is_empty() || !self.added().is_empty()
    }

    /// Whether a request comes from here.
    pub fn is_itself(&self, from: &str) -> bool {
        *self.0.id == *from
    }

    fn memory(&self) -> Arc<Approved> {
        Arc::new(Approved { store: self.0.store.clone(), handlers: self.0.handlers.clone() })
    }

    /// A server that is told who calls it: it may be this one.
    fn knowing(&self, upstream: &Upstream) -> Upstream {
        let mut upstream = upstream.clone();
        if upstream.url.is_some() {
            upstream.headers.insert(FROM.to_owned(), self.0.id.to_string().into());
        }
        upstream
    }

    /// Takes the tools of other servers in, as far as those answer within so
    /// much time.
    pub async fn join_upstreams(&self, patience: Duration) {
        if self.has_upstreams() {
            self.upstreams().ready(patience).await;
            self.take_upstreams_in().await;
        }
    }

    /// Takes over what other servers have, whenever that changes and for as long
    /// as this is polled.
    pub async fn follow_upstreams(&self) {
        let mut changes = self.upstreams().changes();
        if self.has_upstreams() {
            changes.mark_changed();
        }
        loop {
            match tokio::time::timeout(LOOK_AGAIN, changes.changed()).await {
                Ok(Ok(())) => self.take_upstreams_in().await,
                Ok(Err(_)) => return std::future::pending().await,
                Err(_) => self.take_approvals_over().await,
            }
        }
    }

    async fn take_upstreams_in(&self) {
        let sources = self.upstreams().sources();
        let sources: Vec<&dyn Source> = sources.iter().map(|source| source as _).collect();
        let there: BTreeSet<&str> = sources.iter().map(|source| source.name()).collect();
        for entry in self.0.handlers.list(&Filter::default()) {
            let source = entry.source();
            if source.starts_with(MCP) && !there.contains(source) {
                self.0.handlers.unregister_source(source);
            }
        }
        if let Err(error) = self.0.handlers.load_all(&sources).await {
            let error = &error as &dyn std::error::Error;
            tracing::error!(error, "tools of other servers were not taken in");
        }
        self.lay_books_over();
        if let Err(error) = self.base_changed().await {
            let error = &error as &dyn std::error::Error;
            tracing::error!(error, "changed tools were not written down");
        }
    }

    /// What another process has approved is approved here, too.
    async fn take_approvals_over(&self) {
        let memory = self.memory();
        for pending in self.upstreams().pending() {
            let is_approved = match memory.approved(&pending.server, &pending.tool_id).await {
                Ok(kept) => kept.is_some_and(|kept| kept.digest() == pending.digest),
                Err(error) => {
                    tracing::warn!(error = &*error, "approved tools could not be looked at");
                    return;
                }
            };
            if is_approved {
                // It may have changed again meanwhile; then it stays where it is.
                let digest = Some(pending.digest.as_str());
                let _ = self.upstreams().approve(&pending.server, &pending.tool, digest).await;
            }
        }
    }
}
