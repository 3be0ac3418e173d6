//! The server is told to stop.

use std::time::Instant;

use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;

use super::bed::Bed;
use super::server::Server;
use super::{DEADLINE, until};

/// A server in which a call runs for this long.
async fn busy(bed: &Bed, wait_ms: u32) -> (Server, JoinHandle<Value>) {
    let body = format!(
        "await new Promise((resolve) => setTimeout(resolve, {wait_ms})); \
         return {{ ok: true, data: 'slept well' }};"
    );
    // A writer is on record while it runs, so that it can be seen to.
    let changes = json!({ "category": "action", "sideEffects": "writes" });
    bed.write_tool("sleeper", &changes, &body);
    let server = bed.serve(&["--tools", "tools"]).await;
    let talk = server.talk();
    let running = tokio::spawn(async move { talk.call("sleeper", &json!({})).await });
    let talk = server.talk();
    until("the call runs", async || (!talk.all_calls().await.is_empty()).then_some(())).await;
    (server, running)
}

async fn a_running_call_is_answered(signal: &str) {
    let bed = Bed::sqlite();
    let (server, running) = busy(&bed, 2_500).await;
    server.signal(signal);
    let address = server.address;
    let refused = async || TcpStream::connect(address).await.is_err().then_some(());
    until("nobody new is let in", refused).await;
    assert!(!running.is_finished(), "new connections are refused while the call runs");
    let outcome = running.await.unwrap();
    assert_eq!(outcome["data"], "slept well", "{outcome}");
    let ended = server.ended().await;
    assert_eq!(ended.status.code(), Some(0), "{}", ended.err);
    let said: Vec<&str> = ended.err.lines().collect();
    assert_eq!(
        said,
        [
            "Waiting for running calls to end; Ctrl-C again cuts them off.",
            "Stopped; every call was answered and recorded."
        ]
    );

    let server = bed.serve(&["--tools", "tools"]).await;
    let calls = server.talk().all_calls().await;
    assert_eq!(calls.len(), 1);
    assert_eq!((&calls[0]["id"], &calls[0]["ok"]), (&outcome["meta"]["callId"], &json!(true)));
}

#[tokio::test]
async fn a_polite_kill_waits_for_running_calls() {
    a_running_call_is_answered("TERM").await;
}

#[tokio::test]
async fn ctrl_c_waits_for_running_calls() {
    a_running_call_is_answered("INT").await;
}

#[tokio::test]
async fn a_second_signal_ends_at_once() {
    for (first, second) in [("TERM", "TERM"), ("INT", "TERM"), ("TERM", "INT")] {
        let bed = Bed::sqlite();
        let (server, running) = busy(&bed, 25_000).await;
        server.signal(first);
        let address = server.address;
        until("it stops", async || TcpStream::connect(address).await.is_err().then_some(())).await;
        let start = Instant::now();
        server.signal(second);
        let ended = server.ended().await;
        assert!(start.elapsed() < DEADLINE / 3, "{:?}", start.elapsed());
        assert_eq!(ended.status.code(), Some(1), "{}", ended.err);
        let last = ended.err.lines().last();
        assert_eq!(last, Some("Stopped at once; running calls were cut off."), "{}", ended.err);
        assert!(running.await.is_err(), "nobody answered");
    }
}

/// Whoever reads where the server is may stop it that moment.
#[tokio::test]
async fn a_signal_right_after_the_greeting_is_heard() {
    for _ in 0..10 {
        Bed::sqlite().serve(&[]).await.stop().await;
    }
}

#[tokio::test]
async fn a_call_that_was_not_recorded_is_not_said_to_be() {
    let bed = Bed::sqlite();
    let server = bed.serve(&[]).await;
    let call = json!({ "arguments": { "a": 1, "b": 2, "operation": "add" } });
    assert_eq!(server.talk().call("calculator", &call).await["ok"], true);
    let database = rusqlite::Connection::open(bed.path().join("data/toolcrib.db")).unwrap();
    database.execute_batch("DROP TABLE calls").unwrap();
    let outcome = server.talk().call("calculator", &call).await;
    let message = "The call ended, but its outcome could not be recorded.";
    assert_eq!(outcome["error"]["message"], message, "{outcome}");
    assert_eq!(outcome["error"]["retryable"], true);
    server.signal("TERM");
    let ended = server.ended().await;
    assert_eq!(ended.status.code(), Some(1), "{}", ended.err);
    let last = ended.err.lines().last();
    assert_eq!(last, Some("Stopped; 1 call could not be recorded."), "{}", ended.err);
}
