//! Enums that are filled from live data.
//!
//! `"x-enumFrom": "agents"` in a schema means: one of the agents that there are
//! when somebody looks. On an array it is about the items. The schema itself is
//! never changed; whoever hands it out or checks with it fills in a copy.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;

use crate::compiled::each_schema;

/// The keyword that names where an enum's values come from.
pub const FROM: &str = "x-enumFrom";

/// The values of each source.
pub type Values = BTreeMap<String, Arc<[String]>>;

/// The sources that a schema names, each once.
pub fn sources(schema: &Value) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    each_schema(schema, &mut |_, part| {
        if let Some(name) = part.get(FROM).and_then(Value::as_str)
            && !names.iter().any(|known| known == name)
        {
            names.push(name.to_owned());
        }
    });
    names
}

/// A copy of a schema with the values of these sources in it; others are left
/// as they are.
///
/// ```
/// use serde_json::json;
/// use toolcrib_core::live;
///
/// let schema = json!({ "properties": { "robot_id": { "type": "string", "x-enumFrom": "agents" } } });
/// let values = [("agents".to_owned(), ["a".to_owned(), "b".to_owned()].into())].into();
/// let filled = live::filled(&schema, &values);
/// assert_eq!(filled["properties"]["robot_id"]["enum"], json!(["a", "b"]));
/// assert_eq!(schema["properties"]["robot_id"].get("enum"), None);
/// ```
pub fn filled(schema: &Value, values: &Values) -> Value {
    let mut places: Vec<(String, &Arc<[String]>)> = Vec::new();
    each_schema(schema, &mut |at, part| {
        let name = part.get(FROM).and_then(Value::as_str);
        if let Some(values) = name.and_then(|name| values.get(name)) {
            places.push((at.to_owned(), values));
        }
    });
    let mut copy = schema.clone();
    for (at, values) in places {
        let Some(part) = copy.pointer_mut(&at) else { continue };
        let is_list =
            part.get("type").is_some_and(|kind| kind == "array") || part.get("items").is_some();
        let target = match is_list {
            true => match part.as_object_mut() {
                Some(list) => {
                    list.entry("items").or_insert_with(|| Value::Object(Default::default()))
                }
                None => continue,
            },
            false => part,
        };
        match target {
            Value::Object(target) => {
                target.insert("enum".to_owned(), values.iter().cloned().collect());
            }
            // `items: true` says what no items would.
            anything => *anything = serde_json::json!({ "enum": values.to_vec() }),
        }
    }
    copy
}
