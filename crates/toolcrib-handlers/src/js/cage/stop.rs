//! The end of a script, from outside.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Says from outside that a script must end.
#[derive(Debug)]
pub(in crate::js) struct Stop {
    stopped: AtomicBool,
    deadline: Instant,
}

impl Stop {
    pub(in crate::js) fn at(deadline: Instant) -> Self {
        Self { stopped: AtomicBool::new(false), deadline }
    }

    pub(in crate::js) fn now(&self) {
        self.stopped.store(true, Ordering::Release);
    }

    pub(in crate::js) fn is_due(&self) -> bool {
        self.stopped.load(Ordering::Acquire) || Instant::now() >= self.deadline
    }
}
