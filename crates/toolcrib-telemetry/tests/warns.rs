//! A collector that is away is not worth many words. In a process of its own, as
//! what sends has the subscriber that everybody has.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

#[path = "it/collector.rs"]
#[expect(dead_code, reason = "other tests need more of it")]
mod collector;
#[path = "it/log.rs"]
mod log;

use std::time::Duration;

use tokio::runtime::Handle;
use toolcrib_telemetry as telemetry;
use tracing::Level;
use tracing_subscriber::layer::SubscriberExt as _;

use crate::collector::{nobody, settings};
use crate::log::Log;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_collector_that_is_away_is_mentioned_once() {
    let log = Log::default();
    let (layer, guard) = telemetry::start(&settings(nobody().await), Handle::current()).unwrap();
    let subscriber = tracing_subscriber::registry().with(log.clone()).with(layer);
    tracing::subscriber::set_global_default(subscriber).unwrap();
    for _ in 0..3 {
        (0..512).for_each(|_| drop(tracing::info_span!("span")));
        // Longer than a batch is tried for when nobody listens.
        tokio::time::sleep(Duration::from_millis(1200)).await;
    }
    guard.shutdown().await;

    let mut lines = log.take();
    lines.retain(|(level, ..)| *level <= Level::WARN);
    let [(Level::WARN, target, text)] = &lines[..] else { panic!("{lines:#?}") };
    assert_eq!(target, "toolcrib_telemetry");
    assert!(text.contains("traces were not sent") && text.contains("lost=512"), "{text}");
    assert!(text.contains("Connection refused"), "{text}");
}
