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
            "both": { "type": ["string", "null"], "nullable": true },
            "choice": { "type": "string", "enum": ["a"], "nullable": true },
            "named": { "$ref": "#/$defs/n", "nullable": true },
            "not": { "type": "string", "nullable": false },
            "nullable": true,
        },
        "$defs": { "n": { "type": "object", "properties": { "x": { "type": "integer", "nullable": true } } } },
    }))
    .unwrap();
    let fits = |value: Value| tool.parameters.is_valid(&value);
    for name in ["plain", "list", "both", "choice", "named", "nullable"] {
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

#[test]
fn the_formats_are_those_that_the_validator_checks() {
    for format in FORMATS {
        assert_eq!(unchecked_formats(&json!({ "format": format })), [], "{format}");
    }
    for promised in ["email", "date-time", "uri", "uuid", "ipv4", "ipv6"] {
        assert!(FORMATS.contains(&promised), "{promised}");
    }
    for unknown in ["", "phone", "binary", "int32", "Email"] {
        let schema = json!({ "format": unknown });
        assert_eq!(unchecked_formats(&schema), [("/format".to_owned(), unknown)]);
    }
}

#[test]
fn a_format_is_looked_for_only_where_it_is_a_keyword() {
    let named = json!({ "format": "phone" });
    let schema = json!({
        "properties": {
            "format": { "type": "string", "format": "phone", "default": named },
            "list": { "items": { "anyOf": [{ "format": "isbn" }, { "const": named }] } },
            "other": { "enum": [named], "examples": [named], "x-note": named },
        },
        "additionalProperties": { "format": "colour" },
        "$defs": { "format": { "format": "iban" } },
        "const": named,
        "default": named,
    });
    let mut found = unchecked_formats(&schema);
    found.sort();
    assert_eq!(
        found,
        [
            ("/$defs/format/format".to_owned(), "iban"),
            ("/additionalProperties/format".to_owned(), "colour"),
            ("/properties/format/format".to_owned(), "phone"),
            ("/properties/list/items/anyOf/0/format".to_owned(), "isbn"),
        ]
    );
}

#[test]
fn an_older_draft_checks_fewer_formats() {
    let schema = json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "properties": { "a": { "format": "uuid" }, "b": { "format": "email" } },
    });
    assert_eq!(unchecked_formats(&schema), [("/properties/a/format".to_owned(), "uuid")]);
}

/// What is wrong with a parameter of this schema.
fn complaints(parameter: Value) -> Vec<String> {
    let parameters = json!({ "type": "object", "properties": { "a": parameter } });
    let spec = Spec { idempotent: true, parameters, ..Spec::new("x", "X.") };
    let problems = CompiledSpec::new(spec, "", &[], &Limits::DEFAULT).unwrap_err();
    problems.iter().map(ToString::to_string).collect()
}

#[test]
fn a_broken_keyword_is_named_once_at_its_place() {
    assert_eq!(
        complaints(json!("text")),
        ["/parameters/properties/a: `a` must be a boolean or an object, but got a string: \
          \"text\" (see `a` in JSON Schema 2020-12)"]
    );
    assert_eq!(
        complaints(json!({ "minimum": "0" })),
        ["/parameters/properties/a/minimum: `minimum` must be a number, but got a string: \"0\" \
          (see `minimum` in JSON Schema 2020-12)"]
    );
    let said = complaints(json!({ "type": "strng" }));
    assert!(said[0].ends_with("(did you mean `string`?)"), "{said:?}");
}

#[test]
fn references_that_lead_nowhere_or_out_are_named_at_their_place() {
    assert_eq!(
        complaints(json!({ "anyOf": [{ "$ref": "#/$defs/b" }, { "$ref": "http://x/y.json" }] })),
        [
            "/parameters/properties/a/anyOf/0/$ref: `#/$defs/b` leads nowhere \
             (declare it under `$defs`, and refer to it as `#/$defs/name`)",
            "/parameters/properties/a/anyOf/1/$ref: `http://x/y.json` is not in this schema, and \
             nothing is fetched (copy that schema to `$defs`, and refer to it as `#/$defs/name`)",
        ]
    );
}

#[test]
fn a_pattern_that_does_not_compile_is_named_at_its_place() {
    assert_eq!(
        complaints(json!({ "pattern": "[a" })),
        ["/parameters/properties/a/pattern: \"[a\" is not a regular expression \
          (mend the pattern: a bracket, a brace or an escape in it is wrong)"]
    );
}
