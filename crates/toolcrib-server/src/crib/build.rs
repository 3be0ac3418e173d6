//! Makes a workspace's tools and agents of what the store says.
//!
//! What is not the workspace's own is shared with all others; what an operator
//! set, an older version or a registered handler key is made anew, once.

mod specialists;
mod versions;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use serde_json::{Map, Value};
use toolcrib::registry;
use toolcrib::{Entry, Filter, Problem, Registry, Snapshot};
use toolcrib_handlers::folders::ToolFolders;
use toolcrib_store::{AttachmentRow, ToolKey, ToolRow};

use super::published;
use super::sync::Globals;
use super::view::{AgentView, Attachment, Broken, ToolView, View};
use super::workspace::Rows;
use super::{INSERTED, OWN, Settings};
use crate::talk::AgentSettings;
use versions::problem;

/// Entries that were made, by what they were made of.
pub(super) type Cache = HashMap<String, Arc<Entry>>;

/// What a workspace's view and registry are made from.
pub(super) struct Builder {
    pub(super) base: Registry,
    pub(super) folders: Option<ToolFolders>,
    pub(super) globals: Arc<Globals>,
    pub(super) rows: Arc<Rows>,
    pub(super) known: Arc<Cache>,
}

/// A workspace's view and registry.
pub(super) struct Built {
    pub(super) view: View,
    pub(super) entries: Vec<Arc<Entry>>,
    pub(super) broken: Vec<registry::Broken>,
    pub(super) made: Cache,
}

impl Builder {
    pub(super) fn build(self) -> Built {
        let base = self.base.snapshot();
        let mut making = Making { builder: &self, base: &base, made: Cache::new() };
        let mut tools = BTreeMap::new();
        for row in self.rows.tools.values() {
            let tool = making.own(row);
            tools.insert(row.key.id.clone(), Arc::new(tool));
        }
        for id in making.global_ids() {
            // What is the workspace's own stands before what everybody sees.
            tools.entry(id).or_insert_with_key(|id| Arc::new(making.global(id)));
        }
        let agents = self.rows.agents.values().map(|row| {
            let given = self.rows.attachments.get(&row.id).into_iter().flatten();
            let attachments = given.map(|row| {
                let mut attachment = making.attachment(row);
                if tools.get(&row.tool.id).is_some_and(|tool| tool.key != row.tool) {
                    attachment.problems.push(problem(
                        "another tool has its name now",
                        "take it from the agent, and give it the other one",
                    ));
                }
                (row.tool.id.clone(), attachment)
            });
            let attachments = attachments.collect();
            // Settings that make no sense let it ask nobody.
            let asks = AgentSettings::read(row.settings.as_deref())
                .map_or_else(|_| Some(Vec::new()), |settings| settings.agents);
            (row.id.clone(), Arc::new(AgentView { row: row.clone(), attachments, asks }))
        });
        let agents = agents.collect();
        let specialists = making.specialists(&tools);
        let made = making.made;
        // Own tools first: they have their names whatever comes later.
        let mut entries: Vec<Arc<Entry>> =
            tools.values().filter_map(|tool| tool.entry.as_ref().ok().cloned()).collect();
        entries.sort_by_key(|entry| entry.source() != OWN);
        entries.extend(specialists.values().cloned());
        // What claimed another's name is broken and is not listed under it.
        let own = |id: &str| self.rows.tools.contains_key(id);
        let everybodys = base.all_broken().filter(|broken| !own(&broken.tool_id));
        let everybodys = everybodys.map(|broken| registry::Broken::clone(broken));
        let here = tools.iter().filter(|(id, _)| own(id) || base.broken(id).is_none());
        let here = here.filter_map(|(id, tool)| {
            let problems = tool.entry.as_ref().err()?.problems.clone();
            let (tool_id, source) = (id.clone(), tool.source.clone());
            Some(registry::Broken { tool_id, source, problems })
        });
        let broken = everybodys.chain(here).collect();
        let categories = Arc::clone(&self.rows.categories);
        let revision = self.rows.revision;
        let view = View { revision, tools, agents, specialists, categories };
        Built { view, entries, broken, made }
    }
}

struct Making<'a> {
    builder: &'a Builder,
    base: &'a Snapshot,
    made: Cache,
}

