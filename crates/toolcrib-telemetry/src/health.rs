//! How sending goes, and what is said about it.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The least time between two warnings: a collector can be away for days.
const QUIET: Duration = Duration::from_secs(60);

/// Shared by what sends, what counts and what ends the export.
#[derive(Debug, Default)]
pub(super) struct Health(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    is_closing: bool,
    has_given_up: bool,
    /// Spans that were not sent since somebody was last told.
    lost: usize,
    reason: Option<String>,
    told: Option<Instant>,
}

impl State {
    /// What to say now, if anything.
    fn due(&mut self, now: Instant) -> Option<(usize, Option<String>)> {
        if self.told.is_some_and(|told| now.duration_since(told) < QUIET) {
            return None;
        }
        self.told = Some(now);
        Some((std::mem::take(&mut self.lost), self.reason.take()))
    }
}

impl Health {
    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing is half done when a thread dies with it.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The program ends: from now on, the first failure is the last.
    pub(super) fn close(&self) {
        self.state().is_closing = true;
    }

    pub(super) fn has_given_up(&self) -> bool {
        self.state().has_given_up
    }

    /// Why an attempt failed.
    pub(super) fn failed(&self, reason: String) {
        self.state().reason = Some(reason);
    }

    /// A batch arrived, whatever it took.
    pub(super) fn sent(&self) {
        self.state().reason = None;
    }

    /// A batch will not arrive. What stopped an attempt says more than the error
    /// that is left in the end.
    pub(super) fn lost(&self, spans: usize, error: &dyn std::error::Error) {
        {
            let mut state = self.state();
            state.lost += spans;
            state.reason.get_or_insert_with(|| error.to_string());
            state.has_given_up = state.is_closing;
        }
        self.warn("traces were not sent");
    }

    /// Warns, but not again within a minute.
    pub(super) fn warn(&self, message: &str) {
        let due = self.state().due(Instant::now());
        if let Some((lost, reason)) = due {
            tracing::warn!(target: super::TARGET, lost, reason, "{message}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_said_once_a_minute_with_everything_since() {
        let start = Instant::now();
        let mut state = State { lost: 3, reason: Some("away".to_owned()), ..State::default() };
        assert_eq!(state.due(start), Some((3, Some("away".to_owned()))));
        state.lost += 4;
        assert_eq!(state.due(start + Duration::from_secs(59)), None);
        state.lost += 5;
        assert_eq!(state.due(start + QUIET), Some((9, None)));
    }

    #[test]
    fn it_gives_up_only_at_the_end() {
        let health = Health::default();
        health.lost(1, &std::fmt::Error);
        assert!(!health.has_given_up());
        health.close();
        assert!(!health.has_given_up());
        health.lost(1, &std::fmt::Error);
        assert!(health.has_given_up());
    }
}
