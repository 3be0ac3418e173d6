//! What each vendor accepts, as data.
//!
//! Owns the shape of `profiles.json` and nothing else: the rules are read
//! here, once, and followed in `faithful` and `narrow`. No other file names a
//! vendor, so that a vendor's change of mind is a change of data.

mod subset;

use std::collections::HashMap;
use std::sync::LazyLock;

use serde::Deserialize;

use super::Provider;

pub use subset::{Dialect, Formats, Keywords, Maps, Recursion, Subset, Untyped};

static PROFILES: LazyLock<HashMap<Provider, Profile>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("profiles.json")).expect("a test reads every profile")
});

impl Provider {
    /// What this vendor accepts.
    pub fn profile(self) -> &'static Profile {
        PROFILES.get(&self).expect("a test finds a profile for every provider")
    }
}

/// What one vendor accepts.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// How a tool is declared.
    pub wrapping: Wrapping,
    /// What a tool may be called.
    pub name: NameRule,
    /// What a property may be called; anything where this is absent.
    pub key: Option<NameRule>,
    /// Tools in one request.
    pub tools_max: Option<usize>,
    /// Characters of a tool's description.
    pub description_chars_max: Option<usize>,
    /// The looser profile for a tool that this one cannot express.
    pub falls_back_to: Option<Provider>,
    /// How much of JSON Schema is understood.
    pub rules: Rules,
    /// How large one schema may be.
    #[serde(default)]
    pub size: Size,
    /// What all strict tools of one request may come to.
    pub strict_request: Option<StrictRequest>,
}

impl Profile {
    /// Whether tools go out with the promise that arguments fit the schema.
    pub fn is_strict(&self) -> bool {
        self.falls_back_to.is_some()
    }
}

/// The JSON around a tool's schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wrapping {
    /// `{type: function, function: {name, description, parameters}}`.
    Function,
    /// `{name, description, input_schema}`.
    InputSchema,
    /// `{name, description, parametersJsonSchema}` in `functionDeclarations`.
    ParametersJsonSchema,
    /// `{name, description, parameters}` in `functionDeclarations`.
    Parameters,
    /// `{name, title, description, inputSchema, outputSchema, annotations}`.
    Mcp,
    /// The schema itself, whose `title` is the tool's name.
    Titled,
}

/// What a name may look like: ASCII letters, digits and some punctuation.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NameRule {
    /// Whether the first character must be a letter or `_`.
    pub letter_first: bool,
    /// The punctuation that is allowed.
    pub punctuation: String,
    /// The longest name.
    pub chars_max: usize,
}

impl NameRule {
    /// Whether a character may stand in a name.
    pub fn allows(&self, c: char) -> bool {
        c.is_ascii_alphanumeric() || self.punctuation.contains(c)
    }

    /// Whether a name may start with this character.
    pub fn allows_first(&self, c: char) -> bool {
        self.allows(c) && (!self.letter_first || c.is_ascii_alphabetic() || c == '_')
    }

    /// Whether the whole text is a name.
    pub fn accepts(&self, text: &str) -> bool {
        text.starts_with(|first| self.allows_first(first))
            && text.chars().all(|c| self.allows(c))
            && text.len() <= self.chars_max
    }
}

/// How much of JSON Schema a vendor understands.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rules {
    /// All of it: the schema goes out as it was written.
    Verbatim,
    /// All of it below the root, whose form is restricted.
    Root {
        /// The keywords that must not stand at the root.
        forbids: Vec<String>,
    },
    /// A part of it, everywhere.
    Subset(Box<Subset>),
}

/// How large one schema may be.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Size {
    /// Properties of all objects together.
    pub properties_max: Option<usize>,
    /// Levels of properties and items inside one another.
    pub levels_max: Option<usize>,
    /// Values of all enums together.
    pub enum_values_max: Option<usize>,
    /// Characters of all property names, definition names and enum values.
    pub characters_max: Option<usize>,
    /// Properties that are not required.
    pub optional_max: Option<usize>,
    /// Properties, items and branches that may be of more than one form.
    pub unions_max: Option<usize>,
}

/// What all strict tools of one request may come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StrictRequest {
    /// Strict tools.
    pub tools_max: usize,
    /// Optional properties of all strict tools together.
    pub optional_max: usize,
    /// Unions of all strict tools together.
    pub unions_max: usize,
}
