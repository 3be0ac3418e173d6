//! SQLite: one thread writes, a few connections read, one watches.
//!
//! Start at `writer`, where many writes share one commit.

mod connect;
mod readers;
mod run;
mod watcher;
mod writer;

use std::path::Path;
use std::time::Duration;

use tokio::sync::{oneshot, watch};
use tokio::time::Instant;
use toolcrib::error::BoxError;

use crate::changes::Revisions;
use crate::error::{Broken, StoreError};
use crate::queue::Queue;
use crate::recorder::settled;
use crate::sql::{Query, Row, Step};

use readers::Readers;
use watcher::Watcher;
use writer::{Job, WriteJob, Writer};

/// How long to go on opening a database that others are opening, too.
const OPEN_MAX: Duration = Duration::from_secs(10);

/// How long to wait before another try.
const OPEN_PAUSE: Duration = Duration::from_millis(20);

pub(crate) struct Sqlite {
    writer: Writer,
    readers: Readers,
    watcher: Watcher,
}

impl Sqlite {
    pub(crate) async fn open(path: &Path) -> Result<Self, StoreError> {
        let path = std::path::absolute(path).map_err(|source| cannot_open(path, source))?;
        let deadline = Instant::now() + OPEN_MAX;
        // Where two programs make a database at once, one of them may be told
        // that it is busy without having been made to wait.
        let connection = loop {
            let made = path.clone();
            match blocking(move || connect::writer(&made)).await {
                Err(StoreError::Unavailable(_)) if Instant::now() < deadline => {
                    tokio::time::sleep(OPEN_PAUSE).await;
                }
                Err(StoreError::Unavailable(source)) => return Err(cannot_open(&path, source)),
                opened => break opened?,
            }
        };
        let writer = Writer::start(connection).map_err(|source| cannot_open(&path, source))?;
        let watched = path.clone();
        let watcher = blocking(move || Watcher::start(&watched)).await?;
        Ok(Self { writer, readers: Readers::new(path), watcher })
    }

    pub(crate) async fn read(&self, queries: Vec<Query>) -> Result<Vec<Vec<Row>>, StoreError> {
        self.readers.read(queries).await
    }

    pub(crate) async fn write(&self, steps: Vec<Step>) -> Result<Vec<Vec<Row>>, StoreError> {
        let (done, receipt) = oneshot::channel();
        self.queue().put(Job::Write(WriteJob { steps, done })).await?;
        settled(receipt).await
    }

    pub(crate) fn queue(&self) -> &Queue<Job> {
        self.writer.queue()
    }

    pub(crate) fn revisions(&self) -> watch::Receiver<Revisions> {
        self.watcher.revisions()
    }

    pub(crate) async fn settle(&self) {
        self.queue().all_placed().await;
        // What is before it in the queue is done when this is; the answers are
        // their owners' business.
        drop(self.write(Vec::new()).await);
    }

    pub(crate) async fn close(self) {
        // Threads are waited for.
        drop(tokio::task::spawn_blocking(move || drop(self)).await);
    }
}

/// Runs what blocks where it may.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, StoreError> + Send + 'static,
) -> Result<T, StoreError> {
    let result = tokio::task::spawn_blocking(work).await;
    result.unwrap_or_else(|error| Err(StoreError::unavailable(error)))
}

fn cannot_open(path: &Path, source: impl Into<BoxError>) -> StoreError {
    Broken::CannotOpen { place: path.display().to_string(), source: source.into() }.into()
}
