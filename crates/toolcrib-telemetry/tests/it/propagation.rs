//! Traces that go through more than one program.

use http::HeaderMap;
use toolcrib_telemetry::{adopt, outgoing};
use tracing::Dispatch;
use tracing_subscriber::layer::{Layer as _, SubscriberExt as _};

use crate::collector::{Collector, hex};
use crate::{ALONE, export};

const TRACE: &str = "0af7651916cd43dd8448eb211c80319c";
const SPAN: &str = "b7ad6b7169203331";

fn incoming(parent: &str, state: Option<&str>) -> HeaderMap {
    let mut headers = HeaderMap::new();
    headers.insert("traceparent", parent.parse().unwrap());
    if let Some(state) = state {
        headers.insert("tracestate", state.parse().unwrap());
    }
    headers
}

#[tokio::test]
async fn a_trace_is_continued() {
    let collector = Collector::start([]).await;
    let mut sent = (Vec::new(), Vec::new());
    export(&collector.settings(), || {
        let span = tracing::info_span!("request");
        adopt(&span, &incoming(&format!("00-{TRACE}-{SPAN}-01"), Some("vendor=1")));
        span.in_scope(|| {
            sent.0 = outgoing();
            tracing::info_span!("inner").in_scope(|| sent.1 = outgoing());
            // Too late, and no harm.
            adopt(&span, &incoming(&format!("00-{}-{SPAN}-01", "1".repeat(32)), None));
        });
        assert_eq!(outgoing(), [], "no span is open");
    })
    .await;

    let spans = collector.spans();
    let [inner, request] = &spans[..] else { panic!("{spans:?}") };
    assert_eq!(hex(&request.trace_id), TRACE);
    assert_eq!(hex(&request.parent_span_id), SPAN);
    assert_eq!(request.trace_state, "vendor=1");
    assert_eq!(hex(&inner.trace_id), TRACE);
    assert_eq!(inner.parent_span_id, request.span_id);
    for (sent, span) in [(sent.0, request), (sent.1, inner)] {
        let parent = format!("00-{TRACE}-{}-01", hex(&span.span_id));
        let expected = [("traceparent", parent), ("tracestate", "vendor=1".to_owned())];
        assert_eq!(sent, expected);
    }
}

#[tokio::test]
async fn a_malformed_parent_is_ignored() {
    let collector = Collector::start([]).await;
    let mut sent = Vec::new();
    export(&collector.settings(), || {
        let outer = tracing::info_span!("outer").entered();
        let span = tracing::info_span!("request");
        adopt(&span, &incoming(&format!("00-{TRACE}-{SPAN}"), Some("vendor=1")));
        adopt(&span, &incoming("00-1-1-1", None));
        adopt(&span, &HeaderMap::new());
        span.in_scope(|| sent = outgoing());
        drop((span, outer));
    })
    .await;

    let spans = collector.spans();
    let [request, outer] = &spans[..] else { panic!("{spans:?}") };
    assert_eq!((&request.trace_id, &request.parent_span_id), (&outer.trace_id, &outer.span_id));
    assert_ne!(hex(&request.trace_id), TRACE);
    let parent = format!("00-{}-{}-01", hex(&request.trace_id), hex(&request.span_id));
    assert_eq!(sent, [("traceparent", parent)]);
}

#[tokio::test]
async fn who_began_a_trace_decides_whether_it_is_kept() {
    let collector = Collector::start([]).await;
    let mut settings = collector.settings();
    let mut sent = Vec::new();
    let mut make = || {
        for (name, flags) in [("kept", "01"), ("not kept", "00")] {
            let span = tracing::info_span!("request", otel.name = name);
            adopt(&span, &incoming(&format!("00-{TRACE}-{SPAN}-{flags}"), None));
            span.in_scope(|| drop(tracing::info_span!("inner")));
        }
        tracing::info_span!("own").in_scope(|| sent = outgoing());
    };

    settings.sample_ratio = 0.0;
    export(&settings, &mut make).await;
    let names: Vec<_> = collector.spans().into_iter().map(|span| span.name).collect();
    assert_eq!(names, ["inner", "kept"]);

    settings.sample_ratio = 1.0;
    export(&settings, &mut make).await;
    let names: Vec<_> = collector.spans().into_iter().map(|span| span.name).collect();
    assert_eq!(names, ["inner", "kept", "own"]);
    assert!(sent[0].1.ends_with("-01"), "{sent:?}");
}

#[tokio::test]
async fn a_trace_that_is_not_kept_is_still_continued() {
    let collector = Collector::start([]).await;
    let mut settings = collector.settings();
    settings.sample_ratio = 0.0;
    export(&settings, || {
        tracing::info_span!("outer").in_scope(|| {
            let outer = outgoing();
            assert!(outer[0].1.ends_with("-00"), "{outer:?}");
            tracing::info_span!("inner").in_scope(|| {
                let inner = outgoing();
                assert_eq!(inner[0].1[..36], outer[0].1[..36]);
                assert_ne!(inner[0].1, outer[0].1);
            });
        });
    })
    .await;
    assert!(collector.spans().is_empty());
}

#[tokio::test]
async fn spans_for_the_log_are_seen_through() {
    let collector = Collector::start([]).await;
    let _alone = ALONE.lock().await;
    let handle = tokio::runtime::Handle::current();
    let (layer, guard) = toolcrib_telemetry::start(&collector.settings(), handle).unwrap();
    // A log that wants everything.
    let log = tracing_subscriber::filter::LevelFilter::TRACE;
    let log = tracing_subscriber::layer::Identity::new().with_filter(log);
    // As a program does that exports only when it is told to.
    let layer = Some(layer.boxed());
    let dispatch = Dispatch::new(tracing_subscriber::registry().with(log).with(layer));
    let mut sent = Vec::new();
    tracing::dispatcher::with_default(&dispatch, || {
        let _outer = tracing::info_span!("outer").entered();
        let _detail = tracing::debug_span!("detail").entered();
        drop(tracing::info_span!("inner"));
        sent = outgoing();
    });
    guard.shutdown().await;
    let spans = collector.spans();
    let [inner, outer] = &spans[..] else { panic!("{spans:?}") };
    assert_eq!(inner.parent_span_id, outer.span_id);
    assert!(sent[0].1.contains(&hex(&outer.span_id)), "{sent:?}");
}

#[tokio::test]
async fn without_an_exporter_nothing_is_sent() {
    let _alone = ALONE.lock().await;
    let check = || {
        let span = tracing::info_span!("request");
        adopt(&span, &incoming(&format!("00-{TRACE}-{SPAN}-01"), None));
        span.in_scope(|| assert_eq!(outgoing(), []));
    };
    check();
    tracing::subscriber::with_default(tracing_subscriber::registry(), check);
}
