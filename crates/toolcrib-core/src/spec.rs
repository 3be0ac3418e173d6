//! What a tool promises: its id, its schemas, its effects and its limits.
//!
//! Owns the manifest's fields and the rules that one spec must keep by itself.
//! It never compiles a schema (`compiled` does) and never looks at another
//! tool (the registry does). Start at [`Spec`], then [`Spec::problems`].

mod hash;
mod manifest;
mod problems;
#[cfg(test)]
mod tests;

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

pub use hash::VersionHash;
pub use problems::{Problem, Severity, is_tool_id};
pub use semver::Version;

/// The hard deadline of a tool that names none.
pub const TIMEOUT_MS_DEFAULT: u64 = 30_000;

/// The soft latency budget of a tool that names none.
pub const LATENCY_BUDGET_MS_DEFAULT: u64 = 2_000;

/// What a tool promises, whatever source it comes from.
///
/// The fields are public because a spec is plain words; nothing believes them
/// until a registry has compiled them, which reports every problem at once.
///
/// ```
/// use toolcrib_core::{SideEffects, Spec};
///
/// let spec = Spec {
///     side_effects: SideEffects::None,
///     parameters: serde_json::json!({
///         "type": "object",
///         "properties": { "text": { "type": "string" } },
///         "required": ["text"],
///     }),
///     ..Spec::new("shout", "Turns a text into capital letters.")
/// };
/// assert!(spec.problems().is_empty());
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Spec {
    /// The stable id, `^[a-z][a-z0-9_]{0,63}$`; also the name a model calls.
    pub tool_id: String,
    /// Semantic version of the tool.
    #[serde(default = "first_version")]
    pub version: Version,
    /// A name for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What the tool does and when to use it, for the model.
    pub description: String,
    /// What policy counts the tool as; follows from `side_effects` when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub category: Option<Category>,
    /// A label for people: `code`, `filesystem`, `email`, …
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// What the tool does to the world.
    #[serde(default)]
    pub side_effects: SideEffects,
    /// Whether repeating a call changes nothing more.
    #[serde(default)]
    pub idempotent: bool,
    /// Whether a person must approve each call.
    #[serde(default)]
    pub requires_confirmation: bool,
    /// The conversation modes in which the tool may be called.
    #[serde(default = "all_modes")]
    pub allowed_modes: Vec<Mode>,
    /// How long a call should take: exceeding it is counted, not punished.
    #[serde(default = "latency_budget_ms_default")]
    pub latency_budget_ms: u64,
    /// How long a call may take: exceeding it ends the call.
    #[serde(default = "timeout_ms_default")]
    pub timeout_ms: u64,
    /// JSON Schema of the arguments; the root is an object.
    #[serde(default = "no_parameters")]
    pub parameters: Value,
    /// JSON Schema of the answer's `data`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output: Option<Value>,
    /// Words to find the tool by.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// Other names that the tool answers to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<String>,
    /// Arguments that show how the tool is used.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub examples: Vec<Value>,
    /// Whether the tool may be called at all.
    #[serde(default = "yes")]
    pub enabled: bool,
    /// What happens to arguments the schema says nothing about.
    #[serde(default)]
    pub unknown_arguments: UnknownArguments,
    /// Whether arguments of the wrong type are repaired where that is safe.
    #[serde(default = "yes")]
    pub coerce: bool,
    /// Ids of the tools that its handler may call.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub uses: Vec<String>,
    /// Network hosts that its handler may reach.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hosts: Vec<String>,
}

impl Spec {
    /// A spec with the careful defaults: it is taken to write, not to be
    /// idempotent, and to take no parameters, until its author says otherwise.
    pub fn new(tool_id: impl Into<String>, description: impl Into<String>) -> Self {
        Self {
            tool_id: tool_id.into(),
            version: first_version(),
            title: None,
            description: description.into(),
            category: None,
            group: None,
            side_effects: SideEffects::default(),
            idempotent: false,
            requires_confirmation: false,
            allowed_modes: all_modes(),
            latency_budget_ms: LATENCY_BUDGET_MS_DEFAULT,
            timeout_ms: TIMEOUT_MS_DEFAULT,
            parameters: no_parameters(),
            output: None,
            tags: Vec::new(),
            aliases: Vec::new(),
            examples: Vec::new(),
            enabled: true,
            unknown_arguments: UnknownArguments::default(),
            coerce: true,
            uses: Vec::new(),
            hosts: Vec::new(),
        }
    }

