//! Tools that somebody inserted into the table by hand, as the seed shows.

use serde_json::{Value, json};
use toolcrib_server::rest::Rest;
use toolcrib_server::shipped;
use toolcrib_store::Location;

use super::server;
use super::stores::{self, Fresh};
use crate::doors::Answer;

const COLUMNS: &str = "(id, name, description, parameters_schema, handler_key, category)";

const SCHEMA: &str = r#"{"type": "object", "properties": {"query": {"type": "string"},
    "limit": {"type": "integer", "default": 10, "maximum": 50}}, "required": ["query"],
    "additionalProperties": false}"#;

async fn execute(fresh: &Fresh, sql: &str) {
    match &fresh.location {
        Location::Sqlite(path) => {
            rusqlite::Connection::open(path).unwrap().execute_batch(sql).unwrap();
        }
        Location::Postgres(url) => {
            let tls = tokio_postgres::NoTls;
            let (client, connection) = tokio_postgres::connect(url, tls).await.unwrap();
            let connection = tokio::spawn(connection);
            client.batch_execute(sql).await.unwrap();
            drop(client);
            connection.await.unwrap().unwrap();
        }
    }
}

async fn ask(server: &Rest, method: &str, path: &str, body: Value, status: u16) -> Value {
    let body = (!body.is_null()).then_some(&body);
    let answer = Answer::of(server, method, path, body).await;
    assert_eq!(answer.status, status, "{method} {path}: {}", answer.body);
    answer.body
}

#[tokio::test]
async fn a_row_is_a_tool() {
    for fresh in stores::every_kind().await {
        let before = server(shipped::registry(), &fresh).await;
        ask(&before, "POST", "/api/agents", json!({ "id": "a", "name": "A" }), 201).await;
        execute(
            &fresh,
            &format!(
                "INSERT INTO tools {COLUMNS} VALUES ('web_search', 'Web Search', 'Searches.', \
                 '{SCHEMA}', 'echo', 'general'), ('lost', 'Lost', 'Has no handler.', '{SCHEMA}', \
                 'nothing', 'general'), ('odd', 'Odd', 'Has no schema.', 'not JSON', 'echo', \
                 'general');"
            ),
        )
        .await;
        let now = server(shipped::registry(), &fresh).await;
        let tool = ask(&now, "GET", "/api/tools/web_search", json!(null), 200).await;
        assert_eq!(
            (&tool["name"], &tool["source"], &tool["usable"], &tool["handler_key"]),
            (&json!("Web Search"), &json!("table"), &json!(true), &json!("echo")),
        );
        for (id, problem) in
            [("lost", "there is no handler `nothing`"), ("odd", "the schema must be a JSON object")]
        {
            let tool = ask(&now, "GET", &format!("/api/tools/{id}"), json!(null), 200).await;
            let message = tool["problems"][0]["message"].as_str().unwrap();
            assert!(message.contains(problem), "{id}: {message}");
        }
        // Attached with settings, called, switched off; and it is nobody's to delete.
        let given = json!({ "tool_id": "web_search", "config": { "default_limit": 20 } });
        ask(&now, "POST", "/api/agents/a/tools", given, 201).await;
        let call = json!({ "arguments": { "query": "x" }, "agent_id": "a" });
        let path = "/api/tools/web_search/call";
        let outcome = ask(&now, "POST", path, call.clone(), 200).await;
        assert_eq!(outcome["data"], json!({ "query": "x", "limit": 20 }), "{outcome}");
        ask(&now, "DELETE", "/api/tools/web_search", json!(null), 409).await;
        ask(&now, "PUT", "/api/tools/web_search", json!({ "enabled": false }), 200).await;
        let outcome = ask(&now, "POST", path, call.clone(), 200).await;
        assert_eq!(outcome["error"]["type"], "DISABLED");
        // A restart changes nothing, and a changed row is a changed tool.
        let update = "UPDATE tools SET description = 'Finds.' WHERE id = 'web_search';";
        execute(&fresh, update).await;
        let again = server(shipped::registry(), &fresh).await;
        ask(&again, "PUT", "/api/tools/web_search", json!({ "enabled": null }), 200).await;
        let tool = ask(&again, "GET", "/api/tools/web_search", json!(null), 200).await;
        assert_eq!(tool["description"], "Finds.");
        assert_eq!(ask(&again, "POST", path, call, 200).await["ok"], true);
    }
}

#[tokio::test]
async fn a_row_of_a_workspace_is_its_tool_and_can_be_changed() {
    for fresh in stores::every_kind().await {
        let before = server(shipped::registry(), &fresh).await;
        ask(&before, "POST", "/api/agents", json!({ "id": "a", "name": "A" }), 201).await;
        execute(
            &fresh,
            &format!(
                "INSERT INTO tools (workspace_id, id, name, description, parameters_schema, \
                 handler_key) VALUES ('default', 'default/find', 'Find', 'Finds.', '{SCHEMA}', \
                 'echo'), ('default', 'default/odd', 'Odd', 'Odd.', 'not JSON', 'nothing');"
            ),
        )
        .await;
        let now = server(shipped::registry(), &fresh).await;
        let tool = ask(&now, "GET", "/api/tools/find", json!(null), 200).await;
        assert_eq!((&tool["source"], &tool["usable"]), (&json!("database"), &json!(true)));
        let changed = json!({ "description": "Finds more." });
        ask(&now, "PUT", "/api/tools/find", changed, 200).await;
        let call = json!({ "arguments": { "query": "x" } });
        let outcome = ask(&now, "POST", "/api/tools/find/call", call, 200).await;
        assert_eq!(outcome["data"], json!({ "query": "x", "limit": 10 }));
        // What is wrong is said, and can be mended.
        ask(&now, "PUT", "/api/tools/odd", json!({ "handler_key": "echo" }), 400).await;
        let mended = json!({ "handler_key": "echo", "parameters_schema": { "type": "object" } });
        let tool = ask(&now, "PUT", "/api/tools/odd", mended, 200).await;
        assert_eq!(tool["usable"], true);
    }
}
