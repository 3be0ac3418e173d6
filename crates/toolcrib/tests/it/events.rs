//! What is written down.

use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use toolcrib::record::{Event, EventKind, MemoryRecorder, Receipt, RecordError, Recorder};
use toolcrib::{Answer, CallRequest, Caller, Registry, Runtime, Spec, ToolError};

use crate::tools::{Made, call, ending, harmless, registry_of, writing};

/// Keeps every event as JSON.
#[derive(Clone, Default)]
struct Journal(Arc<Mutex<Vec<Value>>>);

impl Recorder for Journal {
    fn record(&self, event: &Event<'_>) -> Receipt {
        self.0.lock().unwrap().push(json!(event));
        Receipt::Done
    }
}

impl Journal {
    fn kinds(&self) -> Vec<String> {
        self.0
            .lock()
            .unwrap()
            .iter()
            .map(|event| event["kind"].as_str().unwrap().to_owned())
            .collect()
    }
}

fn journalled(registry: Registry) -> (Runtime, Journal) {
    let journal = Journal::default();
    (Runtime::builder(registry).recorder(journal.clone()).build(), journal)
}

#[tokio::test(start_paused = true)]
async fn a_calls_life_is_told_with_the_same_keys_throughout() {
    let flaky = Mutex::new(1);
    let tool = Made::new(harmless("flaky"), move |_, _| {
        let mut left = flaky.lock().unwrap();
        if *left > 0 {
            *left -= 1;
            return Err(ToolError::transient("Not now."));
        }
        Ok(Answer::new(1))
    });
    let (runtime, journal) = journalled(registry_of([tool]));
    let outcome = call(&runtime, "flaky", json!({ "api_key": "k", "q": 1 })).await;
    assert!(outcome.ok());
    assert_eq!(journal.kinds(), ["started", "retried", "finished"]);
    let events = journal.0.lock().unwrap().clone();
    let keys = |event: &Value| event.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert!(events.iter().all(|event| keys(event) == keys(&events[0])));
    for event in &events {
        assert_eq!(event["callId"], json!(outcome.meta.call_id));
    }
    let safe = json!({ "api_key": "[redacted]", "q": 1 });
    let told = |key: &str| events.iter().map(|event| event[key].clone()).collect::<Vec<_>>();
    assert_eq!(told("attempts"), [0, 1, 2]);
    assert_eq!(told("errorType"), [json!(null), json!("TRANSIENT"), json!(null)]);
    assert_eq!(told("arguments"), [safe.clone(), json!(null), safe]);
    assert_eq!(told("toolVersion"), ["1.0.0"; 3]);
}

#[tokio::test]
async fn every_call_is_told_however_it_ends() {
    let broken = Made::new(harmless("broken"), |_, _| panic!("on purpose"));
    let (runtime, journal) = journalled(registry_of([Made::echo("echo"), broken]));
    call(&runtime, "echo", json!({})).await;
    call(&runtime, "nothing", json!({})).await;
    call(&runtime, "echo", json!([])).await;
    call(&runtime, "broken", json!({})).await;
    assert_eq!(journal.kinds(), ["started", "finished"].repeat(4));
    let ends: Vec<Value> = journal
        .0
        .lock()
        .unwrap()
        .iter()
        .skip(1)
        .step_by(2)
        .map(|e| e["errorType"].clone())
        .collect();
    assert_eq!(ends, [json!(null), json!("NOT_FOUND"), json!("VALIDATION"), json!("INTERNAL")]);
}

#[tokio::test]
async fn a_call_that_its_caller_drops_is_told_as_cancelled() {
    let (runtime, journal) = journalled(Registry::new());
    let started = Arc::new(tokio::sync::Notify::new());
    runtime.registry().register(Forever(Arc::clone(&started))).unwrap();
    let caller = Caller::default();
    tokio::select! {
        _ = runtime.call(&caller, CallRequest::new("forever", json!({}))) => unreachable!(),
        () = started.notified() => {}
    }
    assert_eq!(journal.kinds(), ["started", "finished"]);
    assert_eq!(journal.0.lock().unwrap()[1]["errorType"], json!("CANCELLED"));
}

struct Forever(Arc<tokio::sync::Notify>);

#[toolcrib::async_trait]
impl toolcrib::Tool for Forever {
    fn spec(&self) -> toolcrib::Spec {
        harmless("forever")
    }

    async fn call(
        &self,
        _: &toolcrib::ValidCall,
        _: &toolcrib::Context,
    ) -> Result<Answer, ToolError> {
        self.0.notify_one();
        std::future::pending().await
    }
}

