//! How often somebody may call.
//!
//! Each counter is one moment: when it would have none left to wait for if calls
//! came evenly (GCRA). A whole quota may come at once; after that calls come as
//! fast as it refills.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use super::Rate;

/// Counters kept before idle ones are let go.
const COUNTERS_MAX: usize = 10_000;

/// What is counted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Counted {
    /// Calls with a key; those without one count together.
    Key(Option<Arc<str>>),
    /// Calls of a tool.
    Tool(Arc<str>),
}

#[derive(Default)]
pub(crate) struct Counters(Mutex<HashMap<Counted, Instant>>);

impl Counters {
    /// Takes one call out of a quota, or says how long to wait for the next.
    pub(crate) fn take(&self, counted: Counted, rate: Rate) -> Result<(), Duration> {
        self.ask(counted, rate, true)
    }

    /// The same, and takes nothing.
    pub(crate) fn peek(&self, counted: Counted, rate: Rate) -> Result<(), Duration> {
        self.ask(counted, rate, false)
    }

    fn ask(&self, counted: Counted, rate: Rate, takes: bool) -> Result<(), Duration> {
        let now = Instant::now();
        let Some(each) = rate.per.checked_div(rate.calls) else { return Err(rate.per) };
        // A moment is only ever replaced whole; a panic cannot spoil the map.
        let mut counters = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let full_at = counters.get(&counted).copied().unwrap_or(now).max(now) + each;
        if let Some(wait) = (full_at - now).checked_sub(rate.per).filter(|wait| !wait.is_zero()) {
            return Err(wait);
        }
        if takes {
            if counters.len() >= COUNTERS_MAX {
                counters.retain(|_, full_at| *full_at > now);
            }
            counters.insert(counted, full_at);
        }
        Ok(())
    }
}
