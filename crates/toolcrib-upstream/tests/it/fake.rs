//! A server that misbehaves as it is told to.
//!
//! It is this very program, started once more: as the one test below, with a
//! variable that says how to behave. What the test harness prints before it is
//! garbage on its standard output, which every client must bear. It speaks
//! JSON-RPC by hand, because what is tested is what no SDK would say.

mod tools;

pub(crate) use tools::{heavy, tool};

use std::io::{Write as _, stderr, stdin, stdout};

use serde_json::{Value, json};

/// The variable that says how to behave.
pub(crate) const HOW: &str = "FAKE_UPSTREAM";

/// A file with the description of `echo`, where that is to change.
pub(crate) const FILE: &str = "FAKE_FILE";

pub(crate) struct Fake {
    how: String,
    lists: u64,
    cancelled: Vec<Value>,
    has_grown: bool,
}

#[test]
fn serves() {
    let Ok(how) = std::env::var(HOW) else { return };
    // The harness has begun a line.
    println!();
    match how.as_str() {
        "exits" => {
            complain("fatal: no such database");
            std::process::exit(3);
        }
        "hangs" => hang(),
        "floods_at_once" => flood(),
        "garbage" => say_garbage(),
        _ => {}
    }
    let mut fake = Fake { how, lists: 0, cancelled: Vec::new(), has_grown: false };
    while let Some(message) = hear() {
        fake.take(&message);
    }
    if fake.how == "stubborn" {
        hang();
    }
    std::process::exit(0);
}

impl Fake {
    fn take(&mut self, message: &Value) {
        let (id, params) = (&message["id"], &message["params"]);
        match message["method"].as_str() {
            Some("server/discover") if self.how == "modern" => {
                reply(
                    id,
                    &json!({
                        "resultType": "complete",
                        "supportedVersions": ["2026-07-28"],
                        "capabilities": { "tools": { "listChanged": true } },
                        "ttlMs": 0,
                        "cacheScope": "private",
                    }),
                );
            }
            Some("server/discover") if self.how == "touchy" => std::process::exit(4),
            Some("server/discover") => refuse(id, -32601, "unknown method"),
            Some("subscriptions/listen") => {
                let meta = json!({ "io.modelcontextprotocol/subscriptionId": id });
                let notifications = &params["notifications"];
                let params = json!({ "_meta": meta, "notifications": notifications });
                tell("notifications/subscriptions/acknowledged", &params);
            }
            Some("initialize") => reply(
                id,
                &json!({
                    "protocolVersion": "2025-06-18",
                    "capabilities": { "tools": { "listChanged": true } },
                    "serverInfo": { "name": "fake", "version": "1.2.3" },
                }),
            ),
            Some("tools/list") => {
                self.lists += 1;
                if let Some(page) = self.list(params) {
                    reply(id, &page);
                }
                match self.how.as_str() {
                    "deaf" => hang(),
                    "babbles" => babble(),
                    "answers_nobody" => answer_nobody(),
                    _ => {}
                }
            }
            Some("tools/call") => self.call(id, params),
            Some("notifications/cancelled") => self.cancelled.push(params["requestId"].clone()),
            _ => {}
        }
    }
}

pub(crate) fn complain(text: &str) {
    stderr().write_all(format!("{text}\n").as_bytes()).unwrap();
}

/// The next message; nothing once there will be none.
pub(crate) fn hear() -> Option<Value> {
    let mut line = String::new();
    let bytes = stdin().read_line(&mut line).unwrap();
    (bytes > 0).then(|| serde_json::from_str(&line).unwrap())
}

pub(crate) fn reply(id: &Value, result: &Value) {
    say(&json!({ "jsonrpc": "2.0", "id": id, "result": result }));
}

pub(crate) fn refuse(id: &Value, code: i32, message: &str) {
    let error = json!({ "code": code, "message": message });
    say(&json!({ "jsonrpc": "2.0", "id": id, "error": error }));
}

pub(crate) fn tell(method: &str, params: &Value) {
    say(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
}

pub(crate) fn say(message: &Value) {
    let mut out = stdout().lock();
    // Whoever listened may be gone; then this one goes, too.
    if writeln!(out, "{message}").and_then(|()| out.flush()).is_err() {
        std::process::exit(0);
    }
}

fn say_garbage() {
    let lines: [&[u8]; 6] = [
        b"starting up...\n",
        b"{\"jsonrpc\":\n",
        b"\xff\xfe\x00\n",
        b"[]\n",
        b"{\"some\":\"object\"}\n",
        b"\n",
    ];
    for line in lines {
        stdout().lock().write_all(line).unwrap();
    }
}

/// Says what is no message, without an end.
fn babble() -> ! {
    while stdout().lock().write_all(b"INFO still here\n").is_ok() {}
    std::process::exit(0);
}

/// Answers what nobody asked, without an end.
fn answer_nobody() -> ! {
    loop {
        reply(&json!(987_654_321), &json!({}));
    }
}

pub(crate) fn hang() -> ! {
    loop {
        std::thread::park();
    }
}

/// Says something without an end.
pub(crate) fn flood() -> ! {
    let chunk = [b'x'; 64 * 1024];
    while stdout().lock().write_all(&chunk).is_ok() {}
    std::process::exit(0);
}