impl<'a> Making<'a> {
    /// Every tool that is not the workspace's own and that it can see: what is
    /// there, what is broken, and what is gone although somebody was given it.
    fn global_ids(&self) -> Vec<String> {
        let rows = &self.builder.rows;
        let given = rows.attachments.values().flatten().map(|given| &given.tool);
        let cared_for = rows.settings.keys().chain(given);
        let cared_for = cared_for.filter(|key| key.workspace.is_none()).map(|key| key.id.clone());
        let everything = Filter::default();
        let present = self.base.list(&everything).map(|entry| entry.spec().tool_id.clone());
        let broken = self.base.all_broken().map(|broken| broken.tool_id.clone());
        let inserted = self.builder.globals.keys().filter(|id| self.inserted(id).is_some());
        let all: HashSet<String> =
            present.chain(broken).chain(cared_for).chain(inserted.cloned()).collect();
        all.into_iter().collect()
    }

    /// The row of a tool that everybody sees and that has no other source than
    /// its row.
    fn inserted(&self, id: &str) -> Option<&'a ToolRow> {
        let row = self.builder.globals.get(id)?;
        (row.source == OWN && row.manifest.is_empty()).then_some(row)
    }

    fn own(&mut self, row: &ToolRow) -> ToolView {
        let settings = self.settings(&row.key);
        let entry = self.entry(&row.key, None, &settings);
        ToolView {
            key: row.key.clone(),
            source: OWN.to_owned(),
            handler_key: row.handler_key.clone(),
            version_hash: row.version_hash.clone(),
            created_at: row.created_at.clone(),
            updated_at: row.updated_at.clone(),
            entry: entry.map_err(|problems| broken(Some(row), &row.key.id, problems)),
            settings,
        }
    }

    fn global(&mut self, id: &str) -> ToolView {
        let key = ToolKey { workspace: None, id: id.to_owned() };
        let settings = self.settings(&key);
        let row = self.builder.globals.get(id);
        let entry = self.entry(&key, settings.version_hash.as_deref(), &settings);
        let present = self.present(id);
        let inserted = self.inserted(id).filter(|_| present.is_none());
        let source = present.map(|entry| entry.source()).or(inserted.map(|_| INSERTED));
        let source = source.or(row.map(|row| row.source.as_str()));
        let source = source.or(self.base.broken(id).map(|broken| broken.source.as_str()));
        let newest = || match (present, row) {
            (Some(entry), _) => entry.compiled().version_hash().to_string(),
            (None, row) => row.map(|row| row.version_hash.clone()).unwrap_or_default(),
        };
        let handler_key = inserted.map_or(id, |row| &row.handler_key).to_owned();
        ToolView {
            source: source.unwrap_or_default().to_owned(),
            handler_key,
            version_hash: settings.version_hash.clone().unwrap_or_else(newest),
            created_at: row.map(|row| row.created_at.clone()).unwrap_or_default(),
            updated_at: row.map(|row| row.updated_at.clone()).unwrap_or_default(),
            entry: entry.map_err(|problems| broken(row, id, problems)),
            settings,
            key,
        }
    }

    fn attachment(&mut self, row: &AttachmentRow) -> Attachment {
        let mut attachment = Attachment {
            tool: row.tool.clone(),
            config: None,
            version_hash: row.version_hash.clone(),
            pinned: None,
            problems: Vec::new(),
            created_at: row.created_at.clone(),
        };
        if let Some(version_hash) = &row.version_hash {
            let settings = self.settings(&row.tool);
            match self.entry(&row.tool, Some(version_hash), &settings) {
                Ok(entry) => attachment.pinned = Some(entry),
                Err(problems) => attachment.problems = problems,
            }
        }
        if let Some(text) = &row.config {
            match serde_json::from_str::<Map<String, Value>>(text) {
                Ok(config) => attachment.config = Some(Arc::new(config)),
                // Calls without it would not be the calls that were meant.
                Err(_) => attachment.problems.push(problem(
                    "its `config` cannot be read",
                    "set the config of this attachment anew",
                )),
            }
        }
        attachment
    }

    fn settings(&self, key: &ToolKey) -> Settings {
        self.builder.rows.settings.get(key).cloned().unwrap_or_default()
    }

    /// A tool that is there, by its id and not by an alias.
    fn present(&self, id: &str) -> Option<&Arc<Entry>> {
        self.base.get(id).filter(|entry| entry.spec().tool_id == id)
    }
}

/// What is left to show of a tool that cannot be called.
fn broken(row: Option<&ToolRow>, id: &str, problems: Vec<Problem>) -> Broken {
    match row {
        Some(row) => Broken {
            name: row.name.clone(),
            description: row.description.clone(),
            parameters_schema: row.parameters_schema.clone(),
            category: row.category.clone(),
            problems,
        },
        None => Broken {
            name: id.to_owned(),
            description: String::new(),
            parameters_schema: "{}".to_owned(),
            category: published::CATEGORY_DEFAULT.to_owned(),
            problems,
        },
    }
}
