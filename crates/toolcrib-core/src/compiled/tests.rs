use serde_json::json;

use super::*;
use crate::spec::SideEffects;

fn compile(parameters: Value) -> Result<CompiledSpec, Vec<Problem>> {
    let spec = Spec { side_effects: SideEffects::None, parameters, ..Spec::new("t", "A tool.") };
    CompiledSpec::new(spec, "", b"", &Limits::DEFAULT)
}

fn pointers(parameters: Value) -> Vec<String> {
    let problems = compile(parameters).expect_err("this schema is broken");
    problems.into_iter().map(|problem| problem.pointer).collect()
}

#[test]
fn a_broken_schema_is_reported_where_it_is_broken() {
    let schema = json!({
        "type": "object",
        "properties": { "a": { "type": "text" }, "b": { "minimum": "1" } },
    });
    assert_eq!(
        pointers(schema),
        ["/parameters/properties/a/type", "/parameters/properties/b/minimum"]
    );
}

#[test]
fn nothing_outside_the_schema_is_fetched() {
    for target in ["https://example.org/s.json", "file:///etc/passwd", "other.json", "#/$defs/no"] {
        let schema = json!({ "type": "object", "properties": { "a": { "$ref": target } } });
        assert_eq!(compile(schema).map(drop).unwrap_err().len(), 1, "{target}");
    }
}

#[test]
fn a_schema_has_bounds() {
    let deep = (0..150).fold(
        json!({ "type": "string" }),
        |inner, _| json!({ "type": "object", "properties": { "a": inner } }),
    );
    assert_eq!(pointers(deep), ["/parameters"]);
    let wide: serde_json::Map<String, Value> =
        (0..60_000).map(|n| (format!("p{n}"), json!({}))).collect();
    assert!(compile(json!({ "type": "object", "properties": wide })).is_ok());
    let too_wide: serde_json::Map<String, Value> =
        (0..110_000).map(|n| (format!("p{n}"), json!({}))).collect();
    assert_eq!(pointers(json!({ "type": "object", "properties": too_wide })), ["/parameters"]);
}

#[test]
fn a_pattern_that_does_not_compile_is_a_problem() {
    let schema = json!({ "type": "object", "properties": { "a": { "pattern": "(" } } });
    assert!(compile(schema).is_err());
}

#[test]
fn a_default_that_does_not_fit_is_not_used_and_said_so() {
    let schema = |default: Value| {
        json!({
            "type": "object",
            "properties": { "a b/%": { "$ref": "#/$defs/n", "default": default } },
            "$defs": { "n": { "type": "integer", "maximum": 10 } },
        })
    };
    let warned = |default: Value| {
        let tool = compile(schema(default)).unwrap();
        let mut arguments = serde_json::Map::new();
        tool.shape.apply_defaults(&mut arguments);
        let pointers = tool.warnings().iter().map(|problem| problem.pointer.clone());
        (pointers.collect::<Vec<_>>(), Value::Object(arguments))
    };
    assert_eq!(warned(json!(5)), (vec![], json!({ "a b/%": 5 })));
    for unfit in [json!(50), json!("5")] {
        let at = "/parameters/properties/a b~1%/default".to_owned();
        assert_eq!(warned(unfit), (vec![at], json!({})));
    }
}

#[test]
fn an_answer_is_held_to_the_output_schema() {
    let spec = Spec {
        side_effects: SideEffects::None,
        output: Some(json!({ "type": "object", "required": ["x"] })),
        ..Spec::new("t", "A tool.")
    };
    let compiled = CompiledSpec::new(spec, "", b"", &Limits::DEFAULT).unwrap();
    assert!(compiled.check_output(&json!({ "x": 1 })).is_ok());
    let error = compiled.check_output(&json!({})).unwrap_err();
    assert_eq!(error.kind, crate::ErrorType::Internal);
    assert_eq!(error.details, [Fault::at("/x", "is required but missing").expecting("a value")]);
}

#[test]
fn nullable_as_openapi_says_it_admits_null() {
    let tool = compile(json!({
        "type": "object",
        "properties": {
            "plain": { "type": "string", "nullable": true },
            "list": { "type": ["string", "integer"], "nullable": true },
            "choice": { "type": "string", "enum": ["a"], "nullable": true },
            "named": { "$ref": "#/$defs/n", "nullable": true },
            "not": { "type": "string", "nullable": false },
            "nullable": true,
        },
        "$defs": { "n": { "type": "object", "properties": { "x": { "type": "integer", "nullable": true } } } },
    }))
    .unwrap();
    let fits = |value: Value| tool.parameters.is_valid(&value);
    for name in ["plain", "list", "choice", "named", "nullable"] {
        assert!(fits(json!({ name: null })), "{name}");
    }
    assert!(fits(json!({ "named": { "x": null } })) && fits(json!({ "choice": "a" })));
    assert!(!fits(json!({ "not": null })) && !fits(json!({ "choice": "b" })));
    assert!(!fits(json!({ "named": 5 })));
}

#[test]
fn a_chain_of_references_has_bounds_too() {
    let chain = |links: usize| {
        let mut definitions: serde_json::Map<String, Value> = (0..links)
            .map(|n| (format!("d{n}"), json!({ "$ref": format!("#/$defs/d{}", n + 1) })))
            .collect();
        definitions.insert(format!("d{links}"), json!({ "type": "integer" }));
        json!({ "type": "object", "properties": { "a": { "$ref": "#/$defs/d0" } }, "$defs": definitions })
    };
    assert!(compile(chain(90)).is_ok());
    assert_eq!(pointers(chain(30_000)), ["/parameters"]);
    let cycle = json!({
        "type": "object",
        "properties": { "next": { "$ref": "#" }, "other": { "$ref": "#/properties/next" } },
    });
    assert!(compile(cycle).is_ok());
}

#[test]
fn defaults_that_lead_to_the_same_place_twice_do_not_double_the_work() {
    let tool = compile(json!({
        "type": "object",
        "properties": { "x": { "$ref": "#/$defs/r" } },
        "$defs": { "r": {
            "type": "object",
            "properties": { "d": { "default": 1 }, "x": { "$ref": "#/$defs/r" } },
            "allOf": [{ "properties": { "x": { "$ref": "#/$defs/r" } } }],
        } },
    }))
    .unwrap();
    let mut arguments = (0..60).fold(json!({}), |inner, _| json!({ "x": inner }));
    tool.shape.apply_defaults(arguments.as_object_mut().unwrap());
    assert_eq!(arguments.pointer("/x/d"), Some(&json!(1)));
}
