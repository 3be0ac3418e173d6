//! What an author's schemas must say beyond being schemas.

use serde_json::Value;
use toolcrib_core::compiled::{FORMATS, each_schema, unchecked_formats};
use toolcrib_core::{Problem, Spec, live, names, pointer};

/// The sources of live values that the server has.
const SOURCES: [&str; 3] = ["agents", "tools", "categories"];

/// Keywords whose members are parts of another schema: whether unknown
/// properties are allowed and where they are declared is said there.
const PARTS: [&str; 6] = ["allOf", "if", "then", "else", "not", "dependentSchemas"];

/// What is wrong with a tool's schemas although they compile.
pub fn schema_problems(spec: &Spec) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (field, schema) in
        [("parameters", Some(&spec.parameters)), ("output", spec.output.as_ref())]
    {
        for (at, format) in schema.map(unchecked_formats).unwrap_or_default() {
            problems.push(unknown_format(&format!("/{field}{at}"), format));
        }
    }
    each_schema(&spec.parameters, &mut |at, schema| {
        problems.extend(unknown_source(at, schema));
        if !is_part(at) {
            problems.extend(open_object(at, schema));
            problems.extend(undeclared(at, schema));
        }
    });
    problems
}

/// An enum whose values the server does not know.
fn unknown_source(at: &str, schema: &Value) -> Option<Problem> {
    let name = schema.get(live::FROM)?;
    let place = pointer::child(&format!("/parameters{at}"), live::FROM);
    let known = SOURCES.join(", ");
    let Some(name) = name.as_str() else {
        let message = format!("`{}` must be the name of a source", live::FROM);
        return Some(Problem::error(place, message, format!("name one of {known}")));
    };
    if SOURCES.contains(&name) {
        return None;
    }
    let help = match names::nearest(name, SOURCES).first() {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("the server has {known}; a program that embeds the library may have more"),
    };
    let message = format!("the server has no values for `{name}`, so calls would be refused");
    Some(Problem::warning(place, message, help))
}

fn unknown_format(pointer: &str, format: &str) -> Problem {
    let help = match names::nearest(format, FORMATS).first() {
        Some(near) => format!("did you mean `{near}`?"),
        None => "use `pattern`, say it in the description, or use one of email, date-time, date, \
                 time, duration, uri, uuid, ipv4, ipv6, hostname, regex"
            .to_owned(),
    };
    Problem::error(pointer, format!("nobody checks the format `{format}`"), help)
}

/// Whether a schema is only a part of another.
fn is_part(at: &str) -> bool {
    let segments: Vec<&str> = at.split('/').collect();
    segments.iter().rev().take(2).any(|segment| PARTS.contains(segment))
}

/// A nested object that says nothing about unknown properties.
fn open_object(at: &str, schema: &Value) -> Option<Problem> {
    let says = |keyword| schema.get(keyword).is_some();
    let is_open = !at.is_empty()
        && says("properties")
        && !says("additionalProperties")
        && !says("unevaluatedProperties");
    is_open.then(|| {
        Problem::warning(
            pointer::child(&format!("/parameters{at}"), "additionalProperties"),
            "this object takes properties that nobody declared",
            "add `\"additionalProperties\": false` to it",
        )
    })
}

/// Required properties that are declared nowhere.
fn undeclared(at: &str, schema: &Value) -> Vec<Problem> {
    const ELSEWHERE: [&str; 7] =
        ["$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "patternProperties", "if"];
    if ELSEWHERE.iter().any(|keyword| schema.get(*keyword).is_some()) {
        return Vec::new();
    }
    let Some(required) = schema.get("required").and_then(Value::as_array) else {
        return Vec::new();
    };
    let closed = schema.get("additionalProperties") == Some(&Value::Bool(false));
    let names =
        required.iter().enumerate().filter_map(|(index, name)| Some((index, name.as_str()?)));
    names
        .filter(|(_, name)| schema["properties"].get(*name).is_none())
        .map(|(index, name)| {
            let outcome = if closed { ", so no arguments can fit" } else { "" };
            Problem::warning(
                format!("/parameters{at}/required/{index}"),
                format!("`{name}` is required but not declared{outcome}"),
                "declare it under `properties`, or take it out of `required`",
            )
        })
        .collect()
}
