//! An agent's tools as its model sees them.

use toolcrib::vendor::{self, Export, Provider, Quarantined};
use toolcrib::{Limits, Mode, Problem, Spec};

use super::config::with_defaults;
use super::{AgentView, Attachment, DefaultTools, ToolView, View};

impl View {
    /// An agent's tools in the form that a provider accepts, with the defaults
    /// that its attachments set and what is live filled in, and the agents that
    /// it may hand work to. What cannot be offered says why.
    pub fn export(
        &self,
        agent: &AgentView,
        defaults: &DefaultTools,
        provider: Provider,
        limits: &Limits,
        live: impl Fn(&Spec) -> Option<Spec>,
    ) -> Export {
        self.export_in(agent, defaults, provider, limits, None, live)
    }

    /// The same for one kind of conversation: what it does not allow is left out.
    pub(crate) fn export_in(
        &self,
        agent: &AgentView,
        defaults: &DefaultTools,
        provider: Provider,
        limits: &Limits,
        mode: Option<Mode>,
        live: impl Fn(&Spec) -> Option<Spec>,
    ) -> Export {
        let (mut specs, mut put_aside) = (Vec::new(), Vec::new());
        for (tool, given) in self.tools_of(agent, defaults) {
            match tool.offered(given) {
                Ok(spec) if spec.enabled => specs.push(live(&spec).unwrap_or(spec)),
                Ok(_) => {}
                Err(problems) => put_aside.push(Quarantined {
                    tool_id: tool.key.id.clone(),
                    pointer: String::new(),
                    reason: problems.first().map_or_else(String::new, |p| p.message.clone()),
                }),
            }
        }
        let agents = self.agents_of(agent).filter(|entry| entry.spec().enabled);
        specs.extend(agents.map(|entry| entry.spec().clone()));
        if let Some(mode) = mode {
            specs.retain(|spec| spec.allowed_modes.contains(&mode));
        }
        let mut export = vendor::export(&specs, provider, limits);
        export.quarantined.append(&mut put_aside);
        export
    }
}

impl ToolView {
    /// What an agent is offered of it, or why it cannot be.
    fn offered<'a>(&'a self, given: Option<&'a Attachment>) -> Result<Spec, &'a [Problem]> {
        if let Some(given) = given.filter(|given| !given.problems.is_empty()) {
            return Err(&given.problems);
        }
        let pinned = given.and_then(|given| given.pinned.as_ref());
        let entry = match (pinned, &self.entry) {
            (Some(pinned), _) => pinned,
            (None, Ok(entry)) => entry,
            (None, Err(broken)) => return Err(&broken.problems),
        };
        let config = given.and_then(|given| given.config.as_deref());
        Ok(config.map_or_else(|| entry.spec().clone(), |set| with_defaults(entry.spec(), set)))
    }
}
