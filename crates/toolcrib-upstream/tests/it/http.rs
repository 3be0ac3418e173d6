//! Servers that are reached over HTTP.

mod server;

use serde_json::json;
use toolcrib::ErrorType;
use toolcrib_upstream::{State, Upstream};

use self::server::HttpFake;
use crate::stage::Stage;

const SECRET: &str = "s3cr3t-s3cr3t";

fn at(url: String) -> Upstream {
    Upstream {
        url: Some(url),
        headers: [("X-Key".to_owned(), SECRET.into())].into(),
        ..Upstream::default()
    }
}

#[tokio::test]
async fn answers_come_as_json_and_as_events() {
    let server = HttpFake::start().await;
    let stage = Stage::new([("json", at(server.url("json"))), ("sse", at(server.url("sse")))]);
    let stage = stage.ready().await;
    for tool in ["json_echo", "sse_echo"] {
        let data = stage.call(tool, json!({ "n": 5 })).await;
        assert_eq!(data.data().unwrap()["echo"]["n"], 5, "{tool}: {data:?}");
        assert_eq!(data.data().unwrap()["key"], SECRET);
    }
    let status = stage.status("json");
    assert_eq!(status.state, State::Ready);
    assert_eq!(status.protocol.as_deref(), Some("2025-06-18"));
    assert!(status.transport.starts_with("http: http://127.0.0.1:"), "{}", status.transport);
    stage.upstreams.close().await;
}

#[tokio::test]
async fn many_calls_go_over_http_at_once() {
    let server = HttpFake::start().await;
    let stage = Stage::new([("s", at(server.url("json")))]).ready().await;
    let calls = (0..200).map(|n| stage.call("s_echo", json!({ "n": n })));
    for (n, outcome) in futures_util::future::join_all(calls).await.iter().enumerate() {
        assert_eq!(outcome.data().unwrap()["echo"]["n"], n);
    }
}

#[tokio::test]
async fn a_body_without_an_end_is_refused_while_it_is_read() {
    let server = HttpFake::start().await;
    let patient = |how: &str| Upstream { timeout_ms: 600_000, ..at(server.url(how)) };
    let stage = Stage::new([("json", patient("json")), ("sse", patient("sse"))]).ready().await;
    let outcome = stage.call("json_flood", json!({})).await;
    let error = outcome.error().unwrap();
    assert_eq!(error.kind, ErrorType::Permanent);
    assert!(error.message.contains("more than 4194304 bytes"), "{error}");
    let outcome = stage.call("sse_flood", json!({})).await;
    let error = outcome.error().unwrap();
    assert!(error.message.contains("broke off its answer"), "{error}");
    for (server, tool) in [("json", "json_echo"), ("sse", "sse_echo")] {
        assert!(stage.call(tool, json!({})).await.ok());
        assert_eq!(stage.status(server).restarts, 0);
    }
}

#[tokio::test]
async fn a_call_whose_connection_broke_may_have_been_done() {
    let server = HttpFake::start().await;
    let stage = Stage::new([("s", at(server.url("json")))]).ready().await;
    let outcome = stage.call("s_vanish", json!({})).await;
    let error = outcome.error().unwrap();
    assert_eq!(error.kind, ErrorType::Transient);
    assert!(error.message.contains("whether the call was done is not known"), "{error}");
    assert!(error.partial_side_effects && !error.retryable, "{error:?}");
    stage.until("s", |status| status.restarts == 1 && status.state == State::Ready).await;
}

#[tokio::test]
async fn what_stands_before_a_server_has_its_say() {
    let server = HttpFake::start().await;
    let stage = Stage::new([("s", at(server.url("json")))]).ready().await;
    for (tool, kind, after) in [
        ("s_busy", ErrorType::RateLimit, Some(2000)),
        ("s_broken", ErrorType::Transient, None),
        ("s_closed", ErrorType::Auth, None),
        ("s_reject", ErrorType::Validation, None),
    ] {
        let outcome = stage.call(tool, json!({})).await;
        let error = outcome.error().unwrap();
        assert_eq!((error.kind, error.retry_after_ms), (kind, after), "{error}");
    }
    assert_eq!(stage.status("s").state, State::Ready);
}

#[tokio::test]
async fn a_server_that_cannot_be_reached_is_tried_again() {
    let server = HttpFake::start().await;
    let stage = Stage::new([
        ("closed", at(server.url("unauthorized"))),
        ("moved", at(server.url("redirect"))),
        ("s", at(server.url("json"))),
    ]);
    let stage = stage.ready().await;
    assert_eq!(
        stage.until_waiting("closed").await,
        "it answered with HTTP 401: it wants another key, or one at all (`headers`)"
    );
    assert_eq!(stage.until_waiting("moved").await, "it answered with HTTP 307");
    assert!(stage.call("s_echo", json!({})).await.ok());
    drop(server);
    let outcome = stage.call("s_echo", json!({})).await;
    let error = outcome.error().unwrap();
    assert_eq!(error.kind, ErrorType::Transient);
    let why = stage.until_waiting("s").await;
    assert!(why.starts_with("it cannot be reached"), "{why}");
    assert!(!format!("{:?} {error}", stage.upstreams.status()).contains(SECRET));
}

#[tokio::test]
async fn a_session_that_expired_is_made_anew() {
    let server = HttpFake::start().await;
    let stage = Stage::new([("s", at(server.url("session")))]).ready().await;
    stage.data("s_expire").await;
    assert!(stage.call("s_echo", json!({})).await.ok());
    assert_eq!(stage.status("s").restarts, 0);
    stage.upstreams.close().await;
}

#[tokio::test]
async fn notices_come_over_http_too() {
    for (how, protocol) in [("session", "2025-06-18"), ("modern", "2026-07-28")] {
        let server = HttpFake::start().await;
        let stage = Stage::new([("s", at(server.url(how)))]).ready().await;
        assert_eq!(stage.status("s").protocol.as_deref(), Some(protocol));
        stage.data("s_grow").await;
        stage.until("s", |status| status.tools.contains(&"s_added".to_owned())).await;
        stage.upstreams.close().await;
    }
}
