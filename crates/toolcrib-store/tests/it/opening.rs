//! Databases that open, and those that do not.

use std::error::Error;

use toolcrib_store::{Broken, Location, Store, StoreError, ToolKey};

use crate::bed::{Bed, agent, tool};

crate::contract!(
    whoever_opens_a_fresh_database_at_once_finds_it_whole,
    what_was_written_is_there_again,
    a_newer_database_is_refused,
    a_closed_store_leaves_its_clones_alone,
);

/// An error and its causes, as an operator reads them.
fn told(error: &StoreError) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text.push_str(&format!(": {error}"));
        cause = error.source();
    }
    text
}

async fn refused(location: &Location) -> (StoreError, String) {
    let error = Store::open(location).await.err().expect("it must not open");
    let text = told(&error);
    (error, text)
}

async fn whoever_opens_a_fresh_database_at_once_finds_it_whole(bed: &Bed) {
    let open = || async { Store::open(&bed.location).await.unwrap() };
    let stores = tokio::join!(open(), open(), open(), open(), open(), open());
    let stores = [stores.0, stores.1, stores.2, stores.3, stores.4, stores.5];
    for (n, store) in stores.iter().enumerate() {
        store.ping().await.unwrap();
        store.create_agent("w", agent(&n.to_string()), &[]).await.unwrap();
    }
    assert_eq!(stores[0].workspace("w").await.unwrap().agents.len(), stores.len());
    assert_eq!(bed.ask("SELECT CAST(COUNT(*) AS TEXT) FROM schema_version").await, ["1"]);
}

async fn what_was_written_is_there_again(bed: &Bed) {
    let store = bed.open().await;
    store.create_tool("w", tool("a"), None).await.unwrap();
    let before = store.workspace("w").await.unwrap();
    drop(store);
    let store = bed.open().await;
    assert_eq!(store.workspace("w").await.unwrap(), before);
    store.close().await;
    assert!(bed.open().await.tool(&ToolKey::own("w", "a")).await.unwrap().is_some());
}

async fn a_newer_database_is_refused(bed: &Bed) {
    bed.open().await.close().await;
    bed.ask("UPDATE schema_version SET version = 99").await;
    let (error, text) = refused(&bed.location).await;
    assert!(matches!(error, StoreError::Broken(Broken::Newer { found: 99, .. })), "{text}");
    assert!(text.contains("was written by a newer toolcrib (schema 99,"), "{text}");
    assert!(text.contains(&bed.location.to_string()), "{text}");
    assert_eq!(bed.ask("SELECT CAST(version AS TEXT) FROM schema_version").await, ["99"]);
}

async fn a_closed_store_leaves_its_clones_alone(bed: &Bed) {
    let store = bed.open().await;
    store.clone().close().await;
    store.create_tool("w", tool("a"), None).await.unwrap();
    store.ping().await.unwrap();
}

#[tokio::test]
async fn a_file_that_is_no_database_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notes.txt");
    std::fs::write(&path, "These are notes. ".repeat(100)).unwrap();
    let (error, text) = refused(&Location::Sqlite(path.clone())).await;
    assert!(matches!(error, StoreError::Broken(Broken::NotADatabase { .. })), "{text}");
    assert_eq!(text, format!("{} is not an SQLite database", path.display()));
    assert!(std::fs::read_to_string(&path).unwrap().starts_with("These are notes."));
}

#[tokio::test]
async fn a_place_that_takes_no_file_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    for path in [file.join("inside/a.db"), folder.path().to_owned()] {
        let (error, text) = refused(&Location::Sqlite(path.clone())).await;
        assert!(matches!(error, StoreError::Broken(Broken::CannotOpen { .. })), "{text}");
        let start = format!("cannot open the database {}: ", path.display());
        assert!(text.starts_with(&start), "{text}");
    }
}

#[tokio::test]
async fn a_server_that_is_not_there_is_named_without_its_password() {
    for url in [
        "postgres://me:hush@127.0.0.1:1/tools",
        "postgres://me:hush@127.0.0.1:1/tools?sslmode=require",
        "postgres://me:hush@127.0.0.1:1/tools?sslmode=hush",
        "postgres://me:hush@127.0.0.1:hush/tools",
    ] {
        let (error, text) = refused(&url.parse().unwrap()).await;
        assert!(matches!(error, StoreError::Broken(Broken::CannotOpen { .. })), "{text}");
        let start = "cannot open the database postgres://me@127.0.0.1:";
        assert!(text.starts_with(start), "{text}");
        assert!(!text.replace(":hush/tools", "").contains("hush"), "{text}");
    }
}

#[tokio::test]
async fn a_server_without_tls_is_refused_where_tls_is_wanted() {
    let Some(bed) = crate::bed::Bed::postgres().await else { return };
    assert_eq!(bed.ask("SHOW ssl").await, ["off"], "the server of the tests has no TLS");
    for mode in ["require", "verify-ca", "verify-full"] {
        let location = format!("{}&sslmode={mode}", bed.url()).parse().unwrap();
        let (_, text) = refused(&location).await;
        assert!(text.contains("server does not support TLS"), "{mode}: {text}");
    }
    for mode in ["prefer", "disable"] {
        let location = format!("{}&sslmode={mode}", bed.url()).parse().unwrap();
        Store::open(&location).await.unwrap().ping().await.unwrap();
    }
    bed.clear().await;
}
