//! `toolcrib.toml`.
//!
//! Every setting has a default, so that nothing needs the file. A word that it
//! does not know is refused: a setting with a typo must not look like one.

mod policy;

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Deserialize;
use toolcrib_handlers::fetch::{FetchSettings, HostList};
use toolcrib_handlers::python;
use toolcrib_telemetry::TelemetrySettings;
use toolcrib_upstream::Upstream;

use crate::crib::DefaultTools;
use crate::talk::{ModelConfig, Models};

pub use policy::{Named, Policies, PolicyConfig};

/// Where settings are looked for when nobody says.
const FILE: &str = "toolcrib.toml";

/// The variable that says how many servers up the one is that nobody started for
/// its tools.
const DEPTH: &str = "TOOLCRIB_UPSTREAM_DEPTH";

/// How many servers may stand behind each other.
const DEPTH_MAX: u32 = 2;

/// What an operator can set.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    fetch: Fetch,
    agents: Agents,
    python: Python,
    server: Server,
    sources: Sources,
    search: Search,
    models: BTreeMap<String, ModelConfig>,
    #[serde(deserialize_with = "policy")]
    policy: PolicyConfig,
    records: Records,
    context: Context,
    telemetry: Telemetry,
    /// Where the file is, which its paths are told from.
    #[serde(skip)]
    folder: PathBuf,
}

/// A variable is not set.
#[derive(Debug, thiserror::Error)]
#[error("telemetry.headers_env: the variable {0} is not set")]
pub struct NotSet(String);

/// Where traces go.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Telemetry {
    /// The collector's address; without one nothing is exported.
    otlp_endpoint: Option<String>,
    service_name: String,
    /// The share of the traces that begin here.
    sample_ratio: f64,
    /// Headers for the collector, and the variables that hold their values.
    headers_env: BTreeMap<String, String>,
}

impl Default for Telemetry {
    fn default() -> Self {
        Self {
            otlp_endpoint: None,
            service_name: "toolcrib".to_owned(),
            sample_ratio: 1.0,
            headers_env: BTreeMap::new(),
        }
    }
}

/// When tools take up too much of a model's context.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Context {
    /// The share of the window that the schemas and outcomes of tools may take up.
    #[serde(deserialize_with = "share")]
    warn_share: f64,
}

impl Default for Context {
    fn default() -> Self {
        Self { warn_share: 0.25 }
    }
}

/// How long records are kept.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Records {
    /// Days; 0 keeps them for ever.
    keep_days: u64,
}

impl Default for Records {
    fn default() -> Self {
        Self { keep_days: 90 }
    }
}

/// How documents are searched.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Search {
    /// The folder of a static embedding model.
    model: Option<PathBuf>,
}

/// Where tools come from, beside tool folders.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Sources {
    /// Schema books: files, or folders of them.
    books: Vec<PathBuf>,
    /// Other MCP servers, by the names that they have here.
    mcp: BTreeMap<String, Upstream>,
}

/// What Python code has.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Python {
    /// The modules that can be imported.
    #[serde(deserialize_with = "imports")]
    imports: Option<Vec<String>>,
}

/// What agents have.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Agents {
    /// The tools of an agent that was given none.
    default_tools: Option<BTreeSet<String>>,
}

/// How the server lets people in.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Server {
    /// Whether a key is wanted even on a loopback address.
    require_keys: bool,
    /// Names by which the server may be called, beside its own address.
    #[serde(deserialize_with = "names")]
    hosts: Vec<String>,
}

/// What handlers may reach on the network.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Fetch {
    /// Hosts that may have loopback or private addresses.
    #[serde(deserialize_with = "hosts")]
    private_hosts: HostList,
}

/// Why the settings cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("cannot read `{}`: {source}", .path.display())]
    Unreadable {
        /// Which file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// What it says makes no sense.
    #[error("`{}` is not usable: {}", .path.display(), .source.to_string().trim_end())]
    Wrong {
        /// Which file.
        path: PathBuf,
        /// What and where.
        source: Box<toml::de::Error>,
    },
}

