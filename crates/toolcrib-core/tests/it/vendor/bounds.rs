//! Schemas that are made to exhaust whoever reads them.
//!
//! None of these may take long, overflow the stack or go out.

use serde_json::{Map, Value, json};
use toolcrib_core::Limits;
use toolcrib_core::vendor::{Lowered, Provider, Unlowerable, lower};

fn lower_for_all(schema: &Value) -> Vec<Result<Lowered, Unlowerable>> {
    Provider::ALL.iter().map(|provider| lower(schema, *provider, &Limits::DEFAULT)).collect()
}

fn reasons(schema: &Value) -> Vec<Option<String>> {
    lower_for_all(schema)
        .into_iter()
        .map(|lowered| lowered.err().map(|refused| refused.to_string()))
        .collect()
}

fn definitions(count: usize, schema: impl Fn(usize) -> Value) -> Map<String, Value> {
    (0..count).map(|number| (format!("d{number}"), schema(number))).collect()
}

#[test]
fn a_schema_that_is_too_deep_is_refused() {
    let mut schema = json!({ "type": "string" });
    for _ in 0..60 {
        schema = json!({ "type": "object", "properties": { "a": schema } });
    }
    let reason = "the schema: it is nested more than 100 levels deep".to_owned();
    assert_eq!(reasons(&schema), vec![Some(reason); Provider::ALL.len()]);
}

#[test]
fn a_schema_that_is_too_large_is_refused() {
    let values: Vec<usize> = (0..100_001).collect();
    let schema = json!({ "type": "object", "properties": { "a": { "enum": values } } });
    let reason = "the schema: it has more than 100000 nodes".to_owned();
    assert_eq!(reasons(&schema), vec![Some(reason); Provider::ALL.len()]);
}

/// Thirty definitions, each of which holds the next one twice: written out,
/// they are a billion.
#[test]
fn a_schema_that_doubles_when_it_is_written_out_is_refused() {
    let twice = |number: usize| match number {
        29 => json!({ "type": "string" }),
        _ => {
            let next = json!({ "$ref": format!("#/$defs/d{}", number + 1) });
            json!({ "type": "object", "properties": { "a": next, "b": next }, "required": ["a", "b"] })
        }
    };
    let schema = json!({ "type": "object", "properties": { "a": { "$ref": "#/$defs/d0" } }, "$defs": definitions(30, twice) });
    let refused: Vec<Provider> = Provider::ALL
        .into_iter()
        .filter(|provider| lower(&schema, *provider, &Limits::DEFAULT).is_err())
        .collect();
    assert_eq!(refused, [Provider::GeminiOpenApi]);
}

#[test]
fn a_schema_that_doubles_when_it_is_merged_is_refused() {
    let twice = |number: usize| match number {
        39 => json!({ "type": "object", "properties": { "my key": { "type": "string" } } }),
        _ => {
            let next = json!({ "$ref": format!("#/$defs/d{}", number + 1) });
            json!({ "allOf": [next, next] })
        }
    };
    let schema = json!({ "type": "object", "properties": { "a": { "$ref": "#/$defs/d0" } }, "$defs": definitions(40, twice) });
    for lowered in lower_for_all(&schema).into_iter().flatten() {
        // The way back must not walk all of it either.
        lowered.inverse.apply(json!({ "a": { "my_key": "x" } }));
    }
}

#[test]
fn a_long_chain_of_references_does_not_cost_a_stack() {
    let link = |number: usize| match number {
        19_999 => json!({ "type": "object", "properties": { "my key": { "type": "string" } } }),
        _ => json!({ "$ref": format!("#/$defs/d{}", number + 1) }),
    };
    let schema = json!({
        "type": "object",
        "properties": { "a": { "$ref": "#/$defs/d0" }, "b": { "anyOf": [{ "$ref": "#/$defs/d0" }, { "type": "string" }] } },
        "$defs": definitions(20_000, link),
    });
    for lowered in lower_for_all(&schema).into_iter().flatten() {
        lowered.inverse.apply(json!({ "a": { "my_key": "x" }, "b": { "my_key": "x" } }));
    }
}

#[test]
fn a_thousand_keys_that_look_alike_stay_a_thousand() {
    let properties: Map<String, Value> = (1..=1_000)
        .map(|count| (format!("a{}b", " ".repeat(count)), json!({ "type": "string" })))
        .collect();
    let schema = json!({ "type": "object", "properties": properties });
    let lowered = lower(&schema, Provider::Gemini, &Limits::DEFAULT).unwrap();
    let keys = lowered.schema["properties"].as_object().unwrap();
    assert_eq!(keys.len(), 1_000);
    let sent: Value = keys.keys().map(|key| (key.clone(), json!("x"))).collect();
    let meant: Value = properties.keys().map(|key| (key.clone(), json!("x"))).collect();
    assert_eq!(lowered.inverse.apply(sent), meant);
}

#[test]
fn a_keyword_with_a_wrong_value_is_refused_by_name() {
    for (property, reason) in [
        (json!({ "type": "strnig" }), "`type` must be one or more of the seven types"),
        (json!({ "minimum": "5" }), "`minimum` must be a number"),
        (json!({ "multipleOf": 0 }), "`multipleOf` must be a number above zero"),
        (json!({ "minLength": -1 }), "`minLength` must be a whole number, zero or more"),
        (json!({ "required": true }), "`required` must be a list of strings"),
        (json!({ "properties": [] }), "`properties` must be an object of schemas"),
        (json!({ "anyOf": {} }), "`anyOf` must be a list of schemas"),
        (json!({ "not": [] }), "`not` must be a schema"),
        (json!({ "enum": "a" }), "`enum` must be a list"),
        (
            json!({ "$ref": "#/$defs/none" }),
            "`$ref` to `#/$defs/none` points nowhere in this schema",
        ),
        (json!(7), "a schema must be an object, true or false"),
    ] {
        let schema = json!({ "type": "object", "properties": { "a": property } });
        let reason = format!("/properties/a: {reason}");
        assert_eq!(reasons(&schema), vec![Some(reason); Provider::ALL.len()]);
    }
}
