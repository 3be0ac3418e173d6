//! Which workspaces changed, whoever changed them.
//!
//! Each engine keeps an eye on the revisions of all workspaces in its own way
//! and publishes them; this compares them with what its reader has seen.

use std::collections::HashMap;
use std::sync::Arc;

use tokio::sync::watch;

/// The revision of every workspace.
pub(crate) type Revisions = Arc<HashMap<String, i64>>;

/// Workspaces that changed.
#[derive(Debug)]
pub struct Changes {
    revisions: watch::Receiver<Revisions>,
    seen: Revisions,
}

impl Changes {
    pub(crate) fn new(mut revisions: watch::Receiver<Revisions>) -> Self {
        let seen = Arc::clone(&revisions.borrow_and_update());
        Self { revisions, seen }
    }

    /// The workspaces that there are, with their revisions, as they were when
    /// this began or last returned.
    pub fn seen(&self) -> Vec<(String, i64)> {
        self.seen.iter().map(|(workspace, revision)| (workspace.clone(), *revision)).collect()
    }

    /// Waits until workspaces have changed, in this process or another, and
    /// returns them with their revisions. Does not return once the store is
    /// closed.
    pub async fn next(&mut self) -> Vec<(String, i64)> {
        while self.revisions.changed().await.is_ok() {
            let now = Arc::clone(&self.revisions.borrow_and_update());
            let moved = moved(&self.seen, &now);
            self.seen = now;
            if !moved.is_empty() {
                return moved;
            }
        }
        std::future::pending().await
    }
}

fn moved(seen: &Revisions, now: &Revisions) -> Vec<(String, i64)> {
    now.iter()
        .filter(|(workspace, revision)| seen.get(*workspace) != Some(revision))
        .map(|(workspace, revision)| (workspace.clone(), *revision))
        .collect()
}

/// Publishes the revisions, if they are not what everybody knows.
pub(crate) fn publish(sender: &watch::Sender<Revisions>, now: HashMap<String, i64>) {
    sender.send_if_modified(|known| {
        let differs = **known != now;
        if differs {
            *known = Arc::new(now);
        }
        differs
    });
}
