//! What arrives.

use opentelemetry_proto::tonic::trace::v1::span::SpanKind;
use opentelemetry_proto::tonic::trace::v1::status::StatusCode;
use tokio::runtime::Handle;
use toolcrib_telemetry::{self, TelemetryError};
use tracing::instrument::{Instrument as _, WithSubscriber as _};
use tracing::{Dispatch, field};
use tracing_subscriber::Registry;
use tracing_subscriber::layer::SubscriberExt as _;

use crate::collector::{Collector, header, settings, texts};
use crate::{ALONE, export};

// On the one thread that also has to make the requests.
#[tokio::test]
async fn spans_arrive_with_their_parents_names_and_attributes() {
    let collector = Collector::start([]).await;
    export(&collector.settings(), || {
        let call = tracing::info_span!(
            "execute_tool",
            otel.name = field::Empty,
            otel.kind = "server",
            gen_ai.tool.name = "echo",
            gen_ai.agent.id = None::<&str>,
            error.type = field::Empty,
        );
        let _in_call = call.enter();
        // Later than the start, as the program does it.
        call.record("otel.name", "execute_tool echo");
        tracing::info_span!("attempt", number = "1").in_scope(|| {
            tracing::info!(attempt = "1", "trying");
            tracing::debug!("not worth it");
        });
    })
    .await;

    let received = collector.received();
    let [request] = &received[..] else { panic!("{} requests", received.len()) };
    assert!(request.head.starts_with("POST /v1/traces HTTP/1.1\r\n"), "{}", request.head);
    assert_eq!(header(&request.head, "content-type"), Some("application/x-protobuf"));
    let [resource] = &request.body.resource_spans[..] else { panic!("resources") };
    let named = texts(&resource.resource.as_ref().unwrap().attributes);
    assert!(named.contains(&("service.name", "crib")), "{named:?}");
    let [scope] = &resource.scope_spans[..] else { panic!("scopes") };
    assert_eq!(scope.scope.as_ref().unwrap().name, "toolcrib-telemetry");
    let [child, parent] = &scope.spans[..] else { panic!("spans") };

    assert_eq!(parent.name, "execute_tool echo");
    assert_eq!(parent.kind(), SpanKind::Server);
    assert_eq!(texts(&parent.attributes), [("gen_ai.tool.name", "echo")]);
    assert_eq!(parent.status.clone().unwrap_or_default().code(), StatusCode::Unset);
    assert!(parent.parent_span_id.is_empty());
    assert_eq!((parent.trace_id.len(), parent.span_id.len()), (16, 8));

    assert_eq!(child.name, "attempt");
    assert_eq!(child.kind(), SpanKind::Internal);
    assert_eq!(texts(&child.attributes), [("number", "1")]);
    assert_eq!((&child.trace_id, &child.parent_span_id), (&parent.trace_id, &parent.span_id));
    assert!(parent.start_time_unix_nano <= child.start_time_unix_nano);
    assert!(child.start_time_unix_nano <= child.end_time_unix_nano);
    let [event] = &child.events[..] else { panic!("{:?}", child.events) };
    assert_eq!(event.name, "trying");
    assert_eq!(texts(&event.attributes)[0], ("attempt", "1"));
}

