//! An agent as REST shows it, and what a body can say of one.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use toolcrib::Fault;
use toolcrib_store::NewAgent;
use utoipa::ToSchema;

use crate::crib::AgentView;
use crate::rest::change::{Change, not_null};
use crate::rest::error::ApiError;
use crate::rest::tools::ParametersSchema;
use crate::talk;

/// Bytes of an agent's texts, each.
const TEXT_BYTES_MAX: usize = 128 * 1024;

/// An agent.
#[derive(Serialize, ToSchema)]
#[schema(as = Agent)]
pub(in crate::rest) struct AgentBody {
    id: String,
    name: String,
    description: String,
    /// What a model reads when the agent is a tool.
    tool_description: Option<String>,
    /// What the agent is told.
    instructions: String,
    /// The name of a configured model.
    model: Option<String>,
    /// JSON Schema of what it takes when it is a tool.
    #[schema(value_type = Option<Object>)]
    parameters: Option<Value>,
    /// Settings of its own.
    #[schema(value_type = Option<Object>)]
    settings: Option<Value>,
    enabled: bool,
    is_primary: bool,
    created_at: String,
    updated_at: String,
    /// How many tools it was given; with none it has the default ones.
    tool_count: usize,
}

/// What somebody wants an agent to be. What is left out stays as it is.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = AgentChange)]
pub(in crate::rest) struct AgentFields {
    /// The stable id, also its name as a tool; made up where nobody says. It
    /// cannot be changed.
    #[schema(pattern = "^[a-z][a-z0-9_]{0,63}$", nullable = false)]
    #[serde(default, deserialize_with = "not_null")]
    pub(super) id: Option<String>,
    #[schema(nullable = false, min_length = 1)]
    #[serde(default, deserialize_with = "not_null")]
    pub(super) name: Option<String>,
    #[schema(value_type = Option<String>)]
    #[serde(default)]
    description: Change<String>,
    #[schema(value_type = Option<String>)]
    #[serde(default)]
    tool_description: Change<String>,
    #[schema(value_type = Option<String>)]
    #[serde(default)]
    instructions: Change<String>,
    #[schema(value_type = Option<String>)]
    #[serde(default)]
    model: Change<String>,
    #[schema(value_type = Option<ParametersSchema>)]
    #[serde(default)]
    parameters: Change<Map<String, Value>>,
    #[schema(value_type = Option<Object>)]
    #[serde(default)]
    settings: Change<Map<String, Value>>,
    #[schema(nullable = false)]
    #[serde(default, deserialize_with = "not_null")]
    enabled: Option<bool>,
    /// The one that people talk to; there is one at most.
    #[schema(nullable = false)]
    #[serde(default, deserialize_with = "not_null")]
    is_primary: Option<bool>,
}

impl AgentBody {
    pub(super) fn of(agent: &AgentView) -> Self {
        let row = agent.row.clone();
        let read = |text: Option<String>| text.and_then(|text| serde_json::from_str(&text).ok());
        Self {
            id: row.id,
            name: row.name,
            description: row.description,
            tool_description: row.tool_description,
            instructions: row.instructions,
            model: row.model,
            parameters: read(row.parameters),
            settings: read(row.settings),
            enabled: row.enabled,
            is_primary: row.is_primary,
            created_at: row.created_at,
            updated_at: row.updated_at,
            tool_count: agent.attachments.len(),
        }
    }
}

impl AgentFields {
    pub(super) fn applied(self, mut agent: NewAgent) -> Result<NewAgent, ApiError> {
        agent.name = self.name.unwrap_or(agent.name);
        self.description.apply(&mut agent.description, String::new);
        self.tool_description.apply_option(&mut agent.tool_description);
        self.instructions.apply(&mut agent.instructions, String::new);
        self.model.apply_option(&mut agent.model);
        self.parameters
            .map(|map| Value::Object(map).to_string())
            .apply_option(&mut agent.parameters);
        self.settings.map(|map| Value::Object(map).to_string()).apply_option(&mut agent.settings);
        agent.enabled = self.enabled.unwrap_or(agent.enabled);
        agent.is_primary = self.is_primary.unwrap_or(agent.is_primary);
        let texts = [
            ("/name", Some(&agent.name)),
            ("/description", Some(&agent.description)),
            ("/tool_description", agent.tool_description.as_ref()),
            ("/instructions", Some(&agent.instructions)),
            ("/model", agent.model.as_ref()),
            ("/parameters", agent.parameters.as_ref()),
            ("/settings", agent.settings.as_ref()),
        ];
        let mut faults = Vec::new();
        for (pointer, text) in texts {
            let Some(text) = text else { continue };
            if text.len() > TEXT_BYTES_MAX {
                let message = format!("it is longer than {TEXT_BYTES_MAX} bytes");
                faults.push(Fault::at(pointer, message));
            }
            if text.contains('\0') {
                faults.push(Fault::at(pointer, "it holds a character that cannot be kept: NUL"));
            }
        }
        if agent.name.trim().is_empty() {
            faults.push(Fault::at("/name", "it must not be empty"));
        }
        faults.extend(talk::faults(&agent));
        match faults.is_empty() {
            true => Ok(agent),
            false => Err(ApiError::faults("The agent cannot be like that.", faults)),
        }
    }
}
