//! A model that plays prepared answers.
//!
//! A script is a list of turns. The first whose `agent` and `when` fit the
//! user's last message is played: its first round when the model is asked
//! first, its second when the outcomes of the first are there, and so on.
//! Nothing is remembered, so a conversation goes on after a restart.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Answer, Model, ModelError};
use crate::assemble::{Assembler, Delta, Finish};
use crate::message::{Message, Said, Usage};
use crate::wire::{ModelRequest, Wire};

/// What stands for the outcome of the last call in a prepared answer.
const OUTCOME: &str = "{{outcome}}";

/// What stands for the user's last message.
const MESSAGE: &str = "{{message}}";

/// Prepared answers.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Script {
    /// Milliseconds between two words.
    #[serde(default)]
    pace_ms: u64,
    turns: Vec<ScriptTurn>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ScriptTurn {
    /// Who answers; anybody where nobody is named.
    #[serde(default)]
    agent: Option<String>,
    /// Words of which the user's message has at least one; any message where
    /// there are none.
    #[serde(default)]
    when: Vec<String>,
    rounds: Vec<Round>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Round {
    #[serde(default)]
    text: String,
    #[serde(default)]
    calls: Vec<Value>,
    #[serde(default)]
    error: Option<String>,
}

/// Why a script cannot be played.
#[derive(Debug, thiserror::Error)]
#[error("it is no script: {0}")]
pub struct ScriptError(#[from] serde_json::Error);

impl Script {
    /// Reads a script.
    ///
    /// # Errors
    ///
    /// What is wrong with it, and where.
    pub fn read(text: &str) -> Result<Self, ScriptError> {
        Ok(serde_json::from_str(text)?)
    }

    fn round(&self, request: &ModelRequest<'_>) -> Option<&Round> {
        let (message, rounds) = asked(request.messages);
        let message = message.to_lowercase();
        let fits = |turn: &&ScriptTurn| {
            turn.agent.as_deref().is_none_or(|agent| agent == request.agent)
                && (turn.when.is_empty()
                    || turn.when.iter().any(|word| message.contains(&word.to_lowercase())))
        };
        let turn = self.turns.iter().find(fits)?;
        turn.rounds.get(rounds).or(turn.rounds.last())
    }
}

/// The user's last message, and how often the model has spoken since.
fn asked(messages: &[Message]) -> (&str, usize) {
    let mut rounds = 0;
    for message in messages.iter().rev() {
        match message {
            Message::User { text } => return (text, rounds),
            Message::Assistant(_) => rounds += 1,
            Message::Outcomes { .. } => {}
        }
    }
    ("", rounds)
}

/// A model that plays a script.
pub struct ScriptModel(Arc<Script>);

impl ScriptModel {
    /// One that plays this.
    pub fn new(script: Script) -> Self {
        Self(Arc::new(script))
    }
}

#[async_trait]
impl Model for ScriptModel {
    fn wire(&self) -> Wire {
        Wire::Script
    }

    async fn ask(&self, request: &ModelRequest<'_>) -> Result<Box<dyn Answer>, ModelError> {
        let nothing = || {
            ModelError::Setup(format!(
                "the script has no answer of `{}` to this message",
                request.agent
            ))
        };
        let round = self.0.round(request).ok_or_else(nothing)?;
        let outcomes = request.messages.iter().rev().find_map(|message| match message {
            Message::Outcomes { outcomes } => outcomes.last().map(|outcome| outcome.text.as_str()),
            _ => None,
        });
        let filled = |text: &str| {
            let text = text.replace(OUTCOME, outcomes.unwrap_or_default());
            text.replace(MESSAGE, asked(request.messages).0)
        };
        let text = filled(&round.text);
        let mut pieces: VecDeque<Value> =
            text.split_inclusive(' ').map(|word| json!({ "text": word })).collect();
        pieces.extend(round.calls.iter().map(|call| json!({ "call": fill(call, &filled) })));
        pieces.push_back(match &round.error {
            Some(error) => json!({ "error": error }),
            None => json!({ "is_end": true }),
        });
        let (assembler, pace) =
            (Assembler::new(Wire::Script), Duration::from_millis(self.0.pace_ms));
        Ok(Box::new(ScriptAnswer { pieces, pace, assembler, ready: VecDeque::new() }))
    }
}

/// A value whose texts are filled in.
fn fill(value: &Value, filled: &impl Fn(&str) -> String) -> Value {
    match value {
        Value::String(text) => filled(text).into(),
        Value::Array(items) => items.iter().map(|item| fill(item, filled)).collect(),
        Value::Object(members) => {
            members.iter().map(|(key, value)| (key.clone(), fill(value, filled))).collect()
        }
        other => other.clone(),
    }
}

struct ScriptAnswer {
    pieces: VecDeque<Value>,
    pace: Duration,
    assembler: Assembler,
    ready: VecDeque<Delta>,
}

#[async_trait]
impl Answer for ScriptAnswer {
    async fn next(&mut self) -> Result<Option<Delta>, ModelError> {
        while self.ready.is_empty() {
            let Some(piece) = self.pieces.pop_front() else { break };
            if !self.pace.is_zero() {
                tokio::time::sleep(self.pace).await;
            }
            Wire::Script.read(&piece.to_string(), &mut self.assembler);
            self.ready.extend(self.assembler.deltas());
        }
        Ok(self.ready.pop_front())
    }

    fn whole(self: Box<Self>) -> Result<(Said, Finish, Usage), ModelError> {
        Ok(self.assembler.end("script")?)
    }
}
