//! Schemas that other people wrote, where they are at hand.

use serde_json::Value;
use toolcrib_core::Limits;
use toolcrib_core::vendor::{Provider, lower};

use super::conform::breaches;
use crate::shared;

/// The lines of a file of public data, where it is at hand.
fn lines(path: &str) -> Option<Vec<Value>> {
    let text = shared::read(path)?;
    Some(text.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

/// Lowers for every provider, checks what comes out and counts what does not.
fn lower_all(schemas: &[(&str, &Value)]) -> Vec<(Provider, usize)> {
    Provider::ALL
        .into_iter()
        .map(|provider| {
            let mut refused = 0;
            for (id, schema) in schemas {
                match lower(schema, provider, &Limits::DEFAULT) {
                    Ok(lowered) => {
                        assert_eq!(
                            breaches(&lowered, provider),
                            Vec::<String>::new(),
                            "{id}: {provider}: {}",
                            lowered.schema
                        );
                    }
                    Err(_) => refused += 1,
                }
            }
            (provider, refused)
        })
        .collect()
}

#[test]
fn every_public_tool_can_be_lowered_for_every_vendor() {
    let Some(tools) = lines("schemas/tools.jsonl") else { return };
    let schemas: Vec<(&str, &Value)> =
        tools.iter().map(|tool| (tool["id"].as_str().unwrap(), &tool["parameters"])).collect();
    assert_eq!(lower_all(&schemas), Provider::ALL.map(|provider| (provider, 0)));
}

#[test]
fn strict_public_tools_fit_the_published_meta_schema() {
    let Some(tools) = lines("schemas/tools.jsonl") else { return };
    let meta: Value = serde_json::from_str(include_str!("openai_strict_meta_schema.json")).unwrap();
    let meta = jsonschema::draft202012::new(&meta).unwrap();
    let mut strict = 0;
    for tool in &tools {
        let lowered = lower(&tool["parameters"], Provider::OpenAiStrict, &Limits::DEFAULT).unwrap();
        if lowered.strict {
            strict += 1;
            let faults: Vec<String> =
                meta.iter_errors(&lowered.schema).map(|fault| fault.to_string()).collect();
            assert_eq!(faults, Vec::<String>::new(), "{}: {}", tool["id"], lowered.schema);
        }
    }
    assert!(strict > 2_000, "only {strict} of {} tools are strict", tools.len());
}

/// The official suite: most of it is for nobody's model, and nothing of it may
/// make the compiler stumble.
#[test]
fn the_official_suite_is_lowered_or_refused_by_name() {
    let Some(groups) = lines("jsonschema/wrapped_2020_12.jsonl") else { return };
    let schemas: Vec<(&str, &Value)> =
        groups.iter().map(|group| (group["id"].as_str().unwrap(), &group["schema"])).collect();
    let refused = lower_all(&schemas);
    println!("refused of {}: {refused:?}", schemas.len());
    for (provider, refused) in refused {
        assert!(refused * 4 < schemas.len(), "{provider} refuses {refused} of {}", schemas.len());
    }
}
