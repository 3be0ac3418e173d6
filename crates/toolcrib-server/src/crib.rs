//! What all doors share: the tools, the store and the workspaces over them.
//!
//! Owns the tools that everybody sees (what is shipped, what lies in folders)
//! and the workspaces that are open. A door asks for a workspace and works with
//! that; it never asks the store for a tool. Start at [`Crib::workspace`].
//!
//! (1) What one workspace makes, sets or attaches, no other sees.
//! (2) What is open is what the store says: a change is in force before whoever
//!     made it is answered, and within a second if another process made it.

mod agents;
mod build;
mod config;
mod defaults;
mod documents;
mod follow;
mod ids;
mod import;
mod keys;
mod live;
mod offer;
mod policy;
mod provider;
mod published;
mod settings;
mod sync;
mod tidy;
mod upstreams;
mod versions;
mod view;
mod workspace;

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use arc_swap::ArcSwap;
use tokio::sync::Mutex;
use toolcrib::Registry;
use toolcrib::rules::CircuitState;
use toolcrib_embedding::{ModelError, StaticModel};
use toolcrib_handlers::books::Books;
use toolcrib_handlers::folders::ToolFolders;
use toolcrib_handlers::python;
use toolcrib_store::{Embed, Store, StoreError};
use toolcrib_upstream::{Upstream, Upstreams};

use crate::config::{Config, Policies};
use crate::desk::Desk;
use crate::observe::{Meters, Standing};
use crate::stock::{self, Stock};
use crate::talk::{LiveSessions, Models};

pub use agents::Unchanged;
pub use config::with_defaults;
pub use defaults::DefaultTools;
pub use ids::{is_workspace_id, mint_id, mint_request_id};
pub use import::Imported;
pub use keys::{Key, Keys, MintedKey, Scope, Scopes};
pub use published::{Published, Unreadable, category_of, diff, name_of};
pub use settings::Settings;
pub use upstreams::{FROM, MCP, NotChanged};
pub use versions::{NoVersion, version_named};
pub use view::{AgentView, Attachment, ToolView, View};
pub use workspace::{Touched, Workspace};

/// The source of tools that a workspace made itself.
pub const OWN: &str = "database";

/// The source of tools that everybody sees and somebody inserted into the table
/// by hand.
pub const INSERTED: &str = "table";

/// The source of agents that are tools of others.
pub const AGENTS: &str = "agents";

/// Workspaces kept open before idle ones are let go.
const OPEN_MAX: usize = 1_000;

/// What all doors share. Clones share one crib.
#[derive(Clone)]
pub struct Crib(Arc<Inner>);

struct Inner {
    /// The tools that every workspace sees.
    base: Registry,
    /// The same without what books say.
    handlers: Registry,
    books: Books,
    folders: Option<ToolFolders>,
    python: Option<python::Engine>,
    /// What the store says of those tools.
    globals: ArcSwap<sync::Globals>,
    store: Store,
    defaults: DefaultTools,
    policies: Arc<Policies>,
    desk: Desk,
    meters: Arc<Meters>,
    context_share: f64,
    /// How long it took to load the tools.
    load: Duration,
    keys: Keys,
    models: Models,
    sessions: LiveSessions,
    /// What this process is known by.
    id: Box<str>,
    upstream_settings: BTreeMap<String, Upstream>,
    /// The settings of other servers that were added, by name.
    added: ArcSwap<BTreeMap<String, String>>,
    /// Held while that changes.
    adding: Mutex<()>,
    /// The other servers, once somebody has asked for them.
    upstreams: OnceLock<Upstreams>,
    open: ArcSwap<HashMap<Arc<str>, Arc<Workspace>>>,
    /// Those that are being opened, each held while it is.
    opening: Mutex<HashMap<Arc<str>, Arc<Mutex<()>>>>,
    /// Held while the set of open workspaces changes.
    listing: Mutex<()>,
    /// Held while shipped and folder tools are written down.
    syncing: Mutex<()>,
}

/// The way back to a crib, for tools that work on it. It keeps nothing open.
#[derive(Clone)]
pub struct CribHandle(std::sync::Weak<Inner>);

impl CribHandle {
    /// The crib, while it is there.
    pub fn crib(&self) -> Option<Crib> {
        self.0.upgrade().map(Crib)
    }
}

