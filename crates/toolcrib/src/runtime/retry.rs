//! Whether a failed attempt is repeated, and when.

use std::time::Duration;

use toolcrib_core::{Mode, Spec, ToolError};

/// How failed attempts are repeated in text mode; in voice nobody waits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Retries {
    /// Attempts after the first.
    pub retries_max: u32,
    /// The pause before the first retry; each further one is twice as long.
    pub pause: Duration,
    /// The longest pause.
    pub pause_max: Duration,
    /// The share by which a pause varies, so that callers do not march in step.
    pub jitter: f64,
}

impl Default for Retries {
    fn default() -> Self {
        Self {
            retries_max: 3,
            pause: Duration::from_millis(300),
            pause_max: Duration::from_secs(3),
            jitter: 0.2,
        }
    }
}

impl Retries {
    /// The pause before the next attempt, or nothing if there must be none.
    pub(super) fn pause_after(
        &self,
        spec: &Spec,
        mode: Mode,
        attempts: u32,
        error: &ToolError,
    ) -> Option<Duration> {
        let may_retry = mode == Mode::Text
            && attempts <= self.retries_max
            && error.retryable
            && !error.partial_side_effects
            && spec.repeatable();
        if !may_retry {
            return None;
        }
        let doubled = self.pause.saturating_mul(1 << attempts.saturating_sub(1).min(20));
        let swing = 1.0 + self.jitter * (2.0 * fastrand::f64() - 1.0);
        let pause = doubled.min(self.pause_max).mul_f64(swing);
        // The other side knows best when it will be ready.
        Some(pause.max(Duration::from_millis(error.retry_after_ms.unwrap_or(0))))
    }
}
