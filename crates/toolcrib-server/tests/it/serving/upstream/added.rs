//! Servers that are added to one that runs.

use serde_json::{Value, json};

use super::{source, write_add};
use crate::serving::bed::Bed;
use crate::serving::server::Talk;
use crate::serving::until;

async fn is_there(talk: &Talk, tool: &str) {
    until("the tool is there", async || {
        (talk.get(&format!("/api/tools/{tool}")).await.status == 200).then_some(())
    })
    .await;
}

#[tokio::test]
async fn an_address_is_added_and_taken_out_again() {
    let (bed, other) = (Bed::sqlite(), Bed::sqlite());
    write_add(&other, "Adds two numbers.");
    let key = other.create_key("default", "read,call");
    let far = other.serve(&["--tools", "tools", "--require-keys"]).await;
    let server = bed.serve(&[]).await;
    let talk = server.talk();
    let url = format!("http://{}/mcp", far.address);
    let headers = json!({ "Authorization": format!("Bearer {}", key.secret) });
    let new = json!({ "name": "far", "url": url, "headers": headers, "tools": ["add"] });
    let added = talk.post("/api/sources", &new).await.expect(201);
    assert_eq!((&added["id"], &added["is_added"]), (&json!("far"), &json!(true)));
    is_there(&talk, "far_add").await;
    let sum = json!({ "arguments": { "a": 2, "b": 3 } });
    assert_eq!(talk.call("far_add", &sum).await["data"], json!({ "sum": 5 }));
    let shown = talk.get("/api/sources").await.expect(200).to_string();
    assert!(!shown.contains(&key.secret), "{shown}");
    assert_eq!(talk.post("/api/sources", &new).await.error(409), "ALREADY_EXISTS");
    // It is there after a restart.
    server.stop().await;
    let server = bed.serve(&[]).await;
    let talk = server.talk();
    is_there(&talk, "far_add").await;
    talk.delete("/api/sources/far").await.expect(204);
    until("the tool is gone", async || {
        (talk.get("/api/tools/far_add").await.status == 404).then_some(())
    })
    .await;
    assert_eq!(talk.post("/api/tools/far_add/call", &sum).await.error(404), "NOT_FOUND");
    assert_eq!(talk.delete("/api/sources/far").await.error(404), "NOT_FOUND");
    // The command line adds to a server that runs.
    let header = format!("Authorization: Bearer {}", key.secret);
    let typed = ["sources", "add", "far", &url, "--header", &header, "--prefix", "away"];
    assert!(bed.run(&typed).status.success());
    is_there(&talk, "away_add").await;
    assert!(bed.run(&["sources", "remove", "far"]).status.success());
    until("the tool is gone", async || {
        (talk.get("/api/tools/away_add").await.status == 404).then_some(())
    })
    .await;
    let again = bed.run(&["sources", "remove", "far"]);
    assert_eq!(again.status.code(), Some(1), "{again:?}");
    server.stop().await;
    far.stop().await;
}

#[tokio::test]
async fn only_addresses_are_added_and_only_by_those_who_look_after_the_server() {
    let bed = Bed::sqlite();
    std::fs::write(bed.path().join("toolcrib.toml"), "[sources.mcp.set]\ncommand = \"false\"\n")
        .unwrap();
    let (ours, theirs) =
        (bed.create_key("default", "read,manage"), bed.create_key("theirs", "read,manage"));
    let server = bed.serve(&["--require-keys"]).await;
    let talk = server.talk().with_key(&ours.secret);
    let url = format!("http://{}/mcp", server.address);
    for (change, wrong) in [
        (json!({ "command": "sh" }), "command"),
        (json!({ "url": "file:///etc/passwd" }), "http://"),
        (json!({ "name": "a b" }), "letters"),
        (json!({ "name": "../x" }), "letters"),
        (json!({ "headers": { "x-token": "${HOME}" } }), "HOME"),
        (json!({ "timeout_ms": 0 }), "zero"),
    ] {
        let mut new = json!({ "name": "new", "url": url });
        for (name, value) in change.as_object().unwrap() {
            new[name] = value.clone();
        }
        let refused = talk.post("/api/sources", &new).await;
        let message = refused.body.to_string();
        assert_eq!(refused.error(400), "VALIDATION_ERROR", "{message}");
        assert!(message.contains(wrong), "{message}");
    }
    let new = json!({ "name": "set", "url": url });
    assert_eq!(talk.post("/api/sources", &new).await.error(409), "ALREADY_EXISTS");
    assert_eq!(talk.delete("/api/sources/set").await.error(409), "CONFLICT");
    // Another workspace sees which there are, and nothing of what they say.
    let stranger = server.talk().in_workspace("theirs").with_key(&theirs.secret);
    let new = json!({ "name": "new", "url": url });
    assert_eq!(stranger.post("/api/sources", &new).await.error(403), "FORBIDDEN");
    assert_eq!(stranger.delete("/api/sources/set").await.error(404), "NOT_FOUND");
    let seen = source(&stranger, "set").await;
    assert_eq!((&seen["message"], &seen["transport"]), (&json!(null), &json!(null)));
    server.stop().await;
}

#[tokio::test]
async fn a_server_that_is_added_to_itself_is_told_so() {
    let bed = Bed::sqlite();
    let server = bed.serve(&[]).await;
    let talk = server.talk();
    let new = json!({ "name": "self", "url": format!("http://{}/mcp", server.address) });
    talk.post("/api/sources", &new).await.expect(201);
    let failed = until("it is noticed", async || {
        let source = source(&talk, "self").await;
        source["message"]
            .as_str()
            .is_some_and(|why| why.contains("its own upstream"))
            .then_some(source)
    });
    assert_eq!(failed.await.0["tool_count"], 0);
    server.stop().await;
}

#[tokio::test]
async fn no_server_gets_the_id_of_a_tool_that_is_here() {
    let (bed, other) = (Bed::sqlite(), Bed::sqlite());
    other.write_tool("search", &json!({}), "return { ok: true, data: null };");
    let far = other.serve(&["--tools", "tools"]).await;
    let url = format!("http://{}/mcp", far.address);
    assert!(bed.run(&["sources", "add", "kb", &url]).status.success());
    assert!(bed.run(&["sources", "add", "gone", "http://127.0.0.1:1/mcp"]).status.success());
    let looked = bed.run(&["doctor", "--json"]);
    assert_eq!(looked.status.code(), Some(1), "{looked:?}");
    let found: Value = serde_json::from_slice(&looked.stdout).unwrap();
    let found = found["findings"].as_array().unwrap();
    let says = |words: &str, health: &str| {
        let is_it = |message: &str| message.contains(words);
        found.iter().any(|one| one["health"] == health && is_it(one["message"].as_str().unwrap()))
    };
    assert!(says("`kb_search` is not offered: a tool that is no server's", "warning"), "{found:?}");
    assert!(says("`gone` (http: http://127.0.0.1:1): ", "problem"), "{found:?}");
    far.stop().await;
}
