//! What an agent has when it was given nothing, and when what it was given is
//! gone.

use serde_json::{Value, json};
use toolcrib::{Answer as Reply, Context, Registry, Spec, Tool, ToolError, ValidCall, async_trait};
use toolcrib_server::config::Config;
use toolcrib_server::crib::Crib;
use toolcrib_server::rest::{self, RestSettings};
use toolcrib_server::shipped;
use toolcrib_server::stock::Stock;

use super::stores;
use crate::doors::Answer;

/// Writes, so it is nobody's by default.
struct Notes;

#[async_trait]
impl Tool for Notes {
    fn spec(&self) -> Spec {
        Spec::new("notes", "Writes notes.")
    }

    async fn call(&self, _: &ValidCall, _: &Context) -> Result<Reply, ToolError> {
        Ok(Reply::new("noted"))
    }
}

fn with_notes() -> Registry {
    let registry = shipped::registry();
    registry.register(Notes).unwrap();
    registry
}

async fn server(
    registry: Registry,
    config: &str,
    fresh: &stores::Fresh,
) -> toolcrib_server::rest::Rest {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("toolcrib.toml");
    std::fs::write(&file, config).unwrap();
    let config = Config::read(Some(&file)).unwrap();
    let store = fresh.open().await;
    let crib = Crib::open(Stock::only(registry), &[], &config, store).await.unwrap();
    rest::router(crib, RestSettings::default())
}

async fn make(server: &toolcrib_server::rest::Rest, path: &str, body: Value) {
    let made = Answer::of(server, "POST", path, Some(&body)).await;
    assert_eq!(made.status, 201, "{}", made.body);
}

async fn tools(server: &toolcrib_server::rest::Rest, agent: &str) -> Vec<Value> {
    let listed = Answer::of(server, "GET", &format!("/api/agents/{agent}/tools"), None).await;
    assert_eq!(listed.status, 200, "{}", listed.body);
    listed.body["tools"].as_array().unwrap().clone()
}

fn ids(tools: &[Value]) -> Vec<&str> {
    tools.iter().map(|tool| tool["id"].as_str().unwrap()).collect()
}

/// No code is run by them and nothing is written.
const HARMLESS: [&str; 13] = [
    "calculator",
    "echo",
    "email_get",
    "email_search",
    "extract_contacts",
    "format_datetime",
    "kb_get",
    "kb_search",
    "list_files",
    "read_file",
    "return_final_answer",
    "search",
    "validate_email",
];

#[tokio::test]
async fn an_agent_without_attachments_has_the_default_tools() {
    let fresh = stores::sqlite();
    let server = server(with_notes(), "", &fresh).await;
    make(&server, "/api/agents", json!({"id": "a", "name": "A"})).await;
    assert_eq!(ids(&tools(&server, "a").await), HARMLESS);
    // It can call those and no others.
    let call = json!({ "arguments": {}, "agent_id": "a" });
    let path = "/api/tools/notes/call";
    let refused = Answer::of(&server, "POST", path, Some(&call)).await;
    assert_eq!(refused.body["error"]["type"], "NOT_FOUND");
    make(&server, "/api/agents/a/tools", json!({"tool_id": "notes"})).await;
    assert_eq!(ids(&tools(&server, "a").await), ["notes"]);
    let refused = Answer::of(&server, "POST", "/api/tools/echo/call", Some(&call)).await;
    assert_eq!(refused.body["error"]["type"], "NOT_FOUND");
}

#[tokio::test]
async fn the_default_tools_are_a_setting() {
    let fresh = stores::sqlite();
    let config = "[agents]\ndefault_tools = [\"echo\", \"notes\", \"unheard_of\"]\n";
    let server = server(with_notes(), config, &fresh).await;
    make(&server, "/api/agents", json!({"id": "a", "name": "A"})).await;
    assert_eq!(ids(&tools(&server, "a").await), ["echo", "notes"]);
    let diary = json!({ "id": "diary", "handler_key": "notes", "description": "Keeps a diary.",
        "parameters_schema": { "type": "object" } });
    make(&server, "/api/tools", diary).await;
    // One that broke is listed with its problem.
    let config = "[agents]\ndefault_tools = [\"echo\", \"diary\"]\n";
    let server = self::server(shipped::registry(), config, &fresh).await;
    let listed = tools(&server, "a").await;
    assert_eq!(ids(&listed), ["diary", "echo"]);
    assert_eq!(listed[0]["problems"][0]["message"], "there is no handler `notes`");
}

#[tokio::test]
async fn a_tool_whose_handler_is_gone_is_reported_and_nothing_else_changes() {
    for fresh in stores::every_kind().await {
        let before = server(with_notes(), "", &fresh).await;
        for (path, body) in [
            ("/api/agents", json!({ "id": "a", "name": "A" })),
            ("/api/agents", json!({ "id": "b", "name": "B" })),
            (
                "/api/tools",
                json!({ "id": "diary", "handler_key": "notes", "description": "Keeps a diary.",
                    "parameters_schema": { "type": "object" } }),
            ),
            ("/api/agents/a/tools", json!({ "tool_id": "notes" })),
            ("/api/agents/b/tools", json!({ "tool_id": "diary" })),
            ("/api/agents/b/tools", json!({ "tool_id": "echo" })),
        ] {
            make(&before, path, body).await;
        }
        // The same database under a program without that tool.
        let after = server(shipped::registry(), "", &fresh).await;
        let of_a = tools(&after, "a").await;
        assert_eq!(ids(&of_a), ["notes"], "no default tools come instead");
        assert_eq!(of_a[0]["usable"], false);
        assert_eq!(of_a[0]["problems"][0]["message"], "its source does not have it any more");
        let of_b = tools(&after, "b").await;
        assert_eq!(ids(&of_b), ["diary", "echo"]);
        assert_eq!(of_b[0]["problems"][0]["message"], "there is no handler `notes`");
        assert_eq!((&of_b[1]["usable"], &of_b[1]["problems"]), (&json!(true), &json!([])));
        for (agent, tool, kind) in [
            ("a", "notes", "INTERNAL"),
            ("b", "diary", "INTERNAL"),
            ("a", "echo", "NOT_FOUND"),
            // What it was not given does not exist for it, broken or not.
            ("a", "diary", "NOT_FOUND"),
        ] {
            let call = json!({ "arguments": {}, "agent_id": agent });
            let path = format!("/api/tools/{tool}/call");
            let ended = Answer::of(&after, "POST", &path, Some(&call)).await;
            assert_eq!(ended.body["error"]["type"], kind, "{} {}", fresh.name, ended.body);
        }
        // Its name is not free: whoever was given it would be given another.
        let taken = json!({ "id": "notes", "handler_key": "echo", "description": "Another.",
            "parameters_schema": { "type": "object" } });
        let refused = Answer::of(&after, "POST", "/api/tools", Some(&taken)).await;
        assert_eq!(refused.status, 409, "{}", refused.body);
        // And it comes back with its handler.
        let again = server(with_notes(), "", &fresh).await;
        let call = json!({ "arguments": {}, "agent_id": "b" });
        let ended = Answer::of(&again, "POST", "/api/tools/diary/call", Some(&call)).await;
        assert_eq!(ended.body["data"], "noted");
    }
}
