//! What a workspace has, at one moment.
//!
//! Nothing here changes: a workspace swaps one view for another.

use std::collections::BTreeMap;
use std::ops::Bound;
use std::sync::Arc;

use serde_json::{Map, Value};
use toolcrib::{Entry, Problem};
use toolcrib_store::{AgentRow, ToolKey};

use super::{AGENTS, DefaultTools, Settings};

/// What a workspace has, at one moment.
#[derive(Default)]
pub struct View {
    /// How many changes there have been.
    pub revision: i64,
    /// The tools that it sees, by id; those that cannot be called too.
    pub tools: BTreeMap<String, Arc<ToolView>>,
    /// Its agents, by id.
    pub agents: BTreeMap<String, Arc<AgentView>>,
    /// The agents that others may hand work to, as tools; those that are
    /// switched off too.
    pub specialists: BTreeMap<String, Arc<Entry>>,
    /// The categories of its documents.
    pub categories: Arc<[String]>,
}

/// A tool as a workspace sees it.
pub struct ToolView {
    /// Which one, in the store.
    pub key: ToolKey,
    /// Where it comes from.
    pub source: String,
    /// What runs it.
    pub handler_key: String,
    /// What was set beside its source.
    pub settings: Settings,
    /// The fingerprint of the version that serves, settings aside.
    pub version_hash: String,
    /// Since when it is known.
    pub created_at: String,
    /// When its newest version came.
    pub updated_at: String,
    /// What can be called, or why nothing can.
    pub entry: Result<Arc<Entry>, Broken>,
}

/// What is known of a tool that cannot be called.
pub struct Broken {
    /// Its name for people.
    pub name: String,
    /// What the model would read.
    pub description: String,
    /// The schema of its arguments, as text.
    pub parameters_schema: String,
    /// Its category.
    pub category: String,
    /// Why.
    pub problems: Vec<Problem>,
}

/// An agent and what it was given.
pub struct AgentView {
    /// What it is.
    pub row: AgentRow,
    /// What it was given, by the tools' ids.
    pub attachments: BTreeMap<String, Attachment>,
    /// The agents that its settings let it hand work to, where they say.
    pub asks: Option<Vec<String>>,
}

/// A tool given to an agent.
pub struct Attachment {
    /// Which one, in the store.
    pub tool: ToolKey,
    /// The agent's settings for it.
    pub config: Option<Arc<Map<String, Value>>>,
    /// The fingerprint of the one version that the agent works with, if it is
    /// pinned to one.
    pub version_hash: Option<String>,
    /// That version.
    pub pinned: Option<Arc<Entry>>,
    /// Why the agent cannot call the tool, although others may.
    pub problems: Vec<Problem>,
    /// Since when.
    pub created_at: String,
}

impl View {
    /// The agents that an agent may hand work to, as tools.
    pub fn agents_of<'a>(&'a self, agent: &'a AgentView) -> impl Iterator<Item = &'a Arc<Entry>> {
        let own = &agent.row.id;
        let given = move |id: &&String| *id != own && agent.may_ask(id);
        self.specialists.iter().filter(move |(id, _)| given(id)).map(|(_, entry)| entry)
    }

    /// Everything that can be called or would be: the tools, and the agents that
    /// others may hand work to, by id, from behind one on.
    pub fn all_from(&self, behind: Option<&str>) -> impl Iterator<Item = Arc<ToolView>> {
        let from = behind.map_or(Bound::Unbounded, Bound::Excluded);
        let tools = self.tools.range::<str, _>((from, Bound::Unbounded));
        let agents = self.specialists.range::<str, _>((from, Bound::Unbounded));
        let mut all: Vec<_> = tools.map(|(_, tool)| Arc::clone(tool)).collect();
        all.extend(agents.filter_map(|(id, _)| self.agent_tool(id)));
        all.sort_by(|one, other| one.key.id.cmp(&other.key.id));
        all.into_iter()
    }

    /// An agent as the tool that it is for others.
    pub fn agent_tool(&self, id: &str) -> Option<Arc<ToolView>> {
        let (entry, agent) = (self.specialists.get(id)?, self.agents.get(id)?);
        Some(Arc::new(ToolView {
            key: ToolKey::global(id),
            source: AGENTS.to_owned(),
            handler_key: id.to_owned(),
            settings: Settings::default(),
            version_hash: entry.compiled().version_hash().to_string(),
            created_at: agent.row.created_at.clone(),
            updated_at: agent.row.updated_at.clone(),
            entry: Ok(Arc::clone(entry)),
        }))
    }

    /// The tools that an agent has: those it was given, or else the default
    /// ones. Each with its attachment, where there is one.
    pub fn tools_of<'a>(
        &'a self,
        agent: &'a AgentView,
        defaults: &'a DefaultTools,
    ) -> Vec<(&'a Arc<ToolView>, Option<&'a Attachment>)> {
        if agent.attachments.is_empty() {
            let is_default = |tool: &&Arc<ToolView>| match &tool.entry {
                Ok(entry) => defaults.contains(entry),
                Err(_) => defaults.lists(&tool.key.id),
            };
            return self.tools.values().filter(is_default).map(|tool| (tool, None)).collect();
        }
        let given = agent.attachments.iter();
        let given = given.filter_map(|(id, given)| Some((self.tools.get(id)?, Some(given))));
        given.collect()
    }
}

impl AgentView {
    /// Whether it may hand work to another agent: to those that its settings
    /// name, or else to all if it is the primary one.
    pub fn may_ask(&self, id: &str) -> bool {
        match &self.asks {
            Some(named) => named.iter().any(|named| named == id),
            None => self.row.is_primary,
        }
    }

    /// What it was given of a tool, if it was given it at all. A tool of the
    /// workspace's own is not the one that everybody sees, whatever it is called.
    pub fn given(&self, tool: &Entry) -> Option<&Attachment> {
        let given = self.attachments.get(&tool.spec().tool_id)?;
        (given.tool.workspace.is_some() == (tool.source() == super::OWN)).then_some(given)
    }
}
