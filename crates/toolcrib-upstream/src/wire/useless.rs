//! How much of what a server sends nobody can use.
//!
//! Some servers say a word too many on a stream that is not for words, and that is
//! borne. One that goes on and on would keep a processor busy with reading it.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use super::over::Over;

/// Messages of no use, in a while.
const USELESS_MAX: i64 = 2_000;

/// How long a while is.
const WHILE: Duration = Duration::from_secs(10);

/// How much of what a server sends nobody can use. Clones share the count.
#[derive(Clone)]
pub(super) struct Useless {
    count: Arc<Mutex<Count>>,
    over: Over,
}

struct Count {
    since: Instant,
    useless: i64,
}

impl Useless {
    pub(super) fn new(over: Over) -> Self {
        let count = Count { since: Instant::now(), useless: 0 };
        Self { count: Arc::new(Mutex::new(count)), over }
    }

    /// Counts what came, until it turns out to be of use; if it was too much, the
    /// connection is over and this says so.
    pub(super) fn came(&self, messages: usize) -> bool {
        self.came_at(messages, Instant::now())
    }

    fn came_at(&self, messages: usize, now: Instant) -> bool {
        // Two numbers, whole whoever panics.
        let mut count = self.count.lock().unwrap_or_else(PoisonError::into_inner);
        if now.duration_since(count.since) >= WHILE {
            *count = Count { since: now, useless: 0 };
        }
        count.useless = count.useless.saturating_add_unsigned(messages as u64);
        let is_too_much = count.useless > USELESS_MAX;
        if is_too_much {
            self.over.end(&format!(
                "it sent more than {USELESS_MAX} messages within {WHILE:?} that mean nothing here"
            ));
        }
        is_too_much
    }

    /// One that came was of use.
    pub(super) fn was_of_use(&self) {
        self.count.lock().unwrap_or_else(PoisonError::into_inner).useless -= 1;
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::Instant;

    use super::{USELESS_MAX, Useless, WHILE};
    use crate::wire::over::Over;

    #[test]
    fn a_word_too_many_now_and_then_is_borne() {
        let over = Over::default();
        let useless = Useless::new(over.clone());
        let most = usize::try_from(USELESS_MAX).unwrap();
        let mut now = Instant::now();
        for _ in 0..10 {
            now += WHILE;
            assert!(!useless.came_at(most, now));
        }
        now += WHILE;
        for _ in 0..10 * most {
            assert!(!useless.came_at(1, now));
            useless.was_of_use();
        }
        assert!(!over.is_over());
        assert!(useless.came_at(most + 1, now) && over.is_over());
    }
}
