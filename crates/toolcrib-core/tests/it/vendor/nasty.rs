//! Tools that break compilers, in every vendor's words.
//!
//! A case is a file in `nasty/`; what becomes of it is a file of the same name
//! in `tests/golden/vendor/`. The large ones are made here.

use std::fs;
use std::path::Path;

use serde_json::{Map, Value, json};
use toolcrib_core::vendor::{Provider, callable_name, lower, lower_tool};
use toolcrib_core::{Limits, SideEffects, Spec};

use super::conform::breaches;
use crate::golden;

#[test]
fn every_nasty_tool_is_lowered_as_agreed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/vendor/nasty");
    let mut names: Vec<String> = fs::read_dir(folder.clone())
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    names.sort();
    assert!(names.len() > 20, "{names:?}");
    for name in names {
        let text = fs::read_to_string(folder.join(format!("{name}.json"))).unwrap();
        let case: Value = serde_json::from_str(&text).unwrap();
        check(&name, &name, case["parameters"].clone());
    }
}

#[test]
fn a_name_of_200_characters_is_lowered_as_agreed() {
    let foreign = "Überlange-Werkzeugnamen.".repeat(9)[..200].to_owned();
    let parameters = json!({ "type": "object", "properties": { "a": { "type": "string" } } });
    check("long_name", &callable_name(&foreign), parameters);
}

#[test]
fn more_enum_values_than_strict_mode_takes_are_lowered_as_agreed() {
    let values: Vec<String> = (0..1_001).map(|number| format!("v{number}")).collect();
    let property = json!({ "type": "string", "enum": values });
    check("huge_enum", "huge_enum", json!({ "type": "object", "properties": { "one": property } }));
}

#[test]
fn more_levels_than_strict_mode_takes_are_lowered_as_agreed() {
    let mut schema = json!({ "type": "string" });
    for _ in 0..11 {
        schema = json!({ "type": "object", "properties": { "in": schema }, "required": ["in"] });
    }
    check("deep_nesting", "deep_nesting", schema);
}

/// Compares what becomes of a tool with its golden file.
fn check(file: &str, tool_id: &str, parameters: Value) {
    let spec = Spec {
        side_effects: SideEffects::ReadOnly,
        idempotent: true,
        parameters,
        ..Spec::new(tool_id, "Does something nasty.")
    };
    let mut all = Map::new();
    for provider in Provider::ALL {
        if let Ok(lowered) = lower(&spec.parameters, provider, &Limits::DEFAULT) {
            assert_eq!(breaches(&lowered, provider), Vec::<String>::new(), "{file}: {provider}");
        }
        let shown = match lower_tool(&spec, provider, &Limits::DEFAULT) {
            Ok(tool) => json!({
                "declaration": abridged(&tool.declaration),
                "losses": tool.losses,
                "inverse": if tool.inverse.is_identity() { "nothing to undo" } else { "undoes" },
            }),
            Err(refused) => json!({ "pointer": refused.pointer, "reason": refused.reason }),
        };
        all.insert(provider.to_string(), shown);
    }
    let text = serde_json::to_string_pretty(&all).unwrap() + "\n";
    golden::check(&format!("tests/golden/vendor/{file}.json"), &text);
}

/// Lists of hundreds of values say no more than the first two.
fn abridged(value: &Value) -> Value {
    match value {
        Value::Array(values) if values.len() > 20 => {
            json!([values[0], values[1], format!("… {} more", values.len() - 2)])
        }
        Value::Array(values) => values.iter().map(abridged).collect(),
        Value::Object(map) => {
            map.iter().map(|(key, value)| (key.clone(), abridged(value))).collect()
        }
        value => value.clone(),
    }
}
