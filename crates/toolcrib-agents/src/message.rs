//! What was said in a conversation, whoever's model said it.
//!
//! A history is kept in these words and put into a vendor's when a request is
//! made, so that a conversation can change its model half way.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::wire::Wire;

/// One message of a history.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "role", rename_all = "snake_case")]
pub enum Message {
    /// What the user said.
    User {
        /// The words.
        text: String,
    },
    /// What the model said.
    Assistant(Said),
    /// How the calls of the message before ended: one for each, in their order.
    Outcomes {
        /// The outcomes.
        outcomes: Vec<CallOutcome>,
    },
}

impl Message {
    /// What the user said.
    pub fn user(text: impl Into<String>) -> Self {
        Self::User { text: text.into() }
    }
}

/// What a model said in one round.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Said {
    /// The words.
    pub text: String,
    /// The calls that it wants, in their order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<ModelCall>,
    /// What its vendor wants to hear again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub echo: Option<Echo>,
}

impl Said {
    /// Whether nothing was said: no vendor takes such a message.
    pub fn is_empty(&self) -> bool {
        self.text.trim().is_empty() && self.calls.is_empty()
    }
}

/// A call that a model wants.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ModelCall {
    /// Our id for it: fit for every vendor, and like no other.
    pub id: String,
    /// The vendor's id for it, where there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wire_id: Option<String>,
    /// Who gave it that id.
    pub wire: Wire,
    /// The name of the tool, as the model wrote it.
    pub name: String,
    /// The arguments, as the model wrote them.
    pub arguments: String,
    /// The stream broke off inside the arguments: it must never run.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_cut: bool,
    /// What the vendor wants to hear again with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signature: Option<String>,
}

/// How a call ended, in the words that the model reads.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CallOutcome {
    /// Our id for the call.
    pub id: String,
    /// The words.
    pub text: String,
    /// Whether it failed.
    pub is_error: bool,
    /// Where its record is, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record_id: Option<String>,
}

/// What a vendor wants to hear again: thoughts with their signatures.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Echo {
    /// Which vendor.
    pub wire: Wire,
    /// Which of its models.
    pub model: String,
    /// What, in that vendor's words.
    pub parts: Vec<Value>,
}

/// What a model used up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Usage {
    /// Tokens that it read.
    pub input_tokens: u64,
    /// Tokens that it wrote, thoughts included.
    pub output_tokens: u64,
    /// Tokens that it read from a cache; part of what it read.
    #[serde(default)]
    pub cached_tokens: u64,
    /// What it cost, where the vendor says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<f64>,
}

impl std::ops::AddAssign for Usage {
    fn add_assign(&mut self, other: Self) {
        self.input_tokens += other.input_tokens;
        self.output_tokens += other.output_tokens;
        self.cached_tokens += other.cached_tokens;
        self.cost = match (self.cost, other.cost) {
            (None, None) => None,
            (one, two) => Some(one.unwrap_or_default() + two.unwrap_or_default()),
        };
    }
}
