//! Which tools an agent may call, and with which settings.
//!
//! (1) An agent has what it was given; one that was given nothing has the
//!     default tools. A tool that broke stays given, so nothing is widened.
//! (2) An agent that nobody knows has nothing.
//! (3) An agent hands work to those agents that it may ask, never to itself.

use std::sync::Arc;

use arc_swap::ArcSwap;
use toolcrib::policy::{Admission, Policy};
use toolcrib::registry::Broken;
use toolcrib::{CallRequest, Caller, Door, Entry, ErrorType, ToolError};

use crate::config::Policies;

use super::{AGENTS, AgentView, DefaultTools, View};

#[derive(Clone)]
pub(super) struct Given {
    pub(super) view: Arc<ArcSwap<View>>,
    pub(super) defaults: DefaultTools,
    pub(super) workspace: Arc<str>,
    pub(super) policies: Arc<Policies>,
}

impl Given {
    fn agent(&self, id: &str) -> Option<Arc<AgentView>> {
        self.view.load().agents.get(id).cloned()
    }
}

impl Given {
    /// Whether an agent has a tool itself (1).
    pub(super) fn has(&self, agent: &str, tool: &Entry) -> bool {
        // (2)
        let Some(agent) = self.agent(agent) else { return false };
        // (3)
        if tool.source() == AGENTS {
            let id = &tool.spec().tool_id;
            return *id != agent.row.id && agent.may_ask(id);
        }
        agent.given(tool).is_some()
            || (agent.attachments.is_empty() && self.defaults.contains(tool))
    }
}

impl Policy for Given {
    fn sees(&self, caller: &Caller, tool: &Entry) -> bool {
        let Some(id) = &caller.agent else { return true };
        // What a tool of the agent's may use, its author says and `uses` holds.
        self.has(id, tool) || (caller.door == Door::Tool && self.agent(id).is_some())
    }

    fn sees_broken(&self, caller: &Caller, tool: &Broken) -> bool {
        let Some(id) = &caller.agent else { return true };
        let Some(agent) = self.agent(id) else { return false };
        caller.door == Door::Tool
            || agent.attachments.contains_key(&tool.tool_id)
            || (agent.attachments.is_empty() && self.defaults.lists(&tool.tool_id))
    }

    fn pinned(&self, caller: &Caller, tool_id: &str) -> Option<Arc<Entry>> {
        let agent = self.agent(caller.agent.as_deref()?)?;
        agent.attachments.get(tool_id)?.pinned.clone()
    }

    fn admit(
        &self,
        caller: &Caller,
        tool: &Entry,
        _: &CallRequest,
    ) -> Result<Admission, ToolError> {
        let tool_id = &tool.spec().tool_id;
        let rules = self.policies.rules(&self.workspace, caller.agent.as_deref(), tool_id);
        let let_in = |rule| Admission { rules: Some(rules), rule: Some(rule), config: None };
        let Some(id) = &caller.agent else { return Ok(let_in("no_agent")) };
        let Some(agent) = self.agent(id) else {
            let message = "The agent of this call does not exist any more.";
            return Err(ToolError::new(ErrorType::PermissionDenied, message).by_rule("agent"));
        };
        if !agent.row.enabled {
            let message = format!("The agent `{id}` is switched off.");
            return Err(ToolError::new(ErrorType::Disabled, message).by_rule("agent"));
        }
        let Some(given) = agent.given(tool) else {
            return Ok(let_in(match caller.door {
                Door::Tool => "uses",
                _ if tool.source() == AGENTS => "agents",
                _ => "default_tools",
            }));
        };
        if let Some(problem) = given.problems.first() {
            let message = format!("This agent cannot call `{tool_id}`: {}.", problem.message);
            return Err(ToolError::internal(message).by_rule("attachment"));
        }
        Ok(Admission { config: given.config.clone(), ..let_in("attachment") })
    }
}
