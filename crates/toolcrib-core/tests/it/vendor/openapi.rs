//! The older Gemini dialect, read back as JSON Schema.

use serde_json::{Value, json};

/// The same schema in the words of JSON Schema; objects hold only what they
/// declare, as they do in that dialect.
pub(super) fn as_json_schema(schema: &Value) -> Value {
    let Value::Object(map) = schema else { return schema.clone() };
    let mut map = map.clone();
    let nullable = map.shift_remove("nullable") == Some(json!(true));
    if let Some(Value::String(name)) = map.get("type").cloned() {
        if name == "OBJECT" {
            map.insert("additionalProperties".to_owned(), json!(false));
        }
        map.insert("type".to_owned(), json!(name.to_lowercase()));
    }
    for keyword in ["properties", "anyOf", "items"] {
        let Some(value) = map.get_mut(keyword) else { continue };
        match value {
            Value::Object(named) if keyword == "properties" => {
                named.values_mut().for_each(|schema| *schema = as_json_schema(schema));
            }
            Value::Array(schemas) => {
                schemas.iter_mut().for_each(|schema| *schema = as_json_schema(schema));
            }
            schema => *schema = as_json_schema(schema),
        }
    }
    match nullable {
        true => json!({ "anyOf": [map, { "type": "null" }] }),
        false => Value::Object(map),
    }
}
