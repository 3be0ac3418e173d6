//! How servers start, and what becomes of those that do not.

use std::time::Duration;

use serde_json::json;
use toolcrib_upstream::{State, Upstream};

use crate::stage::{Stage, fake};

#[tokio::test]
async fn a_server_says_who_it_is() {
    let stage = Stage::new([("one", fake("normal"))]).ready().await;
    let status = stage.status("one");
    assert_eq!(status.state, State::Ready);
    assert_eq!(status.protocol.as_deref(), Some("2025-06-18"));
    let server = status.server.unwrap();
    assert_eq!((server.name.as_str(), server.version.as_str()), ("fake", "1.2.3"));
    assert_eq!((status.restarts, status.quarantined, status.notes), (0, vec![], vec![]));
    assert!(status.transport.starts_with("stdio: /"), "{}", status.transport);
    assert!(status.tools.contains(&"one_echo".to_owned()));
    stage.upstreams.close().await;
    assert_eq!(stage.status("one").state, State::Closed);
}

#[tokio::test]
async fn the_newest_revision_is_spoken_where_it_is_known() {
    let stage = Stage::new([("one", fake("modern"))]).ready().await;
    assert_eq!(stage.status("one").protocol.as_deref(), Some("2026-07-28"));
    let data = stage.data("one_meta").await;
    let version = &data["meta"]["io.modelcontextprotocol/protocolVersion"];
    assert_eq!(version, "2026-07-28");
    stage.data("one_grow").await;
    stage.until("one", |status| status.tools.contains(&"one_added".to_owned())).await;
}

#[tokio::test]
async fn a_server_that_ends_at_the_newest_greeting_is_greeted_as_before() {
    let stage = Stage::new([("one", fake("touchy"))]);
    let status = stage.until("one", |status| status.state == State::Ready).await;
    assert_eq!(status.restarts, 1);
}

#[tokio::test]
async fn garbage_is_skipped() {
    let stage = Stage::new([("one", fake("garbage"))]).ready().await;
    assert_eq!(stage.status("one").state, State::Ready);
    assert_eq!(stage.call("one_echo", json!({ "n": 5 })).await.data().unwrap()["echo"]["n"], 5);
}

#[tokio::test]
async fn a_slow_server_keeps_no_other_waiting() {
    let stage = Stage::new([("a_slow", fake("hangs")), ("quick", fake("normal"))]);
    stage.until("quick", |status| status.state == State::Ready).await;
    stage.load().await;
    assert_eq!(stage.data("quick_echo").await["echo"], json!({}));
    let State::Connecting { for_ms, at_most_ms } = stage.status("a_slow").state else {
        panic!("{:?}", stage.status("a_slow"));
    };
    assert!(for_ms < at_most_ms && at_most_ms == 60_000, "{for_ms} of {at_most_ms}");
    assert!(!stage.upstreams.ready(Duration::from_millis(1)).await);
}

#[tokio::test]
async fn a_server_that_hangs_is_given_up() {
    let slow = |how| Upstream { connect_timeout_ms: 200, ..fake(how) };
    let stage = Stage::new([("one", slow("hangs")), ("two", slow("never_lists"))]).ready().await;
    let why = stage.until_waiting("one").await;
    assert!(why.starts_with("it did not say who it is within"), "{why}");
    stage
        .until("two", |s| matches!(&s.state, State::Waiting { why, .. } if why.contains("200ms")))
        .await;
}

#[tokio::test]
async fn a_server_that_ends_at_once_is_started_again_and_says_why() {
    let stage = Stage::new([("one", fake("exits"))]).ready().await;
    let why = stage.until_waiting("one").await;
    assert_eq!(why, "died: exit status: 3: fatal: no such database");
    stage.until("one", |status| status.restarts >= 2).await;
}

#[tokio::test]
async fn settings_that_cannot_be_used_are_said_and_keep_nobody_else() {
    let missing = Upstream { command: Some("/no/such/program".to_owned()), ..Upstream::default() };
    let mut unset = fake("normal");
    unset.env.insert("KEY".to_owned(), "${NO_SUCH_VARIABLE}".into());
    let off = Upstream { enabled: false, ..unset.clone() };
    let stage = Stage::new([
        ("fine", fake("normal")),
        ("missing", missing),
        ("off", off),
        ("unset", unset),
    ]);
    let stage = stage.ready().await;
    assert_eq!(stage.status("fine").state, State::Ready);
    assert_eq!(stage.status("off").state, State::Disabled);
    let State::Failed { why } = stage.status("unset").state else { panic!("it started") };
    assert_eq!(
        why,
        "`env.KEY` of the server `unset` needs the variable `NO_SUCH_VARIABLE`, which is not in \
         the environment"
    );
    let why = stage.until_waiting("missing").await;
    assert!(why.starts_with("it cannot be started: `/no/such/program`: "), "{why}");
    assert_eq!(stage.upstreams.tools(Some("off")).len(), 0);
}
