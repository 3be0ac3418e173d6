//! Several processes on one database.

use std::time::Duration;

use serde_json::{Value, json};

use super::bed::Bed;
use super::server::{Server, Talk};
use super::{on_both, seen_in_time, until};

on_both!(
    what_one_server_changes_the_other_has,
    keys_come_and_go_while_servers_run,
    servers_that_start_at_once_all_come_up,
    commands_work_beside_a_server,
    no_change_undoes_another,
);

const ROUNDS: usize = 3;

async fn what_one_server_changes_the_other_has(bed: &Bed) {
    let (one, two) = tokio::join!(bed.serve(&[]), bed.serve(&[]));
    let (one, other) = (one.talk(), two.talk());
    one.create_agent("scout").await;
    until("the agent is there", async || is(&other, "/api/agents/scout", 200).await).await;
    let (mut listed, mut gone) = (Vec::new(), Vec::new());
    for round in 0..ROUNDS {
        let id = format!("made_{round}");
        one.create_tool(&id, "none").await;
        one.post("/api/agents/scout/tools", &json!({ "tool_id": id })).await.expect(201);
        let has = async || other.tools_of("scout").await.contains(&id).then_some(());
        listed.push(until("the tool is the agent's", has).await.1);
        let call = json!({ "agent_id": "scout", "arguments": { "round": round } });
        let outcome = other.call(&id, &call).await;
        assert_eq!(outcome["data"], json!({ "round": round }), "{outcome}");
        // And the way back.
        let put = json!({ "enabled": false });
        other.put(&format!("/api/tools/{id}"), &put).await.expect(200);
        let off =
            async || (one.call(&id, &call).await["error"]["type"] == "DISABLED").then_some(());
        until("the tool is switched off", off).await;
        other.delete(&format!("/api/tools/{id}")).await.expect(204);
        let missing = async || is(&one, &format!("/api/tools/{id}"), 404).await;
        gone.push(until("the tool is gone", missing).await.1);
    }
    seen_in_time("to see a tool that was given to an agent", &listed);
    seen_in_time("to see that a tool is gone", &gone);
    one.delete("/api/agents/scout").await.expect(204);
    until("the agent is gone", async || is(&other, "/api/agents/scout", 404).await).await;
    let reply = other.post("/api/tools/echo/call", &json!({ "agent_id": "scout" })).await;
    assert_eq!(reply.error(404), "NOT_FOUND");
}

async fn keys_come_and_go_while_servers_run(bed: &Bed) {
    let first = bed.create_key("default", "read");
    let servers = [bed.serve(&["--require-keys"]).await, bed.serve(&["--require-keys"]).await];
    let talks = servers.each_ref().map(|server| server.talk().with_key(&first.secret));
    for talk in &talks {
        talk.get("/api/tools").await.expect(200);
    }
    let (mut seen, mut refused) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let key = bed.create_key("default", "read");
        let talks = servers.each_ref().map(|server| server.talk().with_key(&key.secret));
        seen.push(all_answer(&talks, 200).await);
        bed.revoke_key("default", &key);
        refused.push(all_answer(&talks, 401).await);
    }
    seen_in_time("to see a new key", &seen);
    seen_in_time("to refuse a key that was revoked", &refused);
    // One that nobody touched goes on.
    for talk in &talks {
        talk.get("/api/tools").await.expect(200);
    }
}

async fn servers_that_start_at_once_all_come_up(bed: &Bed) {
    bed.write_tool("by_folder", &json!({}), "return { ok: true, data: 1 };");
    let typed = ["--tools", "tools"];
    let (one, two, three) = tokio::join!(bed.serve(&typed), bed.serve(&typed), bed.serve(&typed));
    for server in [&one, &two, &three] {
        server.talk().get("/readyz").await.expect(200);
        assert_eq!(server.talk().call("by_folder", &json!({})).await["data"], 1);
        let path = "/api/tools/by_folder/versions";
        let versions = server.talk().get(path).await.expect(200);
        assert_eq!(versions["versions"].as_array().unwrap().len(), 1, "{versions}");
    }
    for server in [one, two, three] {
        server.stop().await;
    }
}

async fn commands_work_beside_a_server(bed: &Bed) {
    let server: Server = bed.serve(&[]).await;
    let talk = server.talk();
    talk.create_tool("made_here", "writes").await;
    let outcome = bed.run_json(&["call", "made_here", "word=hello"]);
    assert_eq!(outcome["data"], json!({ "word": "hello" }));
    let id = outcome["meta"]["callId"].as_str().unwrap();
    let call = talk.get(&format!("/api/calls/{id}")).await.expect(200);
    let shown = ["door", "tool_id", "ok", "outcome"].map(|name| call[name].clone());
    assert_eq!(shown[..3], [json!("command_line"), json!("made_here"), json!(true)]);
    assert_eq!(shown[3]["data"], outcome["data"]);
    let calls = talk.all_calls().await;
    assert_eq!(calls.len(), 1, "{calls:?}");
    assert_eq!(calls[0]["id"], *id);
    server.stop().await;
}

/// Waits until all of them get this status.
async fn all_answer(talks: &[Talk], status: u16) -> Duration {
    let what = format!("everybody answers {status}");
    let look = async || {
        for talk in talks {
            is(talk, "/api/tools", status).await?;
        }
        Some(())
    };
    until(&what, look).await.1
}

async fn is(talk: &Talk, path: &str, status: u16) -> Option<()> {
    let reply = talk.get(path).await;
    let is_sane = reply.status.is_success() || reply.body["error"]["code"] != Value::Null;
    assert!(is_sane, "{reply:?}");
    (reply.status.as_u16() == status).then_some(())
}

/// Two servers change different things of the same, each from what it last saw.
async fn no_change_undoes_another(bed: &Bed) {
    let (one, two) = tokio::join!(bed.serve(&[]), bed.serve(&[]));
    let (one, other) = (one.talk(), two.talk());
    one.create_agent("scout").await;
    one.create_tool("made", "none").await;
    for path in ["/api/agents/scout", "/api/tools/made"] {
        until("both know of it", async || is(&other, path, 200).await).await;
    }
    for round in 0..ROUNDS {
        let words = format!("Round {round}.");
        for (path, off, on) in [
            ("/api/agents/scout", json!({ "enabled": false }), json!({ "enabled": true })),
            ("/api/tools/made", json!({ "enabled": false }), json!({ "enabled": null })),
            ("/api/tools/echo", json!({ "enabled": false }), json!({ "enabled": null })),
        ] {
            let change = async |talk: &Talk, body: &Value| match path.contains("agents") {
                true => talk.patch(path, body).await.expect(200),
                false => talk.put(path, body).await.expect(200),
            };
            change(&one, &off).await;
            // The other has not heard of it yet.
            let changed = change(&other, &json!({ "description": words })).await;
            assert_eq!(changed["enabled"], false, "{path}: {changed}");
            let seen = async || {
                let now = one.get(path).await.expect(200);
                assert_eq!(now["enabled"], false, "{path}: {now}");
                (now["description"] == words).then_some(())
            };
            until("both changes are there", seen).await;
            change(&one, &on).await;
        }
    }
}
