//! What a keyword demands, as a sentence for the model.
//!
//! Short, plain and always the same for the same schema. A demand that cannot
//! be said shortly is not said: the run-time check holds it anyway.

use serde_json::{Map, Value};

use super::keys::Keys;
use super::tree::strings;

/// The longest piece of JSON that a sentence quotes.
const QUOTED_CHARS_MAX: usize = 300;

/// The sentence for one keyword of a schema.
pub(crate) fn sentence(keyword: &str, schema: &Map<String, Value>, keys: &Keys) -> Option<String> {
    let value = schema.get(keyword)?;
    let sentence = match keyword {
        "minLength" => format!("Minimum length: {value}."),
        "maxLength" => format!("Maximum length: {value}."),
        "pattern" => short(format!("Must match the pattern `{}`.", value.as_str()?))?,
        "format" => format!("Format: {}.", value.as_str()?),
        "minimum" => format!("At least {value}."),
        "maximum" => format!("At most {value}."),
        "exclusiveMinimum" => format!("More than {value}."),
        "exclusiveMaximum" => format!("Less than {value}."),
        "multipleOf" => format!("A multiple of {value}."),
        "minItems" => format!("Minimum number of items: {value}."),
        "maxItems" => format!("Maximum number of items: {value}."),
        "uniqueItems" => "No item may occur twice.".to_owned(),
        "minProperties" => format!("Minimum number of entries: {value}."),
        "maxProperties" => format!("Maximum number of entries: {value}."),
        "default" => format!("Default: {}.", quoted(value)?),
        "examples" => format!("Examples: {}.", listed(value)?),
        "enum" => format!("One of: {}.", listed(value)?),
        "const" => format!("Must be {}.", quoted(value)?),
        "dependentRequired" => dependencies(value, keys)?,
        "anyOf" | "oneOf" => alternatives(keyword, value, keys)?,
        _ => other_demand(keyword, schema, keys)?,
    };
    Some(sentence)
}

/// The sentence for a union of which every branch only says what is required.
fn alternatives(keyword: &str, branches: &Value, keys: &Keys) -> Option<String> {
    let sets: Option<Vec<String>> = branches
        .as_array()?
        .iter()
        .map(|branch| branch.get("required").map(|names| named(names, keys)))
        .collect();
    let count = if keyword == "oneOf" { "exactly" } else { "at least" };
    short(format!("Give {count} one of: {}.", sets?.join("; ")))
}

fn dependencies(by_key: &Value, keys: &Keys) -> Option<String> {
    let sentences = by_key.as_object()?.iter().map(|(key, names)| {
        format!("With `{}`, also give {}.", keys.lowered(key), named(names, keys))
    });
    short(sentences.collect::<Vec<_>>().join(" "))
}

/// The keys of a list, as the model knows them.
pub(crate) fn named(names: &Value, keys: &Keys) -> String {
    let names = strings(names).map(|name| format!("`{}`", keys.lowered(name)));
    names.collect::<Vec<_>>().join(" and ")
}

/// A demand in the words of JSON Schema, which models read well enough.
fn other_demand(keyword: &str, schema: &Map<String, Value>, keys: &Keys) -> Option<String> {
    let words: &[&str] = match keyword {
        "if" => &["if", "then", "else"],
        "contains" => &["contains", "minContains", "maxContains"],
        _ => &[keyword],
    };
    let demand: Map<String, Value> = words
        .iter()
        .filter_map(|word| Some(((*word).to_owned(), schema.get(*word)?.clone())))
        .collect();
    let text = Value::Object(demand).to_string();
    // The model knows neither the definitions nor the keys' old names.
    if text.contains("\"$ref\"") || keys.changed() {
        return None;
    }
    short(format!("Must also satisfy this JSON Schema: {text}."))
}

fn listed(values: &Value) -> Option<String> {
    let values = values.as_array()?.iter().map(quoted).collect::<Option<Vec<_>>>()?;
    short(values.join(", "))
}

fn quoted(value: &Value) -> Option<String> {
    short(format!("`{value}`"))
}

fn short(text: String) -> Option<String> {
    (text.chars().count() <= QUOTED_CHARS_MAX).then_some(text)
}

/// A description with sentences behind it.
pub(crate) fn joined(description: &str, sentences: &[String]) -> String {
    let mut text = description.trim_end().to_owned();
    for sentence in sentences {
        if !text.is_empty() {
            let closed = text.ends_with(['.', '!', '?', ':', ';', '…']);
            text.push_str(if closed { " " } else { ". " });
        }
        text.push_str(sentence);
    }
    text
}
