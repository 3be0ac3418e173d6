//! `[policy]`: the numbers of calls, turns and approvals.
//!
//! (1) The narrower scope wins: a tool's over an agent's, an agent's over its
//!     workspace's, that over what holds for all. Within a workspace the same
//!     scopes can stand again, and win over those outside it.
//! (2) What an agent sets for itself can only be less.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Deserialize;
use toolcrib::rules::Rate;
use toolcrib::{Mode, Rules, TurnLimits};
use toolcrib_agents::{AgentLimits, ROUNDS_MAX};

/// The numbers of one scope, and the scopes within it.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PolicyConfig {
    /// The kinds of conversation in which calls may be made.
    modes: Option<Vec<Mode>>,
    same_calls_per_turn: Option<u32>,
    empty_results_per_turn: Option<u32>,
    tool_calls_per_turn: Option<u32>,
    retries: Option<u32>,
    retry_pause_ms: Option<u64>,
    retry_pause_max_ms: Option<u64>,
    circuit_failures: Option<u32>,
    circuit_rest_ms: Option<u64>,
    key_calls_per_minute: Option<u32>,
    tool_calls_per_minute: Option<u32>,
    approval_seconds: Option<u64>,
    text: Budgets,
    voice: Budgets,
    workspaces: BTreeMap<String, PolicyConfig>,
    agents: BTreeMap<String, PolicyConfig>,
    tools: BTreeMap<String, PolicyConfig>,
}

/// What a turn may use up.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Budgets {
    calls_per_turn: Option<u32>,
    retrieval_calls_per_turn: Option<u32>,
    rounds_per_turn: Option<u32>,
    parallel_calls: Option<usize>,
}

/// A week.
const APPROVAL_SECONDS_MAX: u64 = 7 * 24 * 60 * 60;

/// A day.
const PAUSE_MS_MAX: u64 = 24 * 60 * 60 * 1_000;

const MINUTE: Duration = Duration::from_secs(60);

impl PolicyConfig {
    /// What makes no sense, where and why.
    pub(super) fn fault(&self) -> Option<String> {
        self.fault_at("policy", Level::All)
    }

    fn fault_at(&self, place: &str, level: Level) -> Option<String> {
        let at_least_one = [
            ("same_calls_per_turn", self.same_calls_per_turn),
            ("empty_results_per_turn", self.empty_results_per_turn),
            ("key_calls_per_minute", self.key_calls_per_minute),
            ("tool_calls_per_minute", self.tool_calls_per_minute),
        ];
        for (name, number) in at_least_one {
            if number == Some(0) {
                return Some(format!("{place}.{name} is at least 1"));
            }
        }
        if self
            .approval_seconds
            .is_some_and(|seconds| !(1..=APPROVAL_SECONDS_MAX).contains(&seconds))
        {
            return Some(format!("{place}.approval_seconds is from 1 to {APPROVAL_SECONDS_MAX}"));
        }
        let pauses = [
            ("retry_pause_ms", self.retry_pause_ms),
            ("retry_pause_max_ms", self.retry_pause_max_ms),
            ("circuit_rest_ms", self.circuit_rest_ms),
        ];
        for (name, ms) in pauses {
            if ms.is_some_and(|ms| ms > PAUSE_MS_MAX) {
                return Some(format!("{place}.{name} is at most {PAUSE_MS_MAX}"));
            }
        }
        if level == Level::Tool && self.key_calls_per_minute.is_some() {
            return Some(format!(
                "{place}.key_calls_per_minute: a key has one rate for all tools; \
                 tool_calls_per_minute is the tool's"
            ));
        }
        for (mode, budgets) in [("text", &self.text), ("voice", &self.voice)] {
            if budgets.rounds_per_turn.is_some_and(|rounds| !(1..=ROUNDS_MAX).contains(&rounds)) {
                return Some(format!("{place}.{mode}.rounds_per_turn is from 1 to {ROUNDS_MAX}"));
            }
            if budgets.parallel_calls == Some(0) {
                return Some(format!("{place}.{mode}.parallel_calls is at least 1"));
            }
        }
        if self.modes.as_ref().is_some_and(Vec::is_empty) {
            return Some(format!("{place}.modes names text, voice or both"));
        }
        if level == Level::Tool
            && (&self.text, &self.voice) != (&Budgets::default(), &Budgets::default())
        {
            return Some(format!(
                "{place}: a tool has no turns of its own; tool_calls_per_turn says how often a \
                 turn may call it"
            ));
        }
        let inner = [
            ("workspaces", &self.workspaces, Level::Workspace),
            ("agents", &self.agents, Level::Agent),
            ("tools", &self.tools, Level::Tool),
        ];
        for (name, scopes, inner) in inner {
            if !scopes.is_empty() && inner <= level {
                return Some(format!(
                    "{place}.{name}: workspaces can hold agents and tools, agents can hold tools, \
                     and nothing else holds anything"
                ));
            }
            let faults = scopes
                .iter()
                .map(|(id, scope)| scope.fault_at(&format!("{place}.{name}.{id}"), inner));
            if let Some(fault) = faults.flatten().next() {
                return Some(fault);
            }
        }
        None
    }

