//! An outcome as it was, of what was kept of it and the columns of its call.

use serde_json::{Map, Value, json};
use toolcrib::outcome::RESPONSE_SCHEMA_VERSION;

use crate::calls::CallRow;

/// An outcome as JSON, in the shape in which it was handed out.
pub(crate) fn whole(call: &CallRow, kept: &str) -> String {
    // Nobody but us writes it; of what cannot be read nothing is shown.
    let mut kept: Map<String, Value> = serde_json::from_str(kept).unwrap_or_default();
    let mut part = |name: &str| kept.remove(name);
    let none = || json!([]);
    let mut outcome = Map::new();
    outcome.insert("ok".to_owned(), json!(call.ok));
    let repairs = part("repairs").unwrap_or_else(none);
    match part("error") {
        Some(error) => drop(outcome.insert("error".to_owned(), error)),
        None => {
            outcome.insert("data".to_owned(), part("data").unwrap_or_default());
            outcome.insert("warnings".to_owned(), part("warnings").unwrap_or_else(none));
        }
    }
    outcome.insert("intents".to_owned(), part("intents").unwrap_or_else(none));
    let mut meta = json!({ "callId": call.id, "toolId": call.tool_id });
    if let Some(version) = &call.tool_version {
        meta["toolVersion"] = json!(version);
    }
    meta["registryVersion"] = json!(call.registry_version);
    meta["duration"] = json!(call.duration_us / 1_000);
    meta["attempts"] = json!(call.attempts);
    meta["repairs"] = repairs;
    meta["responseSchemaVersion"] = json!(RESPONSE_SCHEMA_VERSION);
    outcome.insert("meta".to_owned(), meta);
    Value::Object(outcome).to_string()
}
