//! What becomes of what a server says that it has.

use std::time::{Duration, Instant};

use serde_json::json;
use tokio_util::sync::CancellationToken;
use toolcrib::{CompiledSpec, Limits, SideEffects, Spec};
use toolcrib_upstream::{Confirm, Upstream};

use crate::stage::{PATIENCE, Stage, fake};

#[tokio::test]
async fn a_bad_definition_costs_its_own_tool() {
    let stage = Stage::new([("s", fake("odd_tools"))]).ready().await;
    let status = stage.status("s");
    let long = status.tools.iter().find(|id| id.starts_with("s_long_name_")).unwrap().clone();
    assert_eq!(long.len(), 64);
    assert_eq!(status.tools, ["s_echo", &long, "s_last_one"]);
    let reasons: Vec<(&str, &str)> =
        status.quarantined.iter().map(|q| (q.tool.as_str(), q.reason.as_str())).collect();
    let names =
        ["broken", "numeric", "titled", "bare", "Echo", "echo", &"n".repeat(80), "", "", "fat", ""];
    let found: Vec<&str> = reasons.iter().map(|(tool, _)| tool.trim_end_matches('…')).collect();
    assert_eq!(found, names);
    for (index, says) in [
        (0, "inputSchema"),
        (1, "its `inputSchema` is not an object"),
        (2, "its `title` is not a text"),
        (3, "it has no `inputSchema`"),
        (4, "another tool of this server has the id `s_echo`"),
        (5, "another tool of this server has the id `s_echo`"),
        (6, "its name has 300 characters"),
        (7, "it has no name"),
        (8, "it has no name"),
        (9, "at most 262144 are read"),
        (10, "it has no name"),
    ] {
        assert!(reasons[index].1.contains(says), "{:?}", reasons[index]);
    }
    assert!(stage.call("s_echo", json!({ "n": 1 })).await.ok());
    assert!(stage.call("s_last_one", json!({})).await.ok());
    assert!(!stage.call("s_broken", json!({})).await.ok());
}

#[tokio::test]
async fn pages_are_read_one_after_the_other() {
    let stage = Stage::new([("s", fake("pages"))]).ready().await;
    assert_eq!(stage.status("s").tools, ["s_one", "s_two"]);
}

#[tokio::test]
async fn tools_change_in_flight() {
    let stage = Stage::new([("one", fake("normal"))]).ready().await;
    let mut changes = stage.upstreams.changes();
    let before = *changes.borrow_and_update();
    assert!(!stage.call("one_added", json!({})).await.ok());
    stage.data("one_grow").await;
    let changed = changes.wait_for(|number| *number > before);
    tokio::time::timeout(PATIENCE, changed).await.unwrap().unwrap();
    stage.load().await;
    assert!(stage.call("one_added", json!({})).await.ok());
}

#[tokio::test]
async fn hints_are_believed_of_those_who_are_trusted() {
    let trusted = Upstream { trusted: true, ..fake("hints") };
    let stage = Stage::new([("known", trusted), ("stranger", fake("hints"))]).ready().await;
    let registry = stage.runtime.registry();
    for (tool, effects, idempotent) in [
        ("known_hinted", SideEffects::ReadOnly, true),
        ("known_safe", SideEffects::Writes, true),
        ("known_plain", SideEffects::Writes, false),
        ("stranger_hinted", SideEffects::Writes, false),
        ("stranger_safe", SideEffects::Writes, false),
    ] {
        let entry = registry.get(tool).unwrap();
        let spec = entry.spec();
        assert_eq!((spec.side_effects, spec.idempotent), (effects, idempotent), "{tool}");
        assert!(!spec.requires_confirmation);
    }
}

#[tokio::test]
async fn settings_say_what_is_taken_and_how() {
    let some = Upstream {
        tools: Some(vec!["echo".to_owned(), "fail".to_owned(), "hang".to_owned()]),
        hide: vec!["hang".to_owned()],
        prefix: Some("My Tools!".to_owned()),
        confirm: Confirm::Names(vec!["fail".to_owned()]),
        timeout_ms: 1234,
        ..fake("normal")
    };
    let all = Upstream { confirm: Confirm::All(true), ..fake("pages") };
    let stage = Stage::new([("all", all), ("some", some)]).ready().await;
    assert_eq!(stage.status("some").tools, ["my_tools_echo", "my_tools_fail"]);
    let registry = stage.runtime.registry();
    let asks = |tool: &str| registry.get(tool).unwrap().spec().requires_confirmation;
    assert!(asks("my_tools_fail") && !asks("my_tools_echo") && asks("all_one"));
    assert_eq!(registry.get("my_tools_echo").unwrap().spec().timeout_ms, 1234);
    assert_eq!(registry.get("my_tools_echo").unwrap().source(), "mcp:some");
}

#[tokio::test]
async fn words_of_a_definition_do_not_steer_a_terminal() {
    let stage = Stage::new([("s", fake("escapes"))]).ready().await;
    let entry = stage.runtime.registry().get("s_steers").unwrap();
    let spec = entry.spec();
    assert_eq!(spec.description, "]0;ownedReads\n\tall.2J");
    assert_eq!(spec.title.as_deref(), Some("]0;owned Reads   all. 2J"));
    let properties = &spec.parameters["properties"];
    assert_eq!(properties["default"]["description"], "]0;ownedReads\n\tall.2J");
    // A value is what it is.
    assert_eq!(properties["odd"]["enum"], json!(["\u{1b}"]));
}

#[tokio::test]
async fn schemas_are_compiled_beside_everything_else() {
    let schema = crate::fake::heavy()["inputSchema"].clone();
    let spec = Spec { parameters: schema, ..Spec::new("heavy", "Takes a while.") };
    let began = Instant::now();
    CompiledSpec::new(spec, "", &[], &Limits::default()).unwrap();
    let compiling = began.elapsed();
    // Everything of this test has one thread: whatever holds it up is seen here.
    let is_over = CancellationToken::new();
    let over = is_over.clone();
    let watching = tokio::spawn(async move {
        let (mut last, mut longest) = (Instant::now(), Duration::ZERO);
        while !over.is_cancelled() {
            tokio::time::sleep(Duration::from_millis(1)).await;
            longest = longest.max(last.elapsed());
            last = Instant::now();
        }
        longest
    });
    let stage = Stage::new([("s", fake("patterns"))]).ready().await;
    assert_eq!(stage.status("s").tools, ["s_heavy"]);
    is_over.cancel();
    let held_up = watching.await.unwrap();
    assert!(held_up < compiling / 2, "nothing went on for {held_up:?} of {compiling:?}");
}
