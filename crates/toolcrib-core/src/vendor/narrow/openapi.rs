//! JSON Schema in the spelling of OpenAPI 3.0.
//!
//! Types are in capitals, null is `nullable: true`, and nothing stands beside
//! a union: its description goes to the branches.

use serde_json::{Map, Value, json};

use crate::vendor::sentence::joined;

/// Respells a schema and everything in it.
pub(super) fn respell(schema: &mut Value) {
    let Value::Object(map) = schema else { return };
    if let Some(Value::Object(properties)) = map.get_mut("properties") {
        properties.values_mut().for_each(respell);
    }
    if let Some(items) = map.get_mut("items") {
        respell(items);
    }
    match map.shift_remove("anyOf") {
        Some(Value::Array(branches)) => respell_union(map, branches),
        _ => respell_type(map),
    }
}

fn respell_type(map: &mut Map<String, Value>) {
    match map.get("type").cloned() {
        Some(Value::String(name)) => {
            map.insert("type".to_owned(), json!(name.to_uppercase()));
        }
        Some(Value::Array(names)) => {
            let name = names.iter().filter_map(Value::as_str).find(|name| *name != "null");
            map.insert("type".to_owned(), json!(name.unwrap_or("null").to_uppercase()));
            map.insert("nullable".to_owned(), json!(true));
        }
        _ => {}
    }
}

fn respell_union(map: &mut Map<String, Value>, mut branches: Vec<Value>) {
    let is_null = |branch: &Value| branch.get("type") == Some(&json!("null"));
    let nullable = branches.iter().any(is_null);
    if branches.iter().all(is_null) {
        branches.truncate(1);
    } else {
        branches.retain(|branch| !is_null(branch));
    }
    let outer = map.shift_remove("description");
    let outer = outer.as_ref().and_then(Value::as_str).unwrap_or_default();
    branches.iter_mut().for_each(respell);
    for branch in &mut branches {
        push_down(branch, outer, nullable);
    }
    match branches.len() {
        1 => *map = branches.remove(0).as_object().cloned().unwrap_or_default(),
        _ => drop(map.insert("anyOf".to_owned(), Value::Array(branches))),
    }
}

/// Puts a union's description and its null on a branch, which may be a union.
fn push_down(branch: &mut Value, description: &str, nullable: bool) {
    let Value::Object(map) = branch else { return };
    if let Some(Value::Array(branches)) = map.get_mut("anyOf") {
        branches.iter_mut().for_each(|branch| push_down(branch, description, nullable));
        return;
    }
    if !description.is_empty() {
        let own = map.get("description").and_then(Value::as_str).map(str::to_owned);
        let text = joined(description, own.as_slice());
        map.insert("description".to_owned(), json!(text));
    }
    if nullable {
        map.insert("nullable".to_owned(), json!(true));
    }
}
