//! How long to wait before a server is tried again.

use std::time::Duration;

const PAUSE: Duration = Duration::from_millis(500);
const PAUSE_MAX: Duration = Duration::from_secs(60);

/// How long a server must have served for its earlier ends to be forgotten.
const STABLE: Duration = Duration::from_secs(60);

/// The share by which a pause varies, so that servers do not start in step.
const JITTER: f64 = 0.2;

/// The pauses between the tries: each twice as long as the one before.
pub(crate) struct Backoff(Duration);

impl Default for Backoff {
    fn default() -> Self {
        Self(PAUSE)
    }
}

impl Backoff {
    /// Says how long the last try served.
    pub(crate) fn served(&mut self, lasted: Duration) {
        if lasted >= STABLE {
            self.0 = PAUSE;
        }
    }

    /// The pause before the next try.
    pub(crate) fn pause(&mut self) -> Duration {
        let swing = 1.0 + JITTER * (2.0 * fastrand::f64() - 1.0);
        let pause = self.0.mul_f64(swing);
        self.0 = (self.0 * 2).min(PAUSE_MAX);
        pause.min(PAUSE_MAX)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Backoff, PAUSE_MAX};

    #[test]
    fn pauses_grow_to_a_minute_and_shrink_after_a_stable_one() {
        let mut backoff = Backoff::default();
        let first = backoff.pause();
        assert!((400..=600).contains(&first.as_millis()), "{first:?}");
        let pauses: Vec<Duration> = (0..20).map(|_| backoff.pause()).collect();
        assert!(pauses.iter().all(|pause| *pause <= PAUSE_MAX));
        assert!(pauses[19] >= PAUSE_MAX.mul_f64(0.8));
        backoff.served(Duration::from_secs(59));
        assert!(backoff.pause() >= PAUSE_MAX.mul_f64(0.8));
        backoff.served(Duration::from_secs(60));
        assert!(backoff.pause() <= Duration::from_millis(600));
    }
}
