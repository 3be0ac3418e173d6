//! The agents of a workspace, for those who talk to them.

use std::sync::Arc;

use arc_swap::ArcSwap;
use serde_json::Value;
use toolcrib::vendor::Provider;
use toolcrib::{Caller, ErrorType, Limits, Mode, Runtime, ToolError};
use toolcrib_agents::{Agent, Crew};

use super::{AgentSettings, Models};
use crate::config::Policies;
use crate::crib::{DefaultTools, View};

/// The agents of a workspace, as they are whenever somebody asks.
pub(crate) struct WorkspaceCrew {
    pub(crate) view: Arc<ArcSwap<View>>,
    pub(crate) defaults: DefaultTools,
    pub(crate) workspace: Arc<str>,
    pub(crate) policies: Arc<Policies>,
    pub(crate) models: Models,
    pub(crate) limits: Limits,
}

impl Crew for WorkspaceCrew {
    fn agent(&self, id: &str, mode: Mode) -> Result<Agent, ToolError> {
        let view = self.view.load();
        let Some(agent) = view.agents.get(id) else {
            let message = format!("There is no agent `{id}`.");
            return Err(ToolError::new(ErrorType::NotFound, message));
        };
        let row = &agent.row;
        if !row.enabled {
            let message = format!("The agent `{id}` is switched off.");
            return Err(ToolError::new(ErrorType::Disabled, message));
        }
        let unusable = |what: String| {
            ToolError::internal(format!("The agent `{id}` cannot be asked: {what}."))
        };
        let settings = AgentSettings::read(row.settings.as_deref())
            .map_err(|error| unusable(format!("its settings make no sense ({error})")))?;
        let model = self.models.named(row.model.as_deref());
        Ok(Agent {
            id: id.into(),
            instructions: row.instructions.clone(),
            model: model.map_err(|error| unusable(error.to_string()))?,
            web_search: settings.web_search,
            limits: settings.within(self.policies.limits(&self.workspace, Some(id), mode)),
        })
    }

    fn offer(&self, runtime: &Runtime, caller: &Caller, mode: Mode, provider: Provider) -> Value {
        let view = self.view.load();
        let agent = caller.agent.as_deref().and_then(|id| view.agents.get(id));
        let Some(agent) = agent else { return Value::Array(Vec::new()) };
        let live = |spec: &toolcrib::Spec| runtime.enums().fill(caller, spec);
        view.export_in(agent, &self.defaults, provider, &self.limits, Some(mode), live).tools
    }
}
