//! Each rule as a row: what was, what is, and what is said of it.

mod fields;
mod hostile;
mod objects;
mod properties;
mod references;
mod values;

use serde_json::{Value, json};

use super::*;

/// The changes as lines: `B` or `C`, and where.
fn lines(diff: &Diff) -> Vec<String> {
    let line = |change: &Change| match change.effect {
        Effect::Breaking => format!("B {}", change.pointer),
        Effect::Compatible => format!("C {}", change.pointer),
    };
    let breaks = diff.changes.iter().any(|change| change.effect == Effect::Breaking);
    assert_eq!(diff.breaking, breaks);
    diff.changes.iter().map(line).collect()
}

fn taking(parameters: &Value) -> Spec {
    Spec { parameters: parameters.clone(), ..Spec::new("tool", "A tool.") }
}

fn giving(output: &Value) -> Spec {
    Spec { output: Some(output.clone()), ..Spec::new("tool", "A tool.") }
}

/// How the parameters of two versions differ, seen from the parameters.
fn parameters(old: &Value, new: &Value) -> Vec<String> {
    let lines = lines(&Diff::between(&taking(old), &taking(new)));
    lines.iter().map(|line| line.replacen("/parameters", "", 1)).collect()
}

/// The same for a single parameter, seen from its schema.
fn parameter(old: &Value, new: &Value) -> Vec<String> {
    let with = |schema: &Value| json!({ "type": "object", "properties": { "x": schema } });
    let lines = parameters(&with(old), &with(new));
    lines.iter().map(|line| line.replacen("/properties/x", "", 1)).collect()
}

/// The same for the answer.
fn output(old: &Value, new: &Value) -> Vec<String> {
    let lines = lines(&Diff::between(&giving(old), &giving(new)));
    lines.iter().map(|line| line.replacen("/output", "", 1)).collect()
}

/// Checks that a schema changes so for callers, and that for readers the same
/// breaks the other way round.
#[track_caller]
fn check(old: Value, new: Value, expected: &[&str]) {
    assert_eq!(parameter(&old, &new), expected, "{old} -> {new}");
    let breaks = |lines: Vec<String>| lines.iter().any(|line| line.starts_with('B'));
    let (there, back) = (parameter(&old, &new), output(&new, &old));
    assert_eq!(breaks(there), breaks(back), "{new} -> {old} as an answer");
    for schema in [old, new] {
        assert_eq!(parameter(&schema, &schema), [""; 0], "{schema}");
        assert_eq!(output(&schema, &schema), [""; 0], "{schema}");
    }
}
