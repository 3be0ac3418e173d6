//! Calls, written down as they happen.
//!
//! Keeps no state: what it is told goes into the engine's queue. A start is
//! written for tools that write, and only if somebody waits for it; an end is under way when `record` returns, whether somebody waits or
//! not.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use tokio::sync::oneshot;
use toolcrib::record::{Event, EventKind, Receipt, RecordError, Recorder};

use crate::engine::Engine;
use crate::error::StoreError;
use crate::record::{Record, Start};

/// Writes calls down in a store.
#[derive(Clone)]
pub struct StoreRecorder(Arc<Engine>);

impl StoreRecorder {
    pub(crate) fn new(engine: Arc<Engine>) -> Self {
        Self(engine)
    }

    fn begin(&self, event: &Event<'_>) -> Receipt {
        let (engine, start) = (Arc::clone(&self.0), Start::new(event));
        Receipt::Pending(Box::pin(async move {
            let record = start.into_record().map_err(|error| RecordError(error.into()))?;
            let kept = engine.keep(Box::new(record)).await;
            kept.map_err(|error| RecordError(error.into()))
        }))
    }

    fn end(&self, event: &Event<'_>) -> Receipt {
        let done = match Record::finished(event) {
            Ok(record) => Engine::submit(&self.0, Box::new(record)),
            Err(error) => {
                tracing::error!(call_id = &**event.call_id, %error, "a call was not recorded");
                self.0.lost().fetch_add(1, Ordering::Relaxed);
                let failed = RecordError(error.into());
                return Receipt::Pending(Box::pin(std::future::ready(Err(failed))));
            }
        };
        let engine = Arc::clone(&self.0);
        Receipt::Pending(Box::pin(async move {
            settled(done).await.map_err(|error| {
                engine.lost().fetch_add(1, Ordering::Relaxed);
                RecordError(error.into())
            })
        }))
    }
}

impl Recorder for StoreRecorder {
    fn record(&self, event: &Event<'_>) -> Receipt {
        match event.kind {
            EventKind::Started if event.writes => self.begin(event),
            EventKind::Started | EventKind::Retried => Receipt::Done,
            EventKind::Finished => self.end(event),
        }
    }
}

/// What the writer says; one that says nothing has failed.
pub(crate) async fn settled<T>(
    done: oneshot::Receiver<Result<T, StoreError>>,
) -> Result<T, StoreError> {
    done.await.unwrap_or_else(|_| Err(StoreError::unavailable("the writer has failed")))
}
