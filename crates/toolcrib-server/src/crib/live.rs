//! What schemas name with `x-enumFrom`: agents, tools, categories.

use std::sync::Arc;

use arc_swap::ArcSwap;
use toolcrib::{Caller, EnumSource, Filter, Registry};

use super::policy::Given;
use super::{AGENTS, View};

/// The agents that are switched on.
pub(super) struct Agents(pub(super) Arc<ArcSwap<View>>);

impl EnumSource for Agents {
    fn values(&self, _: &Caller) -> Arc<[String]> {
        let view = self.0.load();
        let on = view.agents.values().filter(|agent| agent.row.enabled);
        on.map(|agent| agent.row.id.clone()).collect()
    }
}

/// The tools that the caller may use.
pub(super) struct Tools {
    pub(super) registry: Registry,
    pub(super) given: Given,
}

impl EnumSource for Tools {
    fn values(&self, caller: &Caller) -> Arc<[String]> {
        let snapshot = self.registry.snapshot();
        let agent = caller.agent.as_deref();
        let all = Filter::default();
        let usable = snapshot.list(&all).filter(|entry| {
            // Agents are not given as tools are.
            entry.spec().enabled
                && entry.source() != AGENTS
                && agent.is_none_or(|id| self.given.has(id, entry))
        });
        usable.map(|entry| entry.spec().tool_id.clone()).collect()
    }
}

/// The categories that documents have.
pub(super) struct Categories(pub(super) Arc<ArcSwap<View>>);

impl EnumSource for Categories {
    fn values(&self, _: &Caller) -> Arc<[String]> {
        Arc::clone(&self.0.load().categories)
    }
}
