//! What an agent can set for itself, beside what it is told.

use serde::Deserialize;
use serde_json::Value;
use toolcrib::{CompiledSpec, Fault, Limits, Problem, Spec, TurnLimits};
use toolcrib_agents::{AgentLimits, Profile, ROUNDS, ROUNDS_MAX};
use toolcrib_store::NewAgent;

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

    /// What it may use up. No agent gives itself more than the operator does.
    pub(crate) fn within(&self, usual: AgentLimits) -> AgentLimits {
        // Where the operator says nothing, the hard limit is the limit.
        let rounds_max = if usual.rounds_max == ROUNDS { ROUNDS_MAX } else { usual.rounds_max };
        let narrower = |own: Option<u32>, usual: u32| own.map_or(usual, |own| own.min(usual));
        AgentLimits {
            turn: TurnLimits {
                calls_max: narrower(self.calls_per_turn, usual.turn.calls_max),
                retrievals_max: narrower(self.retrieval_calls_per_turn, usual.turn.retrievals_max),
            },
            rounds_max: self.rounds_per_turn.map_or(usual.rounds_max, |own| own.min(rounds_max)),
            parallel_max: self
                .parallel_calls
                .map_or(usual.parallel_max, |own| own.clamp(1, usual.parallel_max)),
            ..usual
        }
    }
}

/// An agent as others see it.
pub(crate) fn profile(agent: &NewAgent) -> Profile {
    let settings = AgentSettings::read(agent.settings.as_deref()).unwrap_or_default();
    Profile {
        id: agent.id.clone(),
        name: agent.name.clone(),
        description: agent.description.clone(),
        tool_description: agent.tool_description.clone(),
        instructions: agent.instructions.clone(),
        parameters: agent.parameters.as_deref().and_then(|text| serde_json::from_str(text).ok()),
        output: settings.output,
        timeout_ms: settings.timeout_ms,
        enabled: agent.enabled,
    }
}

/// What keeps an agent from being what it says, as a tool of others too.
pub(crate) fn faults(agent: &NewAgent) -> Vec<Fault> {
    if let Err(error) = AgentSettings::read(agent.settings.as_deref()) {
        return vec![Fault::at("/settings", format!("they make no sense: {error}"))];
    }
    // Whatever is wrong with its words is not for the schemas to say.
    let spec = Spec { description: "An agent.".to_owned(), ..profile(agent).spec() };
    let Err(problems) = CompiledSpec::new(spec, "", &[], &Limits::DEFAULT) else {
        return Vec::new();
    };
    let errors = problems.into_iter().filter(Problem::is_error);
    let faults = errors.map(|problem| Fault {
        pointer: match problem.pointer.split('/').nth(1) {
            Some("parameters") => problem.pointer,
            Some("output") => format!("/settings{}", problem.pointer),
            _ => "/settings/timeout_ms".to_owned(),
        },
        message: problem.message,
        expected: problem.help,
    });
    // One fault of a schema says more than all that follow from it.
    faults.take(1).collect()
}
