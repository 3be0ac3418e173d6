//! Where a command works: which database, which workspace, which tools.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use toolcrib::{Registry, Spec};
use toolcrib_store::{Location, LocationError, Store, StoreError};

use super::stop::Stop;
use crate::config::Config;
use crate::crib::{Crib, OpenError, Workspace, is_workspace_id};
use crate::stock::Stock;
use crate::talk::AgentFileError;

/// Where everything is kept when nobody says.
pub(super) const DATA: &str = ".toolcrib";

/// The database in the data folder.
const DATABASE: &str = "toolcrib.db";

/// How long other MCP servers have to answer before a command goes on without them.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);

/// Where a command works.
pub(super) struct Place {
    pub(super) location: Location,
    pub(super) workspace: String,
    pub(super) roots: Vec<PathBuf>,
    pub(super) config: Config,
    pub(super) stock: Stock,
    /// Whether the command is stopped.
    pub(super) stop: Stop,
}

/// Why a command has nothing to work with.
#[derive(Debug, thiserror::Error)]
pub(super) enum NoPlace {
    #[error(
        "`{0}` can be no workspace: its id has 1 to 64 letters, digits, `_`, `-` or `.`, and \
         begins with a letter or digit"
    )]
    Workspace(String),
    #[error("--database")]
    Location(#[from] LocationError),
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Agents(#[from] AgentFileError),
    #[error("signals cannot be heard")]
    Signals(#[source] std::io::Error),
}

/// The tools to look at, and the workspace they are of if there is a database.
pub(super) struct Seen {
    pub(super) registry: Registry,
    pub(super) within: Option<(Crib, Arc<Workspace>)>,
}

impl Seen {
    /// A spec with what is live in it filled in, where there is anything live.
    pub(super) fn offered(&self, agent: Option<&str>, spec: &Spec) -> Option<Spec> {
        self.within.as_ref().and_then(|(_, workspace)| workspace.offered(agent, spec))
    }

    /// The same for no agent, and the spec itself where nothing is.
    pub(super) fn live(&self, spec: &Spec) -> Spec {
        self.offered(None, spec).unwrap_or_else(|| spec.clone())
    }
}

impl Place {
    pub(super) fn new(
        data: &Path,
        database: Option<&str>,
        workspace: String,
        roots: Vec<PathBuf>,
        config: Config,
        stock: Stock,
        stop: Stop,
    ) -> Result<Self, NoPlace> {
        if !is_workspace_id(&workspace) {
            return Err(NoPlace::Workspace(workspace));
        }
        let location = match database {
            Some(text) => text.parse()?,
            None => Location::Sqlite(data.join(DATABASE)),
        };
        Ok(Self { location, workspace, roots, config, stock, stop })
    }

    /// What has to be typed for another command to work in the same place.
    pub(super) fn flags(&self) -> String {
        let is_known = ["TOOLCRIB_DATA", "TOOLCRIB_DATABASE"]
            .iter()
            .any(|variable| std::env::var_os(variable).is_some_and(|set| !set.is_empty()));
        let usual = Location::Sqlite(Path::new(DATA).join(DATABASE));
        match is_known || self.location == usual {
            true => String::new(),
            false => format!(" --database {}", self.location),
        }
    }

    /// Whether there is a database, or may be one.
    pub(super) fn is_made(&self) -> bool {
        match &self.location {
            Location::Sqlite(file) => file.exists(),
            Location::Postgres(_) => true,
        }
    }

    /// The database, made if it is missing.
    pub(super) async fn store(&self) -> Result<Store, NoPlace> {
        Ok(Store::open(&self.location).await?)
    }

    /// Everything, for commands that change or record something.
    pub(super) async fn open(self) -> Result<(Crib, Arc<Workspace>), NoPlace> {
        let store = self.store().await?;
        let crib = Crib::open(self.stock, &self.roots, &self.config, store).await?;
        let workspace = crib.workspace(&self.workspace).await?;
        Ok((crib, workspace))
    }

    /// The same for commands that start other MCP servers: they are stopped in
    /// order.
    pub(super) async fn open_guarded(self) -> Result<(Crib, Arc<Workspace>), NoPlace> {
        let stop = self.stop.clone();
        let (crib, workspace) = self.open().await?;
        stop.guard(&crib).map_err(NoPlace::Signals)?;
        Ok((crib, workspace))
    }

    /// The tools, for commands that only look: they make no database.
    pub(super) async fn look(self) -> Result<Seen, NoPlace> {
        if self.is_made() || !self.config.upstreams().is_empty() {
            let (crib, workspace) = self.open_guarded().await?;
            crib.join_upstreams(PATIENCE).await;
            let registry = workspace.registry().clone();
            return Ok(Seen { registry, within: Some((crib, workspace)) });
        }
        let opened = self.stock.open(&self.roots, &self.config).await.map_err(OpenError::from)?;
        Ok(Seen { registry: opened.registry, within: None })
    }
}
