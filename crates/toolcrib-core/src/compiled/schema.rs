//! Compiles a tool's schemas and reports what is wrong with them.

use std::collections::HashMap;

use jsonschema::error::ValidationErrorKind;
use jsonschema::{ValidationError, ValidationOptions, Validator};
use serde_json::{Map, Value};

use super::nullable::admit_null;
use super::parts::each_schema;
use super::steps::{self, Step};
use crate::limits::Limits;
use crate::names;
use crate::prepare::words;
use crate::spec::{Problem, Spec};

/// How many faults of one schema are reported.
const PROBLEMS_MAX: usize = 20;

/// The types that a schema can name.
const TYPES: [&str; 7] = ["string", "number", "integer", "boolean", "object", "array", "null"];

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
pub(crate) fn speaks_of_unknown(schema: &Value) -> bool {
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
    if !references_fit(schema, limits.schema_depth_max * 2) {
        let levels = limits.schema_depth_max * 2;
        let message = format!("with its references followed it is more than {levels} levels deep");
        problems.push(Problem::error(pointer, message, "refer to schemas more directly"));
        return None;
    }
    if let Ok(meta) = jsonschema::meta::validator_for(schema) {
        let broken = broken_keywords(pointer, schema, &meta);
        if !broken.is_empty() {
            problems.extend(broken);
            return None;
        }
    }
    let mut schema = schema.clone();
    admit_null(&mut schema);
    steps::count(&mut schema);
    match options().build(&schema) {
        Ok(validator) => Some(validator),
        Err(error) => {
            problems.extend(refusals(pointer, &schema, &error));
            None
        }
    }
}

/// What the schema of schemas says, once for each place.
fn broken_keywords(pointer: &str, schema: &Value, meta: &Validator) -> Vec<Problem> {
    let mut broken: Vec<Problem> = Vec::new();
    for error in meta.iter_errors(schema) {
        let fault = words::fault(&error, None);
        let at = format!("{pointer}{}", fault.pointer);
        if broken.iter().any(|known| known.pointer == at) {
            continue;
        }
        let is_name = |segment: &&str| segment.parse::<usize>().is_err();
        let keyword = at.rsplit('/').find(is_name).unwrap_or_default();
        let near = error.instance().as_str().filter(|_| keyword == "type");
        let near = near.map(|word| names::nearest(word, TYPES)).unwrap_or_default();
        let help = match near.first() {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("see `{keyword}` in JSON Schema 2020-12"),
        };
        let message = format!("`{keyword}` {}", fault.message);
        broken.push(Problem::error(at, message, help));
        if broken.len() == PROBLEMS_MAX {
            break;
        }
    }
    broken
}

/// Why a schema of the right form does not compile.
fn refusals(pointer: &str, schema: &Value, error: &ValidationError<'_>) -> Vec<Problem> {
    match error.kind() {
        ValidationErrorKind::Referencing(_) => {
            let lost = lost_references(pointer, schema);
            if !lost.is_empty() {
                return lost;
            }
        }
        ValidationErrorKind::Format { format } if format == "regex" => {
            let message = format!("{} is not a regular expression", error.instance());
            let help = "mend the pattern: a bracket, a brace or an escape in it is wrong";
            let at = format!("{pointer}{}", error.instance_path());
            return vec![Problem::error(at, message, help)];
        }
        _ => {}
    }
    let at = format!("{pointer}{}", error.instance_path());
    let help = "refer only to schemas inside this one, and use patterns that compile";
    vec![Problem::error(at, error.to_string(), help)]
}

/// References that lead nowhere, or out of the schema.
fn lost_references(pointer: &str, schema: &Value) -> Vec<Problem> {
    let mut lost = Vec::new();
    each_schema(schema, &mut |at, part| {
        let Some(target) = part.get("$ref").and_then(Value::as_str) else { return };
        let (message, help) = match target.strip_prefix('#') {
            Some(place) if place.starts_with('/') && schema.pointer(place).is_none() => (
                format!("`{target}` leads nowhere"),
                "declare it under `$defs`, and refer to it as `#/$defs/name`",
            ),
            None => (
                format!("`{target}` is not in this schema, and nothing is fetched"),
                "copy that schema to `$defs`, and refer to it as `#/$defs/name`",
            ),
            Some(_) => return,
        };
        lost.push(Problem::error(format!("{pointer}{at}/$ref"), message, help));
    });
    lost
}

/// Formats are checked, and nothing outside the schema is ever fetched: not
/// even if some other crate in the build switches fetching on.
pub(super) fn options<'i>() -> ValidationOptions<'i> {
    jsonschema::options()
        .should_validate_formats(true)
        .with_keyword(steps::KEYWORD, |_, _, _| Ok(Box::new(Step)))
        .offline()
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

/// Whether the schema, with its local references followed, is not too deep for
/// a validator that goes through it by recursion. A cycle is followed once.
fn references_fit(schema: &Value, levels_max: usize) -> bool {
    let mut known = HashMap::new();
    levels(schema, schema, levels_max, &mut known).is_some()
}

/// How deep a part of a schema goes, if not too deep. Targets of references
/// are measured once; one that is being measured further up counts nothing.
fn levels<'a>(
    root: &'a Value,
    part: &'a Value,
    levels_left: usize,
    known: &mut HashMap<&'a str, usize>,
) -> Option<usize> {
    let children: Vec<&Value> = match part {
        Value::Object(map) => map.values().collect(),
        Value::Array(items) => items.iter().collect(),
        _ => return Some(0),
    };
    let levels_left = levels_left.checked_sub(1)?;
    let mut deepest = 0;
    for child in children {
        deepest = deepest.max(levels(root, child, levels_left, known)?);
    }
    if let Some(target) = part.get("$ref").and_then(Value::as_str)
        && let Some((place, schema)) =
            target.strip_prefix('#').and_then(|place| Some((place, root.pointer(place)?)))
    {
        let below = match known.get(place) {
            Some(&measured) => measured,
            None => {
                known.insert(place, 0);
                let measured = levels(root, schema, levels_left, known)?;
                known.insert(place, measured);
                measured
            }
        };
        if below > levels_left {
            return None;
        }
        deepest = deepest.max(below);
    }
    Some(deepest + 1)
}
