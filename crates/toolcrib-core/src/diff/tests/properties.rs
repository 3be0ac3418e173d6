//! Random schemas and random values: a diff that breaks nobody breaks nobody.

use proptest::collection::{btree_map, vec};
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use proptest::test_runner::RngSeed;
use serde_json::Map;

use super::*;
use crate::prepare::Circumstances;
use crate::{CompiledSpec, Limits, prepare};

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_valid_call_stays_valid(
        old in object(),
        edits in vec(edit(), 0..3),
        sent in vec(arguments(), 12),
    ) {
        let new = edits.into_iter().fold(old.clone(), apply);
        let spec = |schema: &Value| Spec { coerce: false, ..taking(schema) };
        if Diff::between(&spec(&old), &spec(&new)).breaking || trips(&old) || trips(&new) {
            return Ok(());
        }
        let compile = |schema| CompiledSpec::new(spec(schema), "", b"", &Limits::DEFAULT);
        let (Ok(was), Ok(is)) = (compile(&old), compile(&new)) else { return Ok(()) };
        for arguments in sent {
            let fits = |tool| prepare(tool, arguments.clone().into(), Circumstances::default()).is_ok();
            prop_assert!(!fits(&was) || fits(&is), "{arguments}\n{old}\n{new}");
        }
    }

    #[test]
    fn a_valid_answer_was_valid(
        old in object(),
        edits in vec(edit(), 0..3),
        given in vec(arguments(), 12),
    ) {
        let new = edits.into_iter().fold(old.clone(), apply);
        if Diff::between(&giving(&old), &giving(&new)).breaking {
            return Ok(());
        }
        let (was, is) = (jsonschema::validator_for(&old).unwrap(), jsonschema::validator_for(&new).unwrap());
        for data in given {
            prop_assert!(!is.is_valid(&data) || was.is_valid(&data), "{data}\n{old}\n{new}");
        }
    }

    #[test]
    fn nothing_differs_from_itself(schema in object()) {
        prop_assert_eq!(parameters(&schema, &schema), Vec::<String>::new());
        prop_assert_eq!(output(&schema, &schema), Vec::<String>::new());
    }
}

/// The same schemas each time: a red test stays red.
fn config() -> ProptestConfig {
    ProptestConfig {
        cases: 2_000,
        rng_seed: RngSeed::Fixed(1),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// Whether a default that is filled in may trip another rule, which is not
/// looked at.
fn trips(schema: &Value) -> bool {
    let rules =
        ["minProperties", "maxProperties", "patternProperties", "anyOf", "allOf", "oneOf", "not"];
    let filled = schema["properties"].to_string().contains("\"default\"");
    filled && rules.iter().any(|rule| schema.get(rule).is_some())
}

/// One keyword set or taken out, of the root or of a property.
#[derive(Clone, Debug)]
struct Edit {
    inside: Option<String>,
    keyword: &'static str,
    value: Option<Value>,
}

fn edit() -> impl Strategy<Value = Edit> {
    (option::weighted(0.7, name()), keyword(), any::<bool>()).prop_map(
        |(inside, (keyword, value), keep)| Edit { inside, keyword, value: keep.then_some(value) },
    )
}

fn apply(mut schema: Value, edit: Edit) -> Value {
    let place = match &edit.inside {
        Some(name) => schema.get_mut("properties").and_then(|map| map.get_mut(name)),
        None => Some(&mut schema),
    };
    // The root of a tool's schema stays an object.
    if let Some(Value::Object(place)) = place
        && (edit.inside.is_some() || edit.keyword != "type")
    {
        match edit.value {
            Some(value) => place.insert(edit.keyword.to_owned(), value),
            None => place.shift_remove(edit.keyword),
        };
    }
    schema
}

fn object() -> impl Strategy<Value = Value> {
    vec(keyword(), 0..4).prop_map(|keywords| {
        let mut schema: Map<String, Value> =
            keywords.into_iter().map(|(keyword, value)| (keyword.to_owned(), value)).collect();
        schema.insert("type".into(), json!("object"));
        Value::Object(schema)
    })
}

fn schema() -> impl Strategy<Value = Value> {
    let keywords = vec(plain(), 0..3).prop_map(|keywords| {
        json!(keywords.into_iter().collect::<std::collections::BTreeMap<_, _>>())
    });
    prop_oneof![8 => keywords, 1 => any::<bool>().prop_map(Value::from)]
}

fn keyword() -> impl Strategy<Value = (&'static str, Value)> {
    prop_oneof![
        3 => plain(),
        3 => btree_map(name(), schema(), 0..3).prop_map(|map| ("properties", json!(map))),
        2 => subsequence(vec!["a", "b", "c"], 0..3).prop_map(|names| ("required", json!(names))),
        1 => schema().prop_map(|rest| ("additionalProperties", rest)),
        1 => schema().prop_map(|rest| ("unevaluatedProperties", rest)),
        1 => btree_map(name(), schema(), 0..2).prop_map(|map| ("patternProperties", json!(map))),
        1 => schema().prop_map(|rest| ("items", rest)),
        1 => vec(schema(), 1..3).prop_map(|list| ("prefixItems", json!(list))),
        1 => vec(branch(), 1..3).prop_map(|list| ("anyOf", json!(list))),
        1 => vec(branch(), 1..3).prop_map(|list| ("allOf", json!(list))),
        1 => vec(branch(), 1..3).prop_map(|list| ("oneOf", json!(list))),
        1 => branch().prop_map(|not| ("not", not)),
    ]
}

fn branch() -> impl Strategy<Value = Value> {
    let named = btree_map(name(), schema(), 0..2).prop_map(|map| json!({ "properties": map }));
    prop_oneof![schema(), named]
}

fn plain() -> impl Strategy<Value = (&'static str, Value)> {
    let types = vec!["string", "number", "integer", "object", "array", "null"];
    let bounds = vec![
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "minProperties",
        "maxProperties",
        "minItems",
        "maxItems",
        "minLength",
        "maxLength",
        "multipleOf",
    ];
    prop_oneof![
        subsequence(types, 1..3).prop_map(|names| ("type", json!(names))),
        (select(bounds), 1u8..4).prop_map(|(keyword, value)| (keyword, json!(value))),
        vec(leaf(), 1..4).prop_map(|values| ("enum", json!(values))),
        leaf().prop_map(|value| ("const", value)),
        leaf().prop_map(|value| ("default", value)),
        any::<bool>().prop_map(|flag| ("nullable", json!(flag))),
        any::<bool>().prop_map(|flag| ("uniqueItems", json!(flag))),
        select(vec!["^a", "b$"]).prop_map(|pattern| ("pattern", json!(pattern))),
    ]
}

fn name() -> impl Strategy<Value = String> {
    select(vec!["a", "b", "c"]).prop_map(str::to_owned)
}

fn leaf() -> impl Strategy<Value = Value> {
    prop_oneof![
        (0i8..5).prop_map(Value::from),
        Just(json!(1.5)),
        Just(Value::Null),
        select(vec!["", "a", "ab", "abb"]).prop_map(Value::from),
    ]
}

fn arguments() -> impl Strategy<Value = Value> {
    let value = prop_oneof![
        6 => leaf(),
        1 => vec(leaf(), 0..3).prop_map(Value::from),
        1 => btree_map(name(), leaf(), 0..2).prop_map(|map| json!(map)),
    ];
    btree_map(name(), value, 0..4).prop_map(|map| json!(map))
}
