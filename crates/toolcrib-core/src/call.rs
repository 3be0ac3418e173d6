//! What somebody wants of a tool.
//!
//! A [`CallRequest`] is untrusted words. `prepare` turns it into a
//! [`ValidCall`](crate::ValidCall), which is the only thing a handler takes.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::arguments::Arguments;
use crate::spec::Mode;
use crate::vendor::Provider;

/// The workspace of a caller that names none.
pub const DEFAULT_WORKSPACE: &str = "default";

/// Who asked. Cheap to clone: every call carries it along.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Caller {
    /// The workspace whose tools, agents and records it may touch.
    pub workspace: Arc<str>,
    /// The agent on whose behalf the call is made.
    pub agent: Option<Arc<str>>,
    /// The conversation it belongs to.
    pub session: Option<Arc<str>>,
    /// The door it came through.
    pub door: Door,
    /// The id of the key that it showed, where it showed one.
    pub key: Option<Arc<str>>,
}

impl Caller {
    /// Somebody in the default workspace, at this door.
    pub fn at(door: Door) -> Self {
        Self { workspace: DEFAULT_WORKSPACE.into(), agent: None, session: None, door, key: None }
    }
}

impl Default for Caller {
    fn default() -> Self {
        Self::at(Door::Library)
    }
}

/// The way by which a call came in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Door {
    /// A Rust program that embeds the library.
    Library,
    /// The command line.
    CommandLine,
    /// HTTP.
    Rest,
    /// The handler of another tool.
    Tool,
    /// A model in a conversation.
    Chat,
    /// A client that speaks MCP.
    Mcp,
}

/// What somebody wants of a tool. Nothing in it is believed yet.
#[derive(Clone, Debug)]
pub struct CallRequest {
    /// A tool's id or alias.
    pub tool: Arc<str>,
    /// The arguments, as they came.
    pub arguments: Arguments,
    /// The kind of conversation.
    pub mode: Mode,
    /// The vendor form in which the tool was offered, so that its lowering can
    /// be undone.
    pub offered_as: Option<Provider>,
    /// Only say what would happen.
    pub dry_run: bool,
    /// What makes a repetition of this call the same call.
    pub idempotency_key: Option<Arc<str>>,
    /// The approval that lets it run.
    pub approval: Option<Arc<str>>,
}

impl CallRequest {
    /// A request in text mode.
    pub fn new(tool: impl Into<Arc<str>>, arguments: impl Into<Arguments>) -> Self {
        Self {
            tool: tool.into(),
            arguments: arguments.into(),
            mode: Mode::Text,
            offered_as: None,
            dry_run: false,
            idempotency_key: None,
            approval: None,
        }
    }

    /// Sets the kind of conversation.
    #[must_use]
    pub fn mode(mut self, mode: Mode) -> Self {
        self.mode = mode;
        self
    }

    /// Says in which vendor form the model saw the tool.
    #[must_use]
    pub fn offered_as(mut self, provider: Provider) -> Self {
        self.offered_as = Some(provider);
        self
    }

    /// Asks only what would happen.
    #[must_use]
    pub fn dry_run(mut self) -> Self {
        self.dry_run = true;
        self
    }
}
