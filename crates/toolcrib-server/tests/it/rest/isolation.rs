//! What is another workspace's is not there, on every route.

use serde_json::{Value, json};
use toolcrib_server::rest::Rest;
use toolcrib_server::{rest, shipped};

use super::stores;
use crate::doors::Answer;

const THEIRS: [(&str, &str); 1] = [("x-workspace-id", "theirs")];
const OURS: [(&str, &str); 1] = [("x-workspace-id", "ours")];

/// Something of every kind in one workspace: the ids of its tool, agent, session
/// and call.
struct Things {
    approval: String,
    key: String,
    tool: String,
    agent: String,
    session: String,
    call: String,
}

async fn make(server: &Rest) -> Things {
    let made = async |path: &str, body: Value| {
        let made = Answer::to(server, &THEIRS, "POST", path, Some(&body)).await;
        assert!(made.status < 300, "{path}: {}", made.body);
        made.body
    };
    let schema = json!({ "type": "object", "additionalProperties": true });
    let tool = json!({ "id": "secret_tool", "handler_key": "echo", "description": "Theirs.",
        "parameters_schema": &schema });
    made("/api/tools", tool).await;
    made("/api/agents", json!({ "id": "secret_agent", "name": "Theirs" })).await;
    made("/api/agents/secret_agent/tools", json!({ "tool_id": "secret_tool" })).await;
    made("/api/documents", json!({ "id": "secret_document", "title": "Theirs" })).await;
    let session = made("/api/playground/sessions", json!({})).await;
    let call = json!({ "arguments": { "note": "for us alone" } });
    let call = made("/api/tools/secret_tool/call", call).await;
    let delicate = json!({ "id": "delicate", "handler_key": "echo", "description": "Theirs.",
        "parameters_schema": schema, "requires_confirmation": true });
    made("/api/tools", delicate).await;
    let held = made("/api/tools/delicate/call", json!({ "arguments": {} })).await;
    let key = made("/api/keys", json!({ "name": "secret_key", "scopes": ["read"] })).await;
    Things {
        key: key["id"].as_str().unwrap().to_owned(),
        approval: held["error"]["confirmation_request"]["token"].as_str().unwrap().to_owned(),
        tool: "secret_tool".to_owned(),
        agent: "secret_agent".to_owned(),
        session: session["id"].as_str().unwrap().to_owned(),
        call: call["meta"]["callId"].as_str().unwrap().to_owned(),
    }
}

/// What a route takes, for its path and for its body.
fn body_for(method: &str, path: &str) -> Option<Value> {
    match (method, path) {
        ("get" | "delete", _) => None,
        (_, path) if path.ends_with("/call") => Some(json!({ "arguments": {} })),
        (_, path) if path.ends_with("/chat") => Some(json!({ "message": "hello" })),
        (_, path) if path.contains("/approvals/") || path.contains("/sources/") => None,
        (_, path) if path.ends_with("/cancel") || path.ends_with("/turns") => None,
        (_, path) if path.ends_with("/rollback") => Some(json!({ "version": "1" })),
        (_, "/api/agents/{id}/tools") => Some(json!({ "tool_id": "echo" })),
        (_, "/api/agents/{id}/tools/{tool_id}") => Some(json!({ "config": {} })),
        (_, "/api/tools/{id}") => Some(json!({ "enabled": false })),
        (_, "/api/agents/{id}") => Some(json!({ "enabled": false })),
        (_, "/api/playground/sessions/{id}") => Some(json!({ "mode": "voice" })),
        other => panic!("nobody knows what {other:?} takes"),
    }
}

