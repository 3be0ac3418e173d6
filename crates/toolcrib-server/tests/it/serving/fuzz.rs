//! Everything that the OpenAPI document allows and forbids, at random.
//!
//! schemathesis makes requests from the document and compares what comes back
//! with what the document promises. `schemathesis.toml` beside this file says
//! where a promise is narrower than a JSON Schema can say.

use std::process::{Command, Stdio};

use serde_json::json;

use super::bed::Bed;

/// Names the program; `cargo xtask test` installs it.
const VARIABLE: &str = "TOOLCRIB_TEST_SCHEMATHESIS";

const SETTINGS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/serving/schemathesis.toml");

#[tokio::test]
async fn the_server_keeps_what_its_document_promises() {
    let Some(schemathesis) = std::env::var_os(VARIABLE) else {
        assert!(std::env::var_os("CI").is_none(), "{VARIABLE} must name the program");
        return;
    };
    let bed = Bed::sqlite();
    let server = bed.serve(&[]).await;
    let talk = server.talk();
    talk.create_tool("made_here", "writes").await;
    talk.create_agent("scout").await;
    talk.post("/api/agents/scout/tools", &json!({ "tool_id": "echo" })).await.expect(201);
    let url = format!("http://{}/openapi.json", server.address);
    let mut command = Command::new(schemathesis);
    command.args(["--no-color", "--config-file", SETTINGS, "run", &url, "--checks", "all"]);
    command.current_dir(bed.path()).stdin(Stdio::null());
    let output = tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}\n{}", String::from_utf8_lossy(&output.stderr));
    talk.get("/readyz").await.expect(200);
    server.stop().await;
}
