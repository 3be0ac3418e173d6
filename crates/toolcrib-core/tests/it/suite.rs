//! The official JSON Schema test suite, each schema as one tool's parameter.
//!
//! Coercion must never refuse or change what the suite says is valid, and
//! without coercion the two must agree to the letter.

use serde_json::{Value, json};
use toolcrib_core::prepare::Circumstances;
use toolcrib_core::{CompiledSpec, Limits, SideEffects, Spec, prepare};

use crate::shared;

#[test]
fn the_official_suite_holds_with_and_without_coercion() {
    let Some(text) = shared::read("jsonschema/wrapped_2020_12.jsonl") else { return };
    let mut tests = 0;
    for line in text.lines() {
        let group: Value = serde_json::from_str(line).unwrap();
        if group["file"] == "format.json" {
            // These show that formats may be left unchecked; here they are checked.
            continue;
        }
        for coerce in [true, false] {
            let spec = Spec {
                side_effects: SideEffects::None,
                parameters: group["schema"].clone(),
                coerce,
                ..Spec::new("suite", "One group of the suite.")
            };
            let name = format!("{} ({})", group["id"], group["group"]);
            let tool = CompiledSpec::new(spec, "", b"", &Limits::DEFAULT)
                .unwrap_or_else(|problems| panic!("{name}: {problems:?}"));
            for case in group["tests"].as_array().unwrap() {
                check(&tool, &name, case, coerce);
                tests += 1;
            }
        }
    }
    assert!(tests > 4_000, "only {tests} tests ran");
}

fn check(tool: &CompiledSpec, name: &str, case: &Value, coerce: bool) {
    let about = format!("{name}: {} (coerce: {coerce})", case["description"]);
    let result = prepare(tool, case["args"].clone().into(), Circumstances::default());
    match (case["valid"] == json!(true), result) {
        (true, Ok(prepared)) => {
            assert_eq!(prepared.repairs, [], "{about}");
            assert_eq!(prepared.warnings, [], "{about}");
        }
        (true, Err(error)) => panic!("refused what is valid: {about}: {:?}", error.details),
        (false, Err(error)) => assert!(!error.details.is_empty(), "{about}"),
        // With coercion a mended value may fit; without a mend it may not.
        (false, Ok(prepared)) => {
            assert!(coerce && !prepared.repairs.is_empty(), "accepted what is invalid: {about}");
            let again = prepared.call.arguments().clone();
            let again = prepare(tool, again.into(), Circumstances::default()).unwrap();
            assert_eq!(again.repairs, [], "{about}");
        }
    }
}