#[tokio::test]
async fn what_is_another_workspaces_is_not_there() {
    for fresh in stores::every_kind().await {
        let server = super::server(shipped::registry(), &fresh).await;
        let things = make(&server).await;
        let document = rest::document();
        let mut tried = 0;
        for (path, operations) in document["paths"].as_object().unwrap() {
            if !path.contains('{') {
                continue;
            }
            let id = match path.split('/').nth(2) {
                Some("tools") => &things.tool,
                Some("agents") => &things.agent,
                Some("calls") => &things.call,
                Some("approvals") => &things.approval,
                Some("keys") => &things.key,
                // There are none: they are the server's own.
                Some("sources") => "nowhere",
                Some("documents") => "secret_document",
                Some("playground") => &things.session,
                other => panic!("nobody knows what {other:?} are"),
            };
            let asked = path.replace("{id}", id).replace("{tool_id}", &things.tool);
            for method in operations.as_object().unwrap().keys() {
                let (verb, body) = (method.to_uppercase(), body_for(method, path));
                let answer = Answer::to(&server, &OURS, &verb, &asked, body.as_ref()).await;
                let said = (answer.status, answer.body["error"]["code"].as_str());
                assert_eq!(said, (404, Some("NOT_FOUND")), "{verb} {path}: {}", answer.body);
                tried += 1;
            }
        }
        assert!(tried >= 16, "only {tried} routes name something");
        // Nothing of theirs was touched, and it is there for them.
        let tool = Answer::to(&server, &THEIRS, "GET", "/api/tools/secret_tool", None).await;
        assert_eq!((tool.status, &tool.body["enabled"]), (200, &json!(true)));
        let given = "/api/agents/secret_agent/tools";
        let given = Answer::to(&server, &THEIRS, "GET", given, None).await;
        assert_eq!(given.body["tools"].as_array().unwrap().len(), 1);
    }
}

#[tokio::test]
async fn lists_show_what_is_ones_own() {
    for fresh in stores::every_kind().await {
        let server = super::server(shipped::registry(), &fresh).await;
        let things = make(&server).await;
        for path in ["/api/tools", "/api/agents", "/api/calls", "/api/playground/sessions"] {
            let ours = Answer::to(&server, &OURS, "GET", path, None).await.body.to_string();
            let theirs = Answer::to(&server, &THEIRS, "GET", path, None).await.body.to_string();
            let is_theirs = |list: &str| list.contains("secret_") || list.contains(&things.session);
            assert!(!is_theirs(&ours), "{path}: {ours}");
            assert!(is_theirs(&theirs), "{path}: {theirs}");
        }
        let path = format!("/api/calls?cursor={}z", things.call);
        let ours = Answer::to(&server, &OURS, "GET", &path, None).await;
        assert_eq!(ours.body["calls"], json!([]));
    }
}

#[tokio::test]
async fn nothing_of_theirs_can_be_named_in_a_body() {
    for fresh in stores::every_kind().await {
        let server = super::server(shipped::registry(), &fresh).await;
        let things = make(&server).await;
        let ours = async |path: &str, body: Value| {
            Answer::to(&server, &OURS, "POST", path, Some(&body)).await.status
        };
        assert_eq!(ours("/api/agents", json!({ "id": "mine", "name": "Mine" })).await, 201);
        let attach = json!({ "tool_id": things.tool });
        assert_eq!(ours("/api/agents/mine/tools", attach).await, 404);
        for body in [json!({ "agent_id": things.agent }), json!({ "session_id": things.session })] {
            assert_eq!(ours("/api/tools/echo/call", body).await, 404);
        }
        let session = json!({ "agent_id": things.agent });
        assert_eq!(ours("/api/playground/sessions", session).await, 404);
        let derived = json!({ "id": "mine", "handler_key": things.tool, "description": "Mine.",
            "parameters_schema": { "type": "object" } });
        assert_eq!(ours("/api/tools", derived).await, 400);
        // The same ids are free here: nobody learns that they are taken there.
        let tool = json!({ "id": things.tool, "handler_key": "echo", "description": "Mine.",
            "parameters_schema": { "type": "object" } });
        assert_eq!(ours("/api/tools", tool).await, 201);
        assert_eq!(ours("/api/agents", json!({ "id": things.agent, "name": "Mine" })).await, 201);
    }
}