#[tokio::test]
async fn a_type_of_error_is_a_failure() {
    let collector = Collector::start([]).await;
    export(&collector.settings(), || {
        let later = tracing::info_span!("later", error.type = field::Empty);
        later.in_scope(|| {
            drop(tracing::info_span!("child"));
            later.record("error.type", "TIMEOUT");
        });
        drop(later);
        tracing::info_span!("at once", error.type = "TIMEOUT").in_scope(|| ());
        tracing::info_span!("all the same", error.type = "TIMEOUT", otel.status_code = "ok")
            .in_scope(|| ());
        tracing::info_span!("logged").in_scope(|| tracing::error!("oh no"));
        tracing::info_span!("told", otel.status_code = "error").in_scope(|| ());
    })
    .await;

    let spans = collector.spans();
    let codes: Vec<_> = spans
        .iter()
        .map(|span| (&*span.name, span.status.clone().unwrap_or_default().code()))
        .collect();
    let expected = [
        ("child", StatusCode::Unset),
        ("later", StatusCode::Error),
        ("at once", StatusCode::Error),
        ("all the same", StatusCode::Ok),
        ("logged", StatusCode::Error),
        ("told", StatusCode::Error),
    ];
    assert_eq!(codes, expected);
    assert_eq!(texts(&spans[1].attributes), [("error.type", "TIMEOUT")]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tasks_keep_their_spans_apart() {
    let collector = Collector::start([]).await;
    let _alone = ALONE.lock().await;
    let (layer, guard) =
        toolcrib_telemetry::start(&collector.settings(), Handle::current()).unwrap();
    let dispatch = Dispatch::new(tracing_subscriber::registry().with(layer));
    let tasks: Vec<_> = (0..50)
        .map(|number| {
            let span = tracing::dispatcher::with_default(
                &dispatch,
                || tracing::info_span!("task", otel.name = %format!("task {number}")),
            );
            let work = async move {
                for _ in 0..3 {
                    tokio::task::yield_now().await;
                    let part = tracing::info_span!("part", otel.name = %format!("part {number}"));
                    tokio::task::yield_now().instrument(part).await;
                }
            };
            tokio::spawn(work.instrument(span).with_subscriber(dispatch.clone()))
        })
        .collect();
    for task in tasks {
        task.await.unwrap();
    }
    guard.shutdown().await;

    let spans = collector.spans();
    assert_eq!(spans.len(), 200);
    for number in 0..50 {
        let of = |name: String| spans.iter().filter(move |span| span.name == name);
        let task = of(format!("task {number}")).next().unwrap();
        let parts: Vec<_> = of(format!("part {number}")).collect();
        assert_eq!(parts.len(), 3);
        for part in parts {
            assert_eq!((&part.trace_id, &part.parent_span_id), (&task.trace_id, &task.span_id));
        }
    }
}

#[tokio::test]
async fn more_than_a_batch_arrives() {
    let collector = Collector::start([]).await;
    export(&collector.settings(), || {
        for _ in 0..1500 {
            drop(tracing::info_span!("many"));
        }
    })
    .await;
    assert_eq!(collector.spans().len(), 1500);
}

#[tokio::test]
async fn the_headers_are_sent() {
    let collector = Collector::start([]).await;
    let mut settings = collector.settings();
    settings.headers = vec![
        // As it is, though it could be an escape.
        ("Authorization".to_owned(), "Bearer %41bc=".to_owned()),
        ("x-tenant".to_owned(), "crib".to_owned()),
        ("user-agent".to_owned(), "toolcrib".to_owned()),
    ];
    export(&settings, || drop(tracing::info_span!("span"))).await;
    let received = collector.received();
    let head = &received[0].head;
    assert_eq!(header(head, "authorization"), Some("Bearer %41bc="), "{head}");
    assert_eq!(header(head, "x-tenant"), Some("crib"), "{head}");
    assert_eq!(header(head, "user-agent"), Some("toolcrib"), "{head}");
}

#[tokio::test]
async fn nothing_is_exported_after_the_end() {
    let collector = Collector::start([]).await;
    let _alone = ALONE.lock().await;
    let (layer, guard) =
        toolcrib_telemetry::start(&collector.settings(), Handle::current()).unwrap();
    let dispatch = Dispatch::new(tracing_subscriber::registry().with(layer));
    guard.shutdown().await;
    tracing::dispatcher::with_default(&dispatch, || {
        tracing::info_span!("late").in_scope(|| assert_eq!(toolcrib_telemetry::outgoing(), []));
    });
    assert!(collector.spans().is_empty());
}

#[tokio::test]
async fn settings_are_checked() {
    let good = settings(([127, 0, 0, 1], 4318).into());
    let refuse =
        |settings| match toolcrib_telemetry::start::<Registry>(&settings, Handle::current()) {
            Ok(_) => panic!("it started"),
            Err(error) => error,
        };
    let mut bad = good.clone();
    bad.endpoint = "127.0.0.1".to_owned();
    assert!(matches!(refuse(bad), TelemetryError::Endpoint(_)));
    let mut bad = good.clone();
    bad.headers = vec![("a b".to_owned(), String::new())];
    assert!(matches!(refuse(bad), TelemetryError::Header(_)));
    for ratio in [-0.1, 1.1, f64::NAN] {
        let mut bad = good.clone();
        bad.sample_ratio = ratio;
        assert!(matches!(refuse(bad), TelemetryError::SampleRatio(_)));
    }
}
