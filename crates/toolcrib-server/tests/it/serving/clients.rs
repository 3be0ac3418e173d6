//! Clients that others wrote, and the official suite of the protocol.

use std::path::PathBuf;
use std::process::Command;

use serde_json::{Value, json};

use super::bed::Bed;
use super::generated::{passes, program};

const TOOLS: [&str; 2] = ["--tools", "tools"];

fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/mcp").join(name)
}

/// Tools that clients try, under the names that the suite wants.
fn prepare(bed: &Bed) {
    let number = json!({ "type": "number" });
    let add = json!({
        "parameters": { "type": "object", "required": ["a", "b"], "additionalProperties": false,
            "properties": { "a": number, "b": number } },
        "output": { "type": "object", "required": ["sum"], "properties": { "sum": number } },
    });
    bed.write_tool("add", &add, "return { ok: true, data: { sum: args.a + args.b } };");
    let pay = json!({
        "title": "Pay somebody", "sideEffects": "writes", "category": "action",
        "idempotent": false, "requiresConfirmation": true,
        "parameters": { "type": "object", "required": ["amount"], "additionalProperties": false,
            "properties": { "amount": { "type": "integer" } } },
    });
    bed.write_tool("pay", &pay, "return { ok: true, data: { paid: args.amount } };");
    let picture = json!({ "type": "image", "data": "iVBORw0KGgo=", "mimeType": "image/png" });
    let sound = json!({ "type": "audio", "data": "UklGRg==", "mimeType": "audio/wav" });
    let resource = |uri: &str, kind: &str, text: &str| json!({ "type": "resource", "resource": { "uri": uri, "mimeType": kind, "text": text } });
    let embedded =
        resource("test://embedded-resource", "text/plain", "This is an embedded resource content.");
    let mixed = resource(
        "test://mixed-content-resource",
        "application/json",
        "{\"test\":\"data\",\"value\":123}",
    );
    let words = json!({ "type": "text", "text": "Multiple content types test:" });
    for (id, data) in [
        ("test_simple_text", json!("This is a simple text response for testing.")),
        ("test_image_content", picture.clone()),
        ("test_audio_content", sound),
        ("test_embedded_resource", embedded),
        ("test_multiple_content_types", json!([words, picture, mixed])),
        ("test_simple_prompt", Value::Null),
    ] {
        bed.write_tool(id, &json!({}), &format!("return {{ ok: true, data: {data} }};"));
    }
    let error = "throw new Error('This tool intentionally returns an error for testing');";
    bed.write_tool("test_error_handling", &json!({}), error);
    bed.write_tool("test_tool_with_progress", &json!({}), "");
    let counting = "export async function execute({ progress }) {
        for (const done of [0, 50, 100]) {
            progress(done, 100);
            await new Promise((done) => setTimeout(done, 50));
        }
        return { ok: true, data: 'done' };
    }\n";
    let handler = bed.tools().join("test-tool-with-progress/handler.js");
    std::fs::write(handler, counting).unwrap();
}

#[tokio::test]
async fn the_official_suite_passes() {
    let node = program("TOOLCRIB_TEST_NODE_22");
    let (Some(node), Some(suite)) = (node, program("TOOLCRIB_TEST_CONFORMANCE")) else { return };
    let bed = Bed::sqlite();
    prepare(&bed);
    let server = bed.serve(&TOOLS).await;
    let url = format!("http://{}/mcp", server.address);
    let mut suite_of = Command::new(node);
    suite_of.arg(suite).args(["server", "--url", &url, "--expected-failures"]);
    suite_of.arg(file("expected-failures.yaml")).current_dir(bed.path());
    tokio::task::spawn_blocking(move || passes(&mut suite_of)).await.unwrap();
    server.stop().await;
}

#[tokio::test]
async fn the_inspector_lists_and_calls() {
    let node = program("TOOLCRIB_TEST_NODE_22");
    let (Some(node), Some(cli)) = (node, program("TOOLCRIB_TEST_INSPECTOR")) else { return };
    let bed = Bed::sqlite();
    prepare(&bed);
    let server = bed.serve(&TOOLS).await;
    let url = format!("http://{}/mcp", server.address);
    let ask = async |more: &[&str]| -> Value {
        let mut inspector = Command::new(&node);
        inspector.arg(&cli).args(["--cli", &url, "--transport", "http"]).args(more);
        let said = tokio::task::spawn_blocking(move || passes(&mut inspector)).await.unwrap();
        serde_json::from_str(&said).unwrap()
    };
    let list = ask(&["--method", "tools/list"]).await;
    assert_eq!(list["tools"][0]["name"], "add");
    let call = ["--method", "tools/call", "--tool-name", "add", "--tool-arg", "a=2", "b=3"];
    assert_eq!(ask(&call).await["structuredContent"], json!({ "sum": 5 }));
    server.stop().await;
}

#[tokio::test]
async fn clients_in_python_are_served() {
    let Some(python) = program("TOOLCRIB_TEST_PYTHON") else { return };
    let bed = Bed::sqlite();
    prepare(&bed);
    let server = bed.serve(&TOOLS).await;
    let url = format!("http://{}/mcp", server.address);
    let data = bed.path().join("data");
    let mut clients = Command::new(python);
    clients.arg(file("clients.py")).arg(&url).arg(env!("CARGO_BIN_EXE_toolcrib"));
    clients.args(["mcp", "--tools", "tools", "--data"]).arg(data).current_dir(bed.path());
    let said = tokio::task::spawn_blocking(move || passes(&mut clients)).await.unwrap();
    assert_eq!(said, "every client was served\n");
    server.stop().await;
}
