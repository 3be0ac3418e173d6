//! The server dies in the middle of its work.
//!
//! (1) A call whose reply was received is on record, once, as it was answered.
//! (2) A call of a tool that writes is on record before its handler starts, also
//!     if nobody ever hears how it ended.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use reqwest::Method;
use serde_json::{Value, json};

use super::bed::Bed;
use super::server::Talk;
use super::{on_both, until};

const CONNECTIONS: usize = 32;
const CALLS: usize = 10_000;

/// Replies after which the server is killed.
const ENOUGH: usize = 4_000;

/// Other requests that are answered while calls wait for their records: fewer
/// than a database is waited for.
const MEANWHILE: usize = 50;

on_both!(nothing_that_was_answered_is_lost_or_doubled, no_reply_leaves_before_its_record);

async fn nothing_that_was_answered_is_lost_or_doubled(bed: &Bed) {
    let slow = json!({ "category": "action", "sideEffects": "writes", "idempotent": false });
    let wait = "await new Promise((resolve) => setTimeout(resolve, 25000)); return { ok: true };";
    bed.write_tool("slow_writer", &slow, wait);
    let server = bed.serve(&["--tools", "tools"]).await;
    let talk = server.talk();
    talk.create_tool("note", "writes").await;
    let replies = Arc::new(AtomicUsize::new(0));
    let (running, slow) = (talk.clone(), async |talk: &Talk| {
        let calls = talk.get("/api/calls?tool_id=slow_writer").await.expect(200);
        calls["calls"].as_array().unwrap().first().cloned()
    });
    let waiting = tokio::spawn(async move {
        running.try_ask(Method::POST, "/api/tools/slow_writer/call", "{}").await
    });
    let (begun, _) =
        until("a writer is on record before it ends (2)", async || slow(&talk).await).await;
    assert_eq!((&begun["ok"], &begun["finished_at"]), (&Value::Null, &Value::Null));
    let callers = (0..CONNECTIONS)
        .map(|caller| tokio::spawn(call_until_it_dies(talk.clone(), caller, Arc::clone(&replies))));
    let callers: Vec<_> = callers.collect();
    until("enough calls are answered", async || {
        (replies.load(Ordering::Relaxed) >= ENOUGH).then_some(())
    })
    .await;
    server.kill();
    let mut answered = HashMap::new();
    for caller in callers {
        for (id, outcome) in caller.await.unwrap() {
            assert!(answered.insert(id, outcome).is_none(), "a call id came twice");
        }
    }
    assert!((ENOUGH..CALLS).contains(&answered.len()), "{} calls", answered.len());
    assert!(waiting.await.unwrap().is_err());

    if let Some(file) = bed.file() {
        let connection = rusqlite::Connection::open(file).unwrap();
        let said: String =
            connection.pragma_query_value(None, "integrity_check", |row| row.get(0)).unwrap();
        assert_eq!(said, "ok");
    }
    let server = bed.serve(&["--tools", "tools"]).await;
    let talk = server.talk();
    let mut on_record = HashMap::new();
    for call in talk.all_calls().await {
        let id = call["id"].as_str().unwrap().to_owned();
        assert!(on_record.insert(id, call).is_none(), "a call is listed twice (1)");
    }
    for (id, outcome) in &answered {
        let call = on_record.get(id).unwrap_or_else(|| panic!("{id} is lost (1)"));
        assert_eq!(call["ok"], true, "{call}");
        assert_eq!(call["tool_id"], outcome["meta"]["toolId"]);
        assert_eq!(call["arguments"], outcome["data"], "what was answered is what was asked");
    }
    // Those whose reply nobody read.
    for (id, call) in on_record.iter().filter(|(id, _)| !answered.contains_key(*id)) {
        let is_writer = call["tool_id"] != "echo";
        assert!(call["ok"] == true || (call["ok"].is_null() && is_writer), "{id}: {call}");
    }
    let begun = slow(&talk).await.expect("what began is on record (2)");
    assert_eq!((&begun["ok"], &begun["finished_at"]), (&Value::Null, &Value::Null));
    // Every record whole, for some of them.
    for (id, outcome) in answered.iter().take(200) {
        let whole = talk.get(&format!("/api/calls/{id}")).await.expect(200);
        assert_eq!((&whole["ok"], &whole["outcome"]["data"]), (&json!(true), &outcome["data"]));
    }
    assert_eq!(talk.call("note", &json!({ "arguments": { "n": 1 } })).await["ok"], true);
    server.stop().await;
}

/// While nothing can be written, nobody is answered: then nothing is lost,
/// whenever the server dies.
async fn no_reply_leaves_before_its_record(bed: &Bed) {
    let server = bed.serve(&[]).await;
    let talk = server.talk();
    talk.create_tool("note", "writes").await;
    let call = async |talk: Talk, number: usize| {
        let path = format!("/api/tools/{}/call", ["echo", "note"][number % 2]);
        let body = json!({ "arguments": { "number": number } }).to_string();
        talk.try_ask(Method::POST, &path, body).await
    };
    let begin = || {
        let calls = (0..8).map(|number| tokio::spawn(call(talk.clone(), number)));
        calls.collect::<Vec<_>>()
    };
    let hold = bed.hold_writes().await;
    let calls = begin();
    others_are_served(&talk).await;
    assert!(calls.iter().all(|call| !call.is_finished()), "a reply came before its record");
    drop(hold);
    let mut answered = Vec::new();
    for call in calls {
        let outcome = call.await.unwrap().unwrap().expect(200);
        assert_eq!(outcome["ok"], true, "{outcome}");
        answered.push(outcome["meta"]["callId"].clone());
    }
    let hold = bed.hold_writes().await;
    let calls = begin();
    others_are_served(&talk).await;
    server.kill();
    for call in calls {
        assert!(call.await.unwrap().is_err(), "a reply came before its record");
    }
    drop(hold);
    let server = bed.serve(&[]).await;
    let on_record = server.talk().all_calls().await;
    for id in answered {
        let call = on_record.iter().find(|call| call["id"] == id);
        assert_eq!(call.expect("what was answered is on record")["ok"], true);
    }
}

/// Gives replies the time to come that should not.
async fn others_are_served(talk: &Talk) {
    for _ in 0..MEANWHILE {
        talk.get("/healthz").await.expect(200);
    }
}

/// Calls one tool after the other on a connection, half of them writers: the
/// outcomes that came whole, by call id.
async fn call_until_it_dies(
    talk: Talk,
    caller: usize,
    replies: Arc<AtomicUsize>,
) -> Vec<(String, Value)> {
    let mut answered = Vec::new();
    for number in 0..CALLS / CONNECTIONS {
        let tool = ["echo", "note"][number % 2];
        let body = json!({ "arguments": { "caller": caller, "number": number } }).to_string();
        let path = format!("/api/tools/{tool}/call");
        let Ok(reply) = talk.try_ask(Method::POST, &path, body).await else { break };
        let outcome = reply.expect(200);
        assert_eq!(outcome["ok"], true, "{outcome}");
        answered.push((outcome["meta"]["callId"].as_str().unwrap().to_owned(), outcome));
        replies.fetch_add(1, Ordering::Relaxed);
    }
    answered
}