    /// The declared category, else the one that follows from the effects.
    pub fn category(&self) -> Category {
        self.category.unwrap_or(match self.side_effects {
            SideEffects::None => Category::Utility,
            SideEffects::ReadOnly => Category::Retrieval,
            SideEffects::Writes => Category::Action,
        })
    }

    /// Whether a call changes something outside the tool.
    pub fn writes(&self) -> bool {
        self.side_effects == SideEffects::Writes
    }

    /// What a handler reaches for and what it does to the world is its author's to
    /// say: a tool made of it may claim more, never less.
    pub fn keep_to_facts(&mut self, handler: &Self) {
        self.uses.clone_from(&handler.uses);
        self.hosts.clone_from(&handler.hosts);
        self.side_effects = self.side_effects.max(handler.side_effects);
        self.idempotent &= handler.idempotent || !handler.writes();
        self.requires_confirmation |= handler.requires_confirmation;
    }

    /// Whether a call may be made again after it failed half way.
    pub fn repeatable(&self) -> bool {
        self.idempotent || !self.writes()
    }
}

/// What policy counts a tool as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Category {
    /// Fetches facts.
    Retrieval,
    /// Changes something.
    Action,
    /// Computes something.
    Utility,
}

/// What a tool does to the world.
///
/// `Writes` is the default: a tool whose author said nothing must not be
/// retried, cached or shown to a client as harmless.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum SideEffects {
    /// Pure computation.
    None,
    /// Reads state outside the tool.
    ReadOnly,
    /// Changes state outside the tool.
    #[default]
    Writes,
}

/// The kind of conversation a call belongs to.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Written.
    #[default]
    Text,
    /// Spoken.
    Voice,
}

/// What happens to an argument that the schema says nothing about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UnknownArguments {
    /// The call is refused.
    #[default]
    Reject,
    /// The argument is left out and reported as a warning.
    Drop,
}

/// A word that is none of those a field takes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{word}` is none of {}", known.join(", "))]
pub struct UnknownWord {
    /// What was said.
    pub word: String,
    /// What could have been said.
    pub known: &'static [&'static str],
}

/// Writes the wire name of a plain enum, the same one serde uses.
macro_rules! display_wire_name {
    ($($type:ty { $($variant:ident => $name:literal),+ $(,)? })+) => {$(
        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(match self { $(Self::$variant => $name),+ })
            }
        }

        impl std::str::FromStr for $type {
            type Err = UnknownWord;

            fn from_str(word: &str) -> Result<Self, UnknownWord> {
                match word {
                    $($name => Ok(Self::$variant),)+
                    _ => Err(UnknownWord { word: word.to_owned(), known: &[$($name),+] }),
                }
            }
        }
    )+};
}

display_wire_name! {
    Category { Retrieval => "retrieval", Action => "action", Utility => "utility" }
    SideEffects { None => "none", ReadOnly => "read_only", Writes => "writes" }
    Mode { Text => "text", Voice => "voice" }
    UnknownArguments { Reject => "reject", Drop => "drop" }
}

fn first_version() -> Version {
    Version::new(1, 0, 0)
}

fn all_modes() -> Vec<Mode> {
    vec![Mode::Text, Mode::Voice]
}

fn latency_budget_ms_default() -> u64 {
    LATENCY_BUDGET_MS_DEFAULT
}

fn timeout_ms_default() -> u64 {
    TIMEOUT_MS_DEFAULT
}

fn no_parameters() -> Value {
    json!({ "type": "object", "properties": {}, "additionalProperties": false })
}

fn yes() -> bool {
    true
}
