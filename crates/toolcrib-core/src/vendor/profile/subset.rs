//! Which part of JSON Schema a vendor understands.

use serde::Deserialize;

/// The part of JSON Schema that a vendor understands.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Subset {
    /// The keywords, by the type they speak of.
    pub keywords: Keywords,
    /// The values of `format`, by type.
    pub formats: Formats,
    /// The types that values of an `enum` may have.
    pub enum_types: Vec<String>,
    /// The largest `minItems`.
    pub min_items_max: Option<u64>,
    /// Whether `$ref` and `$defs` are understood; else they are inlined.
    pub refs: bool,
    /// How a schema may refer to itself.
    pub recursion: Recursion,
    /// What becomes of an object without fixed keys.
    pub maps: Maps,
    /// Whether every property is required, the optional ones being nullable.
    pub all_required: bool,
    /// What becomes of a schema that allows values of any type.
    pub untyped: Untyped,
    /// Whether an object below the root may have no properties.
    pub empty_objects: bool,
    /// How types and null are spelled.
    pub dialect: Dialect,
}

/// Keywords by the type they speak of.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Keywords {
    /// Keywords for values of every type.
    pub any: Vec<String>,
    /// Keywords for strings.
    pub string: Vec<String>,
    /// Keywords for numbers and integers.
    pub number: Vec<String>,
    /// Keywords for arrays.
    pub array: Vec<String>,
    /// Keywords for objects.
    pub object: Vec<String>,
}

/// Values of `format` by type.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Formats {
    /// Formats of strings.
    pub string: Vec<String>,
    /// Formats of numbers.
    #[serde(default)]
    pub number: Vec<String>,
    /// Formats of integers.
    #[serde(default)]
    pub integer: Vec<String>,
}

/// How a schema may refer to itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Recursion {
    /// In any way that ends.
    Free,
    /// Only through a property that is not required.
    ThroughOptional,
    /// Not at all.
    None,
}

/// What becomes of an object without fixed keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Maps {
    /// It stays; objects may be open.
    Kept,
    /// It becomes an array of `{key, value}`; every other object is closed.
    Pairs,
}

/// What becomes of a schema that allows values of any type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Untyped {
    /// It stays without a type.
    Kept,
    /// It becomes a string that holds JSON.
    AsText,
    /// It cannot be expressed.
    Refused,
}

/// How types and null are spelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Dialect {
    /// `"type": ["string", "null"]`.
    JsonSchema,
    /// `"type": "STRING", "nullable": true`.
    #[serde(rename = "openapi")]
    OpenApi,
}
