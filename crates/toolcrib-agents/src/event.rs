//! What a client is told while an answer is made.

use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;
use tokio::sync::mpsc;
use toolcrib::{ConfirmationRequest, Intent};

use crate::message::Usage;

/// Something that happened in a turn.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Event {
    /// What.
    #[serde(flatten)]
    pub kind: EventKind,
    /// The answer that it is a part of.
    pub message_id: Arc<str>,
    /// Whose doing it is.
    pub agent_id: Arc<str>,
    /// The call in which that agent works for another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent_call_id: Option<Arc<str>>,
}

/// What can happen in a turn.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum EventKind {
    /// An answer begins.
    MessageStart,
    /// More words.
    TextDelta {
        /// The words.
        delta: String,
    },
    /// The model begins to call a tool.
    ToolCallStart {
        /// The call.
        call_id: String,
        /// The tool's name, as the model wrote it.
        tool: String,
    },
    /// More of a call's arguments.
    ToolCallArgs {
        /// The call.
        call_id: String,
        /// The text.
        delta: String,
    },
    /// The call is whole.
    ToolCallEnd {
        /// The call.
        call_id: String,
        /// The tool's name.
        tool: String,
        /// The arguments, as the model wrote them.
        arguments: String,
    },
    /// How a call ended.
    ToolResult {
        /// The call.
        call_id: String,
        /// The tool's name.
        tool: String,
        /// The outcome, where the call was made.
        outcome: Option<Arc<Value>>,
        /// The words that the model reads.
        text: String,
    },
    /// A call waits for a person, or would have to.
    ApprovalRequired {
        /// The call.
        call_id: String,
        /// The tool's name.
        tool: String,
        /// The arguments.
        arguments: String,
        /// What the answer is given with.
        approval_id: String,
        /// When it is too late.
        expires: String,
        /// The call in words.
        preview: String,
    },
    /// Another agent goes on.
    AgentSwitched {
        /// Who went before.
        from: Arc<str>,
    },
    /// A tool asks the client to do something.
    Intent {
        /// What.
        intent: Intent,
    },
    /// The answer has ended.
    MessageEnd {
        /// How: `stop`, `length`, `cancelled`, `ended` or `error`.
        finish: &'static str,
        /// What it took.
        usage: Usage,
    },
    /// There is no answer.
    Error {
        /// The word that a program branches on.
        code: String,
        /// The words for a person.
        message: String,
    },
}

impl EventKind {
    /// A call waits for a person.
    pub(crate) fn held(call_id: &str, held: &ConfirmationRequest) -> Self {
        Self::ApprovalRequired {
            call_id: call_id.to_owned(),
            tool: held.tool.clone(),
            arguments: held.args.to_string(),
            approval_id: held.token.clone(),
            expires: held.expires.clone(),
            preview: held.preview.clone(),
        }
    }

    /// Its name on the wire.
    pub fn name(&self) -> &'static str {
        match self {
            Self::MessageStart => "message-start",
            Self::TextDelta { .. } => "text-delta",
            Self::ToolCallStart { .. } => "tool-call-start",
            Self::ToolCallArgs { .. } => "tool-call-args",
            Self::ToolCallEnd { .. } => "tool-call-end",
            Self::ToolResult { .. } => "tool-result",
            Self::ApprovalRequired { .. } => "approval-required",
            Self::AgentSwitched { .. } => "agent-switched",
            Self::Intent { .. } => "intent",
            Self::MessageEnd { .. } => "message-end",
            Self::Error { .. } => "error",
        }
    }

    /// Whether it belongs to the answer itself. Of an agent that works for
    /// another, only what it does is told: its words are an outcome.
    fn is_of_the_answer(&self) -> bool {
        matches!(
            self,
            Self::MessageStart
                | Self::Intent { .. }
                | Self::TextDelta { .. }
                | Self::MessageEnd { .. }
                | Self::AgentSwitched { .. }
                | Self::Error { .. }
        )
    }
}

/// Where events go. A listener that is slow slows the answer down; one that
/// has left changes nothing.
#[derive(Clone, Default)]
pub struct Events {
    listener: Option<mpsc::Sender<Event>>,
    message_id: Arc<str>,
    parent_call_id: Option<Arc<str>>,
}

impl Events {
    /// Events of one answer, for one listener.
    pub fn new(message_id: Arc<str>, listener: mpsc::Sender<Event>) -> Self {
        Self { listener: Some(listener), message_id, parent_call_id: None }
    }

    /// The events of an agent that works inside a call of this answer.
    #[must_use]
    pub(crate) fn inside(&self, call_id: &str) -> Self {
        Self { parent_call_id: Some(call_id.into()), ..self.clone() }
    }

    pub(crate) async fn tell(&self, agent: &Arc<str>, kind: EventKind) {
        let Some(listener) = &self.listener else { return };
        if self.parent_call_id.is_some() && kind.is_of_the_answer() {
            return;
        }
        let event = Event {
            kind,
            message_id: Arc::clone(&self.message_id),
            agent_id: Arc::clone(agent),
            parent_call_id: self.parent_call_id.clone(),
        };
        // Nobody listens any more: the turn goes on, unless somebody cancels it.
        let _ = listener.send(event).await;
    }
}
