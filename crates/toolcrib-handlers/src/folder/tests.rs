//! Folders in memory and on disk. What each fault looks like to people is in
//! `tests/broken-tools.txt`.

mod findings;
mod guides;
mod reading;
mod seeds;

use serde_json::{Value, json};
use toolcrib::Limits;

use super::*;
use crate::python;

const EXAMPLE: &str = "# greet\n\nSays hello.\n\n## Examples\n\n```json\n{}\n```\n";

/// No program that could be a worker.
fn python() -> python::Settings {
    python::Settings { worker: Some("/no/such/program".into()), ..python::Settings::default() }
}

/// A tool that is right.
fn manifest() -> Value {
    json!({
        "toolId": "greet",
        "version": "1.0.0",
        "description": "Says hello.",
        "category": "utility",
        "sideEffects": "none",
        "idempotent": true,
        "requiresConfirmation": false,
        "allowedModes": ["text"],
        "latencyBudgetMs": 100,
        "parameters": { "type": "object", "additionalProperties": false, "properties": {} },
    })
}

fn files(manifest: &str, guide: &str) -> Files {
    let handler = "export async function execute(context) { return { ok: true, data: 1 }; }";
    Files {
        name: "greet".to_owned(),
        shown: "tools/greet".to_owned(),
        manifest: Some(manifest.to_owned()),
        guide: Some(guide.to_owned()),
        scripts: [(HANDLER.to_owned(), handler.into())].into(),
        ..Files::default()
    }
}

/// What a manifest with these fields changed has wrong, as `pointer: message`.
fn faults(changes: &Value) -> Vec<String> {
    let mut manifest = manifest();
    for (field, value) in changes.as_object().unwrap() {
        manifest[field] = value.clone();
    }
    let files = files(&manifest.to_string(), EXAMPLE);
    let findings = check(&files, &Limits::DEFAULT, &python()).findings;
    findings
        .iter()
        .filter(|finding| !finding.is_loss)
        .map(|finding| format!("{} {}: {}", finding.severity, finding.pointer, finding.message))
        .collect()
}
