//! What is written down about a call.
//!
//! The runtime tells a [`Recorder`] each call's life as events: one `started`,
//! one `retried` for each new attempt, one `finished`. A recorder answers with
//! a receipt; where a record must be safe before the call goes on, the runtime
//! waits for it.

mod memory;
mod stages;

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;
use toolcrib_core::error::BoxError;
use toolcrib_core::{Arguments, Caller, ErrorType, Mode, Outcome, ValidCall};

use crate::console::ConsoleLine;

pub use crate::call_id::first_id_at;
pub use memory::{MemoryRecorder, Record};
pub use stages::{Stage, Stages};

/// Takes down what happens.
pub trait Recorder: Send + Sync + 'static {
    /// Takes down one event. Must not block: what takes time goes into the
    /// receipt.
    fn record(&self, event: &Event<'_>) -> Receipt;
}

/// When an event is safely recorded.
pub enum Receipt {
    /// It is.
    Done,
    /// When this is over.
    Pending(Pin<Box<dyn Future<Output = Result<(), RecordError>> + Send>>),
}

impl Receipt {
    /// Waits until the event is safe.
    pub(crate) async fn settle(self) -> Result<(), RecordError> {
        match self {
            Self::Done => Ok(()),
            Self::Pending(done) => done.await,
        }
    }
}

/// A record could not be kept.
#[derive(Debug, thiserror::Error)]
#[error("the call could not be recorded")]
pub struct RecordError(#[source] pub BoxError);

/// One moment in the life of a call. Every event has the same keys.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Event<'a> {
    /// Which moment.
    pub kind: EventKind,
    /// Which call.
    pub call_id: &'a Arc<str>,
    /// The call that it was made for: in its handler, or by the agent that it is.
    pub parent: Option<&'a Arc<str>>,
    /// The tool's id; the name that was asked for while that is not known.
    pub tool_id: &'a Arc<str>,
    /// The tool's version, once it is known.
    pub tool_version: Option<&'a Arc<str>>,
    /// Whether the tool writes; then its start must be safe before it runs.
    #[serde(skip)]
    pub writes: bool,
    /// Which set of tools.
    pub registry_version: &'a Arc<str>,
    /// Who asked.
    #[serde(flatten)]
    pub caller: &'a Caller,
    /// The kind of conversation.
    pub mode: Mode,
    /// Whether this only asks what would happen.
    pub dry_run: bool,
    /// How often the handler was started so far.
    pub attempts: u32,
    /// Why it failed: of the attempt when retried, of the call when finished.
    pub error_type: Option<ErrorType>,
    /// Time since the call started.
    pub duration_us: u64,
    /// The stages that are behind it.
    pub stages: &'a Stages,
    /// The arguments: as they came when started, as they were used when finished.
    #[serde(serialize_with = "redacted")]
    pub arguments: EventArguments<'a>,
    /// The rule that let it in or kept it out; only when finished.
    pub rule: Option<&'static str>,
    /// The approval that let it run.
    pub approval: Option<&'a Arc<str>>,
    /// The call whose outcome it was given, under its idempotency key.
    pub replay_of: Option<&'a Arc<str>>,
    /// Whether it took longer than its latency budget; only when finished.
    pub over_budget: bool,
    /// Bytes of the answer as JSON; only when finished.
    pub response_bytes: u64,
    /// What the handler said; only when finished.
    pub console: &'a [ConsoleLine],
    /// How it ended; only when finished.
    #[serde(skip)]
    pub outcome: Option<&'a Outcome>,
}

/// A moment in the life of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum EventKind {
    /// Somebody asked.
    Started,
    /// An attempt failed and another follows.
    Retried,
    /// The outcome is there.
    Finished,
}

/// What is known of a call's arguments.
#[derive(Clone, Copy, Debug)]
pub enum EventArguments<'a> {
    /// Nothing more than the `started` event said.
    AsBefore,
    /// As they came.
    Raw(&'a Arguments),
    /// As the handler saw them.
    Valid(&'a ValidCall),
}

impl EventArguments<'_> {
    /// The arguments without their secrets; this is what may be written down.
    pub fn redacted(&self) -> Option<Arc<Value>> {
        match self {
            Self::AsBefore => None,
            Self::Raw(arguments) => Some(arguments.redacted()),
            Self::Valid(call) => Some(toolcrib_core::redact::redacted(call.shared_arguments())),
        }
    }
}

fn redacted<S: serde::Serializer>(
    arguments: &EventArguments<'_>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    arguments.redacted().serialize(serializer)
}
