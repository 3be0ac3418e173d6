//! Compiles a tool's schemas and reports what is wrong with them.

use jsonschema::{ValidationOptions, Validator};
use serde_json::{Map, Value};

use super::nullable::admit_null;
use crate::limits::Limits;
use crate::prepare::words;
use crate::spec::{Problem, Spec};

/// How many faults of one schema are reported.
const PROBLEMS_MAX: usize = 20;

/// Keywords through which properties can be declared elsewhere than in
/// `properties`, so that `additionalProperties` would not see them.
const INDIRECT: [&str; 9] =
    ["$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "if", "then", "else", "dependentSchemas"];

/// Compiles the parameters; unknown arguments are refused where the schema
/// itself says nothing about them.
pub(super) fn parameters(
    spec: &Spec,
    limits: &Limits,
    problems: &mut Vec<Problem>,
) -> Option<Validator> {
    let mut schema = spec.parameters.clone();
    if !speaks_of_unknown(&schema)
        && let Value::Object(root) = &mut schema
    {
        close(root);
    }
    compile("/parameters", &schema, limits, problems)
}

/// Whether a root schema says what happens to properties it does not name.
pub(super) fn speaks_of_unknown(schema: &Value) -> bool {
    schema.get("additionalProperties").or(schema.get("unevaluatedProperties")).is_some()
}

fn close(root: &mut Map<String, Value>) {
    let indirect = INDIRECT.iter().any(|keyword| root.contains_key(*keyword));
    let keyword = if indirect { "unevaluatedProperties" } else { "additionalProperties" };
    root.insert(keyword.to_owned(), Value::Bool(false));
}

/// Compiles one schema; what is wrong with it is added to the problems.
pub(super) fn compile(
    pointer: &str,
    schema: &Value,
    limits: &Limits,
    problems: &mut Vec<Problem>,
) -> Option<Validator> {
    let mut nodes_left = limits.schema_nodes_max;
    if !fits(schema, limits.schema_depth_max, &mut nodes_left) {
        let (nodes, depth) = (limits.schema_nodes_max, limits.schema_depth_max);
        let message = format!("the schema has more than {nodes} nodes or {depth} levels");
        problems.push(Problem::error(pointer, message, "make it smaller, or split the tool"));
        return None;
    }
    if let Ok(meta) = jsonschema::meta::validator_for(schema) {
        let broken: Vec<Problem> = meta
            .iter_errors(schema)
            .take(PROBLEMS_MAX)
            .map(|error| {
                let fault = words::fault(&error, None);
                let at = format!("{pointer}{}", fault.pointer);
                Problem::error(at, fault.message, "see JSON Schema 2020-12")
            })
            .collect();
        if !broken.is_empty() {
            problems.extend(broken);
            return None;
        }
    }
    let mut schema = schema.clone();
    admit_null(&mut schema);
    match options().build(&schema) {
        Ok(validator) => Some(validator),
        Err(error) => {
            let at = format!("{pointer}{}", error.instance_path());
            let help = "refer only to schemas inside this one, and use patterns that compile";
            problems.push(Problem::error(at, error.to_string(), help));
            None
        }
    }
}

/// Formats are checked, and nothing outside the schema is ever fetched: not
/// even if some other crate in the build switches fetching on.
pub(super) fn options<'i>() -> ValidationOptions<'i> {
    jsonschema::options().should_validate_formats(true).offline()
}

fn fits(value: &Value, depth_left: usize, nodes_left: &mut usize) -> bool {
    let Some(left) = nodes_left.checked_sub(1) else { return false };
    *nodes_left = left;
    let mut children: Box<dyn Iterator<Item = &Value>> = match value {
        Value::Array(items) => Box::new(items.iter()),
        Value::Object(map) => Box::new(map.values()),
        _ => return true,
    };
    depth_left > 0 && children.all(|child| fits(child, depth_left - 1, nodes_left))
}
