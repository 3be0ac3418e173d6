//! `toolcrib.toml`.
//!
//! Every setting has a default, so that nothing needs the file. A word that it
//! does not know is refused: a setting with a typo must not look like one.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use toolcrib_handlers::fetch::{FetchSettings, HostList};
use toolcrib_handlers::python;

use crate::crib::DefaultTools;
use crate::talk::{ModelConfig, Models};

/// Where settings are looked for when nobody says.
const FILE: &str = "toolcrib.toml";

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
    /// Where the file is, which its paths are told from.
    #[serde(skip)]
    folder: PathBuf,
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
