use serde_json::json;

use super::*;
use crate::spec::{Category, SideEffects, UnknownArguments};

/// The problems of a manifest that is right but for these fields.
fn faults(fields: &Value) -> Vec<String> {
    let mut manifest = json!({ "toolId": "x", "description": "X." });
    for (name, value) in fields.as_object().unwrap() {
        manifest[name] = value.clone();
    }
    match Spec::read(&manifest) {
        Ok(_) => Vec::new(),
        Err(problems) => problems.iter().map(ToString::to_string).collect(),
    }
}

#[test]
fn every_field_is_read() {
    let spec = Spec {
        version: Version::new(1, 2, 3),
        title: Some("X".into()),
        category: Some(Category::Action),
        group: Some("g".into()),
        side_effects: SideEffects::None,
        idempotent: true,
        requires_confirmation: true,
        allowed_modes: vec![Mode::Voice],
        latency_budget_ms: 1,
        timeout_ms: 2,
        parameters: json!({ "type": "object" }),
        output: Some(json!({ "type": "string" })),
        tags: vec!["t".into()],
        aliases: vec!["y".into()],
        examples: vec![json!({})],
        enabled: false,
        unknown_arguments: UnknownArguments::Drop,
        coerce: false,
        uses: vec!["z".into()],
        hosts: vec!["example.com".into()],
        ..Spec::new("x", "X.")
    };
    let manifest = serde_json::to_value(&spec).unwrap();
    let fields: Vec<&String> = manifest.as_object().unwrap().keys().collect();
    assert_eq!(fields, Spec::FIELDS);
    assert_eq!(Spec::read(&manifest), Ok(spec));
}

#[test]
fn only_what_every_source_must_say_is_asked_for() {
    let spec = Spec::read(&json!({ "toolId": "x", "description": "X." }));
    assert_eq!(spec, Ok(Spec::new("x", "X.")));
    assert_eq!(
        Spec::read(&json!({})).unwrap_err().iter().map(|p| &*p.pointer).collect::<Vec<_>>(),
        ["/toolId", "/description"]
    );
}

#[test]
fn a_manifest_is_an_object() {
    for (value, kind) in [(json!([]), "an array"), (json!("x"), "a string"), (json!(null), "null")]
    {
        let problems = Spec::read(&value).unwrap_err();
        assert_eq!(problems.len(), 1);
        assert_eq!(problems[0].message, format!("a manifest must be an object, but is {kind}"));
    }
}

#[test]
fn fields_nobody_knows_are_named_with_the_nearest() {
    assert_eq!(
        faults(&json!({ "sideEfects": "none", "a/b": 1 })),
        [
            "/sideEfects: there is no field `sideEfects` (did you mean `sideEffects`?)",
            "/a~1b: there is no field `a/b` \
             (take it out; for words of your own there are `group`, `tags` and the guide)",
        ]
    );
}

#[test]
fn a_flood_of_unknown_fields_is_cut_off() {
    let flood: Map<String, Value> = (0..1_000).map(|n| (format!("f{n}"), json!(n))).collect();
    assert_eq!(faults(&flood.into()).len(), UNKNOWN_MAX);
}

#[test]
fn every_field_of_a_wrong_type_is_reported() {
    let wrong = [
        ("toolId", json!(1)),
        ("version", json!(1.0)),
        ("title", json!(null)),
        ("description", json!([])),
        ("category", json!(true)),
        ("group", json!({})),
        ("sideEffects", json!(0)),
        ("idempotent", json!("yes")),
        ("requiresConfirmation", json!(0)),
        ("allowedModes", json!("text")),
        ("latencyBudgetMs", json!("1s")),
        ("timeoutMs", json!(true)),
        ("tags", json!("t")),
        ("aliases", json!({})),
        ("examples", json!({})),
        ("enabled", json!("true")),
        ("unknownArguments", json!(false)),
        ("coerce", json!(null)),
        ("uses", json!("x")),
        ("hosts", json!(1)),
    ];
    let manifest: Map<String, Value> =
        wrong.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    let problems = Spec::read(&manifest.into()).unwrap_err();
    let mut found: Vec<&str> = problems.iter().map(|problem| &problem.pointer[1..]).collect();
    let mut expected: Vec<&str> = wrong.iter().map(|(name, _)| *name).collect();
    found.sort_unstable();
    expected.sort_unstable();
    assert_eq!(found, expected);
    assert!(problems.iter().all(|problem| problem.message.contains(" must be ")), "{problems:?}");
}

#[test]
fn words_outside_a_list_are_named_with_the_list_and_the_nearest() {
    assert_eq!(
        faults(&json!({
            "category": "retreival",
            "sideEffects": "all",
            "allowedModes": ["text", "tv", 5],
            "unknownArguments": "ignore",
        })),
        [
            "/category: `retreival` is not a value of `category` \
             (did you mean `retrieval`? It can be `retrieval`, `action` or `utility`)",
            "/sideEffects: `all` is not a value of `sideEffects` \
             (write `none`, `read_only` or `writes`)",
            "/allowedModes/2: every item of `allowedModes` must be a string, not an integer \
             (put it in quotes)",
            "/allowedModes/1: `tv` is not a value of `allowedModes` (write `text` or `voice`)",
            "/unknownArguments: `ignore` is not a value of `unknownArguments` \
             (write `reject` or `drop`)",
        ]
    );
}

#[test]
fn a_mode_is_said_once() {
    assert_eq!(
        faults(&json!({ "allowedModes": ["text", "voice", "text"] })),
        ["/allowedModes/2: `text` is listed twice (say it once)"]
    );
}

#[test]
fn versions_are_semantic_and_times_are_positive() {
    let help = "give a positive whole number of milliseconds, such as 1000";
    assert_eq!(
        faults(&json!({ "version": "1.0", "latencyBudgetMs": 0, "timeoutMs": 1.5 })),
        [
            "/version: `1.0` is not a semantic version (write major.minor.patch, such as `1.0.0`)"
                .to_owned(),
            format!("/latencyBudgetMs: `latencyBudgetMs` must not be zero ({help})"),
            format!("/timeoutMs: `timeoutMs` must be a positive whole number, but is 1.5 ({help})"),
        ]
    );
    assert_eq!(faults(&json!({ "timeoutMs": -1 })).len(), 1);
}

#[test]
fn a_broken_manifest_is_read_as_far_as_it_goes() {
    let manifest = json!({
        "toolId": "x",
        "version": "one",
        "allowedModes": ["tv"],
        "parameters": { "type": "object", "properties": { "a": {} } },
    });
    let (spec, problems) = Spec::read_what_can_be(&manifest);
    assert_eq!(problems.len(), 3);
    assert_eq!(spec, Spec { parameters: manifest["parameters"].clone(), ..Spec::new("x", "") });
}
