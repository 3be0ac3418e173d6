//! The agents of a test, in memory.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use serde_json::Value;
use toolcrib::policy::{Admission, Policy};
use toolcrib::vendor::{Provider, export};
use toolcrib::{CallRequest, Caller, Entry, ErrorType, Filter, Mode, Runtime, ToolError};
use toolcrib_agents::{Agent, AgentLimits, Crew, Model};

/// The agents of a test, in memory.
#[derive(Default)]
pub(crate) struct Members(Mutex<BTreeMap<String, Member>>);

struct Member {
    agent: Agent,
    tools: Vec<String>,
    is_on: bool,
}

impl Members {
    /// Adds an agent, with the tools that it has.
    pub(crate) fn hire(&self, id: &str, model: Arc<dyn Model>, tools: &[&str]) {
        let agent = Agent {
            id: id.into(),
            instructions: format!("You are {id}."),
            model,
            web_search: false,
            limits: AgentLimits::usual(Mode::Text),
        };
        let tools = tools.iter().map(|&tool| tool.to_owned()).collect();
        let member = Member { agent, tools, is_on: true };
        self.0.lock().unwrap().insert(id.to_owned(), member);
    }

    /// Changes an agent.
    pub(crate) fn change(&self, id: &str, change: impl FnOnce(&mut Agent)) {
        change(&mut self.0.lock().unwrap().get_mut(id).unwrap().agent);
    }

    pub(crate) fn switch_off(&self, id: &str) {
        self.0.lock().unwrap().get_mut(id).unwrap().is_on = false;
    }

    /// Whether somebody has a tool; one who is no agent has them all.
    fn has(&self, caller: &Caller, tool_id: &str) -> bool {
        let Some(agent) = caller.agent.as_deref() else { return true };
        self.0.lock().unwrap()[agent].tools.iter().any(|tool| tool == tool_id)
    }

    fn is_on(&self, id: &str) -> bool {
        self.0.lock().unwrap().get(id).is_none_or(|member| member.is_on)
    }
}

impl Crew for Members {
    fn agent(&self, id: &str, _: Mode) -> Result<Agent, ToolError> {
        let refused = |kind, what| Err(ToolError::new(kind, format!("The agent `{id}` {what}.")));
        match self.0.lock().unwrap().get(id) {
            None => refused(ErrorType::NotFound, "does not exist"),
            Some(member) if !member.is_on => refused(ErrorType::Disabled, "is switched off"),
            Some(member) => Ok(member.agent.clone()),
        }
    }

    fn offer(&self, runtime: &Runtime, caller: &Caller, _: Mode, provider: Provider) -> Value {
        let (snapshot, all) = (runtime.registry().snapshot(), Filter::default());
        let specs = snapshot.list(&all).map(|entry| entry.spec());
        let specs = specs.filter(|spec| self.has(caller, &spec.tool_id));
        let specs = specs.filter(|spec| self.is_on(&spec.tool_id));
        export(specs, provider, runtime.registry().limits()).tools
    }
}

/// Each agent knows its own tools only.
pub(crate) struct Attached(pub(crate) Arc<Members>);

impl Policy for Attached {
    fn sees(&self, caller: &Caller, tool: &Entry) -> bool {
        self.0.has(caller, &tool.spec().tool_id)
    }

    fn admit(&self, _: &Caller, _: &Entry, _: &CallRequest) -> Result<Admission, ToolError> {
        Ok(Admission::default())
    }
}