/// Why there is no crib to work with.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The tools that everybody sees cannot be read.
    #[error(transparent)]
    Tools(#[from] stock::OpenError),
    /// The model that searches by meaning cannot be read.
    #[error("search.model: {0}")]
    Model(#[from] ModelError),
    /// The store does not answer.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What finds documents by their meaning.
struct Meaning(StaticModel);

impl Embed for Meaning {
    fn embed(&self, text: &str) -> Option<Vec<f32>> {
        self.0.embed(text)
    }
}

impl Crib {
    /// Reads the tools and writes down which there are.
    ///
    /// # Errors
    ///
    /// When folders cannot be read or the store does not answer.
    pub async fn open(
        stock: Stock,
        roots: &[PathBuf],
        config: &Config,
        store: Store,
    ) -> Result<Self, OpenError> {
        let began = Instant::now();
        let opened = stock.open(roots, config).await?;
        let load = began.elapsed();
        if let Some(folder) = config.search_model() {
            // A table of a hundred megabytes takes its time, and others need the thread.
            let model = tokio::task::spawn_blocking(move || StaticModel::open(&folder)).await;
            let model =
                model.unwrap_or_else(|error| std::panic::resume_unwind(error.into_panic()))?;
            store.set_embedder(Arc::new(Meaning(model)));
        }
        let policies = Arc::new(config.policies());
        let crib = Self(Arc::new(Inner {
            base: opened.registry,
            handlers: opened.handlers,
            books: opened.books,
            folders: opened.folders,
            python: opened.python,
            globals: ArcSwap::default(),
            defaults: config.default_tools(),
            desk: Desk::new(store.clone(), Arc::clone(&policies)),
            policies,
            meters: Arc::default(),
            context_share: config.context_share(),
            load,
            keys: Keys::default(),
            models: config.models(),
            sessions: LiveSessions::default(),
            id: mint_request_id().into(),
            upstream_settings: config.upstreams(),
            added: ArcSwap::default(),
            adding: Mutex::default(),
            upstreams: OnceLock::new(),
            open: ArcSwap::default(),
            opening: Mutex::default(),
            listing: Mutex::default(),
            syncing: Mutex::default(),
            store,
        }));
        crib.sync().await?;
        crib.reload_keys().await?;
        crib.reload_upstreams().await?;
        Ok(crib)
    }

    /// The way back here, for tools.
    pub(crate) fn handle(&self) -> CribHandle {
        CribHandle(Arc::downgrade(&self.0))
    }

    /// A workspace, opened if nobody has yet.
    ///
    /// # Errors
    ///
    /// When it is not open and the store does not answer.
    pub async fn workspace(&self, id: &str) -> Result<Arc<Workspace>, StoreError> {
        if let Some(workspace) = self.0.open.load().get(id) {
            return Ok(Arc::clone(workspace));
        }
        // Whoever wants the same one waits for it, and for no other.
        let turn = {
            let mut opening = self.0.opening.lock().await;
            opening.retain(|_, turn| Arc::strong_count(turn) > 1);
            Arc::clone(opening.entry(id.into()).or_default())
        };
        let _turn = turn.lock().await;
        self.open_now(id).await
    }

    async fn open_now(&self, id: &str) -> Result<Arc<Workspace>, StoreError> {
        if let Some(workspace) = self.0.open.load().get(id) {
            return Ok(Arc::clone(workspace));
        }
        let workspace = Arc::new(Workspace::open(self, id).await?);
        let _listing = self.0.listing.lock().await;
        let mut open = HashMap::clone(&self.0.open.load());
        if open.len() >= OPEN_MAX {
            // Whoever still works with one holds it too.
            open.retain(|_, workspace| Arc::strong_count(workspace) > 2);
        }
        open.insert(id.into(), Arc::clone(&workspace));
        self.0.open.store(Arc::new(open));
        Ok(workspace)
    }

    /// The tools that every workspace sees.
    pub fn base(&self) -> &Registry {
        &self.0.base
    }

    /// Starts what takes a moment to start, before anybody needs it.
    pub async fn warm(&self) {
        if let Some(python) = &self.0.python {
            python.warm().await;
        }
    }

    /// The store.
    pub fn store(&self) -> &Store {
        &self.0.store
    }

    /// The tools of an agent that was given none.
    pub fn default_tools(&self) -> &DefaultTools {
        &self.0.defaults
    }

    /// Default tools that an operator listed and nobody has.
    pub fn missing_defaults(&self) -> Vec<&str> {
        let DefaultTools::Listed(ids) = &self.0.defaults else { return Vec::new() };
        let base = self.0.base.snapshot();
        let rows = self.0.globals.load();
        let is_missing = |id: &&str| {
            base.get(id).is_none() && base.broken(id).is_none() && !rows.contains_key(*id)
        };
        ids.iter().map(String::as_str).filter(is_missing).collect()
    }

    /// The models that agents use.
    pub fn models(&self) -> &Models {
        &self.0.models
    }

    /// The conversations that somebody is having.
    pub fn sessions(&self) -> &LiveSessions {
        &self.0.sessions
    }

    /// Where calls wait for a person.
    pub fn desk(&self) -> &Desk {
        &self.0.desk
    }

    /// The numbers of calls, turns and approvals.
    pub fn policies(&self) -> &Arc<Policies> {
        &self.0.policies
    }

    /// The share of a model's context beyond which tools take up too much of it.
    pub fn context_share(&self) -> f64 {
        self.0.context_share
    }

    /// What is counted.
    pub fn meters(&self) -> &Arc<Meters> {
        &self.0.meters
    }

    /// How things stand, for those who watch.
    pub async fn standing(&self) -> Standing {
        let open = self.0.open.load();
        let mut circuits: HashMap<Arc<str>, i64> = HashMap::new();
        for workspace in open.values() {
            for (tool, state) in workspace.runtime().circuits() {
                *circuits.entry(tool).or_default() += i64::from(state != CircuitState::Closed);
            }
        }
        let base = self.0.base.snapshot();
        let count = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        Standing {
            // A database that is away is no reason to show nothing.
            approvals_waiting: self.0.store.approvals_waiting().await.unwrap_or(-1),
            sessions: count(self.0.sessions.count()),
            workspaces: count(open.len()),
            unrecorded: i64::try_from(self.0.store.lost()).unwrap_or(i64::MAX),
            tools: count(base.len()),
            registry_version: base.version().to_string(),
            load: self.0.load,
            circuits,
        }
    }

    /// The keys that let somebody in.
    pub fn keys(&self) -> &Keys {
        &self.0.keys
    }

    /// Waits until everything is on disk. Returns how many calls were made and
    /// could not be written down.
    pub async fn close(self) -> u64 {
        self.0.sessions.close().await;
        if let Some(upstreams) = self.0.upstreams.get() {
            upstreams.close().await;
        }
        self.0.store.clone().close().await;
        self.0.store.lost()
    }

    /// Takes the keys from the store anew.
    ///
    /// # Errors
    ///
    /// When the store does not answer; then those before stay.
    pub async fn reload_keys(&self) -> Result<(), StoreError> {
        self.0.keys.replace(self.0.store.keys(None).await?);
        Ok(())
    }
}
