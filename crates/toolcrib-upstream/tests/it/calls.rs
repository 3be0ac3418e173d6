//! What becomes of calls.

use std::collections::HashSet;

use serde_json::json;
use toolcrib::ErrorType;
use toolcrib_upstream::{State, Upstream};

use crate::stage::{PATIENCE, Stage, fake};

#[tokio::test]
async fn many_calls_share_one_connection() {
    let stage = Stage::new([("one", fake("normal"))]).ready().await;
    let calls = (0..200).map(|n| stage.call("one_echo", json!({ "n": n })));
    let outcomes = futures_util::future::join_all(calls).await;
    let mut pids = HashSet::new();
    for (n, outcome) in outcomes.iter().enumerate() {
        let data = outcome.data().unwrap();
        assert_eq!(data["echo"]["n"], n);
        pids.insert(data["pid"].as_u64().unwrap());
    }
    assert_eq!(pids.len(), 1);
    assert_eq!(stage.status("one").restarts, 0);
}

#[tokio::test]
async fn failures_come_with_the_servers_own_words() {
    let stage = Stage::new([("one", fake("normal"))]).ready().await;
    for (tool, kind, message) in [
        ("one_fail", ErrorType::Permanent, "the disk is full"),
        ("one_reject", ErrorType::Validation, "`x` must be odd"),
    ] {
        let outcome = stage.call(tool, json!({})).await;
        let error = outcome.error().unwrap();
        assert_eq!((error.kind, error.message.as_str()), (kind, message));
    }
}

#[tokio::test]
async fn a_server_hears_that_nobody_waits_any_more() {
    let stage =
        Stage::new([("one", Upstream { timeout_ms: 1000, ..fake("normal") })]).ready().await;
    let outcome = stage.call("one_hang", json!({})).await;
    assert_eq!(outcome.error().unwrap().kind, ErrorType::Timeout);
    let heard = async { while stage.data("one_cancelled").await["cancelled"] == json!([]) {} };
    tokio::time::timeout(PATIENCE, heard).await.unwrap();
    assert_eq!(stage.status("one").state, State::Ready);
}

#[tokio::test]
async fn a_server_that_dies_ends_its_calls_at_once() {
    let patient = Upstream { timeout_ms: 600_000, ..fake("normal") };
    let stage = Stage::new([("one", patient)]).ready().await;
    let hanging = stage.call("one_hang", json!({}));
    let dying = stage.call("one_die", json!({}));
    let (hung, died) = tokio::join!(hanging, dying);
    for outcome in [hung, died] {
        let error = outcome.error().unwrap();
        assert_eq!(error.kind, ErrorType::Transient);
        // Whether something was changed nobody knows, so nobody tries it again.
        assert!(error.partial_side_effects && !error.retryable, "{error:?}");
        assert!(error.message.starts_with("The server `one` ended during the call"), "{error}");
    }
    let why = stage.until_waiting("one").await;
    assert_eq!(why, "died: exit status: 7: panicked: out of cheese");
    stage.until("one", |status| status.restarts == 1 && status.state == State::Ready).await;
    assert!(stage.call("one_echo", json!({})).await.ok());
}

#[tokio::test]
async fn whatever_a_server_asks_is_declined() {
    let stage = Stage::new([("one", fake("normal"))]).ready().await;
    let answers = stage.data("one_ask").await;
    assert_eq!(answers["ping"]["result"], json!({}));
    assert_eq!(answers["roots/list"]["result"]["roots"], json!([]));
    assert_eq!(answers["elicitation/create"]["result"]["action"], "decline");
    assert_eq!(answers["sampling/createMessage"]["error"]["code"], -32601);
    assert_eq!(answers["weird/thing"]["error"]["code"], -32601);
}

#[tokio::test]
async fn nothing_runs_after_the_end() {
    let stage = Stage::new([("one", fake("normal"))]).ready().await;
    stage.upstreams.close().await;
    stage.upstreams.close().await;
    let outcome = stage.call("one_echo", json!({})).await;
    assert_eq!(outcome.error().unwrap().message, "The server `one` is switched off.");
}

#[tokio::test]
async fn a_call_is_part_of_its_callers_trace() {
    const TRACE: &str = "00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01";
    toolcrib::trace::set_outgoing(|| {
        vec![("traceparent", TRACE.to_owned()), ("x", "y".to_owned())]
    });
    let stage = Stage::new([("one", fake("normal"))]).ready().await;
    let meta = stage.data("one_meta").await["meta"].clone();
    assert_eq!((&meta["traceparent"], &meta["x"]), (&json!(TRACE), &json!(null)));
}
