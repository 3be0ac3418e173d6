//! Calls that wait for a person, and calls that are made once.

use std::time::Duration;

use serde_json::{Value, json};

use super::bed::Bed;
use super::on_both;
use super::server::Talk;
use super::talking::{Socket, session};

on_both!(
    a_call_is_held_until_somebody_approves_it_and_runs_once,
    asked_on_one_server_and_approved_on_the_other,
    a_conversation_waits_for_the_answer_and_is_told_why_not,
    an_approval_outlives_the_server,
    a_key_makes_one_call_of_many,
);

/// A tool that pays, an agent that wants to, and a model that plays it.
fn prepare(bed: &Bed) {
    let parameters = json!({
        "type": "object",
        "properties": { "amount": { "type": "integer" }, "api_key": { "type": "string" } },
        "required": ["amount"],
        "additionalProperties": false,
    });
    let changes = json!({
        "title": "Pay somebody", "sideEffects": "writes", "category": "action",
        "idempotent": false, "requiresConfirmation": true, "parameters": parameters,
    });
    bed.write_tool("pay", &changes, "return { ok: true, data: { paid: args.amount } };");
    let changes = json!({ "sideEffects": "writes", "category": "action", "idempotent": false,
        "parameters": parameters });
    bed.write_tool("send", &changes, "return { ok: true, data: { sent: args.amount } };");
    let pay = json!({ "name": "pay", "arguments": { "amount": 5 } });
    let script = json!({ "turns": [
        { "when": ["pay"], "rounds": [{ "calls": [pay] }, { "text": "{{outcome}}" }] },
        { "rounds": [{ "text": "Hello." }] } ] });
    let config = "[models.default]\nprovider = \"script\"\nscript = \"script.json\"\n";
    std::fs::write(bed.path().join("toolcrib.toml"), config).unwrap();
    std::fs::write(bed.path().join("script.json"), script.to_string()).unwrap();
    std::fs::create_dir(bed.path().join("agents")).unwrap();
    let agent = json!({ "id": "host", "isPrimary": true, "tools": ["pay"] });
    std::fs::write(bed.path().join("agents/host.json"), agent.to_string()).unwrap();
}

const TOOLS: [&str; 2] = ["--tools", "tools"];

async fn pay(talk: &Talk, more: &Value) -> Value {
    let mut body = json!({ "arguments": { "amount": 5 } });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    talk.call("pay", &body).await
}

fn token(outcome: &Value) -> String {
    assert_eq!(outcome["error"]["type"], "CONFIRMATION_REQUIRED", "{outcome}");
    outcome["error"]["confirmation_request"]["token"].as_str().unwrap().to_owned()
}

async fn approve(talk: &Talk, id: &str) -> Value {
    talk.post(&format!("/api/approvals/{id}/approve"), &Value::Null).await.expect(200)
}

/// The calls of a tool that ran.
async fn ran(talk: &Talk, tool: &str) -> Vec<Value> {
    let calls = talk.get(&format!("/api/calls?tool_id={tool}&ok=true")).await.expect(200);
    let calls = calls["calls"].as_array().unwrap().clone();
    calls.into_iter().filter(|call| call["attempts"] == 1).collect()
}

