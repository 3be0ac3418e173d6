//! Traces, as a collector gets them.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod collector;
mod export;
mod faults;
mod propagation;

use std::time::{Duration, Instant};

use tokio::runtime::Handle;
use tokio::sync::Mutex;
use toolcrib_telemetry::{self as telemetry, TelemetrySettings};
use tracing::Dispatch;
use tracing_subscriber::layer::SubscriberExt as _;

/// Call sites remember who listens, so two tests that each have a subscriber of
/// their own would disturb each other.
static ALONE: Mutex<()> = Mutex::const_new(());

/// How long making the spans took, and how long ending the export.
struct Took {
    making: Duration,
    ending: Duration,
}

/// Exports what happens in a closure.
async fn export(settings: &TelemetrySettings, make: impl FnOnce()) -> Took {
    let _alone = ALONE.lock().await;
    let (layer, guard) = telemetry::start(settings, Handle::current()).unwrap();
    let dispatch = Dispatch::new(tracing_subscriber::registry().with(layer));
    let start = Instant::now();
    tracing::dispatcher::with_default(&dispatch, make);
    let making = start.elapsed();
    let start = Instant::now();
    guard.shutdown().await;
    Took { making, ending: start.elapsed() }
}
