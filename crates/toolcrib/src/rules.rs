//! What a call may cost the tool, the turn and everybody else.
//!
//! Owns the numbers, and the counters that outlive a call: how often a key and
//! a tool were used lately, and which tools have failed too often. Budgets of a
//! turn are counted in `turn`. Start at [`Rules`]; the runtime asks in `charge`.

pub(crate) mod circuit;
pub(crate) mod rate;

use std::time::Duration;

use toolcrib_core::Mode;

use crate::runtime::Retries;

pub use circuit::CircuitState;

/// The rules of one call: what holds for its workspace, agent and tool together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rules {
    /// Whether it may be made in text mode.
    pub text: bool,
    /// Whether it may be made in voice mode.
    pub voice: bool,
    /// How often one turn may make the same call: same tool, same arguments.
    pub same_calls_max: u32,
    /// How often a tool may come back empty before the turn must stop asking it.
    pub empty_max: u32,
    /// Calls of this tool in one turn, where that is bounded.
    pub tool_calls_max: Option<u32>,
    /// How failed attempts are repeated.
    pub retries: Retries,
    /// When a tool that fails is left alone.
    pub circuit: Circuit,
    /// How often one key may call anything.
    pub key_rate: Option<Rate>,
    /// How often anybody may call this tool.
    pub tool_rate: Option<Rate>,
    /// How long a person has to approve a call.
    pub approval: Duration,
}

/// When a tool that fails is left alone, and how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Circuit {
    /// Failures in a row; with 0 it is never left alone.
    pub failures_max: u32,
    /// How long nobody calls it, before one call tries it again.
    pub rest: Duration,
}

/// So many calls in so much time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// Calls.
    pub calls: u32,
    /// The time.
    pub per: Duration,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            text: true,
            voice: true,
            same_calls_max: 2,
            empty_max: 2,
            tool_calls_max: None,
            retries: Retries::default(),
            circuit: Circuit { failures_max: 5, rest: Duration::from_secs(30) },
            key_rate: None,
            tool_rate: None,
            approval: Duration::from_secs(300),
        }
    }
}

impl Rules {
    /// Whether calls may be made in a kind of conversation.
    pub fn allows(&self, mode: Mode) -> bool {
        match mode {
            Mode::Text => self.text,
            Mode::Voice => self.voice,
        }
    }
}