/// Fails to keep events of these kinds.
struct Fails(&'static [EventKind]);

impl Recorder for Fails {
    fn record(&self, event: &Event<'_>) -> Receipt {
        if self.0.contains(&event.kind) {
            return Receipt::Pending(Box::pin(async { Err(RecordError("disk full".into())) }));
        }
        Receipt::Done
    }
}

#[tokio::test]
async fn a_tool_that_writes_does_not_run_unrecorded() {
    let tools = || {
        let writer = Made::new(writing("writer"), |_, _| unreachable!("it must not run"));
        registry_of([writer, Made::echo("reader")])
    };
    let runtime = Runtime::builder(tools()).recorder(Fails(&[EventKind::Started])).build();
    let not_made = |outcome: toolcrib::Outcome| {
        let error = outcome.error().unwrap();
        assert_eq!(error.message, "The call was not made, because it could not be recorded.");
        assert!(!error.partial_side_effects && error.retryable && outcome.meta.attempts == 0);
    };
    not_made(call(&runtime, "writer", json!({})).await);
    // For a tool that does not write, the record of the outcome is enough.
    assert!(call(&runtime, "reader", json!({})).await.ok());
    // Nor is it said to have ended, where its end cannot be kept either.
    let nothing = Fails(&[EventKind::Started, EventKind::Finished]);
    let runtime = Runtime::builder(tools()).recorder(nothing).build();
    not_made(call(&runtime, "writer", json!({})).await);
    not_made(call(&runtime, "reader", json!([])).await);
}

#[tokio::test]
async fn an_outcome_that_could_not_be_recorded_is_not_passed_off_as_done() {
    let writer = Made::new(writing("writer"), |_, _| Ok(Answer::new("written")));
    let registry = registry_of([writer, Made::echo("reader")]);
    let runtime = Runtime::builder(registry).recorder(Fails(&[EventKind::Finished])).build();
    let outcome = call(&runtime, "writer", json!({})).await;
    assert_eq!(ending(&outcome), "INTERNAL");
    let error = outcome.error().unwrap();
    assert_eq!(error.message, "The call ended, but its outcome could not be recorded.");
    assert!(error.partial_side_effects && !error.retryable);
    // What only reads may be asked again.
    let outcome = call(&runtime, "reader", json!({})).await;
    let error = outcome.error().unwrap();
    assert!(!error.partial_side_effects && error.retryable);
}

#[tokio::test(start_paused = true)]
async fn a_record_says_how_far_a_call_came_and_where_its_time_went() {
    let slow = Mutex::new(1);
    let flaky = Made::new(harmless("flaky"), move |_, _| {
        let mut left = slow.lock().unwrap();
        match std::mem::take(&mut *left) {
            0 => Ok(Answer::new(1)),
            _ => Err(ToolError::transient("Not now.")),
        }
    });
    let strict = Spec {
        parameters: json!({ "type": "object", "properties": { "q": {} }, "required": ["q"] }),
        output: Some(json!({ "type": "string" })),
        ..harmless("strict")
    };
    let strict = Made::new(strict, |_, _| Ok(Answer::new(1)));
    let (runtime, journal) = journalled(registry_of([flaky, strict]));
    call(&runtime, "flaky", json!({})).await;
    call(&runtime, "nothing", json!({})).await;
    call(&runtime, "strict", json!({})).await;
    call(&runtime, "strict", json!({ "q": 1 })).await;
    let ask = CallRequest { dry_run: true, ..CallRequest::new("flaky", json!({})) };
    runtime.call(&Caller::default(), ask).await;
    let events = journal.0.lock().unwrap().clone();
    let ends: Vec<_> = events.iter().filter(|event| event["kind"] == "finished").collect();
    let names = |end: &Value| {
        let stages = end["stages"].as_array().unwrap().iter();
        stages.map(|stage| stage[0].as_str().unwrap().to_owned()).collect::<Vec<_>>().join(" ")
    };
    let told: Vec<_> = ends.iter().map(|end| names(end)).collect();
    assert_eq!(
        told,
        [
            "resolve admit prepare confirm run check",
            "resolve",
            "resolve admit prepare",
            "resolve admit prepare confirm run check",
            "resolve admit prepare confirm",
        ]
    );
    let took = |stage: usize| ends[0]["stages"][stage][1].as_u64().unwrap();
    assert!(took(4) >= 1_000, "the pause before the second attempt is in it");
    let all: u64 = (0..6).map(took).sum();
    assert_eq!(all, ends[0]["durationUs"].as_u64().unwrap());
}

#[tokio::test]
async fn memory_keeps_the_newest_calls() {
    let recorder = MemoryRecorder::new(2);
    let runtime =
        Runtime::builder(registry_of([Made::echo("echo")])).recorder(recorder.clone()).build();
    for n in 0..3 {
        call(&runtime, "echo", json!({ "n": n, "password": "p" })).await;
    }
    call(&runtime, "nothing", json!({})).await;
    let kept = recorder.finished();
    assert_eq!(kept.len(), 2);
    assert_eq!(*kept[0].arguments, json!({ "n": 2, "password": "[redacted]" }));
    assert_eq!((kept[0].ok, kept[0].attempts), (Some(true), 1));
    assert_eq!((kept[1].ok, &*kept[1].tool_id), (Some(false), "nothing"));
    assert!(recorder.running().is_empty());
}

/// Panics instead of recording.
struct Breaks;

impl Recorder for Breaks {
    fn record(&self, _: &Event<'_>) -> Receipt {
        panic!("on purpose");
    }
}

#[tokio::test]
async fn a_recorder_that_breaks_has_recorded_nothing() {
    let writer = Made::new(writing("writer"), |_, _| unreachable!("it must not run"));
    let runtime = Runtime::builder(registry_of([writer])).recorder(Breaks).build();
    let outcome = call(&runtime, "writer", json!({})).await;
    assert_eq!((ending(&outcome), outcome.meta.attempts), ("INTERNAL", 0));
}
