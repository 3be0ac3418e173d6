//! The files under `tests/rest`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{env, fs};

use regex::Regex;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use toolcrib::{
    Answer as Reply, Context, SideEffects, Spec, Tool, ToolError, ValidCall, async_trait,
};
use toolcrib_server::rest::Rest;
use toolcrib_server::shipped;

use super::stores;
use crate::doors::Answer;

/// Answers with everything that reaches a handler.
struct Reports;

#[async_trait]
impl Tool for Reports {
    fn spec(&self) -> Spec {
        Spec {
            title: Some("Reports".to_owned()),
            side_effects: SideEffects::ReadOnly,
            idempotent: true,
            parameters: json!({
                "type": "object",
                "properties": {
                    "query": { "type": "string" },
                    "limit": { "type": "integer", "default": 10, "minimum": 1, "maximum": 50 },
                },
                "required": ["query"],
                "additionalProperties": false,
            }),
            ..Spec::new("reports", "Answers with its arguments and settings.")
        }
    }

    async fn call(&self, call: &ValidCall, context: &Context) -> Result<Reply, ToolError> {
        let caller = context.caller();
        Ok(Reply::new(json!({
            "arguments": call.arguments(),
            "config": context.config(),
            "agent": caller.agent,
            "session": caller.session,
            "mode": context.mode(),
        })))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Script {
    why: String,
    steps: Vec<Step>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Step {
    /// `GET /api/tools`
    request: String,
    /// In place of those that everybody sends.
    headers: Option<BTreeMap<String, String>>,
    body: Option<Value>,
    status: u16,
    /// The whole answer.
    #[serde(default)]
    answer: Value,
    /// Values of the answer for later steps, by their pointers.
    #[serde(default)]
    keep: BTreeMap<String, String>,
}

#[tokio::test]
async fn the_files_play_as_they_say() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/rest");
    let update = env::var_os("UPDATE").is_some();
    assert!(!update || env::var_os("CI").is_none(), "files are not rewritten where CI is set");
    let files = files(&root);
    assert!(files.len() > 5, "only {} files found", files.len());
    let registry = shipped::registry();
    registry.register(Reports).unwrap();
    let mut wrong = Vec::new();
    for file in files {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let text = fs::read_to_string(&file).unwrap();
        let script: Script =
            serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(!script.why.is_empty(), "{name} does not say why");
        for fresh in stores::every_kind().await {
            let server = super::server(registry.clone(), &fresh).await;
            let said = play(&script, &server).await;
            if update {
                rewrite(&file, &text, &said);
                break;
            }
            for (index, (step, (status, answer))) in script.steps.iter().zip(said).enumerate() {
                if (step.status, &step.answer) != (status, &answer) {
                    let request = &step.request;
                    wrong.push(format!(
                        "{name}, step {index} on {}: {request}\n{status} {answer:#}",
                        fresh.name
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} answers differ:\n{}", wrong.len(), wrong.join("\n\n"));
}

async fn play(script: &Script, server: &Rest) -> Vec<(u16, Value)> {
    let mut kept: BTreeMap<String, String> = BTreeMap::new();
    let mut said = Vec::new();
    for step in &script.steps {
        let filled = |text: &str| {
            kept.iter().fold(text.to_owned(), |text, (name, value)| {
                text.replace(&format!("{{{name}}}"), value)
            })
        };
        let request = filled(&step.request);
        let (method, path) = request.split_once(' ').unwrap();
        let usual = BTreeMap::from([("x-workspace-id".to_owned(), "ws_abc123".to_owned())]);
        let headers = step.headers.as_ref().unwrap_or(&usual);
        let headers: Vec<(&str, &str)> =
            headers.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let body = step.body.as_ref();
        let body = body.map(|body| serde_json::from_str(&filled(&body.to_string())).unwrap());
        let Answer { status, mut body, .. } =
            Answer::to(server, &headers, method, path, body.as_ref()).await;
        for (name, pointer) in &step.keep {
            let value = body.pointer(pointer).and_then(Value::as_str);
            let value =
                value.unwrap_or_else(|| panic!("{request}: nothing at {pointer}: {body:#}"));
            kept.insert(name.clone(), value.to_owned());
        }
        forget(&mut body);
        said.push((status, body));
    }
    said
}

/// What differs from run to run is checked for its form and named by it.
fn forget(value: &mut Value) {
    match value {
        Value::String(text) => {
            for (form, name) in [
                (r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$", "<time>"),
                (r"^[0-9a-f]{64}$", "<fingerprint>"),
                (r"^req_[0-9a-f]{16}$", "<request>"),
                (r"^agent_[0-9a-f]{20}$", "<agent>"),
                (r"^sess_[0-9a-f]{20}$", "<session>"),
                (r"^apr_[0-9a-f]{20}$", "<approval>"),
                (r"^0[0-9a-z]{20}$", "<call>"),
                (r"^1\.0\.[0-9a-f]{8}$", "<registry version>"),
            ] {
                if Regex::new(form).unwrap().is_match(text) {
                    name.clone_into(text);
                    break;
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(forget),
        Value::Object(map) => forget_in(map),
        _ => {}
    }
}

fn forget_in(map: &mut Map<String, Value>) {
    for (key, value) in map {
        if matches!(key.as_str(), "duration" | "duration_ms") && value.is_number() {
            *value = json!("<duration>");
        }
        forget(value);
    }
}

fn files(root: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(root).unwrap().map(|item| item.unwrap().path()).collect();
    files.sort();
    files
}

fn rewrite(file: &Path, text: &str, said: &[(u16, Value)]) {
    let mut script: Value = serde_json::from_str(text).unwrap();
    for (step, (status, answer)) in script["steps"].as_array_mut().unwrap().iter_mut().zip(said) {
        step["status"] = json!(status);
        let step = step.as_object_mut().unwrap();
        step.shift_remove("answer");
        if !answer.is_null() {
            step.insert("answer".to_owned(), answer.clone());
        }
    }
    fs::write(file, format!("{}\n", serde_json::to_string_pretty(&script).unwrap())).unwrap();
}
