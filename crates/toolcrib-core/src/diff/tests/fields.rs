use super::*;
use crate::{Category, Mode, SideEffects};

/// Each field, changed one way and then the other.
#[test]
fn every_field_is_told() {
    let base = || Spec::new("tool", "A tool.");
    type Edit = fn(&mut Spec);
    let rows: [(&str, Edit, &str, &str); 20] = [
        ("toolId", |s| s.tool_id = "other".into(), "B", "B"),
        ("version", |s| s.version = crate::spec::Version::new(2, 0, 0), "C", "C"),
        ("title", |s| s.title = Some("A".into()), "C", "C"),
        ("description", |s| s.description = "B.".into(), "C", "C"),
        ("category", |s| s.category = Some(Category::Action), "C", "C"),
        ("group", |s| s.group = Some("a".into()), "C", "C"),
        ("sideEffects", |s| s.side_effects = SideEffects::ReadOnly, "C", "B"),
        ("idempotent", |s| s.idempotent = true, "C", "B"),
        ("requiresConfirmation", |s| s.requires_confirmation = true, "B", "C"),
        ("allowedModes", |s| s.allowed_modes = vec![Mode::Text], "B", "C"),
        ("latencyBudgetMs", |s| s.latency_budget_ms = 1, "C", "C"),
        ("timeoutMs", |s| s.timeout_ms = 1, "B", "C"),
        ("output", |s| s.output = Some(json!({})), "C", "B"),
        ("tags", |s| s.tags = vec!["a".into()], "C", "C"),
        ("aliases", |s| s.aliases = vec!["a".into()], "C", "B"),
        ("examples", |s| s.examples = vec![json!({})], "C", "C"),
        ("enabled", |s| s.enabled = false, "B", "C"),
        ("coerce", |s| s.coerce = false, "B", "C"),
        ("uses", |s| s.uses = vec!["a".into()], "C", "C"),
        ("hosts", |s| s.hosts = vec!["a".into()], "C", "C"),
    ];
    let mut all = base();
    for (name, edit, there, back) in rows {
        let mut edited = base();
        edit(&mut edited);
        assert_eq!(lines(&Diff::between(&base(), &edited)), [format!("{there} /{name}")]);
        assert_eq!(lines(&Diff::between(&edited, &base())), [format!("{back} /{name}")]);
        edit(&mut all);
    }
    // Together they stand in the order of the manifest; the schema of the
    // parameters and what happens to unknown ones have tests of their own.
    let order: Vec<String> =
        Diff::between(&base(), &all).changes.into_iter().map(|c| c.pointer).collect();
    let elsewhere = ["parameters", "unknownArguments"];
    let fields = Spec::FIELDS.iter().filter(|name| !elsewhere.contains(name));
    assert_eq!(order, fields.map(|name| format!("/{name}")).collect::<Vec<_>>());
}

#[test]
fn effects_are_ranked() {
    let spec = |side_effects| Spec { side_effects, ..Spec::new("tool", "A tool.") };
    let between = |old, new| lines(&Diff::between(&spec(old), &spec(new)));
    assert_eq!(between(SideEffects::None, SideEffects::ReadOnly), ["B /sideEffects"]);
    assert_eq!(between(SideEffects::Writes, SideEffects::None), ["C /sideEffects"]);
}

#[test]
fn a_change_says_what_was_what_is_and_why() {
    let old = Spec { aliases: vec!["find".into()], ..Spec::new("tool", "A tool.") };
    let new = Spec { timeout_ms: 5, title: Some("Tool".into()), ..Spec::new("tool", "A tool.") };
    let diff =
        Diff::between(&old, &new).with(Change::compatible("/guide", "the guide has changed"));
    let said: Vec<&str> = diff.changes.iter().map(|change| change.message.as_str()).collect();
    assert_eq!(
        said,
        [
            "is new: \"Tool\"",
            "was 30000, is 5; calls that took longer are ended",
            "\"find\" is gone; calls by this name are refused",
            "the guide has changed",
        ]
    );
    assert_eq!(
        serde_json::to_value(&Diff { breaking: false, changes: diff.changes[..1].to_vec() })
            .unwrap(),
        json!({
            "breaking": false,
            "changes": [{ "pointer": "/title", "effect": "compatible", "message": "is new: \"Tool\"" }],
        })
    );
}

#[test]
fn what_is_added_by_hand_counts() {
    let spec = Spec::new("tool", "A tool.");
    let same = Diff::between(&spec, &spec);
    assert_eq!(same, Diff::default());
    assert!(!same.clone().with(Change::compatible("/guide", "changed")).breaking);
    assert!(same.with(Change::breaking("/handler", "is gone")).breaking);
}
