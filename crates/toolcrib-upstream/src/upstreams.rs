//! All other servers.
//!
//! Owns the servers and one task for each, which supervises it. They may come and
//! go. It never waits for one of them unless somebody asks it to. Start at [`Upstreams::start`];
//! `supervise` is what a task does.
//!
//! (1) No server waits for another.
//! (2) A task has an owner: `close` waits for it, and dropping the last handle
//!     ends it.
//! (3) An approval is given for a definition that somebody saw, not for a name.

mod names;
mod server;
mod session;
mod supervise;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use arc_swap::ArcSwap;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use toolcrib::Tool;
use toolcrib::error::BoxError;

use crate::config::Upstream;
use crate::memory::Memory;
use crate::source::UpstreamSource;
use crate::status::{Pending, Status};

pub(crate) use self::names::Names;
pub(crate) use self::server::Server;

/// All other servers. Clones share them; the last one ends them.
#[derive(Clone)]
pub struct Upstreams(Arc<Inner>);

struct Inner {
    /// By name.
    servers: ArcSwap<Vec<Arc<Server>>>,
    /// Ended when this is dropped (2). Held while servers come and go.
    tasks: Mutex<JoinSet<()>>,
    names: Arc<Names>,
    memory: Arc<dyn Memory>,
    stop: CancellationToken,
    changes: watch::Sender<u64>,
}

/// A definition that was not approved.
#[derive(Debug, thiserror::Error)]
pub enum ApproveError {
    /// No server has this name.
    #[error("there is no server `{0}`")]
    NoServer(String),
    /// The tool waits for nobody.
    #[error("no tool `{tool}` of the server `{server}` waits for approval")]
    NotPending {
        /// Which server.
        server: String,
        /// Which tool.
        tool: String,
    },
    /// It has changed once more since somebody looked.
    #[error("the tool `{tool}` of the server `{server}` has changed again; look at it once more")]
    ChangedAgain {
        /// Which server.
        server: String,
        /// Which tool.
        tool: String,
    },
    /// It could not be remembered.
    #[error("the approval could not be kept")]
    NotKept(#[source] BoxError),
}

impl Upstreams {
    /// Starts servers, by their names, and returns at once. One whose settings
    /// cannot be used says so in its status and keeps nobody from starting.
    ///
    /// # Panics
    ///
    /// Outside of a Tokio runtime.
    pub fn start(
        configs: impl IntoIterator<Item = (String, Upstream)>,
        memory: Arc<dyn Memory>,
    ) -> Self {
        let all = Self(Arc::new(Inner {
            servers: ArcSwap::default(),
            tasks: Mutex::default(),
            names: Arc::default(),
            memory,
            stop: CancellationToken::new(),
            changes: watch::Sender::new(0),
        }));
        let configs: BTreeMap<String, Upstream> = configs.into_iter().collect();
        let mut tasks = all.tasks();
        let servers = configs.into_iter().map(|(name, one)| all.begin(&name, one, &mut tasks));
        all.0.servers.store(Arc::new(servers.collect()));
        drop(tasks);
        all
    }

    /// Starts one more, in place of the one that has its name.
    ///
    /// # Panics
    ///
    /// Outside of a Tokio runtime.
    pub async fn add(&self, name: &str, upstream: Upstream) {
        self.remove(name).await;
        {
            let mut tasks = self.tasks();
            let server = self.begin(name, upstream, &mut tasks);
            let mut servers = Vec::clone(&self.0.servers.load());
            servers.push(server);
            servers.sort_by(|one, other| one.name().cmp(other.name()));
            self.0.servers.store(Arc::new(servers));
        }
        self.names_changed().await;
    }

    /// Ends one, and says whether there was one of this name.
    pub async fn remove(&self, name: &str) -> bool {
        let gone = {
            let mut tasks = self.tasks();
            while tasks.try_join_next().is_some() {}
            let mut servers = Vec::clone(&self.0.servers.load());
            let at = servers.iter().position(|server| server.name() == name);
            let gone = at.map(|at| servers.remove(at));
            self.0.servers.store(Arc::new(servers));
            gone
        };
        let Some(gone) = gone else { return false };
        self.0.names.take_back(name);
        gone.stop.cancel();
        self.names_changed().await;
        true
    }

    /// A server, begun.
    fn begin(&self, name: &str, upstream: Upstream, tasks: &mut JoinSet<()>) -> Arc<Server> {
        let Inner { names, memory, stop, changes, .. } = &*self.0;
        let (server, way) = Server::new(
            name,
            upstream,
            Arc::clone(names),
            Arc::clone(memory),
            changes.clone(),
            stop.child_token(),
        );
        let server = Arc::new(server);
        if let Some(way) = way {
            tasks.spawn(supervise::supervise(Arc::clone(&server), way));
        }
        server
    }

    /// Who has which ids may be another now.
    async fn names_changed(&self) {
        for server in self.0.servers.load_full().iter() {
            server.look_again().await;
        }
        self.0.changes.send_modify(|number| *number += 1);
    }

    fn tasks(&self) -> MutexGuard<'_, JoinSet<()>> {
        // What is in it is whole, whoever panics.
        self.0.tasks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until each server has listed its tools or failed once, at most so
    /// long, and says whether all of them have.
    pub async fn ready(&self, patience: Duration) -> bool {
        let all = async {
            for server in self.0.servers.load_full().iter() {
                server.settled().await;
            }
        };
        timeout(patience, all).await.is_ok()
    }

    /// Ends all servers and waits until they have ended.
    pub async fn close(&self) {
        self.0.stop.cancel();
        let mut tasks = std::mem::take(&mut *self.tasks());
        while tasks.join_next().await.is_some() {}
    }

    /// The tools of one server, or of all; those that cannot be called have their
    /// problems with them.
    pub fn tools(&self, server: Option<&str>) -> Vec<Arc<dyn Tool>> {
        let servers = self.0.servers.load();
        let meant = servers.iter();
        let meant = meant.filter(|known| server.is_none_or(|name| known.name() == name));
        meant.flat_map(|server| server.tools()).collect()
    }

    /// Each server as a source of tools.
    pub fn sources(&self) -> Vec<UpstreamSource> {
        let servers = self.0.servers.load();
        servers.iter().map(|server| UpstreamSource::new(Arc::clone(server))).collect()
    }

    /// How each server is doing, by name.
    pub fn status(&self) -> Vec<Status> {
        self.0.servers.load().iter().map(|server| server.status()).collect()
    }

    /// A number that changes whenever the tools of a server do, or whether they
    /// can be called.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.0.changes.subscribe()
    }

    /// The tools that are not what was approved.
    pub fn pending(&self) -> Vec<Pending> {
        self.0.servers.load().iter().flat_map(|server| server.pending()).collect()
    }

    /// Approves what a tool, by its name or its id, is now. With the digest of what somebody saw, only
    /// if it is still that (3).
    ///
    /// # Errors
    ///
    /// When nothing is pending under these names, or it cannot be remembered.
    pub async fn approve(
        &self,
        server: &str,
        tool: &str,
        seen: Option<&str>,
    ) -> Result<(), ApproveError> {
        let servers = self.0.servers.load_full();
        let found = servers.iter().find(|known| known.name() == server);
        let found = found.ok_or_else(|| ApproveError::NoServer(server.to_owned()))?;
        found.approve(tool, seen).await
    }
}
