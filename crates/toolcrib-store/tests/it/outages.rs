//! Databases that are away for a while.

use std::net::SocketAddr;
use std::time::Duration;

use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use tokio::time::{Instant, timeout};
use toolcrib_store::{CallFilter, Store, StoreError};

use crate::bed::{Bed, agent, tool};
use crate::records::forbid;
use crate::telling::{call, call_ids, calls, settle};

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_another_program_holds_is_unavailable_until_it_lets_go() {
    let bed = Bed::sqlite();
    let store = bed.open().await;
    let holder = rusqlite::Connection::open(bed.path()).unwrap();
    holder.execute_batch("BEGIN IMMEDIATE").unwrap();
    let receipt = call("c1").finish(&store);
    let write = store.create_tool("w", tool("a"), None).await;
    assert!(matches!(write, Err(StoreError::Unavailable(_))), "{write:?}");
    assert!(settle(receipt).await.is_err());
    // Whoever only reads is not in the way.
    assert!(calls(&store).await.is_empty());
    holder.execute_batch("COMMIT").unwrap();
    store.create_tool("w", tool("a"), None).await.unwrap();
    settle(call("c1").finish(&store)).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_file_lost_with_its_transaction_is_not_said_to_be_safe() {
    let bed = Bed::sqlite();
    let store = bed.open().await;
    forbid(&bed, "c50", "ROLLBACK").await;
    let receipts: Vec<_> = (0..100).map(|n| call(&format!("c{n:02}")).finish(&store)).collect();
    let mut safe = Vec::new();
    for (n, receipt) in receipts.into_iter().enumerate() {
        if settle(receipt).await.is_ok() {
            safe.insert(0, format!("c{n:02}"));
        }
    }
    assert!(!safe.contains(&"c50".to_owned()));
    let filter = CallFilter { limit: 200, ..CallFilter::default() };
    assert_eq!(call_ids(&store, &filter).await, safe);
    settle(call("c99").finish(&store)).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_that_a_server_ends_are_made_again() {
    let Some(bed) = Bed::postgres().await else { return };
    let store = bed.open().await;
    let mut changes = store.changes();
    let end = format!(
        "SELECT pg_terminate_backend(pid)::text FROM pg_stat_activity
         WHERE application_name = '{}' AND pid <> pg_backend_pid()",
        bed.schema()
    );
    for n in 0..3 {
        assert!(!bed.ask(&end).await.is_empty());
        let receipts: Vec<_> =
            (0..20).map(|m| call(&format!("c{n}{m:02}")).finish(&store)).collect();
        for receipt in receipts {
            settle(receipt).await.unwrap();
        }
    }
    assert_eq!(calls(&store).await.len(), 60);
    store.create_agent("w", agent("x"), &[]).await.unwrap();
    let heard = timeout(Duration::from_secs(6), changes.next()).await.unwrap();
    assert_eq!(heard, [("w".to_owned(), 1)]);
    bed.clear().await;
}

/// Stands between a store and its server, until it is aborted.
async fn between(at: SocketAddr, server: SocketAddr) -> (SocketAddr, JoinHandle<()>) {
    let listener = TcpListener::bind(at).await.unwrap();
    let at = listener.local_addr().unwrap();
    let pass = tokio::spawn(async move {
        let mut passing = tokio::task::JoinSet::new();
        loop {
            let (mut near, _) = listener.accept().await.unwrap();
            let mut far = TcpStream::connect(server).await.unwrap();
            passing.spawn(async move {
                drop(tokio::io::copy_bidirectional(&mut near, &mut far).await);
            });
        }
    });
    (at, pass)
}

async fn cut(pass: JoinHandle<()>) {
    pass.abort();
    drop(pass.await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_stays_away_fails_records_and_comes_back() {
    let Some(bed) = Bed::postgres().await else { return };
    let (user, rest) = bed.url().split_once('@').unwrap();
    let (server, rest) = rest.split_once('/').unwrap();
    let server = server.parse().unwrap();
    let (at, pass) = between("127.0.0.1:0".parse().unwrap(), server).await;
    let store = Store::open(&format!("{user}@{at}/{rest}").parse().unwrap()).await.unwrap();
    settle(call("c1").finish(&store)).await.unwrap();

    cut(pass).await;
    // Away for a moment: whoever waits does not notice.
    let receipt = call("c2").finish(&store);
    let (_, pass) = between(at, server).await;
    settle(receipt).await.unwrap();

    cut(pass).await;
    let begun = Instant::now();
    assert!(settle(call("c3").finish(&store)).await.is_err());
    let waited = begun.elapsed();
    assert!(waited > Duration::from_secs(9) && waited < Duration::from_secs(25), "{waited:?}");
    // Whoever comes later does not wait as long again.
    assert!(settle(call("c4").finish(&store)).await.is_err());
    assert!(begun.elapsed() - waited < Duration::from_secs(5));
    assert!(matches!(store.ping().await, Err(StoreError::Unavailable(_))));

    let (_, pass) = between(at, server).await;
    settle(call("c5").finish(&store)).await.unwrap();
    store.ping().await.unwrap();
    let filter = CallFilter { limit: 10, ..CallFilter::default() };
    assert_eq!(call_ids(&store, &filter).await, ["c5", "c2", "c1"]);
    cut(pass).await;
    bed.clear().await;
}

#[tokio::test]
async fn nobody_who_waits_for_room_is_left_behind() {
    let bed = Bed::sqlite();
    let store = bed.open().await;
    let holder = rusqlite::Connection::open(bed.path()).unwrap();
    holder.execute_batch("BEGIN IMMEDIATE").unwrap();
    // On one thread: none of those who find no room has had a turn yet.
    for n in 0..20_000 {
        drop(call(&format!("c{n:05}")).finish(&store));
    }
    tokio::join!(store.close(), async { holder.execute_batch("COMMIT").unwrap() });
    assert_eq!(bed.ask("SELECT CAST(COUNT(*) AS TEXT) FROM calls").await, ["20000"]);
}
