//! Agents as tools of other agents.

use std::collections::BTreeMap;
use std::sync::Arc;

use toolcrib::Entry;
use toolcrib_agents::Specialist;
use toolcrib_store::{AgentRow, NewAgent};

use super::Making;
use crate::crib::AGENTS;
use crate::crib::view::ToolView;
use crate::talk::profile;

impl Making<'_> {
    /// Every agent that is not the primary one, as a tool. A tool that has its
    /// name keeps it.
    pub(super) fn specialists(
        &mut self,
        tools: &BTreeMap<String, Arc<ToolView>>,
    ) -> BTreeMap<String, Arc<Entry>> {
        let rows = &self.builder.rows.agents;
        let asked = rows.values().filter(|row| !row.is_primary && !tools.contains_key(&row.id));
        let made = asked.filter_map(|row| Some((row.id.clone(), self.specialist(row)?)));
        made.collect()
    }

    fn specialist(&mut self, row: &AgentRow) -> Option<Arc<Entry>> {
        let profile = profile(&NewAgent::from(row.clone()));
        let key = format!("agent {profile:?}");
        if let Some(known) = self.builder.known.get(&key) {
            self.made.insert(key, Arc::clone(known));
            return Some(Arc::clone(known));
        }
        match self.builder.base.prepare(AGENTS, Arc::new(Specialist::new(profile))) {
            Ok(entry) => {
                self.made.insert(key, Arc::clone(&entry));
                Some(entry)
            }
            Err(error) => {
                tracing::warn!(agent = row.id, %error, "an agent cannot be a tool");
                None
            }
        }
    }
}
