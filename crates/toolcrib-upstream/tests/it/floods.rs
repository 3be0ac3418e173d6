//! Servers that send more than anybody can take.

use serde_json::json;
use toolcrib::ErrorType;
use toolcrib_upstream::{State, Upstream};

use crate::stage::{Stage, fake};

#[tokio::test]
async fn an_endless_line_ends_the_connection() {
    let stage = Stage::new([("one", fake("floods_at_once"))]).ready().await;
    let why = stage.until_waiting("one").await;
    assert!(why.starts_with("it sent a message of more than 4194304 bytes"), "{why}");
}

#[tokio::test]
async fn an_answer_without_an_end_is_refused_while_it_is_read() {
    let patient = || Upstream { timeout_ms: 600_000, ..fake("normal") };
    let stage = Stage::new([("one", patient()), ("two", patient())]).ready().await;
    for (server, tool) in [("one", "one_endless"), ("two", "two_huge")] {
        let outcome = stage.call(tool, json!({})).await;
        let error = outcome.error().unwrap();
        assert_eq!(error.kind, ErrorType::Transient);
        assert!(error.message.contains("more than 4194304 bytes"), "{error}");
        stage.until(server, |s| s.restarts == 1 && s.state == State::Ready).await;
    }
}

#[tokio::test]
async fn a_storm_of_notices_costs_a_look_or_two() {
    let stage = Stage::new([("one", fake("normal"))]).ready().await;
    stage.data("one_storm").await;
    // Whatever is still to come is fewer than one for every hundred notices.
    let lists = stage.data("one_lists").await["lists"].as_u64().unwrap();
    assert!(lists < 200, "{lists}");
    assert_eq!(stage.status("one").state, State::Ready);
}

#[tokio::test]
async fn lists_have_an_end() {
    let stage = Stage::new([
        ("endless", fake("endless_pages")),
        ("many", fake("many_tools")),
        ("same", fake("same_page")),
    ]);
    let stage = stage.ready().await;
    for (server, tools, note) in [
        ("endless", 100, "it has more than 100 pages of tools; the rest is left out"),
        ("many", 1000, "it has more than 1000 tools; the rest is left out"),
        ("same", 1, "it sends the same page again; what came before is used"),
    ] {
        let status = stage.until(server, |status| !status.notes.is_empty()).await;
        assert_eq!((status.tools.len(), &status.notes[..]), (tools, &[note.to_owned()][..]));
    }
}

#[tokio::test]
async fn a_server_that_asks_and_does_not_listen_is_ended() {
    let patient = Upstream { timeout_ms: 600_000, ..fake("normal") };
    let stage = Stage::new([("one", patient)]).ready().await;
    let outcome = stage.call("one_nag", json!({})).await;
    let error = outcome.error().unwrap();
    assert!(error.message.contains("it asks and does not take the answers"), "{error}");
}

#[tokio::test]
async fn a_server_that_does_not_read_is_ended() {
    let hasty = Upstream { timeout_ms: 500, ..fake("deaf") };
    let stage = Stage::new([("one", hasty)]).ready().await;
    let text = "x".repeat(100 * 1024);
    let calls = (0..3).map(|n| stage.call("one_echo", json!({ "n": n, "text": text })));
    for outcome in futures_util::future::join_all(calls).await {
        assert!(!outcome.ok());
    }
    stage.upstreams.close().await;
    assert_eq!(stage.status("one").state, State::Closed);
}

#[tokio::test]
async fn a_server_that_sends_what_nobody_can_use_is_left() {
    let both = [("babbles", fake("babbles")), ("replies", fake("answers_nobody"))];
    let stage = Stage::new(both).ready().await;
    for server in ["babbles", "replies"] {
        let why = stage.until_waiting(server).await;
        let says = "it sent more than 2000 messages within 10s that mean nothing here";
        assert_eq!(why, says, "{server}");
    }
    stage.upstreams.close().await;
}
