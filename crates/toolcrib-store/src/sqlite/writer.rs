//! The one thread that writes.
//!
//! (1) What waits is written in one transaction and committed once; only then
//!     does anybody hear of it.
//! (2) A write that fails is undone alone; if the transaction itself fails,
//!     everybody in it hears so.
//! (3) A panic ends a batch, not the thread: whoever waits hears that it failed.

mod batch;
mod messenger;
#[cfg(test)]
mod tests;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use rusqlite::Connection;
use tokio::sync::{mpsc, oneshot};

use crate::error::StoreError;
use crate::queue::Queue;
use crate::record::RecordJob;
use crate::sql::{Row, Step};

use self::messenger::Messenger;

/// Jobs that share a commit.
const BATCH_MAX: usize = 512;

/// Jobs that are worth a flush: with as many, nobody waits for more.
const GATHER_ENOUGH: usize = 32;

/// How long to wait for others before a commit.
const GATHER_MAX: Duration = Duration::from_micros(100);

/// How long to wait for the next of them.
const QUIET_MAX: Duration = Duration::from_micros(30);

pub(crate) enum Job {
    Record(RecordJob),
    Write(WriteJob),
}

pub(crate) struct WriteJob {
    pub(super) steps: Vec<Step>,
    pub(super) done: oneshot::Sender<Result<Vec<Vec<Row>>, StoreError>>,
}

impl From<RecordJob> for Job {
    fn from(job: RecordJob) -> Self {
        Self::Record(job)
    }
}

pub(super) struct Writer {
    /// Dropped to end the thread, when everything in it is written.
    queue: Option<Queue<Job>>,
    thread: Option<JoinHandle<()>>,
}

impl Writer {
    pub(super) fn start(connection: Connection) -> std::io::Result<Self> {
        let (queue, jobs) = Queue::new();
        let messenger = Messenger::start();
        let run = move |connection: &Connection, waiting: &mut Vec<Job>| {
            batch::run(connection, waiting, &messenger);
        };
        let thread = std::thread::Builder::new()
            .name("toolcrib-writer".to_owned())
            .spawn(move || work(&connection, jobs, run))?;
        Ok(Self { queue: Some(queue), thread: Some(thread) })
    }

    pub(super) fn queue(&self) -> &Queue<Job> {
        self.queue.as_ref().expect("it is there until the writer is dropped")
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        drop(self.queue.take());
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

fn work(
    connection: &Connection,
    mut jobs: mpsc::Receiver<Job>,
    run: impl Fn(&Connection, &mut Vec<Job>),
) {
    let mut waiting = Vec::with_capacity(BATCH_MAX);
    let mut expected = 0;
    while jobs.blocking_recv_many(&mut waiting, BATCH_MAX) > 0 {
        gather(&mut jobs, &mut waiting, expected);
        let answered = waiting.len();
        if catch_unwind(AssertUnwindSafe(|| run(connection, &mut waiting))).is_err() {
            // (3): dropping a job tells its owner.
            tracing::error!("a batch of writes failed by a panic");
            waiting.clear();
            batch::undo(connection);
        }
        expected = answered + jobs.len();
    }
}

/// Waits a moment for those who were here last time: they were all answered at
/// once, and a flush costs more than the moment. Who is alone waits for nobody.
fn gather(jobs: &mut mpsc::Receiver<Job>, waiting: &mut Vec<Job>, expected: usize) {
    let expected = expected.min(GATHER_ENOUGH);
    if waiting.len() >= expected {
        return;
    }
    let begun = Instant::now();
    let mut newest = begun;
    while waiting.len() < expected {
        let now = Instant::now();
        if let Ok(job) = jobs.try_recv() {
            waiting.push(job);
            newest = now;
        } else if now - newest > QUIET_MAX || now - begun > GATHER_MAX {
            return;
        } else {
            std::thread::yield_now();
        }
    }
}
