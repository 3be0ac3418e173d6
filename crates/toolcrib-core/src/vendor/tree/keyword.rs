//! The keywords of JSON Schema: what stands behind each and whom it concerns.

use serde_json::Value;

use crate::vendor::types::Types;

/// What stands behind a keyword.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Schema,
    Schemas,
    SchemaMap,
    /// Schemas that are read only when something refers to them.
    Definitions,
    Reference,
    Type,
    Text,
    Number,
    PositiveNumber,
    Count,
    Flag,
    Names,
    NamesByName,
    List,
    /// Anything: an annotation, or a keyword that JSON Schema does not know.
    Free,
    /// Means nothing to a vendor.
    Ignored,
}

pub(crate) fn kind(keyword: &str) -> Kind {
    match keyword {
        "additionalProperties"
        | "unevaluatedProperties"
        | "unevaluatedItems"
        | "items"
        | "contains"
        | "propertyNames"
        | "not"
        | "if"
        | "then"
        | "else" => Kind::Schema,
        "allOf" | "anyOf" | "oneOf" | "prefixItems" => Kind::Schemas,
        "properties" | "patternProperties" | "dependentSchemas" => Kind::SchemaMap,
        "$defs" | "definitions" => Kind::Definitions,
        "$ref" | "$dynamicRef" => Kind::Reference,
        "type" => Kind::Type,
        "title" | "description" | "pattern" | "format" => Kind::Text,
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" => Kind::Number,
        "multipleOf" => Kind::PositiveNumber,
        "minLength" | "maxLength" | "minItems" | "maxItems" | "minProperties" | "maxProperties"
        | "minContains" | "maxContains" => Kind::Count,
        "uniqueItems" | "nullable" => Kind::Flag,
        "required" => Kind::Names,
        "dependentRequired" => Kind::NamesByName,
        "enum" | "examples" => Kind::List,
        "$schema" | "$id" | "$anchor" | "$dynamicAnchor" | "$comment" | "$vocabulary"
        | "additionalItems" => Kind::Ignored,
        extension if extension.starts_with("x-") => Kind::Ignored,
        _ => Kind::Free,
    }
}

impl Kind {
    /// What the value must be, where this value is something else.
    pub(super) fn complaint(self, value: &Value) -> Option<&'static str> {
        let (fits, wanted) = match self {
            Self::Schema | Self::Definitions | Self::Free | Self::Ignored => (true, ""),
            Self::Schemas => (value.is_array(), "a list of schemas"),
            Self::SchemaMap => (value.is_object(), "an object of schemas"),
            Self::Type => (Types::of_keyword(value).is_some(), "one or more of the seven types"),
            Self::Text | Self::Reference => (value.is_string(), "a string"),
            Self::Number => (value.is_number(), "a number"),
            Self::PositiveNumber => {
                (value.as_f64().is_some_and(|n| n > 0.0), "a number above zero")
            }
            Self::Count => (is_count(value), "a whole number, zero or more"),
            Self::Flag => (value.is_boolean(), "true or false"),
            Self::Names => (are_names(value), "a list of strings"),
            Self::NamesByName => (
                value.as_object().is_some_and(|map| map.values().all(are_names)),
                "an object of lists of strings",
            ),
            Self::List => (value.is_array(), "a list"),
        };
        (!fits).then_some(wanted)
    }
}

fn is_count(value: &Value) -> bool {
    value.as_u64().is_some() || value.as_f64().is_some_and(|n| n >= 0.0 && n.fract() == 0.0)
}

fn are_names(value: &Value) -> bool {
    value.as_array().is_some_and(|names| names.iter().all(Value::is_string))
}

/// The types of the values that a keyword says something about.
pub(crate) fn applies_to(keyword: &str) -> Types {
    match keyword {
        "minLength" | "maxLength" | "pattern" => Types::STRING,
        "format" => Types::STRING.or(Types::NUMBER),
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf" => {
            Types::NUMBER
        }
        "items" | "prefixItems" | "unevaluatedItems" | "contains" | "minContains"
        | "maxContains" | "minItems" | "maxItems" | "uniqueItems" => Types::ARRAY,
        "properties"
        | "patternProperties"
        | "additionalProperties"
        | "unevaluatedProperties"
        | "propertyNames"
        | "required"
        | "dependentRequired"
        | "dependentSchemas"
        | "minProperties"
        | "maxProperties" => Types::OBJECT,
        _ => Types::ANY,
    }
}

/// Whether a keyword only describes, so that dropping it lets nothing through.
pub(crate) fn is_annotation(keyword: &str) -> bool {
    matches!(keyword, "title" | "description" | "default" | "examples")
        || (kind(keyword) == Kind::Free && keyword != "const")
}
