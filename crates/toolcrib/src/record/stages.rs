//! The stages of a call, and how long each took.

use serde::{Serialize, Serializer};

/// A stage of a call. They stand in the order in which a call passes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Which tool is meant.
    Resolve,
    /// Whether this caller may call it.
    Admit,
    /// What the arguments are.
    Prepare,
    /// Whether a person agrees.
    Confirm,
    /// The handler, with all its attempts.
    Run,
    /// Whether the answer is what the tool promised.
    Check,
}

/// All stages, in their order.
const ALL: [Stage; 6] =
    [Stage::Resolve, Stage::Admit, Stage::Prepare, Stage::Confirm, Stage::Run, Stage::Check];

/// The stages that a call has behind it; the last may be where it failed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stages {
    /// When each had ended, in microseconds since the call began.
    ended_us: [u64; ALL.len()],
    count: usize,
}

impl Stages {
    /// The next one has ended, so long after the call began.
    pub(crate) fn pass(&mut self, stage: Stage, ended_us: u64) {
        debug_assert_eq!(ALL.get(self.count), Some(&stage), "a call passes its stages in order");
        if let Some(ended) = self.ended_us.get_mut(self.count) {
            *ended = ended_us;
            self.count += 1;
        }
    }

    /// Each, and the microseconds that it took.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Stage, u64)> {
        (0..self.count).map(|at| {
            let began_us = if at == 0 { 0 } else { self.ended_us[at - 1] };
            (ALL[at], self.ended_us[at].saturating_sub(began_us))
        })
    }
}

impl Serialize for Stages {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}
