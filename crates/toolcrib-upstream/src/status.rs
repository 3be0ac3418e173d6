//! How a server is doing, for people.
//!
//! Everything here can be shown: it has no secrets in it, and every text of a
//! stranger is bounded.

use serde::Serialize;

use crate::definition::Definition;

/// How a server is doing.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Status {
    /// The name that it was given.
    pub name: String,
    /// How it is reached, as far as that can be shown.
    pub transport: String,
    /// What it does now.
    #[serde(flatten)]
    pub state: State,
    /// The ids of its tools that can be called.
    pub tools: Vec<String>,
    /// Its tools that cannot, and why.
    pub quarantined: Vec<Quarantined>,
    /// What else there is to say about the last look at its tools.
    pub notes: Vec<String>,
    /// The revision of the protocol that is spoken with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub protocol: Option<String>,
    /// What it says that it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub server: Option<Version>,
    /// How often it was started again.
    pub restarts: u64,
}

/// What a server does now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum State {
    /// It starts, or is being reached.
    Connecting {
        /// Milliseconds since it was last tried.
        for_ms: u64,
        /// Milliseconds that it may take.
        at_most_ms: u64,
    },
    /// Its tools can be called.
    Ready,
    /// It ended or could not be reached, and will be tried again.
    Waiting {
        /// What happened.
        why: String,
        /// Milliseconds until it is tried again.
        retry_in_ms: u64,
    },
    /// Its settings say that it is not used.
    Disabled,
    /// It cannot be used with these settings.
    Failed {
        /// What is wrong.
        why: String,
    },
    /// It was ended from here.
    Closed,
}

/// What a server says that it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Version {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
}

/// A tool that cannot be called.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Quarantined {
    /// The name that the server knows it by, as far as it has one.
    pub tool: String,
    /// The id that it is listed under.
    pub tool_id: String,
    /// Why it cannot be called.
    pub reason: String,
}

/// A tool whose definition is not the approved one.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Pending {
    /// Which server has it.
    pub server: String,
    /// The name that the server knows it by.
    pub tool: String,
    /// The id that it has here.
    pub tool_id: String,
    /// What was approved.
    pub before: Definition,
    /// What it is now.
    pub after: Definition,
    /// The digest of what it is now: what an approval is given for.
    pub digest: String,
}
