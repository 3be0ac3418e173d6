//! What a workspace has, as the tables keep it.

mod read;

use crate::names::ToolKey;

/// Everything that a workspace has, as of one moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WorkspaceRows {
    /// How often it was written; 0 if never.
    pub revision: i64,
    /// Its own tools.
    pub tools: Vec<ToolRow>,
    /// Its settings of tools, its own and everybody's.
    pub settings: Vec<SettingsRow>,
    /// Its agents.
    pub agents: Vec<AgentRow>,
    /// Which tools its agents have.
    pub attachments: Vec<AttachmentRow>,
    /// The versions, of its own and of everybody's tools, whose hash stands in
    /// its settings or attachments.
    pub versions: Vec<VersionRow>,
    /// The categories of its documents, by name.
    pub categories: Vec<String>,
}

/// A tool as it is now.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolRow {
    /// Which tool.
    pub key: ToolKey,
    /// Its name for people.
    pub name: String,
    /// What a model reads.
    pub description: String,
    /// The JSON Schema of its arguments.
    pub parameters_schema: String,
    /// What runs when it is called.
    pub handler_key: String,
    /// Where it stands in lists.
    pub category: String,
    /// Since when there is a tool of this id.
    pub created_at: String,
    /// Since when it is as it is.
    pub updated_at: String,
    /// Where it comes from.
    pub source: String,
    /// The hash of its current version.
    pub version_hash: String,
    /// The manifest of its current version; empty if it was inserted by hand.
    pub manifest: String,
    /// The guide of its current version.
    pub guide: Option<String>,
}

/// What a workspace says about a tool.
#[derive(Clone, Debug, PartialEq)]
pub struct SettingsRow {
    /// Which tool.
    pub tool: ToolKey,
    /// A JSON object.
    pub settings: String,
}

/// An agent.
#[derive(Clone, Debug, PartialEq)]
pub struct AgentRow {
    /// Its id in its workspace.
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// What it is for.
    pub description: String,
    /// What a model reads where the agent is a tool itself.
    pub tool_description: Option<String>,
    /// What it is told.
    pub instructions: String,
    /// The model that it uses.
    pub model: Option<String>,
    /// JSON.
    pub parameters: Option<String>,
    /// JSON.
    pub settings: Option<String>,
    /// Whether it may be used.
    pub enabled: bool,
    /// Whether it is the one that is meant when none is named.
    pub is_primary: bool,
    /// Since when there is an agent of this id.
    pub created_at: String,
    /// Since when it is as it is.
    pub updated_at: String,
}

/// A tool that an agent has.
#[derive(Clone, Debug, PartialEq)]
pub struct AttachmentRow {
    /// Which agent.
    pub agent_id: String,
    /// Which tool.
    pub tool: ToolKey,
    /// What the agent sets for the tool, as JSON.
    pub config: Option<String>,
    /// The version to which it is pinned.
    pub version_hash: Option<String>,
    /// Since when.
    pub created_at: String,
}

/// A version of a tool.
#[derive(Clone, Debug, PartialEq)]
pub struct VersionRow {
    /// Which tool.
    pub tool: ToolKey,
    /// 1, 2, 3, in the order in which they came.
    pub number: i64,
    /// What its author calls it.
    pub version: String,
    /// Its hash.
    pub version_hash: String,
    /// Its manifest.
    pub manifest: String,
    /// Its guide.
    pub guide: Option<String>,
    /// The sources of its handler, as JSON.
    pub files: Option<String>,
    /// Since when.
    pub created_at: String,
}

/// A tool as it shall be.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NewTool {
    /// Its id.
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// What a model reads.
    pub description: String,
    /// The JSON Schema of its arguments.
    pub parameters_schema: String,
    /// What runs when it is called.
    pub handler_key: String,
    /// Where it stands in lists.
    pub category: String,
    /// What its author calls this version.
    pub version: String,
    /// The hash of this version.
    pub version_hash: String,
    /// The manifest.
    pub manifest: String,
    /// The guide.
    pub guide: Option<String>,
    /// The sources of its handler, as JSON.
    pub files: Option<String>,
}

/// A tool that every workspace sees.
#[derive(Clone, Debug, PartialEq)]
pub struct GlobalTool {
    /// The tool.
    pub tool: NewTool,
    /// Where it comes from.
    pub source: String,
}

/// An agent as it shall be.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NewAgent {
    /// Its id in its workspace.
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// What it is for.
    pub description: String,
    /// What a model reads where the agent is a tool itself.
    pub tool_description: Option<String>,
    /// What it is told.
    pub instructions: String,
    /// The model that it uses.
    pub model: Option<String>,
    /// JSON.
    pub parameters: Option<String>,
    /// JSON.
    pub settings: Option<String>,
    /// Whether it may be used.
    pub enabled: bool,
    /// Whether it is the one that is meant when none is named.
    pub is_primary: bool,
}

impl From<AgentRow> for NewAgent {
    /// The same again.
    fn from(row: AgentRow) -> Self {
        Self {
            id: row.id,
            name: row.name,
            description: row.description,
            tool_description: row.tool_description,
            instructions: row.instructions,
            model: row.model,
            parameters: row.parameters,
            settings: row.settings,
            enabled: row.enabled,
            is_primary: row.is_primary,
        }
    }
}

/// A tool that an agent shall have.
#[derive(Clone, Debug, PartialEq)]
pub struct NewAttachment {
    /// Which tool.
    pub tool: ToolKey,
    /// What the agent sets for the tool, as JSON.
    pub config: Option<String>,
    /// The version to which it shall be pinned.
    pub version_hash: Option<String>,
}
