//! Calls that are asked for twice and made once.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use toolcrib::idempotency::{Claim, Claimed, Idempotency, KeysInMemory};
use toolcrib::record::MemoryRecorder;
use toolcrib::{
    Answer, CallRequest, Caller, Context, ErrorType, Mode, Outcome, Registry, Runtime, Spec, Tool,
    ToolError, Turn, TurnLimits, ValidCall, Within, async_trait,
};

use crate::tools::{Made, ending, registry_of, writing};

/// A tool that counts how often it ran.
fn counting(
    answer: impl Fn(u32) -> Result<Answer, ToolError> + Send + Sync + 'static,
) -> (Made, Arc<AtomicU32>) {
    let runs = Arc::new(AtomicU32::new(0));
    let count = Arc::clone(&runs);
    let tool = Made::new(writing("pay"), move |_, _| answer(count.fetch_add(1, Ordering::Relaxed)));
    (tool, runs)
}

fn keyed(key: &str, arguments: Value) -> CallRequest {
    CallRequest { idempotency_key: Some(key.into()), ..CallRequest::new("pay", arguments) }
}

async fn call(runtime: &Runtime, request: CallRequest) -> Outcome {
    runtime.call(&Caller::default(), request).await
}

fn text(outcome: &Outcome) -> String {
    serde_json::to_string(outcome).unwrap()
}

#[tokio::test]
async fn a_key_that_comes_again_gets_the_first_outcome_to_the_letter() {
    let (tool, runs) = counting(|run| Ok(Answer::new(json!({ "run": run, "password": "p" }))));
    let recorder = MemoryRecorder::new(10);
    let runtime = Runtime::builder(registry_of([tool])).recorder(recorder.clone()).build();
    let first = call(&runtime, keyed("k1", json!({ "a": 1, "b": 2 }))).await;
    let again = call(&runtime, keyed("k1", json!({ "b": 2, "a": 1 }))).await;
    assert_eq!(text(&first), text(&again));
    assert_eq!(runs.load(Ordering::Relaxed), 1);
    let other = call(&runtime, keyed("k2", json!({ "a": 1, "b": 2 }))).await;
    assert_ne!(text(&first), text(&other));
    assert_eq!(runs.load(Ordering::Relaxed), 2);
    // The repetition is a call of its own, and its record says what it was given.
    let [one, two, _] = recorder.finished().try_into().unwrap();
    assert_ne!(one.call_id, two.call_id);
    assert_eq!(
        (two.replay_of, two.rule, two.attempts),
        (Some(one.call_id), Some("idempotency"), 0)
    );
}

#[tokio::test]
async fn a_key_for_another_call_is_a_conflict() {
    let (tool, runs) = counting(|_| Ok(Answer::new("paid")));
    let spec = Spec { tool_id: "refund".into(), ..writing("refund") };
    let refund = Made::new(spec, |_, _| Ok(Answer::new("refunded")));
    let runtime = Runtime::new(registry_of([tool, refund]));
    call(&runtime, keyed("k", json!({ "a": 1 }))).await;
    let agent = Caller { agent: Some("b".into()), ..Caller::default() };
    let other_tool = CallRequest { tool: "refund".into(), ..keyed("k", json!({ "a": 1 })) };
    for outcome in [
        call(&runtime, keyed("k", json!({ "a": 2 }))).await,
        call(&runtime, other_tool).await,
        runtime.call(&agent, keyed("k", json!({ "a": 1 }))).await,
    ] {
        let error = outcome.error().unwrap();
        assert_eq!(error.kind, ErrorType::Conflict);
        assert_eq!(error.reason(), Some("IDEMPOTENCY_KEY_REUSED"));
    }
    assert_eq!(runs.load(Ordering::Relaxed), 1);
    // Another workspace has keys of its own.
    let elsewhere = Caller { workspace: "w".into(), ..Caller::default() };
    assert!(runtime.call(&elsewhere, keyed("k", json!({ "a": 2 }))).await.ok());
}

