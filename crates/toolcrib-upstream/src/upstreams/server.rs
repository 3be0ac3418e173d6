//! One server: its settings, its tools, and how it is doing.

use std::sync::Arc;
use std::time::Duration;

use arc_swap::ArcSwap;
use serde_json::Value;
use tokio::sync::{Mutex, watch};
use tokio_util::sync::CancellationToken;
use toolcrib::Tool;
use toolcrib::vendor::callable_name;

use super::{ApproveError, Names};
use crate::catalog::{Catalog, Maker};
use crate::config::{Upstream, Way};
use crate::link::{Link, Now, Phase};
use crate::memory::Memory;
use crate::status::{Pending, State, Status};
use crate::text::Secrets;

/// One server.
pub(crate) struct Server {
    pub(super) upstream: Upstream,
    pub(super) link: Arc<Link>,
    pub(super) stop: CancellationToken,
    prefix: String,
    transport: String,
    names: Arc<Names>,
    memory: Arc<dyn Memory>,
    catalog: ArcSwap<Catalog>,
    /// What the server sent when it was last asked. Held while a catalog is made
    /// of it, so that an approval and a new list cannot overtake each other.
    sent: Mutex<Vec<Value>>,
    changes: watch::Sender<u64>,
}

impl Server {
    /// A server, and the way to it if it is to be started.
    pub(super) fn new(
        name: &str,
        upstream: Upstream,
        names: Arc<Names>,
        memory: Arc<dyn Memory>,
        changes: watch::Sender<u64>,
        stop: CancellationToken,
    ) -> (Self, Option<Way>) {
        let prefix = callable_name(upstream.prefix.as_deref().unwrap_or(name));
        let given = if upstream.enabled { names.give(name, &prefix) } else { Ok(()) };
        let (way, secrets, now) = match upstream.way(name, &|name| upstream.variable(name)) {
            _ if !upstream.enabled => (None, Secrets::default(), Now::Disabled),
            Ok(_) if let Err(other) = &given => {
                let why = format!(
                    "the ids of the server `{other}` begin with `{prefix}` already; give one of \
                     them another `prefix`"
                );
                (None, Secrets::default(), Now::Failed { why })
            }
            Ok((way, secrets)) => {
                let patience = Duration::from_millis(upstream.connect_timeout_ms);
                (Some(way), secrets, Now::connecting(patience))
            }
            Err(error) => (None, Secrets::default(), Now::Failed { why: error.to_string() }),
        };
        let kind = if upstream.url.is_some() { "http" } else { "stdio" };
        let server = Self {
            stop,
            prefix,
            names,
            transport: way.as_ref().map_or(kind.to_owned(), Way::shown),
            upstream,
            link: Arc::new(Link::new(name, secrets, now)),
            memory,
            catalog: ArcSwap::default(),
            sent: Mutex::default(),
            changes,
        };
        (server, way)
    }

    pub(crate) fn name(&self) -> &str {
        &self.link.server
    }

    pub(crate) fn tools(&self) -> Vec<Arc<dyn Tool>> {
        let catalog = self.catalog.load();
        catalog.tools.iter().map(|tool| Arc::clone(tool) as Arc<dyn Tool>).collect()
    }

    pub(super) fn pending(&self) -> Vec<Pending> {
        self.catalog.load().pending.clone()
    }

    pub(super) fn status(&self) -> Status {
        let catalog = self.catalog.load();
        let Phase { now, restarts, about, notes, .. } = self.link.phase();
        let usable = catalog.tools.iter().filter(|tool| tool.quarantine.is_none());
        let (protocol, server) =
            about.map_or((None, None), |about| (Some(about.protocol), about.server));
        Status {
            name: self.name().to_owned(),
            transport: self.transport.clone(),
            state: State::from(&now),
            tools: usable.map(|tool| tool.spec.tool_id.clone()).collect(),
            quarantined: catalog.quarantined(),
            notes,
            protocol,
            server,
            restarts,
        }
    }

    /// Waits until it has listed its tools or failed once.
    pub(super) async fn settled(&self) {
        // The sender lives as long as the server does.
        let _ = self.link.watch().wait_for(|phase| phase.is_settled).await;
    }

    /// Makes tools of what the server has sent.
    pub(super) async fn publish(&self, sent: Vec<Value>) {
        let mut last = self.sent.lock().await;
        *last = sent;
        self.rebuild(&last).await;
    }

    /// Makes tools anew of what it sent last.
    pub(super) async fn look_again(&self) {
        let last = self.sent.lock().await;
        self.rebuild(&last).await;
    }

    pub(super) async fn approve(&self, tool: &str, seen: Option<&str>) -> Result<(), ApproveError> {
        let last = self.sent.lock().await;
        let Pending { tool_id, after, .. } = self.meant(tool, seen)?;
        let kept = self.memory.remember(self.name(), &tool_id, &after).await;
        kept.map_err(ApproveError::NotKept)?;
        self.rebuild(&last).await;
        Ok(())
    }

    /// What waits under an id, or where no id is like that, under a name: one tool's
    /// name may be another's id. With a digest, it is what has that digest.
    fn meant(&self, tool: &str, seen: Option<&str>) -> Result<Pending, ApproveError> {
        let names = || (self.name().to_owned(), tool.to_owned());
        let mut pending = self.pending();
        pending.retain(|pending| pending.tool_id == tool || pending.tool == tool);
        pending.sort_by_key(|pending| pending.tool_id != tool);
        if pending.is_empty() {
            let (server, tool) = names();
            return Err(ApproveError::NotPending { server, tool });
        }
        let is_seen = |pending: &Pending| seen.is_none_or(|seen| seen == pending.digest);
        pending.into_iter().find(is_seen).ok_or_else(|| {
            let (server, tool) = names();
            ApproveError::ChangedAgain { server, tool }
        })
    }

    async fn rebuild(&self, sent: &[Value]) {
        let last = self.catalog.load_full();
        let known = last.tools.iter().map(|tool| (&*tool.digest, &**tool));
        let maker = Maker {
            known: known.collect(),
            upstream: &self.upstream,
            prefix: &self.prefix,
            names: &self.names,
            link: &self.link,
            memory: &*self.memory,
        };
        let next = Catalog::build(sent, &maker).await;
        self.link.set_callable(next.callable());
        if !last.is_like(&next) {
            self.catalog.store(Arc::new(next));
            self.changes.send_modify(|number| *number += 1);
        }
    }
}