impl Config {
    /// Reads a file, or `toolcrib.toml` if there is one.
    ///
    /// # Errors
    ///
    /// When the file that was named is missing, or one cannot be read or used.
    pub fn read(named: Option<&Path>) -> Result<Self, ConfigError> {
        let path = named.unwrap_or(Path::new(FILE));
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if named.is_none() && error.kind() == io::ErrorKind::NotFound => {
                return Ok(Self::default());
            }
            Err(source) => return Err(ConfigError::Unreadable { path: path.to_owned(), source }),
        };
        let mut config: Self = toml::from_str(&text).map_err(|source| ConfigError::Wrong {
            path: path.to_owned(),
            source: source.into(),
        })?;
        config.folder = path.parent().unwrap_or(Path::new("")).to_owned();
        Ok(config)
    }

    /// The folder of a model that searches by meaning.
    pub(crate) fn search_model(&self) -> Option<PathBuf> {
        self.search.model.as_ref().map(|folder| self.folder.join(folder))
    }

    /// The models that agents use.
    pub(crate) fn models(&self) -> Models {
        Models::new(self.models.clone(), self.folder.clone())
    }

    /// The numbers of calls, turns and approvals.
    pub(crate) fn policies(&self) -> Policies {
        Policies::new(self.policy.clone())
    }

    /// Where traces go, if anywhere: as the file says, else as the environment does.
    ///
    /// # Errors
    ///
    /// When a variable is not set that holds the value of a header.
    pub(crate) fn telemetry(&self) -> Result<Option<TelemetrySettings>, NotSet> {
        let usual = std::env::var("OTEL_EXPORTER_OTLP_ENDPOINT").ok();
        let endpoint = self.telemetry.otlp_endpoint.clone().or(usual);
        let Some(endpoint) = endpoint.filter(|endpoint| !endpoint.is_empty()) else {
            return Ok(None);
        };
        let mut headers = Vec::new();
        for (name, variable) in &self.telemetry.headers_env {
            let value = std::env::var(variable).map_err(|_| NotSet(variable.clone()))?;
            headers.push((name.clone(), value));
        }
        Ok(Some(TelemetrySettings {
            endpoint,
            service_name: self.telemetry.service_name.clone(),
            headers,
            sample_ratio: self.telemetry.sample_ratio,
        }))
    }

    /// The share of a model's context beyond which tools take up too much of it.
    pub(crate) fn context_share(&self) -> f64 {
        self.context.warn_share
    }

    /// How long records are kept, if not for ever.
    pub(crate) fn keep_records(&self) -> Option<Duration> {
        let days = Some(self.records.keep_days).filter(|days| *days > 0);
        days.map(|days| Duration::from_secs(days.saturating_mul(24 * 60 * 60)))
    }

    /// The other MCP servers. One that is this program and finds the same settings
    /// would start itself for ever, so there is an end to that.
    pub(crate) fn upstreams(&self) -> BTreeMap<String, Upstream> {
        let depth = std::env::var(DEPTH).ok().and_then(|depth| depth.parse().ok()).unwrap_or(0_u32);
        if depth >= DEPTH_MAX {
            return BTreeMap::new();
        }
        let mut servers = self.sources.mcp.clone();
        for server in servers.values_mut() {
            if let Some(folder) = &mut server.cwd {
                *folder = self.folder.join(&*folder);
            }
            if server.command.is_some() {
                server.env.insert(DEPTH.to_owned(), (depth + 1).to_string().into());
            }
        }
        servers
    }

    /// The schema books.
    pub(crate) fn books(&self) -> Vec<PathBuf> {
        self.sources.books.iter().map(|book| self.folder.join(book)).collect()
    }

    /// The tools of an agent that was given none.
    pub(crate) fn default_tools(&self) -> DefaultTools {
        match &self.agents.default_tools {
            Some(ids) => DefaultTools::Listed(ids.clone()),
            None => DefaultTools::Harmless,
        }
    }

    /// Whether a key is wanted even on a loopback address.
    pub(crate) fn require_keys(&self) -> bool {
        self.server.require_keys
    }

    /// Names by which the server may be called, beside its own address.
    pub(crate) fn hosts(&self) -> &[String] {
        &self.server.hosts
    }

    /// The modules that Python code can import.
    pub(crate) fn imports(&self) -> Vec<String> {
        let usual = || python::IMPORTS.map(str::to_owned).into();
        self.python.imports.clone().unwrap_or_else(usual)
    }

    /// What handlers may reach on the network.
    pub(crate) fn fetch(&self) -> FetchSettings {
        let private_hosts = self.fetch.private_hosts.clone();
        FetchSettings { private_hosts, ..FetchSettings::default() }
    }
}

fn share<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    match f64::deserialize(deserializer)? {
        share if share > 0.0 && share <= 1.0 => Ok(share),
        share => Err(serde::de::Error::custom(format!(
            "a share is more than 0 and at most 1, and this is {share}"
        ))),
    }
}

fn policy<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<PolicyConfig, D::Error> {
    let policy = PolicyConfig::deserialize(deserializer)?;
    match policy.fault() {
        Some(fault) => Err(serde::de::Error::custom(fault)),
        None => Ok(policy),
    }
}

/// Modules that the interpreter has, each once and by name.
fn imports<'de, D: serde::Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Vec<String>>, D::Error> {
    let names = BTreeSet::<String>::deserialize(deserializer)?;
    let unknown = names.iter().find(|name| !python::OFFERED.contains(&name.as_str()));
    match unknown {
        Some(name) => Err(serde::de::Error::custom(format!(
            "the module `{name}` cannot be let in; these can: {}",
            python::OFFERED.join(", ")
        ))),
        None => Ok(Some(names.into_iter().collect())),
    }
}

fn hosts<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<HostList, D::Error> {
    let entries = Vec::<String>::deserialize(deserializer)?;
    HostList::parse(&entries).map_err(|bad| {
        let words = bad.iter().map(|bad| format!("`{}`: {}", bad.entry, bad.why));
        serde::de::Error::custom(words.collect::<Vec<_>>().join("; "))
    })
}

/// Names of a server, as they stand in a request.
fn names<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    let names = Vec::<String>::deserialize(deserializer)?;
    let is_name = |name: &String| {
        let inside = |c: char| c.is_ascii_alphanumeric() || ".-_".contains(c);
        !name.is_empty() && name.chars().all(inside)
    };
    match names.iter().find(|name| !is_name(name)) {
        Some(bad) => Err(serde::de::Error::custom(format!(
            "`{bad}` is no name of a server: write it without a scheme, a port or a path, such as \
             `tools.example.com`"
        ))),
        None => Ok(names),
    }
}
