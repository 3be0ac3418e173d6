//! How another server is reached, and what is taken from it.
//!
//! Owns what somebody may write into a settings file, and what becomes of it: a
//! way to the server in which every `${NAME}` has its value. It starts nothing
//! and connects to nothing. Start at [`Upstream`].

mod error;
mod secret;
#[cfg(test)]
mod tests;
mod way;

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;

use serde::Deserialize;
use toolcrib::spec::TIMEOUT_MS_DEFAULT;

pub use error::ConfigError;
pub use secret::Secret;
pub(crate) use way::{HttpWay, StdioWay, Way};

/// How long a server may take to start and to list its tools. The first start of
/// one that is fetched from a package registry takes a while.
const CONNECT_TIMEOUT_MS_DEFAULT: u64 = 60_000;

/// How another server is reached, and what is taken from it.
///
/// It has a `command`, which is started, or a `url`, which is called. In `args`,
/// `env`, `url` and `headers`, `${NAME}` stands for a variable of the environment
/// and `${NAME:-text}` for one that may be missing.
///
/// ```
/// let upstream: toolcrib_upstream::Upstream = serde_json::from_str(r#"{
///     "command": "npx",
///     "args": ["-y", "@modelcontextprotocol/server-github"],
///     "env": { "GITHUB_TOKEN": "${GITHUB_TOKEN}" },
///     "hide": ["delete_repository"],
///     "confirm": ["merge_pull_request"]
/// }"#).unwrap();
/// assert!(upstream.enabled && !upstream.trusted);
/// ```
#[derive(Clone, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Upstream {
    /// The program that is the server.
    pub command: Option<String>,
    /// Its arguments.
    pub args: Vec<String>,
    /// What it has in its environment beside the usual few variables.
    pub env: BTreeMap<String, Secret>,
    /// Where it is started.
    pub cwd: Option<PathBuf>,
    /// The server's address, where it runs already.
    pub url: Option<String>,
    /// What is sent along with each request.
    pub headers: BTreeMap<String, Secret>,
    /// What the ids of its tools begin with; the server's name where it is not said.
    pub prefix: Option<String>,
    /// The only tools that are taken, by the names that the server knows them by.
    pub tools: Option<Vec<String>>,
    /// Tools that are not taken.
    pub hide: Vec<String>,
    /// How long a call may take.
    pub timeout_ms: u64,
    /// How long it may take to start and to list its tools.
    pub connect_timeout_ms: u64,
    /// Whether it is used at all.
    pub enabled: bool,
    /// Whether it is believed what it says of its tools' effects.
    pub trusted: bool,
    /// The tools for which a person is asked before each call.
    pub confirm: Confirm,
    /// Whether it was added to a program that runs, by somebody who may not know
    /// that program's environment: then no variable has a value for it.
    #[serde(skip)]
    pub is_added: bool,
}

impl Default for Upstream {
    fn default() -> Self {
        Self {
            command: None,
            args: Vec::new(),
            env: BTreeMap::new(),
            cwd: None,
            url: None,
            headers: BTreeMap::new(),
            prefix: None,
            tools: None,
            hide: Vec::new(),
            timeout_ms: TIMEOUT_MS_DEFAULT,
            connect_timeout_ms: CONNECT_TIMEOUT_MS_DEFAULT,
            enabled: true,
            trusted: false,
            confirm: Confirm::default(),
            is_added: false,
        }
    }
}

impl Upstream {
    /// Says what is wrong with the settings, before anything is started.
    ///
    /// # Errors
    ///
    /// When no server can be reached with them.
    pub fn check(&self, name: &str) -> Result<(), ConfigError> {
        self.way(name, &|name| self.variable(name)).map(drop)
    }

    /// The value of a variable.
    pub(crate) fn variable(&self, name: &str) -> Option<String> {
        if self.is_added { None } else { std::env::var(name).ok() }
    }

    /// Whether one of its tools is taken.
    pub(crate) fn takes(&self, tool: &str) -> bool {
        let is_meant = self.tools.as_ref().is_none_or(|only| only.iter().any(|name| name == tool));
        is_meant && !self.hide.iter().any(|name| name == tool)
    }
}

/// Says which settings there are, and no value that could be a secret.
impl fmt::Debug for Upstream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Upstream")
            .field("command", &self.command)
            .field("args", &self.args.len())
            .field("env", &self.env)
            .field("has_url", &self.url.is_some())
            .field("headers", &self.headers)
            .field("prefix", &self.prefix)
            .field("tools", &self.tools)
            .field("hide", &self.hide)
            .field("enabled", &self.enabled)
            .field("trusted", &self.trusted)
            .field("confirm", &self.confirm)
            .finish_non_exhaustive()
    }
}

/// The tools for which a person is asked before each call.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Confirm {
    /// All of them, or none.
    All(bool),
    /// These, by the names that the server knows them by.
    Names(Vec<String>),
}

impl Default for Confirm {
    fn default() -> Self {
        Self::All(false)
    }
}

impl Confirm {
    pub(crate) fn covers(&self, tool: &str) -> bool {
        match self {
            Self::All(all) => *all,
            Self::Names(names) => names.iter().any(|name| name == tool),
        }
    }
}
