//! The export leaves no traces of its own. In a process of its own, as what sends
//! has the subscriber that everybody has.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

#[path = "it/collector.rs"]
#[expect(dead_code, reason = "other tests need more of it")]
mod collector;
#[path = "it/log.rs"]
mod log;

use std::time::Duration;

use tokio::runtime::Handle;
use toolcrib_telemetry as telemetry;
use tracing_subscriber::layer::SubscriberExt as _;

use crate::collector::Collector;
use crate::log::Log;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_export_leaves_no_traces_of_its_own() {
    let collector = Collector::start([]).await;
    let log = Log::default();
    let (layer, guard) = telemetry::start(&collector.settings(), Handle::current()).unwrap();
    let subscriber = tracing_subscriber::registry().with(log.clone()).with(layer);
    tracing::subscriber::set_global_default(subscriber).unwrap();
    for requests in 1..=3 {
        (0..512).for_each(|_| drop(tracing::info_span!("span")));
        while collector.requests() < requests {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
    guard.shutdown().await;

    let spans = collector.spans();
    assert_eq!(spans.len(), 3 * 512);
    assert!(spans.iter().all(|span| span.name == "span" && span.events.is_empty()));
    // It was not for want of something to export.
    assert!(log.take().iter().any(|(_, target, _)| target.starts_with("hyper")));
}
