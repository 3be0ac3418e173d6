//! Who hears of a change.

use std::time::Duration;

use tokio::time::timeout;
use toolcrib_store::{Changes, StoreError};

use crate::bed::{Bed, agent, tool};

crate::contract!(
    everybody_hears_of_a_change_within_a_second,
    what_changed_before_is_no_news,
    a_write_that_fails_is_no_news,
);

/// What changes until a workspace has reached a revision.
async fn until(changes: &mut Changes, workspace: &str, revision: i64) -> Vec<(String, i64)> {
    let heard = async {
        let mut all = Vec::new();
        loop {
            all.extend(changes.next().await);
            if all.contains(&(workspace.to_owned(), revision)) {
                return all;
            }
        }
    };
    timeout(Duration::from_secs(1), heard).await.expect("within a second")
}

async fn everybody_hears_of_a_change_within_a_second(bed: &Bed) {
    let (one, other) = (bed.open().await, bed.open().await);
    let (mut own, mut others) = (one.changes(), other.changes());
    for n in 1..4 {
        let revision = one.create_agent("w 1", agent(&n.to_string()), &[]).await.unwrap();
        assert_eq!(revision, n);
        until(&mut own, "w 1", n).await;
        until(&mut others, "w 1", n).await;
    }
    let revision = other.create_tool("v", tool("a"), None).await.unwrap();
    assert_eq!(until(&mut own, "v", revision).await, [("v".to_owned(), 1)]);
}

async fn what_changed_before_is_no_news(bed: &Bed) {
    let store = bed.open().await;
    store.create_tool("w", tool("a"), None).await.unwrap();
    let other = bed.open().await;
    let mut changes = other.changes();
    store.create_tool("v", tool("a"), None).await.unwrap();
    assert_eq!(until(&mut changes, "v", 1).await, [("v".to_owned(), 1)]);
}

async fn a_write_that_fails_is_no_news(bed: &Bed) {
    let store = bed.open().await;
    store.create_tool("w", tool("a"), None).await.unwrap();
    let other = bed.open().await;
    let mut changes = other.changes();
    let again = store.create_tool("w", tool("a"), None).await;
    assert!(matches!(again, Err(StoreError::Exists)));
    store.create_tool("v", tool("a"), None).await.unwrap();
    assert_eq!(until(&mut changes, "v", 1).await, [("v".to_owned(), 1)]);
}
