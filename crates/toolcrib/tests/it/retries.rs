//! When an attempt is made again.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::json;
use toolcrib::{Answer, CallRequest, Caller, ErrorType, Mode, Spec, ToolError};

use crate::tools::{Made, call, ending, harmless, runtime_of, writing};

/// Fails so often, then answers.
fn flaky(spec: Spec, failures: u32, error: impl Fn() -> ToolError + Send + Sync + 'static) -> Made {
    let attempts = Arc::new(AtomicU32::new(0));
    Made::new(spec, move |_, _| {
        if attempts.fetch_add(1, Ordering::Relaxed) < failures {
            return Err(error());
        }
        Ok(Answer::new("done"))
    })
}

fn transient() -> ToolError {
    ToolError::transient("Not now.")
}

#[tokio::test(start_paused = true)]
async fn a_passing_failure_is_tried_again_after_growing_pauses() {
    for (failures, end, attempts, at_least_ms, at_most_ms) in
        [(1, "OK", 2, 240, 365), (3, "OK", 4, 1_680, 2_525), (4, "TRANSIENT", 4, 1_680, 2_525)]
    {
        let runtime = runtime_of(flaky(harmless("flaky"), failures, transient));
        let outcome = call(&runtime, "flaky", json!({})).await;
        assert_eq!((ending(&outcome), outcome.meta.attempts), (end, attempts));
        let took = outcome.meta.duration_ms;
        assert!((at_least_ms..=at_most_ms).contains(&took), "{failures} failures took {took} ms");
    }
}

#[tokio::test(start_paused = true)]
async fn what_must_not_be_repeated_is_not() {
    let idempotent_writer = Spec { idempotent: true, ..writing("flaky") };
    for (spec, error, attempts) in [
        (harmless("flaky"), ErrorType::Transient, 2),
        (harmless("flaky"), ErrorType::RateLimit, 2),
        (idempotent_writer, ErrorType::Transient, 2),
        (writing("flaky"), ErrorType::Transient, 1),
        (harmless("flaky"), ErrorType::Permanent, 1),
        (harmless("flaky"), ErrorType::Auth, 1),
        (harmless("flaky"), ErrorType::Internal, 1),
    ] {
        let about = format!("{error} of {:?}", spec.side_effects);
        let runtime = runtime_of(flaky(spec, 1, move || ToolError::new(error, "No.")));
        let outcome = call(&runtime, "flaky", json!({})).await;
        assert_eq!(outcome.meta.attempts, attempts, "{about}");
    }
    let half_done = || transient().with_partial_side_effects();
    let idempotent_writer = Spec { idempotent: true, ..writing("flaky") };
    let outcome =
        call(&runtime_of(flaky(idempotent_writer, 1, half_done)), "flaky", json!({})).await;
    assert_eq!(outcome.meta.attempts, 1);
}

#[tokio::test(start_paused = true)]
async fn in_voice_nobody_waits() {
    let runtime = runtime_of(flaky(harmless("flaky"), 1, transient));
    let request = CallRequest::new("flaky", json!({})).mode(Mode::Voice);
    let outcome = runtime.call(&Caller::default(), request).await;
    assert_eq!((ending(&outcome), outcome.meta.attempts), ("TRANSIENT", 1));
}

#[tokio::test(start_paused = true)]
async fn the_other_side_is_given_the_time_it_asks_for() {
    let later = || transient().retry_after_ms(5_000);
    let outcome = call(&runtime_of(flaky(harmless("flaky"), 1, later)), "flaky", json!({})).await;
    assert_eq!((ending(&outcome), outcome.meta.duration_ms), ("OK", 5_000));
}

#[tokio::test(start_paused = true)]
async fn no_retry_goes_past_the_deadline() {
    let spec = Spec { timeout_ms: 1_000, ..harmless("flaky") };
    let later = || transient().retry_after_ms(5_000);
    let outcome = call(&runtime_of(flaky(spec, 1, later)), "flaky", json!({})).await;
    // The real reason now, rather than a timeout later.
    assert_eq!((ending(&outcome), outcome.meta.duration_ms), ("TRANSIENT", 0));
}
