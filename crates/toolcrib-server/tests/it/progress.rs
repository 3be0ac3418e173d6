//! How far a call is, told over MCP.

use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};
use toolcrib::{Context, Progress, Registry, tool};
use tower::ServiceExt as _;

use crate::doors;

/// Counts to three.
#[tool(side_effects = "none")]
async fn counts(context: &Context) -> u32 {
    // What does not grow is not told.
    for done in [1.0, 2.0, 2.0, 1.0, 3.0] {
        let message = Some(format!("{done} of 3"));
        context.progress(Progress { done, total: Some(3.0), message });
        tokio::task::yield_now().await;
    }
    3
}

#[tokio::test]
async fn whoever_wants_to_know_hears_how_far_a_call_is() {
    let registry = Registry::new();
    registry.register(CountsTool).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let (server, _crib) = doors::serve(&registry, folder.path()).await;
    let ask = async |token: Value| {
        let mut meta = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "1" },
            "io.modelcontextprotocol/clientCapabilities": {},
        });
        if !token.is_null() {
            meta["progressToken"] = token;
        }
        let params = json!({ "name": "counts", "arguments": {}, "_meta": meta });
        let body = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params });
        let request = Request::post("/mcp")
            .header("host", "localhost")
            .header("content-type", "application/json")
            .header("accept", "application/json, text/event-stream")
            .header("mcp-protocol-version", "2026-07-28")
            .header("mcp-method", "tools/call")
            .header("mcp-name", "counts")
            .body(Body::from(body.to_string()));
        let answer = server.clone().oneshot(request.unwrap()).await.unwrap();
        let bytes = axum::body::to_bytes(answer.into_body(), usize::MAX).await.unwrap();
        String::from_utf8(bytes.to_vec()).unwrap()
    };
    let said = ask(json!("t")).await;
    let data = said.lines().filter_map(|line| line.strip_prefix("data: "));
    let messages: Vec<Value> = data.filter_map(|data| serde_json::from_str(data).ok()).collect();
    let told = messages.iter().filter(|message| message["method"] == "notifications/progress");
    let told: Vec<&Value> = told.map(|message| &message["params"]).collect();
    let done: Vec<_> = told.iter().map(|params| params["progress"].as_f64().unwrap()).collect();
    assert_eq!(done, [1.0, 2.0, 3.0], "{said}");
    assert_eq!((&told[0]["progressToken"], &told[0]["total"]), (&json!("t"), &json!(3.0)));
    assert_eq!(told[2]["message"], "3 of 3");
    let result = &messages.last().unwrap()["result"];
    assert_eq!(result["content"][0]["text"], "3");
    // Nobody else does.
    let said = ask(Value::Null).await;
    assert!(said.starts_with('{') && !said.contains("notifications/progress"), "{said}");
}
