//! OpenAPI's `nullable: true`, in JSON Schema's words.
//!
//! Many tool schemas come out of OpenAPI documents. Models are told that such
//! a value may be null, so the validator must know it too.

use serde_json::{Map, Value, json};

/// Keywords whose members are schemas by name, not keywords.
const NAMED: [&str; 5] =
    ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];

/// Keywords whose values are data.
const DATA: [&str; 4] = ["const", "enum", "default", "examples"];

/// Lets null through wherever the schema says `nullable: true`.
pub(super) fn admit_null(schema: &mut Value) {
    match schema {
        Value::Object(keywords) => {
            for (keyword, value) in keywords.iter_mut() {
                match value {
                    Value::Object(named) if NAMED.contains(&keyword.as_str()) => {
                        named.values_mut().for_each(admit_null);
                    }
                    _ if DATA.contains(&keyword.as_str()) => {}
                    value => admit_null(value),
                }
            }
            if keywords.get("nullable") == Some(&Value::Bool(true)) {
                widen(keywords);
            }
        }
        Value::Array(schemas) => schemas.iter_mut().for_each(admit_null),
        _ => {}
    }
}

fn widen(keywords: &mut Map<String, Value>) {
    keywords.shift_remove("nullable");
    match keywords.get_mut("type") {
        // Who says both says it twice, which a list of types must not.
        Some(Value::Array(types)) if types.contains(&json!("null")) => {}
        Some(Value::String(only)) if only == "null" => {}
        Some(Value::Array(types)) => types.push(json!("null")),
        Some(only) => *only = json!([only, "null"]),
        None => {
            let rest = std::mem::take(keywords);
            keywords.insert("anyOf".to_owned(), json!([rest, { "type": "null" }]));
            return;
        }
    }
    if let Some(Value::Array(options)) = keywords.get_mut("enum")
        && !options.contains(&Value::Null)
    {
        options.push(Value::Null);
    }
}
