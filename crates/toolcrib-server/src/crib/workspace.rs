//! One workspace: its tools, its agents, and the runtime over them.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use arc_swap::ArcSwap;
use tokio::sync::{Mutex, MutexGuard, watch};
use toolcrib::{Caller, EnumSource as _, Registry, Runtime, RuntimeBuilder, Spec};
use toolcrib_store::{
    AgentRow, AttachmentRow, StoreError, ToolKey, ToolRow, VersionRow, WorkspaceRows,
};

use toolcrib_agents::CrewHandle;

use super::build::{Builder, Built, Cache};
use super::policy::Given;
use super::{Crib, DefaultTools, Settings, View, live};
use crate::config::Policies;
use crate::observe::Metered;
use crate::talk::WorkspaceCrew;

/// One workspace that is open.
pub struct Workspace {
    id: Arc<str>,
    registry: Registry,
    runtime: Runtime,
    view: Arc<ArcSwap<View>>,
    defaults: DefaultTools,
    policies: Arc<Policies>,
    /// Held while a new view is made, so that an older one never overtakes a
    /// newer one.
    kept: Mutex<Kept>,
    editing: Mutex<()>,
    /// Tells those who wait for a new view.
    changed: watch::Sender<()>,
}

/// What a view was made of, so that the next need not be made from nothing.
#[derive(Clone, Default)]
struct Kept {
    rows: Arc<Rows>,
    made: Arc<Cache>,
}

/// What the store says of a workspace.
#[derive(Clone, Default)]
pub(super) struct Rows {
    pub(super) revision: i64,
    pub(super) tools: BTreeMap<String, ToolRow>,
    pub(super) settings: HashMap<ToolKey, Settings>,
    pub(super) agents: BTreeMap<String, AgentRow>,
    pub(super) attachments: HashMap<String, Vec<AttachmentRow>>,
    pub(super) versions: HashMap<(ToolKey, String), VersionRow>,
    pub(super) categories: Arc<[String]>,
}

/// What a change has touched.
#[derive(Clone, Copy, Debug)]
pub enum Touched<'a> {
    /// One tool of the workspace's own, which is there.
    Tool(&'a str),
    /// One agent, or what it was given.
    Agent(&'a str),
    /// Documents.
    Documents,
    /// Who knows.
    Anything,
}

impl Workspace {
    pub(super) async fn open(crib: &Crib, id: &str) -> Result<Self, StoreError> {
        let (registry, view) =
            (Registry::with_limits(crib.base().limits().clone()), Arc::default());
        let id: Arc<str> = id.into();
        let runtime = runtime(crib, &id, &registry, &view).build();
        let (kept, editing) = (Mutex::default(), Mutex::default());
        let (defaults, policies) = (crib.0.defaults.clone(), Arc::clone(crib.policies()));
        let rows = Rows::from(crib.store().workspace(&id).await?);
        let changed = watch::Sender::default();
        let workspace =
            Self { id, registry, runtime, view, defaults, policies, kept, editing, changed };
        let mut kept = workspace.kept.lock().await;
        workspace.publish(crib, rows, &mut kept).await;
        drop(kept);
        Ok(workspace)
    }

    /// Its id.
    pub fn id(&self) -> &Arc<str> {
        &self.id
    }

    /// What it has now.
    pub fn view(&self) -> Arc<View> {
        self.view.load_full()
    }

    /// Tells of every new view.
    pub fn changes(&self) -> watch::Receiver<()> {
        self.changed.subscribe()
    }

    /// The tools that it sees.
    pub fn registry(&self) -> &Registry {
        &self.registry
    }

    /// The tools that a caller may use, by id: an agent those that it has.
    pub fn usable_by(&self, caller: &Caller) -> Arc<[String]> {
        let given = Given {
            view: Arc::clone(&self.view),
            defaults: self.defaults.clone(),
            workspace: Arc::clone(&self.id),
            policies: Arc::clone(&self.policies),
        };
        live::Tools { registry: self.registry.clone(), given }.values(caller)
    }

    /// The tools of an agent that was given none.
    pub fn default_tools(&self) -> &DefaultTools {
        &self.defaults
    }

    /// A spec as it is handed out now: what is live in it filled in.
    pub fn offered(&self, agent: Option<&str>, spec: &Spec) -> Option<Spec> {
        let caller = Caller {
            workspace: Arc::clone(&self.id),
            agent: agent.map(Into::into),
            ..Caller::default()
        };
        self.runtime.enums().fill(&caller, spec)
    }

    /// What calls them.
    pub fn runtime(&self) -> &Runtime {
        &self.runtime
    }

    /// The same, with something else in place of a default.
    pub fn runtime_builder(&self, crib: &Crib) -> RuntimeBuilder {
        runtime(crib, &self.id, &self.registry, &self.view)
    }

    /// Its agents, for those who talk to them.
    pub fn crew(&self, crib: &Crib) -> CrewHandle {
        crew(crib, &self.id, &self.view)
    }

    /// Waits until nobody else changes a tool here: what is changed was looked
    /// at before.
    pub async fn edit(&self) -> MutexGuard<'_, ()> {
        self.editing.lock().await
    }

    /// Takes over a change that the store has; does nothing if that was done.
    ///
    /// # Errors
    ///
    /// When the store does not answer; then everything stays as it is.
    pub async fn refresh(
        &self,
        crib: &Crib,
        touched: Touched<'_>,
        revision: i64,
    ) -> Result<(), StoreError> {
        let mut kept = self.kept.lock().await;
        if kept.rows.revision >= revision {
            return Ok(());
        }
        let is_next = kept.rows.revision + 1 == revision;
        let mut rows = Rows { revision, ..Rows::clone(&kept.rows) };
        match touched {
            Touched::Tool(id) if is_next => rows.read_tool(crib, &self.id, id).await?,
            Touched::Agent(id) if is_next => rows.read_agent(crib, &self.id, id).await?,
            Touched::Documents if is_next => {
                rows.categories = crib.store().document_categories(&self.id).await?.into();
            }
            // A revision that the store does not have must not be claimed: no
            // change could be made from it.
            _ => rows = Rows::from(crib.store().workspace(&self.id).await?),
        }
        self.publish(crib, rows, &mut kept).await;
        Ok(())
    }

    /// Takes over what others have changed since a view of this revision.
    ///
    /// # Errors
    ///
    /// When the store does not answer.
    pub async fn catch_up(&self, crib: &Crib, seen: i64) -> Result<(), StoreError> {
        self.refresh(crib, Touched::Anything, seen + 1).await
    }

    /// Makes everything anew of what is known: the tools that everybody sees
    /// are others.
    pub(super) async fn rebuild(&self, crib: &Crib) {
        let mut kept = self.kept.lock().await;
        let rows = Rows::clone(&kept.rows);
        self.publish(crib, rows, &mut kept).await;
    }

    async fn publish(&self, crib: &Crib, rows: Rows, kept: &mut Kept) {
        let rows = Arc::new(rows);
        let builder = Builder {
            base: crib.base().clone(),
            folders: crib.0.folders.clone(),
            globals: crib.0.globals.load_full(),
            rows: Arc::clone(&rows),
            known: Arc::clone(&kept.made),
        };
        // Compiling ten thousand schemas takes its time, and others need the thread.
        let built = tokio::task::spawn_blocking(move || builder.build()).await;
        let Built { view, entries, broken, made } =
            built.unwrap_or_else(|error| std::panic::resume_unwind(error.into_panic()));
        self.registry.replace(entries, broken);
        self.view.store(Arc::new(view));
        self.changed.send_replace(());
        *kept = Kept { rows, made: Arc::new(made) };
    }
}

