//! The schemas inside a schema, and what a validator makes of them.

use jsonschema::Draft;
use serde_json::{Value, json};

use super::schema;
use crate::pointer::child;
use crate::vendor::{KeywordKind as Kind, keyword_kind as kind};

/// The formats that are checked in a schema of JSON Schema 2020-12.
pub const FORMATS: [&str; 19] = [
    "date",
    "date-time",
    "duration",
    "email",
    "hostname",
    "idn-email",
    "idn-hostname",
    "ipv4",
    "ipv6",
    "iri",
    "iri-reference",
    "json-pointer",
    "regex",
    "relative-json-pointer",
    "time",
    "uri",
    "uri-reference",
    "uri-template",
    "uuid",
];

/// Visits a schema and every schema in it, with its JSON pointer.
///
/// A property that happens to be called like a keyword is no keyword, and
/// values (`enum`, `const`, `default`, `examples`) are no schemas.
pub fn each_schema<'a>(schema: &'a Value, visit: &mut impl FnMut(&str, &'a Value)) {
    each_under("", schema, visit);
}

fn each_under<'a>(pointer: &str, schema: &'a Value, visit: &mut impl FnMut(&str, &'a Value)) {
    visit(pointer, schema);
    let Value::Object(keywords) = schema else { return };
    for (keyword, value) in keywords {
        let at = child(pointer, keyword);
        match (kind(keyword), value) {
            (Kind::Schemas | Kind::Schema, Value::Array(members)) => {
                for (index, member) in members.iter().enumerate() {
                    each_under(&child(&at, &index.to_string()), member, visit);
                }
            }
            (Kind::SchemaMap | Kind::Definitions, Value::Object(members)) => {
                for (name, member) in members {
                    each_under(&child(&at, name), member, visit);
                }
            }
            (Kind::Schema, value) => each_under(&at, value, visit),
            _ => {}
        }
    }
}

/// The formats that a schema names and nobody checks, each with the JSON
/// pointer of its `format`.
pub fn unchecked_formats(schema: &Value) -> Vec<(String, &str)> {
    let draft = match Draft::default().detect(schema) {
        // Nothing is fetched, so such a schema does not compile anyway.
        Draft::Unknown => Draft::default(),
        draft => draft,
    };
    let mut unchecked = Vec::new();
    each_schema(schema, &mut |pointer, part| {
        if let Some(format) = part.get("format").and_then(Value::as_str)
            && !is_checked(format, draft)
        {
            unchecked.push((child(pointer, "format"), format));
        }
    });
    unchecked
}

/// The validator itself is asked: what it checks depends on the draft.
fn is_checked(format: &str, draft: Draft) -> bool {
    let only_this = json!({ "format": format });
    schema::options()
        .with_draft(draft)
        .should_ignore_unknown_formats(false)
        .build(&only_this)
        .is_ok()
}
