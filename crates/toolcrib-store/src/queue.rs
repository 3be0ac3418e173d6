//! What waits to be written.
//!
//! Bounded: who hands something in while it is full waits. A record whose
//! receipt nobody waits for must not be lost by that, so a task waits for it.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use tokio::runtime::Handle;
use tokio::sync::mpsc::{self, error::TrySendError};
use tokio::sync::oneshot;
use tokio_util::task::TaskTracker;

use crate::engine::Engine;
use crate::error::StoreError;
use crate::record::{Record, RecordJob};

/// Jobs that wait at most.
const JOBS_MAX: usize = 4_096;

pub(crate) struct Queue<J> {
    sender: mpsc::Sender<J>,
    /// Those who wait for room.
    waiting: TaskTracker,
    runtime: Handle,
    lost: AtomicU64,
}

impl<J: From<RecordJob> + Send + 'static> Queue<J> {
    /// A queue and its other end. Must be called in a runtime.
    pub(crate) fn new() -> (Self, mpsc::Receiver<J>) {
        let (sender, receiver) = mpsc::channel(JOBS_MAX);
        let (waiting, runtime) = (TaskTracker::new(), Handle::current());
        (Self { sender, waiting, runtime, lost: AtomicU64::new(0) }, receiver)
    }

    /// Records that were handed in and not written.
    pub(crate) fn lost(&self) -> &AtomicU64 {
        &self.lost
    }

    /// Waits for room.
    pub(crate) async fn put(&self, job: J) -> Result<(), StoreError> {
        self.sender.send(job).await.map_err(|_| closed())
    }

    /// Does not wait: where there is no room, a task does. It holds the engine,
    /// so that nobody waits for the end of the queue before it has its place.
    pub(crate) fn submit(
        &self,
        engine: &Arc<Engine>,
        record: Box<Record>,
    ) -> oneshot::Receiver<Result<(), StoreError>> {
        let (done, receipt) = oneshot::channel();
        if let Err(TrySendError::Full(job)) =
            self.sender.try_send(RecordJob { record, done }.into())
        {
            let (sender, engine) = (self.sender.clone(), Arc::clone(engine));
            let wait = async move {
                // Closed: the receipt says so, because its other end is gone.
                drop(sender.send(job).await);
                drop(sender);
                drop(engine);
            };
            self.waiting.spawn_on(wait, &self.runtime);
        }
        receipt
    }

    /// Waits until everything that was submitted has its place.
    pub(crate) async fn all_placed(&self) {
        self.waiting.close();
        self.waiting.wait().await;
        self.waiting.reopen();
    }
}

fn closed() -> StoreError {
    StoreError::unavailable("the store is closed")
}
