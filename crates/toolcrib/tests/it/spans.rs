//! Traces, by OpenTelemetry's conventions for tools.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;
use std::sync::{Arc, LazyLock, Mutex};

use serde_json::json;
use toolcrib::{CallRequest, Caller, Runtime};
use tracing::Subscriber;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing_subscriber::layer::{Context, Layer, SubscriberExt as _};

use crate::tools::{Made, registry_of};

/// Keeps the fields of every span, by the span's id.
#[derive(Clone, Default)]
struct Spans(Arc<Mutex<HashMap<u64, BTreeMap<String, String>>>>);

/// One subscriber for the whole process: one for each test would race with the
/// other tests' calls for what the spans' call sites remember.
static SPANS: LazyLock<Spans> = LazyLock::new(|| {
    let spans = Spans::default();
    let subscriber = tracing_subscriber::registry().with(spans.clone());
    tracing::subscriber::set_global_default(subscriber).unwrap();
    spans
});

struct Fields<'a>(&'a mut BTreeMap<String, String>);

impl Visit for Fields<'_> {
    fn record_str(&mut self, field: &Field, value: &str) {
        self.0.insert(field.name().to_owned(), value.to_owned());
    }

    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.0.insert(field.name().to_owned(), format!("{value:?}"));
    }
}

impl<S: Subscriber> Layer<S> for Spans {
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, _: Context<'_, S>) {
        let mut fields = BTreeMap::new();
        attributes.record(&mut Fields(&mut fields));
        self.0.lock().unwrap().insert(id.into_u64(), fields);
    }

    fn on_record(&self, id: &Id, values: &Record<'_>, _: Context<'_, S>) {
        let mut spans = self.0.lock().unwrap();
        values.record(&mut Fields(spans.get_mut(&id.into_u64()).unwrap()));
    }
}

/// What the span of one call of a tool says, apart from the call's id.
async fn span_of(tool: &str) -> BTreeMap<String, String> {
    let spans = SPANS.clone();
    let runtime = Runtime::new(registry_of([Made::echo("echo")]));
    let caller =
        Caller { agent: Some("assistant".into()), session: Some("s1".into()), ..Caller::default() };
    let outcome = runtime.call(&caller, CallRequest::new(tool, json!({}))).await;
    let call_id = Some(outcome.meta.call_id.to_string());
    let spans = spans.0.lock().unwrap();
    let found = spans.values().find(|span| span.get("gen_ai.tool.call.id") == call_id.as_ref());
    let mut span = found.unwrap().clone();
    span.remove("gen_ai.tool.call.id");
    span
}

#[tokio::test]
async fn a_call_is_a_span_by_the_conventions() {
    let mut expected: BTreeMap<String, String> = [
        ("gen_ai.agent.id", "assistant"),
        ("gen_ai.conversation.id", "s1"),
        ("gen_ai.operation.name", "execute_tool"),
        ("gen_ai.tool.name", "echo"),
        ("gen_ai.tool.type", "function"),
        ("otel.kind", "internal"),
        ("otel.name", "execute_tool echo"),
    ]
    .into_iter()
    .map(|(key, value)| (key.to_owned(), value.to_owned()))
    .collect();
    assert_eq!(span_of("echo").await, expected);
    for (key, value) in [
        ("error.type", "NOT_FOUND"),
        ("gen_ai.tool.name", "nothing"),
        ("otel.name", "execute_tool nothing"),
    ] {
        expected.insert(key.to_owned(), value.to_owned());
    }
    assert_eq!(span_of("nothing").await, expected);
}
