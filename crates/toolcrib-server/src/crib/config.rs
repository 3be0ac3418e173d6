//! An agent's settings for a tool, as far as they change what its model sees.

use serde_json::{Map, Value};
use toolcrib::Spec;

/// What a key of a config begins with that sets a parameter's default.
const DEFAULT: &str = "default_";

/// A spec with the defaults that a config sets: a parameter with one need not
/// be given.
pub fn with_defaults(spec: &Spec, config: &Map<String, Value>) -> Spec {
    let mut spec = spec.clone();
    for (key, default) in config {
        let Some(parameter) = key.strip_prefix(DEFAULT) else { continue };
        let schema = spec.parameters.pointer_mut("/properties");
        let Some(Value::Object(schema)) = schema.and_then(|all| all.get_mut(parameter)) else {
            continue;
        };
        schema.insert("default".to_owned(), default.clone());
        if let Some(Value::Array(required)) = spec.parameters.get_mut("required") {
            required.retain(|name| name != parameter);
        }
    }
    spec
}
