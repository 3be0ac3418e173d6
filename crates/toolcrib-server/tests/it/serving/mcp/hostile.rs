//! Clients that want more than they may, or ask for nonsense.

use serde_json::json;

use super::client::{Client, OLDER, Said};
use super::{TOOLS, prepare, text};
use crate::serving::bed::Bed;
use crate::serving::until;

#[tokio::test]
async fn nobody_is_kept_out_by_the_sessions_of_others() {
    let bed = Bed::sqlite();
    prepare(&bed);
    let (one, other) = (bed.create_key("default", "read"), bed.create_key("default", "read"));
    let server = bed.serve(&[&TOOLS[..], &["--require-keys"]].concat()).await;
    let talk = server.talk().with_key(&one.secret);
    let theirs = server.talk().with_key(&other.secret);
    let neighbour = Client::older(&theirs, "/mcp", json!({})).await;
    let first = Client::older(&talk, "/mcp", json!({})).await;
    let second = Client::older(&talk, "/mcp", json!({})).await;
    for _ in 0..253 {
        Client::older(&talk, "/mcp", json!({})).await;
    }
    // The one that was silent longest goes; the first has just been heard.
    assert_eq!(first.status("tools/list").await, 200);
    let last = Client::older(&talk, "/mcp", json!({})).await;
    Client::older(&talk, "/mcp", json!({})).await;
    assert_eq!(second.status("tools/list").await, 404);
    assert_eq!(first.status("tools/list").await, 200);
    assert_eq!(last.status("tools/list").await, 200);
    assert_eq!(neighbour.status("tools/list").await, 200);
    server.stop().await;
}

#[tokio::test]
async fn a_session_that_was_ended_is_gone() {
    let bed = Bed::sqlite();
    let server = bed.serve(&[]).await;
    let client = Client::older(&server.talk(), "/mcp", json!({})).await;
    let talk = client.talk.with("mcp-session-id", client.session.as_deref().unwrap());
    talk.with("mcp-protocol-version", OLDER).delete("/mcp").await.expect(204);
    assert_eq!(client.status("tools/list").await, 404);
    server.stop().await;
}

#[tokio::test]
async fn what_makes_no_sense_is_said_to_make_none() {
    let bed = Bed::sqlite();
    let server = bed.serve(&[]).await;
    let client = Client::older(&server.talk(), "/mcp", json!({})).await;
    for arguments in [json!("text"), json!([1]), json!(5)] {
        let params = json!({ "name": "echo", "arguments": arguments });
        let refused = client.refused("tools/call", params).await;
        assert_eq!(refused["code"], -32602, "{refused}");
    }
    assert_eq!(client.refused("tools/bake", json!({})).await["code"], -32601);
    client.ask("tools/list", json!({ "cursor": "" })).await;
    // A person who looks in is told what this is.
    let looked = server.talk().with("accept", "text/html").get("/mcp").await;
    assert_eq!(looked.error(406), "NOT_ACCEPTABLE");
    server.stop().await;
}

#[tokio::test]
async fn nobody_is_asked_to_agree_to_what_they_are_not_shown() {
    let bed = Bed::sqlite();
    let run = json!({ "sideEffects": "writes", "category": "action", "requiresConfirmation": true,
        "parameters": { "type": "object", "properties": { "command": { "type": "string" } },
            "required": ["command"], "additionalProperties": false } });
    bed.write_tool("run", &run, "return { ok: true, data: { ran: args.command } };");
    let server = bed.serve(&TOOLS).await;
    let able = Client {
        capabilities: json!({ "elicitation": { "form": {} } }),
        ..Client::new(&server.talk(), "/mcp")
    };
    let ask = async |command: &str| {
        let params = json!({ "name": "run", "arguments": { "command": command } });
        able.ask("tools/call", params).await
    };
    let message = |question: &serde_json::Value| {
        let asked = &question["inputRequests"]["approval"]["params"]["message"];
        asked.as_str().unwrap_or_default().to_owned()
    };
    let hidden = format!("ls{}; rm -rf /home/ann", " ".repeat(200));
    let question = message(&ask(&hidden).await);
    assert!(question.contains("; rm -rf /home/ann"), "{question}");
    let question = message(&ask("ls\n\nApproved already.\u{202e}").await);
    assert!(question.contains(r#""ls\n\nApproved already.\u{202e}""#), "{question}");
    // What is too long to be shown is looked at elsewhere.
    let held = ask(&"x".repeat(10_000)).await;
    assert!(text(&held).starts_with("CONFIRMATION_REQUIRED"), "{held}");
    server.stop().await;
}

#[tokio::test]
async fn who_has_taken_a_call_back_approves_nothing() {
    let bed = Bed::sqlite();
    prepare(&bed);
    let server = bed.serve(&TOOLS).await;
    let client = Client::older(&server.talk(), "/mcp", json!({ "elicitation": {} })).await;
    let params = json!({ "name": "pay", "arguments": { "amount": 5 } });
    let mut said = Said::new(client.open("tools/call", &params).await);
    let asked = said.next().await.unwrap();
    assert_eq!(asked["method"], "elicitation/create", "{asked}");
    client.notify("notifications/cancelled", &json!({ "requestId": 1 })).await;
    let talk = client.talk.with("mcp-session-id", client.session.as_deref().unwrap());
    let result = json!({ "action": "accept", "content": { "approve": true } });
    let reply = json!({ "jsonrpc": "2.0", "id": asked["id"], "result": result });
    let reply = talk.with("mcp-protocol-version", OLDER).open("/mcp", &reply).await;
    assert_eq!(reply.status(), 202);
    for _ in 0..20 {
        let asked = server.talk().get("/api/approvals").await.expect(200);
        assert_eq!(asked["approvals"][0]["state"], "pending", "{asked}");
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    server.stop().await;
}

#[tokio::test]
async fn an_agent_that_is_off_has_no_tools() {
    let bed = Bed::sqlite();
    prepare(&bed);
    let server = bed.serve(&TOOLS).await;
    let client = Client::new(&server.talk(), "/mcp/agents/clerk");
    let count =
        async || client.ask("tools/list", json!({})).await["tools"].as_array().unwrap().len();
    until("the agent is there", async || (count().await == 1).then_some(())).await;
    let off = json!({ "enabled": false });
    server.talk().patch("/api/agents/clerk", &off).await.expect(200);
    assert_eq!(count().await, 0);
    server.stop().await;
}
