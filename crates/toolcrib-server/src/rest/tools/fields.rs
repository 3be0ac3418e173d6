//! What a body can say of a tool.

use serde::Deserialize;
use serde_json::Value;
use toolcrib::{Mode, SideEffects, UnknownArguments};
use utoipa::ToSchema;

use crate::rest::change::{Change, not_null};

/// What somebody wants a tool to be. What is left out stays as it is; `null` is
/// what it is by itself.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ToolChange)]
pub(crate) struct ToolFields {
    /// The stable id; also the name that a model calls. It cannot be changed.
    #[schema(pattern = "^[a-z][a-z0-9_]{0,63}$", nullable = false)]
    #[serde(default, deserialize_with = "not_null")]
    pub(super) id: Option<String>,
    /// The id of the tool whose handler runs it, such as `echo`.
    #[schema(nullable = false, example = "echo")]
    #[serde(default, deserialize_with = "not_null")]
    pub(super) handler_key: Option<String>,
    /// A name for people.
    #[schema(value_type = Option<String>)]
    #[serde(default)]
    pub(super) name: Change<String>,
    /// What the tool does and when to use it, for the model.
    #[schema(value_type = Option<String>)]
    #[serde(default)]
    pub(super) description: Change<String>,
    /// JSON Schema of the arguments: an object, or the same as text.
    #[schema(value_type = ParametersSchema)]
    #[serde(default, deserialize_with = "not_null")]
    pub(super) parameters_schema: Option<Value>,
    /// `retrieval`, `action` or `utility` say what policy counts it as; anything
    /// else is its group.
    #[schema(value_type = Option<String>)]
    #[serde(default)]
    pub(super) category: Change<String>,
    /// A label for people.
    #[schema(value_type = Option<String>)]
    #[serde(default)]
    pub(super) group: Change<String>,
    /// Semantic version.
    #[schema(value_type = Option<String>)]
    #[serde(default)]
    pub(super) version: Change<String>,
    /// What it does to the world.
    #[schema(value_type = Option<String>, pattern = "^(none|read_only|writes)$")]
    #[serde(default)]
    pub(super) side_effects: Change<SideEffects>,
    /// Whether repeating a call changes nothing more.
    #[schema(value_type = Option<bool>)]
    #[serde(default)]
    pub(super) idempotent: Change<bool>,
    /// Whether a person must approve each call.
    #[schema(value_type = Option<bool>)]
    #[serde(default)]
    pub(super) requires_confirmation: Change<bool>,
    /// The modes in which it may be called: `text`, `voice`.
    #[schema(value_type = Option<Vec<ModeSchema>>, min_items = 1)]
    #[serde(default)]
    pub(super) allowed_modes: Change<Vec<Mode>>,
    /// How long a call should take.
    #[schema(value_type = Option<u64>, minimum = 1)]
    #[serde(default)]
    pub(super) latency_budget_ms: Change<u64>,
    /// How long a call may take.
    #[schema(value_type = Option<u64>, minimum = 1)]
    #[serde(default)]
    pub(super) timeout_ms: Change<u64>,
    /// JSON Schema of the answer's data.
    #[schema(value_type = Option<Object>)]
    #[serde(default)]
    pub(super) output: Change<Value>,
    /// Words to find the tool by.
    #[schema(value_type = Option<Vec<String>>)]
    #[serde(default)]
    pub(super) tags: Change<Vec<String>>,
    /// Other names that it answers to.
    #[schema(value_type = Option<Vec<String>>)]
    #[serde(default)]
    pub(super) aliases: Change<Vec<String>>,
    /// Arguments that show how it is used.
    #[schema(value_type = Option<Vec<Object>>)]
    #[serde(default)]
    pub(super) examples: Change<Vec<Value>>,
    /// Whether it may be called at all.
    #[schema(value_type = Option<bool>)]
    #[serde(default)]
    pub(super) enabled: Change<bool>,
    /// What happens to arguments that the schema says nothing about.
    #[schema(value_type = Option<String>, pattern = "^(reject|drop)$")]
    #[serde(default)]
    pub(super) unknown_arguments: Change<UnknownArguments>,
    /// Whether arguments of the wrong type are mended where that is safe.
    #[schema(value_type = Option<bool>)]
    #[serde(default)]
    pub(super) coerce: Change<bool>,
    /// The tool's manual, in Markdown.
    #[schema(value_type = Option<String>)]
    #[serde(default)]
    pub(super) guide: Change<String>,
}

/// JSON Schema of an object.
#[derive(ToSchema)]
#[expect(dead_code, reason = "the words of the OpenAPI document for a JSON Schema")]
pub(crate) struct ParametersSchema {
    #[schema(inline)]
    r#type: RootType,
}

/// Arguments have names.
#[derive(ToSchema)]
#[schema(rename_all = "snake_case")]
#[expect(dead_code, reason = "the words of the OpenAPI document for a JSON Schema")]
pub(crate) enum RootType {
    Object,
}

/// The kind of a conversation.
#[derive(ToSchema)]
#[schema(as = Mode, rename_all = "snake_case")]
#[expect(dead_code, reason = "the words of the OpenAPI document for a type of the core")]
pub(crate) enum ModeSchema {
    Text,
    Voice,
}
