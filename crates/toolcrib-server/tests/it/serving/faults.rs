//! What goes wrong around a server, and what becomes of its calls.
//!
//! (1) A call whose reply came is on record.
//! (2) Whatever went wrong, the server says so, and goes on by itself when it is
//!     over.

use std::process::Command;
use std::time::Duration;

use rustix::process::{Resource, Rlimit, prlimit};
use serde_json::{Value, json};

use super::bed::Bed;
use super::server::{Server, Talk};
use super::{on_both, until};

on_both!(a_database_that_is_busy_is_waited_for, a_database_that_is_gone_comes_back);

/// Calls a tool that writes and says how that ended: `OK`, an error's type, or
/// the code of an error.
async fn call(talk: &Talk, n: usize) -> (String, Option<String>) {
    let body = json!({ "arguments": { "n": n } });
    let reply = talk.post("/api/tools/note/call", &body).await;
    let id = reply.body["meta"]["callId"].as_str().map(str::to_owned);
    let how = match &reply.body["ok"] {
        Value::Bool(true) => "OK".to_owned(),
        Value::Bool(false) => reply.body["error"]["type"].as_str().unwrap().to_owned(),
        _ => reply.body["error"]["code"].as_str().unwrap().to_owned(),
    };
    (how, id)
}

/// Every call that was answered is on record (1).
async fn all_are_on_record(talk: &Talk, ids: &[String]) {
    for id in ids {
        let record = talk.get(&format!("/api/calls/{id}")).await.expect(200);
        assert_eq!(record["ok"], true, "{record}");
    }
}

async fn a_database_that_is_busy_is_waited_for(bed: &Bed) {
    let server = bed.serve(&[]).await;
    let talk = server.talk();
    talk.create_tool("note", "writes").await;
    let hold = bed.hold_writes().await;
    let calls: Vec<_> = (0..20)
        .map(|n| {
            let talk = talk.clone();
            tokio::spawn(async move { call(&talk, n).await })
        })
        .collect();
    // Others who only read are answered meanwhile.
    talk.get("/api/tools/note").await.expect(200);
    tokio::time::sleep(Duration::from_secs(1)).await;
    drop(hold);
    let mut ids = Vec::new();
    for ended in calls {
        let (how, id) = ended.await.unwrap();
        assert_eq!(how, "OK");
        ids.extend(id);
    }
    all_are_on_record(&talk, &ids).await;
    server.stop().await;
}

async fn a_database_that_is_gone_comes_back(bed: &Bed) {
    let server = bed.serve(&[]).await;
    let talk = server.talk();
    talk.create_tool("note", "writes").await;
    let mut ids = Vec::new();
    ids.extend(call(&talk, 0).await.1);
    let gone = bed.take_away().await;
    // It says so, and what it does not know it does not claim.
    let (how, _) = until("a call is refused", async || {
        let (how, id) = call(&talk, 1).await;
        if how == "OK" {
            ids.extend(id);
            return None;
        }
        Some(how)
    })
    .await;
    assert!(["INTERNAL", "OVERLOADED", "UNAVAILABLE"].contains(&how.as_str()), "{how}");
    assert_eq!(talk.get("/healthz").await.status, 200);
    tokio::time::sleep(Duration::from_secs(10)).await;
    bed.bring_back(gone).await;
    // (2)
    until("calls are answered again", async || {
        let (how, id) = call(&talk, 2).await;
        ids.extend(id.filter(|_| how == "OK"));
        (how == "OK").then_some(())
    })
    .await;
    all_are_on_record(&talk, &ids).await;
    talk.get("/api/approvals").await.expect(200);
    stopped(server).await;
}

/// Stops a server that may have calls to confess that nobody was told went well.
async fn stopped(server: Server) {
    server.signal("TERM");
    let ended = server.ended().await;
    let last = ended.err.lines().last().unwrap_or_default();
    let honest =
        [(0, "Stopped; every call was answered and recorded."), (1, "could not be recorded.")];
    let (code, words) = honest[usize::from(ended.status.code() != Some(0))];
    assert_eq!(ended.status.code(), Some(code), "{}", ended.err);
    assert!(last.ends_with(words), "{}", ended.err);
}

/// A server that is not ended by a file that may not grow: what it writes then
/// fails, as on a disk that is full.
async fn forgiving(bed: &Bed) -> Server {
    let inner = bed.command(&["serve", "--listen", "127.0.0.1:0"]);
    let mut command = Command::new("sh");
    command.args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\""]);
    command.arg(inner.get_program()).args(inner.get_args()).current_dir(bed.path());
    Server::start(command).await
}

#[tokio::test]
async fn a_disk_that_is_full_loses_nothing_that_was_answered() {
    let bed = Bed::sqlite();
    let server = forgiving(&bed).await;
    let talk = server.talk();
    talk.create_tool("note", "writes").await;
    let mut ids = Vec::new();
    ids.extend(call(&talk, 0).await.1);
    // No file of the server may grow beyond what it has.
    let largest = |path: std::path::PathBuf| std::fs::metadata(path).map_or(0, |file| file.len());
    let file = bed.file().unwrap();
    let log = file.with_extension("db-wal");
    let now = largest(file).max(largest(log));
    let limit = |bytes: Option<u64>| {
        let limits = Rlimit { current: bytes, maximum: None };
        prlimit(server.pid(), Resource::Fsize, limits).unwrap();
    };
    limit(Some(now));
    let mut refused = 0;
    for n in 0..2_000 {
        let (how, id) = call(&talk, n).await;
        if how == "OK" {
            ids.extend(id);
        } else {
            assert_eq!(how, "INTERNAL");
            refused += 1;
        }
        if refused >= 5 {
            break;
        }
    }
    assert!(refused >= 5, "the disk never got full");
    assert_eq!(talk.get("/healthz").await.status, 200);
    limit(None);
    until("calls are answered again", async || {
        let (how, id) = call(&talk, 1).await;
        ids.extend(id.filter(|_| how == "OK"));
        (how == "OK").then_some(())
    })
    .await;
    all_are_on_record(&talk, &ids).await;
    stopped(server).await;
}

#[tokio::test]
async fn a_handler_that_crashes_costs_its_call_alone() {
    let bed = Bed::sqlite();
    let writes = json!({ "sideEffects": "writes", "category": "action", "idempotent": false });
    bed.write_tool("crashes", &writes, "null.no; return 1;");
    bed.write_tool("spins", &json!({ "timeoutMs": 300 }), "while (true) {}");
    bed.write_tool("hoards", &json!({}), "const all = []; while (true) all.push(new Array(1e6));");
    let server = bed.serve(&["--tools", "tools"]).await;
    let talk = server.talk();
    for (tool, kind) in [("crashes", "INTERNAL"), ("spins", "TIMEOUT"), ("hoards", "INTERNAL")] {
        let outcome = talk.call(tool, &json!({})).await;
        assert_eq!(outcome["error"]["type"], kind, "{outcome}");
        let id = outcome["meta"]["callId"].as_str().unwrap();
        let record = talk.get(&format!("/api/calls/{id}")).await.expect(200);
        assert_eq!(record["error_type"], kind);
    }
    let outcome = talk.call("echo", &json!({ "arguments": { "a": 1 } })).await;
    assert_eq!(outcome["ok"], true);
    server.stop().await;
}
