//! How many calls run and wait at once.
//!
//! Each workspace has a gate of its own, so that a busy one cannot starve the
//! others. Beyond those that run a bounded number waits; the next is told that
//! there is too much to do.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;
use toolcrib_core::{ErrorType, ToolError};

/// Gates kept before idle ones are let go.
const GATES_MAX: usize = 1024;

/// How many calls of one workspace run and wait at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Concurrency {
    /// Calls that run.
    pub running_max: usize,
    /// Calls that wait for one of them to end.
    pub waiting_max: usize,
}

impl Default for Concurrency {
    fn default() -> Self {
        Self { running_max: 64, waiting_max: 1024 }
    }
}

pub(super) struct Gates {
    concurrency: Concurrency,
    by_workspace: RwLock<HashMap<Arc<str>, Arc<Gate>>>,
}

struct Gate {
    permits: Arc<Semaphore>,
    waiting: AtomicUsize,
}

impl Gates {
    pub(super) fn new(concurrency: Concurrency) -> Self {
        Self { concurrency, by_workspace: RwLock::default() }
    }

    /// Waits for a place among the running calls.
    pub(super) async fn enter(
        &self,
        workspace: &Arc<str>,
        deadline: Instant,
    ) -> Result<OwnedSemaphorePermit, ToolError> {
        let gate = self.gate(workspace);
        if let Ok(permit) = Arc::clone(&gate.permits).try_acquire_owned() {
            return Ok(permit);
        }
        let _place = gate.queue(self.concurrency.waiting_max).ok_or_else(overloaded)?;
        let permit = Arc::clone(&gate.permits).acquire_owned();
        let permit = tokio::time::timeout_at(deadline, permit).await.map_err(|_| overloaded())?;
        Ok(permit.expect("the semaphore is never closed"))
    }

    fn gate(&self, workspace: &Arc<str>) -> Arc<Gate> {
        // A gate is only ever added or removed whole; a panic cannot spoil the map.
        let known = self.by_workspace.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(gate) = known.get(workspace) {
            return Arc::clone(gate);
        }
        drop(known);
        let mut gates = self.by_workspace.write().unwrap_or_else(PoisonError::into_inner);
        if gates.len() >= GATES_MAX {
            gates.retain(|_, gate| {
                Arc::strong_count(gate) > 1
                    || gate.permits.available_permits() < self.concurrency.running_max
            });
        }
        let gate = gates.entry(Arc::clone(workspace)).or_insert_with(|| {
            let permits = Arc::new(Semaphore::new(self.concurrency.running_max));
            Arc::new(Gate { permits, waiting: AtomicUsize::new(0) })
        });
        Arc::clone(gate)
    }
}

impl Gate {
    /// A place in the queue, given back when dropped.
    fn queue(&self, waiting_max: usize) -> Option<Place<'_>> {
        let place = Place(&self.waiting);
        (self.waiting.fetch_add(1, Ordering::Relaxed) < waiting_max).then_some(place)
    }
}

struct Place<'a>(&'a AtomicUsize);

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

fn overloaded() -> ToolError {
    ToolError::new(ErrorType::Overloaded, "Too many calls are running in this workspace.")
}
