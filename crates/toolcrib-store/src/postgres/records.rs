//! The one task that writes records.
//!
//! (1) What waits is written by one statement; only then does anybody hear of it.
//! (2) A record that the server refuses fails alone.
//! (3) A server that is gone is tried again for a while. A record that was
//!     written before the answer was lost is written over by itself: once.

mod batch;

use std::sync::Arc;
use std::time::Duration;

use deadpool_postgres::Pool;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, timeout};

use super::run::{failure, get};
use crate::error::StoreError;
use crate::record::{Record, RecordJob};

use batch::Batch;

/// Records that share a statement.
const BATCH_MAX: usize = 512;

/// How long to go on trying.
const TRY_MAX: Duration = Duration::from_secs(10);

/// How long to wait before another try, at first and at most.
const PAUSE: (Duration, Duration) = (Duration::from_millis(50), Duration::from_secs(1));

pub(crate) enum Job {
    Record(RecordJob),
    /// Tells when everything before it has been written.
    Settle(oneshot::Sender<Result<(), StoreError>>),
}

impl From<RecordJob> for Job {
    fn from(job: RecordJob) -> Self {
        Self::Record(job)
    }
}

/// Writes what comes, until nobody is left who could send anything.
pub(super) async fn write(pool: Pool, mut jobs: mpsc::Receiver<Job>) {
    let mut waiting = Vec::with_capacity(BATCH_MAX);
    let mut is_down = false;
    while jobs.recv_many(&mut waiting, BATCH_MAX).await > 0 {
        let batch = Batch::of(waiting.drain(..));
        // While the server is known to be gone, whoever waits hears so soon.
        let patience = if is_down { Duration::ZERO } else { TRY_MAX };
        let result = patiently(&pool, batch.records(), patience).await;
        is_down = matches!(result, Err(StoreError::Unavailable(_)));
        match result {
            Ok(()) => batch.tell_all(),
            Err(error @ StoreError::Unavailable(_)) => {
                let count = batch.records().len();
                tracing::error!(
                    error = &error as &dyn std::error::Error,
                    count,
                    "records were not written"
                );
                batch.refuse_all(&Arc::new(error));
            }
            // (2)
            Err(_) => {
                let (each, settled) = batch.apart();
                for (record, told) in each {
                    let result = patiently(&pool, &[record], TRY_MAX).await;
                    batch::tell(told, &result.map_err(Arc::new));
                }
                batch::tell(settled, &Ok(()));
            }
        }
    }
}

async fn patiently(pool: &Pool, records: &[Record], patience: Duration) -> Result<(), StoreError> {
    let deadline = Instant::now() + patience;
    let mut pause = PAUSE.0;
    loop {
        let result = match timeout(TRY_MAX, once(pool, records)).await {
            Ok(result) => result,
            Err(late) => Err(StoreError::unavailable(late)),
        };
        match result {
            Err(StoreError::Unavailable(_)) if Instant::now() < deadline => {}
            result => return result,
        }
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(PAUSE.1);
    }
}

async fn once(pool: &Pool, records: &[Record]) -> Result<(), StoreError> {
    if records.is_empty() {
        return Ok(());
    }
    let client = get(pool).await?;
    let statement = client.prepare_cached(&batch::UPSERT).await.map_err(failure)?;
    batch::execute(&client, &statement, records).await.map_err(failure)
}
