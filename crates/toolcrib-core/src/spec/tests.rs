use serde_json::json;

use super::*;

fn harmless(tool_id: &str) -> Spec {
    Spec { side_effects: SideEffects::None, ..Spec::new(tool_id, "Does something.") }
}

/// The places of all problems, errors only.
fn faulty(spec: &Spec) -> Vec<String> {
    let problems = spec.problems().into_iter().filter(Problem::is_error);
    problems.map(|problem| problem.pointer).collect()
}

#[test]
fn a_category_follows_from_the_effects_when_nobody_says() {
    for (side_effects, category) in [
        (SideEffects::None, Category::Utility),
        (SideEffects::ReadOnly, Category::Retrieval),
        (SideEffects::Writes, Category::Action),
    ] {
        let spec = Spec { side_effects, ..Spec::new("x", "X.") };
        assert_eq!(spec.category(), category);
    }
    let spec = Spec { category: Some(Category::Action), ..harmless("x") };
    assert_eq!(spec.category(), Category::Action);
}

#[test]
fn every_broken_rule_is_reported_at_once() {
    let spec = Spec {
        description: " ".into(),
        category: Some(Category::Retrieval),
        side_effects: SideEffects::Writes,
        allowed_modes: vec![],
        latency_budget_ms: 0,
        timeout_ms: 0,
        aliases: vec!["fine".into(), "Not-Fine".into()],
        uses: vec!["fine".into(), "Not Fine".into()],
        parameters: json!({ "type": "array" }),
        ..Spec::new("My Tool", "")
    };
    assert_eq!(
        faulty(&spec),
        [
            "/toolId",
            "/aliases/1",
            "/uses/1",
            "/description",
            "/allowedModes",
            "/latencyBudgetMs",
            "/timeoutMs",
            "/sideEffects",
            "/idempotent",
            "/parameters/type",
        ]
    );
}

#[test]
fn ids_have_one_form() {
    let longest = "a".repeat(64);
    for good in ["a", "kb_search", "x9", longest.as_str()] {
        assert_eq!(faulty(&harmless(good)), [""; 0], "{good}");
    }
    let too_long = "a".repeat(65);
    for bad in ["", "9x", "_x", "Kb", "kb-search", "kb search", "naïve", too_long.as_str()] {
        assert_eq!(faulty(&harmless(bad)), ["/toolId"], "{bad}");
    }
}

#[test]
fn a_careless_writer_is_warned_about_and_still_usable() {
    let careless = Spec::new("send", "Sends a mail.");
    let problems = careless.problems();
    assert_eq!(problems.len(), 1);
    assert_eq!(problems[0].severity, Severity::Warning);
    for careful in [
        Spec { requires_confirmation: true, ..careless.clone() },
        Spec { idempotent: true, ..careless.clone() },
    ] {
        assert_eq!(careful.problems(), []);
    }
}

#[test]
fn a_retrieval_tool_that_writes_is_not_also_called_careless() {
    let spec = Spec { category: Some(Category::Retrieval), ..Spec::new("send", "Sends a mail.") };
    let places: Vec<String> = spec.problems().into_iter().map(|problem| problem.pointer).collect();
    assert_eq!(places, ["/sideEffects", "/idempotent"]);
}

#[test]
fn a_manifest_reads_and_writes_itself() {
    let manifest = json!({
        "toolId": "kb_search",
        "version": "1.2.3",
        "description": "Searches.",
        "category": "retrieval",
        "sideEffects": "read_only",
        "idempotent": true,
        "requiresConfirmation": false,
        "allowedModes": ["text", "voice"],
        "latencyBudgetMs": 800,
        "timeoutMs": 30000,
        "parameters": { "type": "object", "additionalProperties": false, "properties": {} },
        "enabled": true,
        "unknownArguments": "reject",
        "coerce": true,
    });
    let spec: Spec = serde_json::from_value(manifest.clone()).unwrap();
    assert_eq!(spec.problems(), []);
    assert_eq!(serde_json::to_value(&spec).unwrap(), manifest);
}

#[test]
fn words_of_enums_are_those_of_the_wire() {
    for category in [Category::Retrieval, Category::Action, Category::Utility] {
        assert_eq!(json!(category), json!(category.to_string()));
        assert_eq!(category.to_string().parse(), Ok(category));
    }
    let error = "tv".parse::<Mode>().unwrap_err();
    assert_eq!(error.to_string(), "`tv` is none of text, voice");
}

#[test]
fn the_hash_sees_behaviour_and_nothing_else() {
    let spec = harmless("x");
    let hash = VersionHash::of(&spec, "guide", b"handler");
    let same = [
        Spec { title: Some("X".into()), ..spec.clone() },
        Spec { group: Some("g".into()), ..spec.clone() },
        Spec { tags: vec!["t".into()], ..spec.clone() },
        Spec { examples: vec![json!({})], ..spec.clone() },
        Spec { allowed_modes: vec![Mode::Voice, Mode::Text], ..spec.clone() },
        Spec { category: Some(Category::Utility), ..spec.clone() },
        // The same schema with its keys in another order.
        Spec {
            parameters: json!({ "additionalProperties": false, "properties": {}, "type": "object" }),
            ..spec.clone()
        },
    ];
    for spec in same {
        assert_eq!(VersionHash::of(&spec, "guide", b"handler"), hash, "{spec:?}");
    }
    let other = [
        Spec { tool_id: "y".into(), ..spec.clone() },
        Spec { version: Version::new(1, 0, 1), ..spec.clone() },
        Spec { description: "Other.".into(), ..spec.clone() },
        Spec { category: Some(Category::Action), ..spec.clone() },
        Spec { side_effects: SideEffects::ReadOnly, ..spec.clone() },
        Spec { idempotent: true, ..spec.clone() },
        Spec { requires_confirmation: true, ..spec.clone() },
        Spec { allowed_modes: vec![Mode::Text], ..spec.clone() },
        Spec { latency_budget_ms: 1, ..spec.clone() },
        Spec { timeout_ms: 1, ..spec.clone() },
        Spec { parameters: json!({ "type": "object" }), ..spec.clone() },
        Spec { output: Some(json!({})), ..spec.clone() },
        Spec { aliases: vec!["z".into()], ..spec.clone() },
        Spec { enabled: false, ..spec.clone() },
        Spec { unknown_arguments: UnknownArguments::Drop, ..spec.clone() },
        Spec { coerce: false, ..spec.clone() },
        Spec { uses: vec!["y".into()], ..spec.clone() },
        Spec { hosts: vec!["example.com".into()], ..spec.clone() },
    ];
    for spec in other {
        assert_ne!(VersionHash::of(&spec, "guide", b"handler"), hash, "{spec:?}");
    }
    assert_ne!(VersionHash::of(&spec, "guide!", b"handler"), hash);
    assert_ne!(VersionHash::of(&spec, "guide", b"handler!"), hash);
}

#[test]
fn the_hash_of_a_published_tool_stays_what_it_is() {
    let spec = Spec { tags: vec!["t".into()], aliases: vec!["y".into()], ..harmless("x") };
    assert_eq!(
        VersionHash::of(&spec, "guide", b"handler").to_string(),
        "f95bf3afedc0539b3b3e38c6ecfced8cb20d47a4b5f973f8ccb90050167a0bd8"
    );
}
