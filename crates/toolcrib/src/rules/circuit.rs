//! Which tools have failed too often just now.
//!
//! (1) Only failures in a row count; one that answers is as good as new.
//! (2) After its rest a tool is tried by one call, and the others wait for how
//!     that ends; if it never gets so far, another may try.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;
use toolcrib_core::{ErrorType, ToolError};

use super::Circuit;

/// How it stands with a tool that has failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CircuitState {
    /// It may be called.
    Closed,
    /// Nobody calls it.
    Open,
    /// One call tries it.
    Trial,
}

#[derive(Default)]
pub(crate) struct Circuits {
    failing: Mutex<HashMap<Arc<str>, Failing>>,
    /// How many there are, so that most calls need not look.
    count: AtomicUsize,
}

struct Failing {
    failures: u32,
    /// Since when nobody calls it.
    opened: Option<Instant>,
    is_tried: bool,
}

/// A call that reached its handler; its end is to be told.
pub(crate) struct Pass<'a> {
    circuits: &'a Circuits,
    tool_id: Arc<str>,
    settings: Circuit,
    is_trial: bool,
}

impl Circuits {
    fn lock(&self) -> MutexGuard<'_, HashMap<Arc<str>, Failing>> {
        // An entry is only ever changed whole; a panic cannot spoil the map.
        self.failing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a tool may be called now.
    pub(crate) fn check(&self, tool_id: &str, settings: Circuit) -> Result<(), ToolError> {
        if self.count.load(Ordering::Acquire) == 0 {
            return Ok(());
        }
        self.lock().get(tool_id).map_or(Ok(()), |failing| failing.check(tool_id, settings))
    }

    /// Lets a call through to its handler (2).
    pub(crate) fn enter(
        &self,
        tool_id: &Arc<str>,
        settings: Circuit,
    ) -> Result<Pass<'_>, ToolError> {
        let mut is_trial = false;
        if self.count.load(Ordering::Acquire) > 0
            && let Some(failing) = self.lock().get_mut(tool_id)
        {
            failing.check(tool_id, settings)?;
            is_trial = failing.opened.is_some();
            failing.is_tried = is_trial;
        }
        Ok(Pass { circuits: self, tool_id: Arc::clone(tool_id), settings, is_trial })
    }

    /// The tools that have failed lately.
    pub(crate) fn states(&self) -> Vec<(Arc<str>, CircuitState)> {
        let state = |failing: &Failing| match (failing.opened, failing.is_tried) {
            (None, _) => CircuitState::Closed,
            (Some(_), true) => CircuitState::Trial,
            (Some(_), false) => CircuitState::Open,
        };
        self.lock().iter().map(|(id, failing)| (Arc::clone(id), state(failing))).collect()
    }
}

impl Failing {
    fn check(&self, tool_id: &str, settings: Circuit) -> Result<(), ToolError> {
        let Some(opened) = self.opened else { return Ok(()) };
        let rested = opened.elapsed();
        match settings.rest.checked_sub(rested).filter(|left| !left.is_zero()) {
            Some(left) => Err(left_alone(tool_id, self.failures, left)),
            None if self.is_tried => Err(left_alone(tool_id, self.failures, Duration::ZERO)),
            None => Ok(()),
        }
    }
}

fn left_alone(tool_id: &str, failures: u32, left: Duration) -> ToolError {
    let wait = u64::try_from(left.as_millis()).unwrap_or(u64::MAX).max(1);
    let message = format!(
        "`{tool_id}` failed {failures} times in a row and is left alone for {} more seconds.",
        left.as_secs() + 1
    );
    ToolError::new(ErrorType::Overloaded, message)
        .because("CIRCUIT_OPEN")
        .by_rule("circuit")
        .retry_after_ms(wait)
}

impl Pass<'_> {
    /// Tells how the call ended, if that says something of the tool.
    pub(crate) fn end(mut self, failed: Option<bool>) {
        let Some(failed) = failed else { return };
        let is_trial = std::mem::take(&mut self.is_trial);
        let Circuits { count, .. } = self.circuits;
        if !failed && count.load(Ordering::Acquire) == 0 {
            return;
        }
        let mut all = self.circuits.lock();
        match failed {
            // (1)
            false => drop(all.remove(&self.tool_id)),
            true => {
                let none = || Failing { failures: 0, opened: None, is_tried: false };
                let failing = all.entry(Arc::clone(&self.tool_id)).or_insert_with(none);
                failing.failures = failing.failures.saturating_add(1);
                let is_too_often = (1..=failing.failures).contains(&self.settings.failures_max);
                if is_trial || (is_too_often && failing.opened.is_none()) {
                    failing.opened = Some(Instant::now());
                    failing.is_tried = false;
                }
            }
        }
        count.store(all.len(), Ordering::Release);
    }
}

impl Drop for Pass<'_> {
    fn drop(&mut self) {
        if self.is_trial
            && let Some(failing) = self.circuits.lock().get_mut(&self.tool_id)
        {
            failing.is_tried = false;
        }
    }
}

/// Whether an error is one of the tool, and not of what it was asked.
pub(crate) fn is_failure(kind: ErrorType) -> bool {
    use ErrorType::{Auth, Internal, RateLimit, Timeout, Transient};
    matches!(kind, Internal | Timeout | Transient | RateLimit | Auth)
}
