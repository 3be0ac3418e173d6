//! The files under `tests/cases`, sent through every door.
//!
//! A case is `{ "why", "request", "outcome" }`. Its outcome is compared whole,
//! apart from what differs from call to call; every door must say the same.
//! `UPDATE=1` writes what the library says into the files.

use std::path::{Path, PathBuf};
use std::{env, fs};

use serde::Deserialize;
use serde_json::{Map, Value, json};
use toolcrib::vendor::Provider;
use toolcrib::{Arguments, CallRequest, Mode, Registry};
use toolcrib_server::rest::Rest;

use crate::{doors, fakes};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    why: String,
    request: Request,
    outcome: Value,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Request {
    tool: String,
    /// Arguments as a value; `{"$repeat": [text, times]}` and `{"$nest": levels}`
    /// stand for what is too large to write down.
    #[serde(default)]
    arguments: Option<Value>,
    /// Arguments as text, as a model wrote them.
    #[serde(default)]
    text: Option<String>,
    #[serde(default)]
    mode: Mode,
    #[serde(default)]
    approved: bool,
    #[serde(default)]
    dry_run: bool,
    /// The vendor form; a door that cannot say it is left out.
    #[serde(default)]
    offered_as: Option<Provider>,
}

#[tokio::test]
async fn every_door_says_the_same() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases");
    let update = env::var_os("UPDATE").is_some();
    assert!(!update || env::var_os("CI").is_none(), "cases are not rewritten where CI is set");
    let registry = fakes::registry().await;
    let folder = tempfile::tempdir().unwrap();
    let (server, _crib) = doors::serve(&registry, folder.path()).await;
    let mut wrong = Vec::new();
    let files = case_files(&root);
    assert!(files.len() > 50, "only {} cases found", files.len());
    for file in files {
        let name = file.strip_prefix(&root).unwrap().display().to_string();
        let text = fs::read_to_string(&file).unwrap();
        let case: Case =
            serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(!case.why.is_empty(), "{name} does not say why");
        let answers = Box::pin(ask_every_door(&registry, &server, &case.request)).await;
        if update {
            rewrite(&file, &text, &answers[0].1);
            continue;
        }
        for (door, outcome) in answers {
            if outcome != case.outcome {
                wrong.push(format!("{name} through {door}:\n{outcome:#}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} answers differ:\n{}", wrong.len(), wrong.join("\n\n"));
}

async fn ask_every_door(
    registry: &Registry,
    server: &Rest,
    request: &Request,
) -> Vec<(&'static str, Value)> {
    let asked = doors::Asked { request: request.meant(), approved: request.approved };
    let mut answers = vec![("library", doors::library(registry, &asked).await)];
    if request.offered_as.is_none() {
        answers.push(("command line", doors::command_line(registry, &asked).await));
    }
    if let Some(outcome) = doors::rest(server, &asked).await {
        answers.push(("REST", outcome));
    }
    if let Some(outcome) = doors::mcp(server, &asked, &answers[0].1).await {
        answers.push(("MCP", outcome));
    }
    for (_, outcome) in &mut answers {
        forget_circumstances(outcome);
    }
    answers
}

/// What differs from call to call is checked for its form and taken out.
fn forget_circumstances(outcome: &mut Value) {
    if let Some(held) = outcome.pointer_mut("/error/confirmation_request") {
        for part in ["token", "expires"] {
            assert!(held[part].is_string());
            held[part] = json!(format!("<{part}>"));
        }
    }
    let meta = outcome["meta"].as_object_mut().unwrap();
    let call_id = meta.shift_remove("callId").unwrap();
    assert_eq!(call_id.as_str().unwrap().len(), 21);
    assert!(meta.shift_remove("duration").unwrap().is_u64());
    let version = meta.shift_remove("registryVersion").unwrap();
    assert!(version.as_str().unwrap().starts_with("1.0."));
    assert_eq!(meta.shift_remove("responseSchemaVersion").unwrap(), "1.0.0");
}

impl Request {
    fn meant(&self) -> CallRequest {
        let arguments = match (&self.arguments, &self.text) {
            (Some(value), None) => Arguments::from(written_out(value)),
            (None, Some(text)) => Arguments::Text(text.clone()),
            _ => panic!("a case has `arguments` or `text`"),
        };
        CallRequest {
            mode: self.mode,
            dry_run: self.dry_run,
            offered_as: self.offered_as,
            ..CallRequest::new(self.tool.as_str(), arguments)
        }
    }
}

fn written_out(value: &Value) -> Value {
    match value {
        Value::Object(map) => match (map.get("$repeat"), map.get("$nest")) {
            (Some(repeat), _) => {
                let times = usize::try_from(repeat[1].as_u64().unwrap()).unwrap();
                Value::from(repeat[0].as_str().unwrap().repeat(times))
            }
            (_, Some(levels)) => {
                (0..levels.as_u64().unwrap()).fold(json!(1), |inner, _| json!({ "a": inner }))
            }
            _ => {
                let map: Map<String, Value> =
                    map.iter().map(|(key, value)| (key.clone(), written_out(value))).collect();
                Value::Object(map)
            }
        },
        Value::Array(items) => items.iter().map(written_out).collect(),
        other => other.clone(),
    }
}

fn case_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for item in fs::read_dir(folder).unwrap() {
        let path = item.unwrap().path();
        if path.is_dir() {
            files.extend(case_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "json") {
            files.push(path);
        }
    }
    files.sort();
    files
}

fn rewrite(file: &Path, text: &str, outcome: &Value) {
    let mut case: Value = serde_json::from_str(text).unwrap();
    case["outcome"] = outcome.clone();
    fs::write(file, format!("{}\n", serde_json::to_string_pretty(&case).unwrap())).unwrap();
}
