//! What takes up a model's context.

use serde::Serialize;

use crate::history::tokens_of;
use crate::message::Message;

/// Bytes of text that make about one token.
pub const BYTES_PER_TOKEN: usize = 4;

/// Tokens of one request, about, by what they are for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ContextUse {
    /// Tokens that the model takes, its answer included.
    pub window: usize,
    /// What the agent is told.
    pub instructions: usize,
    /// The schemas of its tools.
    pub tools: usize,
    /// What its tools have answered.
    pub outcomes: usize,
    /// What was said.
    pub messages: usize,
}

impl ContextUse {
    /// What a request takes up.
    pub(crate) fn of(
        window: usize,
        system: &str,
        tools_bytes: usize,
        messages: &[Message],
    ) -> Self {
        let is_outcome = |message: &&Message| matches!(message, Message::Outcomes { .. });
        let all: usize = messages.iter().map(tokens_of).sum();
        let outcomes = messages.iter().filter(is_outcome).map(tokens_of).sum();
        Self {
            window,
            instructions: system.len() / BYTES_PER_TOKEN,
            tools: tools_bytes / BYTES_PER_TOKEN,
            outcomes,
            messages: all - outcomes,
        }
    }

    /// All of it.
    pub fn total(&self) -> usize {
        self.instructions + self.tools + self.outcomes + self.messages
    }

    /// The share of the window that tools take up: schemas and outcomes.
    #[expect(clippy::cast_precision_loss, reason = "no window has that many tokens")]
    pub fn tool_share(&self) -> f64 {
        (self.tools + self.outcomes) as f64 / self.window.max(1) as f64
    }
}