#[tokio::test]
async fn what_came_to_nothing_gives_its_key_back() {
    let (tool, runs) = counting(|run| match run {
        0 => Err(ToolError::transient("Not now.")),
        _ => Err(ToolError::permanent("Never.")),
    });
    let spec = Spec { idempotent: true, ..tool.spec() };
    let tool = Respecified(spec, tool);
    let registry = Registry::new();
    registry.register(tool).unwrap();
    let runtime = Runtime::new(registry);
    // Did not fit: nothing has happened, so other arguments are no conflict.
    assert_eq!(ending(&call(&runtime, keyed("k", json!("no object"))).await), "VALIDATION");
    // Nobody retries by himself where somebody listens.
    let spoken = || keyed("k", json!({})).mode(Mode::Voice);
    // May be repeated: the repetition runs.
    assert_eq!(ending(&call(&runtime, spoken()).await), "TRANSIENT");
    assert_eq!(ending(&call(&runtime, spoken()).await), "PERMANENT");
    // Failed for good: the repetition fails alike, and does not run.
    assert_eq!(ending(&call(&runtime, spoken()).await), "PERMANENT");
    assert_eq!(runs.load(Ordering::Relaxed), 2);
}

#[tokio::test]
async fn a_writer_that_is_not_idempotent_keeps_its_key_whatever_it_says() {
    let (tool, runs) = counting(|_| Err(ToolError::transient("Not now.")));
    let runtime = Runtime::new(registry_of([tool]));
    for _ in 0..3 {
        assert_eq!(ending(&call(&runtime, keyed("k", json!({}))).await), "TRANSIENT");
    }
    assert_eq!(runs.load(Ordering::Relaxed), 1);
}

struct Respecified(Spec, Made);

#[async_trait]
impl Tool for Respecified {
    fn spec(&self) -> Spec {
        self.0.clone()
    }

    async fn call(&self, call: &ValidCall, context: &Context) -> Result<Answer, ToolError> {
        self.1.call(call, context).await
    }
}

/// Takes a while.
struct Slow(Arc<AtomicU32>);

#[async_trait]
impl Tool for Slow {
    fn spec(&self) -> Spec {
        Spec { timeout_ms: 10_000, ..writing("pay") }
    }

    async fn call(&self, _: &ValidCall, _: &Context) -> Result<Answer, ToolError> {
        tokio::time::sleep(Duration::from_secs(1)).await;
        Ok(Answer::new(self.0.fetch_add(1, Ordering::Relaxed)))
    }
}

#[tokio::test(start_paused = true)]
async fn who_comes_while_the_first_is_running_waits_for_it() {
    let runs = Arc::new(AtomicU32::new(0));
    let registry = Registry::new();
    registry.register(Slow(Arc::clone(&runs))).unwrap();
    let runtime = Runtime::new(registry);
    let (one, two, three) = tokio::join!(
        call(&runtime, keyed("k", json!({}))),
        call(&runtime, keyed("k", json!({}))),
        call(&runtime, keyed("k", json!({ "other": 1 }))),
    );
    assert_eq!(text(&one), text(&two));
    assert_eq!(ending(&three), "CONFLICT");
    assert_eq!(runs.load(Ordering::Relaxed), 1);
}

#[tokio::test(start_paused = true)]
async fn a_call_whose_caller_left_is_not_made_again_if_it_may_have_written() {
    let runs = Arc::new(AtomicU32::new(0));
    let registry = Registry::new();
    registry.register(Slow(Arc::clone(&runs))).unwrap();
    let runtime = Runtime::new(registry);
    let left = call(&runtime, keyed("k", json!({})));
    assert!(tokio::time::timeout(Duration::from_millis(500), left).await.is_err());
    // As long as it may be running it is waited for, then its end is unknown.
    let waited = call(&runtime, keyed("k", json!({}))).await;
    let error = waited.error().unwrap();
    assert_eq!((error.reason(), error.retryable), (Some("STILL_RUNNING"), true));
    tokio::time::advance(Duration::from_secs(60)).await;
    let lost = call(&runtime, keyed("k", json!({}))).await;
    let error = lost.error().unwrap();
    assert_eq!((error.kind, error.reason()), (ErrorType::Conflict, Some("OUTCOME_UNKNOWN")));
    assert!(error.partial_side_effects && !error.retryable);
    assert_eq!(runs.load(Ordering::Relaxed), 0);
}

