//! What an agent can set for itself, beside what it is told.

use serde::Deserialize;
use serde_json::Value;
use toolcrib::{Mode, TurnLimits};
use toolcrib_agents::AgentLimits;

/// The settings of an agent that something here reads. Others are its own
/// business.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "snake_case")]
pub struct AgentSettings {
    /// Whether its model's vendor looks things up on the web, where it can.
    #[serde(alias = "webSearch")]
    pub web_search: bool,
    /// The agents that it may hand work to; the primary one has all of them
    /// where nothing is said, any other has none.
    pub agents: Option<Vec<String>>,
    /// JSON Schema of what it answers where it is a tool.
    pub output: Option<Value>,
    /// How long it has to answer where it is a tool.
    #[serde(alias = "timeoutMs")]
    pub timeout_ms: Option<u64>,
    /// Calls of one turn.
    #[serde(alias = "callsPerTurn")]
    pub calls_per_turn: Option<u32>,
    /// Calls of one turn that look something up.
    #[serde(alias = "retrievalCallsPerTurn")]
    pub retrieval_calls_per_turn: Option<u32>,
    /// Rounds of one turn.
    #[serde(alias = "roundsPerTurn")]
    pub rounds_per_turn: Option<u32>,
    /// Calls that run at once.
    #[serde(alias = "parallelCalls")]
    pub parallel_calls: Option<usize>,
}

impl AgentSettings {
    /// Reads settings.
    ///
    /// # Errors
    ///
    /// When one of those that are known has a value that makes no sense.
    pub fn read(text: Option<&str>) -> Result<Self, serde_json::Error> {
        text.map_or_else(|| Ok(Self::default()), serde_json::from_str)
    }

    /// What it may use up. No agent gets more than is usual.
    pub(super) fn limits(&self, mode: Mode) -> AgentLimits {
        let usual = AgentLimits::usual(mode);
        let narrower = |own: Option<u32>, usual: u32| own.map_or(usual, |own| own.min(usual));
        AgentLimits {
            turn: TurnLimits {
                calls_max: narrower(self.calls_per_turn, usual.turn.calls_max),
                retrievals_max: narrower(self.retrieval_calls_per_turn, usual.turn.retrievals_max),
            },
            // The hard limit is the conversation's own.
            rounds_max: self.rounds_per_turn.unwrap_or(usual.rounds_max),
            parallel_max: self
                .parallel_calls
                .map_or(usual.parallel_max, |own| own.clamp(1, usual.parallel_max)),
            ..usual
        }
    }
}