    /// Every scope that a call is in, the widest first (1).
    fn scopes<'a>(
        &'a self,
        workspace: &str,
        agent: Option<&str>,
        tool: Option<&str>,
    ) -> impl Iterator<Item = &'a Self> {
        let here = self.workspaces.get(workspace);
        let outer = [Some(self), here];
        let agents = outer.map(|scope| scope?.agents.get(agent?));
        let tools = [outer, agents].concat().into_iter().map(|scope| scope?.tools.get(tool?));
        let all: Vec<Option<&Self>> = outer.into_iter().chain(agents).chain(tools).collect();
        all.into_iter().flatten()
    }

    /// The agents and tools that are named here, and where.
    fn name_all<'a>(&'a self, place: &str, named: &mut Vec<(String, Named<'a>)>) {
        for (id, scope) in &self.agents {
            let place = format!("{place}.agents.{id}");
            scope.name_all(&place, named);
            named.push((place, Named::Agent(id)));
        }
        for id in self.tools.keys() {
            named.push((format!("{place}.tools.{id}"), Named::Tool(id)));
        }
    }

    /// Whether one number holds for every call.
    fn is_flat(&self) -> bool {
        self.workspaces.is_empty() && self.agents.is_empty() && self.tools.is_empty()
    }

    fn narrow(&self, rules: &mut Rules) {
        fn set<T: Copy>(to: &mut T, from: Option<T>) {
            *to = from.unwrap_or(*to);
        }
        let rate = |calls: u32| Some(Rate { calls, per: MINUTE });
        if let Some(modes) = &self.modes {
            (rules.text, rules.voice) = (modes.contains(&Mode::Text), modes.contains(&Mode::Voice));
        }
        set(&mut rules.same_calls_max, self.same_calls_per_turn);
        set(&mut rules.empty_max, self.empty_results_per_turn);
        set(&mut rules.tool_calls_max, self.tool_calls_per_turn.map(Some));
        set(&mut rules.retries.retries_max, self.retries);
        set(&mut rules.retries.pause, self.retry_pause_ms.map(Duration::from_millis));
        set(&mut rules.retries.pause_max, self.retry_pause_max_ms.map(Duration::from_millis));
        set(&mut rules.circuit.failures_max, self.circuit_failures);
        set(&mut rules.circuit.rest, self.circuit_rest_ms.map(Duration::from_millis));
        set(&mut rules.key_rate, self.key_calls_per_minute.map(rate));
        set(&mut rules.tool_rate, self.tool_calls_per_minute.map(rate));
        set(&mut rules.approval, self.approval_seconds.map(Duration::from_secs));
    }
}

/// How narrow a scope is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    All,
    Workspace,
    Agent,
    Tool,
}

/// Whom a scope is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named<'a> {
    /// An agent.
    Agent(&'a str),
    /// A tool.
    Tool(&'a str),
}

/// The numbers that hold, for whoever asks.
#[derive(Clone, Debug, Default)]
pub struct Policies {
    config: PolicyConfig,
    /// Where nothing narrower is set.
    all: Rules,
}

impl Policies {
    pub(super) fn new(config: PolicyConfig) -> Self {
        let mut all = Rules::default();
        config.narrow(&mut all);
        Self { config, all }
    }

    /// The rules of a call.
    pub fn rules(&self, workspace: &str, agent: Option<&str>, tool: &str) -> Rules {
        if self.config.is_flat() {
            return self.all;
        }
        let mut rules = Rules::default();
        self.config.scopes(workspace, agent, Some(tool)).for_each(|scope| scope.narrow(&mut rules));
        rules
    }

    /// Whom the scopes are for that hold in a workspace, by their places in the file.
    pub fn named(&self, workspace: &str) -> Vec<(String, Named<'_>)> {
        let mut named = Vec::new();
        self.config.name_all("policy", &mut named);
        if let Some(here) = self.config.workspaces.get(workspace) {
            here.name_all(&format!("policy.workspaces.{workspace}"), &mut named);
        }
        named
    }

    /// What a turn of an agent may use up, before the agent itself is asked (2).
    pub fn limits(&self, workspace: &str, agent: Option<&str>, mode: Mode) -> AgentLimits {
        let mut limits = AgentLimits::usual(mode);
        for scope in self.config.scopes(workspace, agent, None) {
            let own = match mode {
                Mode::Text => &scope.text,
                Mode::Voice => &scope.voice,
            };
            let TurnLimits { calls_max, retrievals_max } = limits.turn;
            limits.turn = TurnLimits {
                calls_max: own.calls_per_turn.unwrap_or(calls_max),
                retrievals_max: own.retrieval_calls_per_turn.unwrap_or(retrievals_max),
            };
            limits.rounds_max = own.rounds_per_turn.unwrap_or(limits.rounds_max);
            limits.parallel_max = own.parallel_calls.unwrap_or(limits.parallel_max);
        }
        limits
    }
}

#[cfg(test)]
mod tests;