#[tokio::test]
async fn a_repetition_costs_the_turn_nothing() {
    let (tool, _) = counting(|_| Ok(Answer::new("paid")));
    let runtime = Runtime::new(registry_of([tool]));
    let turn = Turn::new(None, TurnLimits { calls_max: 1, ..TurnLimits::usual(Mode::Text) });
    for _ in 0..5 {
        let within = Within { turn: Some(turn.clone()), ..Within::default() };
        let request = keyed("k", json!({ "a": 1 }));
        assert!(runtime.call_within(&Caller::default(), request, within).await.ok());
    }
}

#[tokio::test]
async fn a_dry_run_uses_no_key_and_says_what_would_come_of_it() {
    let (tool, runs) = counting(|_| Ok(Answer::new("paid")));
    let runtime = Runtime::new(registry_of([tool]));
    let dry = async |a: u32| {
        let outcome = call(&runtime, keyed("k", json!({ "a": a })).dry_run()).await;
        let report = serde_json::to_value(&outcome).unwrap()["data"].take();
        (report["wouldRun"] == true, report["stages"][1]["message"].to_string())
    };
    assert!(dry(1).await.0);
    assert!(dry(1).await.0);
    assert!(call(&runtime, keyed("k", json!({ "a": 2 }))).await.ok());
    let (would_run, message) = dry(2).await;
    assert!(!would_run && message.contains("would get its outcome"), "{message}");
    let (would_run, message) = dry(1).await;
    assert!(!would_run && message.contains("was used for another call"), "{message}");
    assert_eq!(runs.load(Ordering::Relaxed), 1);
}

#[tokio::test]
async fn a_key_has_a_bound() {
    let (tool, _) = counting(|_| Ok(Answer::new("paid")));
    let runtime = Runtime::new(registry_of([tool]));
    for key in [String::new(), "k".repeat(256), "a\0b".to_owned()] {
        assert_eq!(ending(&call(&runtime, keyed(&key, json!({}))).await), "VALIDATION");
    }
    assert!(call(&runtime, keyed(&"k".repeat(255), json!({}))).await.ok());
}

/// A memory that cannot tell.
struct Broken;

#[async_trait]
impl Idempotency for Broken {
    async fn claim(&self, _: &Claim) -> Result<Claimed, toolcrib::error::BoxError> {
        Err("the disk is gone".into())
    }

    async fn look(&self, claim: &Claim) -> Result<Claimed, toolcrib::error::BoxError> {
        self.claim(claim).await
    }

    async fn settle(
        &self,
        _: &Claim,
        _: Option<&Outcome>,
    ) -> Result<(), toolcrib::error::BoxError> {
        Ok(())
    }

    fn give_back(&self, _: &Claim) {}
}

#[tokio::test]
async fn where_it_cannot_be_told_whether_a_call_was_made_it_is_not() {
    let (tool, runs) = counting(|_| Ok(Answer::new("paid")));
    let runtime = Runtime::builder(registry_of([tool])).idempotency(Broken).build();
    let outcome = call(&runtime, keyed("k", json!({}))).await;
    assert_eq!((ending(&outcome), outcome.error().unwrap().retryable), ("INTERNAL", true));
    assert_eq!(runs.load(Ordering::Relaxed), 0);
}

#[tokio::test(start_paused = true)]
async fn a_key_is_kept_for_a_day() {
    let (tool, runs) = counting(|_| Ok(Answer::new("paid")));
    let keys = KeysInMemory::default();
    let runtime = Runtime::builder(registry_of([tool])).idempotency(keys).build();
    for (hours, expected) in [(0, 1), (23, 1), (2, 2)] {
        tokio::time::advance(Duration::from_secs(hours * 3_600)).await;
        assert!(call(&runtime, keyed("k", json!({}))).await.ok());
        assert_eq!(runs.load(Ordering::Relaxed), expected);
    }
}
