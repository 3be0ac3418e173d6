//! Null for a property that is left out.

use serde_json::{Map, Value, json};

/// The schema, with null for a property that is left out.
pub(super) fn nullable(mut schema: Map<String, Value>) -> Map<String, Value> {
    let or_null = json!({ "type": "null" });
    if let Some(Value::Array(branches)) = schema.get_mut("anyOf") {
        if !branches.contains(&or_null) {
            branches.push(or_null);
        }
        return schema;
    }
    let Some(kind) = schema.get("type").cloned() else {
        return Map::from_iter([("anyOf".to_owned(), json!([schema, or_null]))]);
    };
    if let Value::String(name) = kind
        && name != "null"
    {
        schema.insert("type".to_owned(), json!([name, "null"]));
    }
    if let Some(constant) = schema.get("const").cloned() {
        // Written in place, so that the order of the keywords stays.
        schema = schema
            .into_iter()
            .map(|(keyword, value)| match keyword.as_str() {
                "const" => ("enum".to_owned(), json!([constant])),
                _ => (keyword, value),
            })
            .collect();
    }
    if let Some(Value::Array(values)) = schema.get_mut("enum")
        && !values.contains(&Value::Null)
    {
        values.push(Value::Null);
    }
    schema
}
