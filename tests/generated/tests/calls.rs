//! Generated types hold what the schemas admit, and the generated client calls.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use toolcrib::{CancellationToken, Faults, Registry, handler};
use toolcrib_generated_tests::client::{self, Client, Error};
use toolcrib_generated_tests::handlers as book;
use toolcrib_server::config::Config;
use toolcrib_server::crib::Crib;
use toolcrib_server::rest::{GRACE, RestSettings, router, serve};
use toolcrib_server::stock::Stock;
use toolcrib_store::{Location, Store};

#[track_caller]
fn holds<T: DeserializeOwned + Serialize>(value: Value) {
    let read: T = serde_json::from_value(value.clone()).unwrap();
    assert_eq!(serde_json::to_value(read).unwrap(), value);
}

#[test]
fn types_hold_what_the_schemas_admit() {
    holds::<book::class::Input>(
        json!({ "type": "t", "x-y": 1, "class": true, "": "e", "@id": "i" }),
    );
    holds::<book::clash::Input>(json!({ "a-b": "1", "a_b": "2", "aB": "3" }));
    holds::<book::clash::Output>(json!("ünder"));
    let leaf = json!({ "name": "leaf" });
    let tree =
        json!({ "name": "root", "children": [leaf], "parent": leaf, "named": { "x": leaf } });
    holds::<book::tree::Input>(json!({ "root": tree }));
    for value in
        [json!(null), json!(true), json!("x"), json!([1.5, [null]]), json!({ "a": { "b": [] } })]
    {
        holds::<book::tree::Output>(value);
    }
    for shape in
        [json!({ "kind": "circle", "radius": 1.5 }), json!({ "kind": "square", "side": 2.5 })]
    {
        holds::<book::union::Input>(json!({ "shape": shape, "either": 5, "numbers": 2 }));
    }
    holds::<book::union::Input>(json!({
        "shape": { "kind": "circle", "radius": 1.0 }, "either": "x", "maybe": "y", "odd": { "a": 1 },
    }));
    holds::<book::union::Output>(json!([1, { "x": null }]));
    holds::<book::merged::Input>(json!({ "query": "q", "limit": 5, "cursor": "c" }));
    holds::<book::merged::Output>(json!({ "cursor": "c" }));
    holds::<book::maps::Input>(json!({
        "counts": { "a": 1 }, "free": { "x": [] }, "closed": {}, "patterns": { "x-a": "b" },
        "both": { "known": "k" }, "anything": [1],
    }));
    holds::<book::maps::Output>(json!({ "a": [{ "b": 1 }] }));
    holds::<book::places::Input>(json!({
        "point": [1.5, 2.5], "row": ["a", 1, true, false], "anything": [1, "x"], "deep": [[[1]]],
    }));
    holds::<book::places::Output>(json!([[1.5, "a"], [2.5, "b"]]));
    holds::<book::bounds::Input>(json!({
        "id": "7b7c4e0e-5f8b-4b1c-9a43-0d9b8c7f6a5e", "day": "2001-05-14", "code": "ABC",
        "percent": 12.5, "list": ["a"], "level": "high", "not": 5,
    }));
    holds::<book::bounds::Output>(json!("done"));
    holds::<book::answer::Input>(json!({
        "option": { "some": "x" }, "self": { "me": "y" }, "string": { "text": "z" },
        "input": { "nested": { "x": "w" } }, "error": { "message": "m" },
    }));
    holds::<book::nothing::Input>(json!({}));
    holds::<book::nothing::Output>(json!([1, null]));
    holds::<book::lines::Input>(json!({ "text": "x", "choice": "e\nf" }));
    holds::<book::deep::Input>(
        json!({ "a": { "b": { "c": [{ "d": { "e": 5 } }, { "d": {} }] } } }),
    );
}

fn registry() -> Registry {
    let registry = Registry::new();
    let merged = handler::<book::merged::Tool, _, _, _>(|input, _| async move {
        let mut faults = Faults::new();
        if input.limit.is_none() {
            faults.push("limit", "none given: 10 was used");
        }
        let limit = Some(input.limit.unwrap_or(10));
        Ok(faults.reply(book::merged::Output { cursor: Some(input.query), limit }))
    });
    registry.register(merged).unwrap();
    registry
}

#[tokio::test(flavor = "multi_thread")]
async fn the_client_calls_what_the_handler_runs() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&Location::Sqlite(folder.path().join("t.db"))).await.unwrap();
    let crib = Crib::open(Stock::only(registry()), &[], &Config::default(), store).await.unwrap();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let settings = RestSettings { address: Some(address), ..RestSettings::default() };
    let stop = CancellationToken::new();
    let serving =
        tokio::spawn(serve(listener, router(crib.clone(), settings), stop.clone(), GRACE));
    // Any provider will do; this one is built anyway.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let http = reqwest::Client::new();
    let client = Client::new(http, &format!("http://{address}/"), "default");
    let input = client::merged::Input { query: "words".to_owned(), limit: None, cursor: None };
    let answer = client.merged(&input).await.unwrap();
    assert_eq!((answer.data.cursor.as_deref(), answer.data.limit), (Some("words"), Some(10)));
    assert_eq!(answer.warnings[0].pointer, "/limit");
    assert!(!answer.call_id.is_empty());
    // What no type can say, the server does: a cursor wants a limit.
    let input = client::merged::Input { cursor: Some("c".to_owned()), ..input };
    match client.merged(&input).await.unwrap_err() {
        Error::Tool { kind, details, .. } => {
            assert_eq!((kind.as_str(), details[0].pointer.as_str()), ("VALIDATION", "/limit"));
        }
        other => panic!("{other}"),
    }
    match client.nothing(&client::nothing::Input {}).await.unwrap_err() {
        Error::Request { status, message, .. } => assert_eq!(status, 404, "{message}"),
        other => panic!("{other}"),
    }
    stop.cancel();
    serving.await.unwrap();
}