fn runtime(
    crib: &Crib,
    id: &Arc<str>,
    registry: &Registry,
    view: &Arc<ArcSwap<View>>,
) -> RuntimeBuilder {
    let given = Given {
        view: Arc::clone(view),
        defaults: crib.0.defaults.clone(),
        workspace: Arc::clone(id),
        policies: Arc::clone(crib.policies()),
    };
    let store = crib.store();
    Runtime::builder(registry.clone())
        .enum_source("agents", live::Agents(Arc::clone(view)))
        .enum_source("tools", live::Tools { registry: registry.clone(), given: given.clone() })
        .enum_source("categories", live::Categories(Arc::clone(view)))
        .policy(given)
        .sessions(crib.sessions().clone())
        .approver(crib.desk().clone())
        .idempotency(store.clone())
        .state(crew(crib, id, view))
        .state(crib.handle())
        .recorder(Metered::new(store.recorder(), Arc::clone(crib.meters())))
        .state(store.clone())
}

fn crew(crib: &Crib, id: &Arc<str>, view: &Arc<ArcSwap<View>>) -> CrewHandle {
    CrewHandle(Arc::new(WorkspaceCrew {
        view: Arc::clone(view),
        defaults: crib.0.defaults.clone(),
        workspace: Arc::clone(id),
        policies: Arc::clone(crib.policies()),
        models: crib.models().clone(),
        limits: crib.base().limits().clone(),
    }))
}

impl Rows {
    async fn read_tool(
        &mut self,
        crib: &Crib,
        workspace: &str,
        id: &str,
    ) -> Result<(), StoreError> {
        let key = ToolKey { workspace: Some(workspace.to_owned()), id: id.to_owned() };
        match crib.store().tool(&key).await? {
            Some(row) => drop(self.tools.insert(id.to_owned(), row)),
            None => drop(self.tools.remove(id)),
        }
        Ok(())
    }

    async fn read_agent(
        &mut self,
        crib: &Crib,
        workspace: &str,
        id: &str,
    ) -> Result<(), StoreError> {
        match crib.store().agent(workspace, id).await? {
            Some((row, given)) => {
                self.agents.insert(id.to_owned(), row);
                self.attachments.insert(id.to_owned(), given);
            }
            None => {
                self.agents.remove(id);
                self.attachments.remove(id);
            }
        }
        Ok(())
    }
}

impl From<WorkspaceRows> for Rows {
    fn from(rows: WorkspaceRows) -> Self {
        let mut attachments: HashMap<String, Vec<AttachmentRow>> = HashMap::new();
        for row in rows.attachments {
            attachments.entry(row.agent_id.clone()).or_default().push(row);
        }
        let tools = rows.tools.into_iter().map(|row| (row.key.id.clone(), row));
        let settings = rows.settings.into_iter().map(|row| {
            // Nobody but us writes them. What cannot be read must not switch
            // anything on.
            let off = || Settings { enabled: Some(false), ..Settings::default() };
            (row.tool, serde_json::from_str(&row.settings).unwrap_or_else(|_| off()))
        });
        let versions = rows
            .versions
            .into_iter()
            .map(|row| ((row.tool.clone(), row.version_hash.clone()), row));
        Self {
            revision: rows.revision,
            tools: tools.collect(),
            settings: settings.collect(),
            agents: rows.agents.into_iter().map(|row| (row.id.clone(), row)).collect(),
            attachments,
            versions: versions.collect(),
            categories: rows.categories.into(),
        }
    }
}