async fn a_call_is_held_until_somebody_approves_it_and_runs_once(bed: &Bed) {
    prepare(bed);
    let server = bed.serve(&TOOLS).await;
    let talk = server.talk();
    // Arguments are looked at before anybody is asked.
    let wrong = talk.call("pay", &json!({ "arguments": { "amount": "much" } })).await;
    assert_eq!(wrong["error"]["type"], "VALIDATION");
    let arguments = json!({ "amount": 5, "api_key": "s3cret" });
    let held = talk.call("pay", &json!({ "arguments": arguments })).await;
    let request = &held["error"]["confirmation_request"];
    assert_eq!(request["tool"], "pay");
    assert_eq!(request["args"], json!({ "amount": 5, "api_key": "[redacted]" }));
    assert_eq!(request["preview"], r#"Pay somebody: amount = 5, api_key = "[redacted]""#);
    assert!(request["expires"].as_str().unwrap() > held["created_at"].as_str().unwrap_or("2026"));
    let id = token(&held);
    // The same question is asked once.
    assert_eq!(token(&talk.call("pay", &json!({ "arguments": arguments })).await), id);
    let waiting = talk.get("/api/approvals?state=pending").await.expect(200);
    assert_eq!(waiting["approvals"].as_array().unwrap().len(), 1);
    assert!(!waiting.to_string().contains("s3cret"));
    // Not yet approved, for other arguments, for another agent: no.
    let again = |arguments: Value| json!({ "arguments": arguments, "approval_id": id });
    let early = talk.call("pay", &again(arguments.clone())).await;
    let message = early["error"]["message"].as_str().unwrap();
    assert!(message.contains("nobody has answered the approval"), "{message}");
    // A dry run says how it stands, and changes nothing about it.
    let mut dry = again(arguments.clone());
    dry["dry_run"] = json!(true);
    let early = talk.call("pay", &dry).await["data"].take();
    let message = early["stages"][3]["message"].as_str().unwrap();
    assert!(message.contains("nobody has answered the approval"), "{message}");
    let [one, two] = [approve(&talk, &id), approve(&talk, &id)];
    let (one, two) = tokio::join!(one, two);
    assert_eq!((&one["state"], &two["state"]), (&json!("approved"), &json!("approved")));
    let other = talk.call("pay", &again(json!({ "amount": 6, "api_key": "s3cret" }))).await;
    let message = other["error"]["message"].as_str().unwrap();
    assert!(message.contains("is for another call"), "{message}");
    let mut as_agent = again(arguments.clone());
    as_agent["agent_id"] = json!("host");
    token(&talk.call("pay", &as_agent).await);
    for _ in 0..2 {
        let would = talk.call("pay", &dry).await["data"].take();
        assert_eq!(would["wouldRun"], true, "{would}");
    }
    // Many want it at once, and one gets it.
    let wanted = again(arguments.clone());
    let calls = (0..8).map(|_| talk.call("pay", &wanted));
    let outcomes = futures_util::future::join_all(calls).await;
    let paid = outcomes.iter().filter(|outcome| outcome["ok"] == true).count();
    assert_eq!(paid, 1);
    let refused = outcomes.iter().find(|outcome| outcome["ok"] == false).unwrap();
    assert!(refused["error"]["message"].as_str().unwrap().contains("was used already"));
    let records = ran(&talk, "pay").await;
    assert_eq!(records.len(), 1);
    assert_eq!((&records[0]["approval_id"], &records[0]["rule"]), (&json!(id), &json!("no_agent")));
    // What was decided stays so.
    let late = talk.post(&format!("/api/approvals/{id}/deny"), &json!({})).await;
    assert_eq!(late.error(409), "CONFLICT");
    assert_eq!(approve(&talk, &id).await["state"], "used");
    let nobody = talk.post("/api/approvals/apr_none/approve", &Value::Null).await;
    assert_eq!(nobody.error(404), "NOT_FOUND");
    server.stop().await;
}

async fn asked_on_one_server_and_approved_on_the_other(bed: &Bed) {
    prepare(bed);
    let (one, two) = tokio::join!(bed.serve(&TOOLS), bed.serve(&TOOLS));
    let id = token(&pay(&one.talk(), &json!({})).await);
    approve(&two.talk(), &id).await;
    let outcome = pay(&one.talk(), &json!({ "approval_id": id })).await;
    assert_eq!(outcome["data"]["paid"], 5, "{outcome}");
    // Neither makes it twice.
    for talk in [one.talk(), two.talk()] {
        token(&pay(&talk, &json!({ "approval_id": id })).await);
    }
    // A conversation that waits on one is answered on the other.
    let talk = one.talk();
    let session = session(&talk).await;
    let mut socket = Socket::open(one.address, &session).await;
    socket.say(&json!({ "type": "chat", "message": "pay" })).await;
    let held = socket.until("approval-required").await.pop().unwrap();
    approve(&two.talk(), held["approval_id"].as_str().unwrap()).await;
    let result = socket.until("tool-result").await.pop().unwrap();
    assert_eq!(result["outcome"]["data"]["paid"], 5, "{result}");
    one.stop().await;
    two.stop().await;
}

async fn a_conversation_waits_for_the_answer_and_is_told_why_not(bed: &Bed) {
    prepare(bed);
    let server = bed.serve(&TOOLS).await;
    let talk = server.talk();
    let session = session(&talk).await;
    let mut socket = Socket::open(server.address, &session).await;
    for (answer, text) in [
        (json!({ "type": "approve" }), r#"{"paid":5}"#),
        (
            json!({ "type": "deny", "reason": "too dear" }),
            "CONFIRMATION_REQUIRED: `pay` was not called: the user did not approve it: too dear.\n\
             Next: Do not make this call again unless the user asks for it.",
        ),
    ] {
        socket.say(&json!({ "type": "chat", "message": "pay" })).await;
        let held = socket.until("approval-required").await.pop().unwrap();
        assert_eq!((&held["tool"], &held["arguments"]), (&json!("pay"), &json!(r#"{"amount":5}"#)));
        assert_eq!(held["preview"], "Pay somebody: amount = 5");
        assert!(held["expires"].is_string());
        let mut answer = answer;
        answer["approval_id"] = held["approval_id"].clone();
        socket.say(&answer).await;
        let result = socket.until("tool-result").await.pop().unwrap();
        assert_eq!(result["text"], text);
        socket.until("message-end").await;
    }
    // What is no approval is told, and changes nothing.
    socket.say(&json!({ "type": "approve", "approval_id": "apr_none" })).await;
    assert_eq!(socket.next().await["code"], "NOT_FOUND");
    drop(socket);
    // Where nobody listens nobody waits; the answer counts when the model tries again.
    let path = format!("/api/playground/sessions/{session}/chat");
    let once = talk.with("accept", "application/json");
    let said = once.post(&path, &json!({ "message": "pay" })).await.expect(200);
    assert_eq!(said["calls"][0]["ok"], false, "{said}");
    let waiting = talk.get("/api/approvals?state=pending").await.expect(200);
    approve(&talk, waiting["approvals"][0]["id"].as_str().unwrap()).await;
    let said = once.post(&path, &json!({ "message": "pay" })).await.expect(200);
    assert_eq!(said["message"], r#"{"paid":5}"#, "{said}");
    let said = once.post(&path, &json!({ "message": "pay" })).await.expect(200);
    assert_eq!(said["calls"][0]["ok"], false, "{said}");
    server.stop().await;
}

async fn an_approval_outlives_the_server(bed: &Bed) {
    prepare(bed);
    let server = bed.serve(&TOOLS).await;
    let id = token(&pay(&server.talk(), &json!({})).await);
    let refused = token(&server.talk().call("pay", &json!({ "arguments": { "amount": 7 } })).await);
    server.kill();
    let server = bed.serve(&TOOLS).await;
    // The command line answers, too.
    let listed = bed.run_json(&["approvals", "list"]);
    assert_eq!(listed["approvals"].as_array().unwrap().len(), 2);
    let approved = bed.run_json(&["approvals", "approve", &id]);
    assert_eq!(
        (&approved["state"], &approved["decided_by"]),
        (&json!("approved"), &json!("command_line"))
    );
    let denied = bed.run_json(&["approvals", "deny", &refused, "--reason", "no"]);
    assert_eq!((&denied["state"], &denied["reason"]), (&json!("denied"), &json!("no")));
    server.kill();
    let server = bed.serve(&TOOLS).await;
    let outcome = pay(&server.talk(), &json!({ "approval_id": id })).await;
    assert_eq!(outcome["data"]["paid"], 5, "{outcome}");
    server.kill();
    let server = bed.serve(&TOOLS).await;
    token(&pay(&server.talk(), &json!({ "approval_id": id })).await);
    assert_eq!(ran(&server.talk(), "pay").await.len(), 1);
    server.stop().await;
}

async fn a_key_makes_one_call_of_many(bed: &Bed) {
    prepare(bed);
    let server = bed.serve(&TOOLS).await;
    let talk = server.talk();
    let body = json!({ "arguments": { "amount": 5 }, "idempotency_key": "k1" });
    let calls = (0..8).map(|_| talk.call("send", &body));
    let outcomes = futures_util::future::join_all(calls).await;
    assert_eq!(outcomes[0]["data"]["sent"], 5, "{}", outcomes[0]);
    assert!(outcomes.iter().all(|outcome| *outcome == outcomes[0]), "{outcomes:?}");
    assert_eq!(ran(&talk, "send").await.len(), 1);
    // Whoever leaves may come back for the outcome.
    let body = json!({ "arguments": { "amount": 6 }, "idempotency_key": "k2" });
    let left = talk.call("send", &body);
    let _ = tokio::time::timeout(Duration::from_millis(1), left).await;
    let back = talk.call("send", &body).await;
    assert_eq!(back["data"]["sent"], 6, "{back}");
    server.kill();
    let server = bed.serve(&TOOLS).await;
    let talk = server.talk();
    let body = json!({ "arguments": { "amount": 5 }, "idempotency_key": "k1" });
    assert_eq!(talk.call("send", &body).await, outcomes[0]);
    let other = json!({ "arguments": { "amount": 9 }, "idempotency_key": "k1" });
    let refused = talk.call("send", &other).await;
    assert_eq!(refused["error"]["type"], "CONFLICT");
    assert_eq!(refused["error"]["reason"], "IDEMPOTENCY_KEY_REUSED");
    assert_eq!(ran(&talk, "send").await.len(), 2);
    let replay = talk.get("/api/calls?tool_id=send&ok=true&limit=1").await.expect(200);
    assert_eq!(replay["calls"][0]["replay_of"], outcomes[0]["meta"]["callId"]);
    server.stop().await;
}

#[tokio::test]
async fn only_a_key_that_may_approve_does() {
    let bed = Bed::sqlite();
    prepare(&bed);
    let (caller, approver) =
        (bed.create_key("default", "read,call,manage"), bed.create_key("default", "approve"));
    let server = bed.serve(&[&TOOLS[..], &["--require-keys"]].concat()).await;
    let talk = server.talk().with_key(&caller.secret);
    let id = token(&pay(&talk, &json!({})).await);
    let path = format!("/api/approvals/{id}/approve");
    assert_eq!(talk.post(&path, &Value::Null).await.error(403), "FORBIDDEN");
    let session = session(&talk).await;
    let mut socket = Socket::with_key(server.address, &session, Some(&caller.secret)).await;
    socket.say(&json!({ "type": "approve", "approval_id": id })).await;
    assert_eq!(socket.next().await["code"], "FORBIDDEN");
    let approved = server.talk().with_key(&approver.secret).post(&path, &Value::Null).await;
    assert_eq!(approved.expect(200)["decided_by"], approver.id);
    assert_eq!(pay(&talk, &json!({ "approval_id": id })).await["ok"], true);
    server.stop().await;
}

#[tokio::test]
async fn a_script_is_told_how_to_go_on() {
    let bed = Bed::sqlite();
    prepare(&bed);
    let call = ["call", "pay", "amount=5", "--tools", "tools"];
    let held = bed.run(&call);
    assert_eq!(held.status.code(), Some(1));
    let said = String::from_utf8(held.stderr).unwrap();
    assert!(said.contains("help: `toolcrib approvals approve apr_"), "{said}");
    let id = bed.run_json(&["approvals", "list"])["approvals"][0]["id"].clone();
    let id = id.as_str().unwrap();
    bed.run_json(&["approvals", "approve", id]);
    let made = bed.run(&[&call[..], &["--approval", id]].concat());
    assert_eq!(String::from_utf8_lossy(&made.stdout).trim(), "{\n  \"paid\": 5\n}");
    let again = bed.run(&[&call[..], &["--approval", id]].concat());
    assert_eq!(again.status.code(), Some(1));
    let nobody = bed.run(&["approvals", "approve", "apr_none"]);
    assert_eq!(nobody.status.code(), Some(1));
    let said = String::from_utf8(nobody.stderr).unwrap();
    assert!(said.starts_with("error: there is no approval `apr_none`"), "{said}");
}

#[tokio::test]
async fn a_conversation_that_nobody_follows_does_not_wait() {
    let bed = Bed::sqlite();
    prepare(&bed);
    let said = bed.run(&["chat", "pay", "--tools", "tools"]);
    let id = bed.run_json(&["approvals", "list"])["approvals"][0]["id"].clone();
    let id = id.as_str().unwrap();
    let text = String::from_utf8(said.stdout).unwrap();
    assert!(text.contains("CONFIRMATION_REQUIRED"), "{text}");
    let hint = String::from_utf8(said.stderr).unwrap();
    assert!(text.contains(id) || hint.contains(id), "{text}\n{hint}");
    // Somebody says yes, and the model asks again.
    bed.run_json(&["approvals", "approve", id]);
    let said = bed.run(&["chat", "pay", "--tools", "tools"]);
    let text = String::from_utf8(said.stdout).unwrap();
    assert!(!text.contains("\"paid\":5"), "another conversation is another call: {text}");
}

#[tokio::test]
async fn an_id_or_a_reason_that_cannot_be_is_refused_alike() {
    let bed = Bed::sqlite();
    prepare(&bed);
    let server = bed.serve(&TOOLS).await;
    let talk = server.talk();
    let id = token(&pay(&talk, &json!({})).await);
    let long = "x".repeat(100_000);
    for odd in ["\0", "apr\u{202e}", "", &long] {
        let outcome = pay(&talk, &json!({ "approval_id": odd })).await;
        let message = outcome["error"]["message"].as_str().unwrap();
        assert!(message.len() < 2_000 && !message.contains('\0'), "{message}");
        assert_eq!(outcome["ok"], false);
    }
    for reason in [long.as_str(), "a\0b"] {
        let path = format!("/api/approvals/{id}/deny");
        let denied = talk.post(&path, &json!({ "reason": reason })).await;
        assert_eq!(denied.error(400), "VALIDATION_ERROR");
        let session = session(&talk).await;
        let mut socket = Socket::open(server.address, &session).await;
        socket.say(&json!({ "type": "deny", "approval_id": id, "reason": reason })).await;
        assert_eq!(socket.next().await["code"], "VALIDATION_ERROR");
    }
    let denied = bed.run(&["approvals", "deny", &id, "--reason", &long]);
    let said = String::from_utf8(denied.stderr).unwrap();
    assert!(said.starts_with("error: a reason has at most 500 characters"), "{said}");
    // Nothing of it was an answer.
    assert_eq!(approve(&talk, &id).await["state"], "approved");
    server.stop().await;
}

#[tokio::test]
async fn the_numbers_of_the_file_hold() {
    let bed = Bed::sqlite();
    prepare(&bed);
    let mut config = std::fs::read_to_string(bed.path().join("toolcrib.toml")).unwrap();
    config.push_str(
        "[policy.text]\ncalls_per_turn = 3\n[policy.tools.echo]\ntool_calls_per_turn = 1\n\
         [policy.tools.calculator]\ntool_calls_per_minute = 2\nmodes = [\"text\"]\n\
         [policy.agents.host.text]\ncalls_per_turn = 0\n",
    );
    std::fs::write(bed.path().join("toolcrib.toml"), &config).unwrap();
    let server = bed.serve(&TOOLS).await;
    let talk = server.talk();
    let session = session(&talk).await;
    let echo = async |n: u32| {
        let body = json!({ "arguments": { "n": n }, "session_id": session });
        talk.call("echo", &body).await["error"]["type"].clone()
    };
    assert_eq!([echo(1).await, echo(2).await], [Value::Null, json!("BUDGET_EXCEEDED")]);
    let add = async |mode: &str| {
        let arguments = json!({ "a": 1, "b": 2, "operation": "add" });
        let outcome =
            talk.call("calculator", &json!({ "arguments": arguments, "mode": mode })).await;
        outcome["error"]["type"].clone()
    };
    assert_eq!(add("voice").await, "MODE_RESTRICTED");
    assert_eq!([add("text").await, add("text").await], [Value::Null, Value::Null]);
    assert_eq!(add("text").await, "OVERLOADED");
    // An agent's turn is narrower than others, and a dry run says so.
    let made = talk.post("/api/playground/sessions", &json!({ "agent_id": "host" })).await;
    let own = made.expect(201)["id"].clone();
    let call =
        |dry: bool| json!({ "arguments": { "amount": 5 }, "session_id": own, "dry_run": dry });
    assert_eq!(talk.call("pay", &call(false)).await["error"]["type"], "BUDGET_EXCEEDED");
    let dry = talk.call("pay", &call(true)).await;
    assert_eq!(dry["data"]["stages"][1]["type"], "BUDGET_EXCEEDED", "{dry}");
    let records = talk.get("/api/calls?tool_id=echo&ok=false").await.expect(200);
    assert_eq!(records["calls"][0]["rule"], "tool_calls_per_turn");
    server.stop().await;
    std::fs::write(bed.path().join("toolcrib.toml"), "[policy]\nsame_calls_per_turn = 0\n")
        .unwrap();
    let refused = bed.run(&["list"]);
    assert_eq!(refused.status.code(), Some(2));
    let said = String::from_utf8(refused.stderr).unwrap();
    assert!(said.contains("policy.same_calls_per_turn is at least 1"), "{said}");
}

#[tokio::test]
async fn records_are_written_out_a_line_each() {
    let bed = Bed::sqlite();
    let server = bed.serve(&[]).await;
    let talk = server.talk();
    for n in 0..250 {
        talk.call("echo", &json!({ "arguments": { "n": n, "password": "p" } })).await;
    }
    let url = format!("http://{}/api/calls/export?tool_id=echo", server.address);
    let text = talk.text(&url).await;
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 250);
    assert_eq!(lines[7]["arguments"], json!({ "n": 7, "password": "[redacted]" }));
    assert_eq!(lines[7]["outcome"]["data"], json!({ "n": 7, "password": "[redacted]" }));
    let output = bed.run(&["calls", "export", "--since", "1h"]);
    assert_eq!(String::from_utf8(output.stdout).unwrap(), text);
    let none = bed.run(&["calls", "export", "--until", "1h"]);
    assert_eq!(String::from_utf8(none.stderr).unwrap(), "0 calls.\n");
    let wrong = bed.run(&["calls", "export", "--since", "yesterday"]);
    assert_eq!(wrong.status.code(), Some(2));
    let refused = talk.get("/api/calls/export?since=yesterday").await;
    assert_eq!(refused.error(400), "VALIDATION_ERROR");
    server.stop().await;
}
