//! Counts what another recorder writes down.

use std::sync::Arc;
use std::time::Instant;

use toolcrib::record::{Event, EventKind, Receipt, Recorder};

use super::Meters;

/// A recorder whose events are counted, too.
pub struct Metered<R> {
    inner: R,
    meters: Arc<Meters>,
}

impl<R: Recorder> Metered<R> {
    /// Counts what this recorder is told.
    pub fn new(inner: R, meters: Arc<Meters>) -> Self {
        Self { inner, meters }
    }
}

impl<R: Recorder> Recorder for Metered<R> {
    fn record(&self, event: &Event<'_>) -> Receipt {
        let receipt = self.inner.record(event);
        self.meters.count(event);
        match receipt {
            Receipt::Pending(done) if event.kind == EventKind::Finished => {
                let (meters, began) = (Arc::clone(&self.meters), Instant::now());
                Receipt::Pending(Box::pin(async move {
                    let ended = done.await;
                    meters.written(began.elapsed());
                    ended
                }))
            }
            receipt => receipt,
        }
    }
}
