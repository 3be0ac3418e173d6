//! Collectors that do not do their part.

use std::time::{Duration, Instant};

use tokio::net::TcpListener;
use tokio::runtime::Handle;
use toolcrib_telemetry as telemetry;
use tracing::Dispatch;
use tracing_subscriber::layer::SubscriberExt as _;

use crate::collector::{Collector, nobody, settings};
use crate::{ALONE, export};

/// More than fits in the queue, many times over.
fn make() {
    for _ in 0..20_000 {
        drop(tracing::info_span!("span", field = "value"));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_collector_that_is_away_stops_nobody() {
    let took = export(&settings(nobody().await), make).await;
    assert!(took.making < Duration::from_secs(2), "{:?}", took.making);
    assert!(took.ending < Duration::from_secs(4), "{:?}", took.ending);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_collector_that_is_silent_stops_nobody() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let took = export(&settings(listener.local_addr().unwrap()), make).await;
    assert!(took.making < Duration::from_secs(2), "{:?}", took.making);
    assert!(took.ending < Duration::from_secs(6), "{:?}", took.ending);
}

#[tokio::test]
async fn a_refused_batch_is_sent_again() {
    let answers = ["429 Too Many Requests\r\nretry-after: 1\r\n", "503 Service Unavailable\r\n"];
    let collector = Collector::start(answers).await;
    let took = export(&collector.settings(), || drop(tracing::info_span!("span"))).await;
    assert!(took.ending >= Duration::from_secs(1), "{:?}", took.ending);
    assert!(took.ending < Duration::from_secs(5), "{:?}", took.ending);
    let tries = collector.received();
    assert_eq!(tries.len(), 3);
    assert_eq!(tries[0].body, tries[2].body);
}

#[tokio::test]
async fn a_collector_that_only_refuses_stops_nobody() {
    for answer in [
        "429 Too Many Requests\r\n",
        "429 Too Many Requests\r\nretry-after: 3600\r\n",
        "503 Service Unavailable\r\n",
        "400 Bad Request\r\n",
        "308 Permanent Redirect\r\nlocation: /elsewhere\r\n",
    ] {
        let collector = Collector::start([answer; 100]).await;
        let took = export(&collector.settings(), make).await;
        assert!(took.making < Duration::from_secs(2), "{answer}: {:?}", took.making);
        assert!(took.ending < Duration::from_secs(4), "{answer}: {:?}", took.ending);
        assert!(collector.spans().is_empty());
    }
}

#[tokio::test]
async fn it_goes_on_after_a_refusal() {
    let collector = Collector::start(["400 Bad Request\r\n"]).await;
    let _alone = ALONE.lock().await;
    let (layer, guard) = telemetry::start(&collector.settings(), Handle::current()).unwrap();
    let dispatch = Dispatch::new(tracing_subscriber::registry().with(layer));
    let batch = || (0..512).for_each(|_| drop(tracing::info_span!("span")));
    for requests in [1, 2] {
        tracing::dispatcher::with_default(&dispatch, batch);
        // A whole batch goes out on its own.
        while collector.requests() < requests {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
    guard.shutdown().await;
    assert_eq!(collector.spans().len(), 512);
}

#[tokio::test]
async fn a_runtime_that_is_gone_stops_nobody() {
    let collector = Collector::start([]).await;
    let _alone = ALONE.lock().await;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let (layer, guard) = telemetry::start(&collector.settings(), runtime.handle().clone()).unwrap();
    let dispatch = Dispatch::new(tracing_subscriber::registry().with(layer));
    runtime.shutdown_background();
    tracing::dispatcher::with_default(&dispatch, make);
    let start = Instant::now();
    guard.shutdown().await;
    assert!(start.elapsed() < Duration::from_secs(1), "{:?}", start.elapsed());
    assert!(collector.spans().is_empty());
}
