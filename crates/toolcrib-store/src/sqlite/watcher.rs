//! Watches for changes, whoever makes them.
//!
//! SQLite tells a connection whether others have written since it last looked,
//! at the price of reading one page. Only then are the revisions read.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::JoinHandle;
use std::time::Duration;

use rusqlite::Connection;
use tokio::sync::watch;

use super::connect;
use super::run::failure;
use crate::changes::{Revisions, publish};
use crate::error::StoreError;

/// How often to look.
const LOOK_EVERY: Duration = Duration::from_millis(200);

pub(super) struct Watcher {
    revisions: watch::Receiver<Revisions>,
    /// Dropped to end the thread.
    end: Option<mpsc::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Watcher {
    pub(super) fn start(path: &Path) -> Result<Self, StoreError> {
        let connection = connect::reader(path)?;
        let version = data_version(&connection).map_err(failure)?;
        let now = revisions(&connection).map_err(failure)?;
        let (sender, revisions) = watch::channel(Arc::new(now));
        let (end, ended) = mpsc::channel();
        let thread = std::thread::Builder::new()
            .name("toolcrib-watcher".to_owned())
            .spawn(move || look(&connection, version, &sender, &ended))
            .map_err(StoreError::unavailable)?;
        Ok(Self { revisions, end: Some(end), thread: Some(thread) })
    }

    pub(super) fn revisions(&self) -> watch::Receiver<Revisions> {
        self.revisions.clone()
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        drop(self.end.take());
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

fn look(
    connection: &Connection,
    mut seen: i64,
    sender: &watch::Sender<Revisions>,
    ended: &mpsc::Receiver<()>,
) {
    while ended.recv_timeout(LOOK_EVERY) == Err(RecvTimeoutError::Timeout) {
        // The version first: what is written in between is seen twice, not never.
        let news = data_version(connection).and_then(|version| {
            if version != seen {
                publish(sender, revisions(connection)?);
                seen = version;
            }
            Ok(())
        });
        if let Err(error) = news {
            tracing::warn!(error = &error as &dyn std::error::Error, "changes cannot be seen");
        }
    }
}

fn data_version(connection: &Connection) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, "data_version", |row| row.get(0))
}

fn revisions(connection: &Connection) -> rusqlite::Result<HashMap<String, i64>> {
    let mut statement = connection.prepare_cached("SELECT id, revision FROM workspaces")?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    rows.collect()
}
