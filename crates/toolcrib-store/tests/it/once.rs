//! Idempotency keys: a call that writes is made once, whatever happens.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use toolcrib::idempotency::{Claim, Claimed, Idempotency as _};
use toolcrib::{
    Answer, CallRequest, Caller, Context, Outcome, Registry, Runtime, SideEffects, Spec, Tool,
    ToolError, ValidCall, async_trait,
};
use toolcrib_store::Store;

use crate::bed::Bed;

crate::contract!(
    the_first_outcome_outlives_the_process,
    two_servers_make_one_call_of_it,
    a_call_that_was_cut_off_is_not_made_again,
    a_key_that_was_given_back_is_free,
    who_only_looks_takes_nothing,
    a_handler_that_writes_never_runs_twice_whatever_the_order,
    a_clock_that_jumps_makes_no_second_call,
    what_is_old_is_forgotten,
);

/// Counts its runs, by what it was told.
struct Pay(Arc<AtomicU32>);

#[async_trait]
impl Tool for Pay {
    fn spec(&self) -> Spec {
        Spec {
            side_effects: SideEffects::Writes,
            unknown_arguments: toolcrib::UnknownArguments::Drop,
            parameters: json!({ "type": "object", "additionalProperties": true }),
            ..Spec::new("pay", "Pays.")
        }
    }

    async fn call(&self, call: &ValidCall, _: &Context) -> Result<Answer, ToolError> {
        let run = self.0.fetch_add(1, Ordering::SeqCst);
        tokio::time::sleep(Duration::from_millis(5)).await;
        match call.arguments().get("fails") {
            Some(_) => Err(ToolError::permanent("Never.")),
            None => Ok(Answer::new(json!({ "run": run, "api_key": "secret" }))),
        }
    }
}

fn runtime(store: &Store, runs: &Arc<AtomicU32>) -> Runtime {
    let registry = Registry::new();
    registry.register(Pay(Arc::clone(runs))).unwrap();
    Runtime::builder(registry).idempotency(store.clone()).recorder(store.recorder()).build()
}

async fn pay(runtime: &Runtime, key: &str, arguments: Value) -> Outcome {
    let request =
        CallRequest { idempotency_key: Some(key.into()), ..CallRequest::new("pay", arguments) };
    runtime.call(&Caller::default(), request).await
}

fn text(outcome: &Outcome) -> String {
    serde_json::to_string(outcome).unwrap()
}

fn claim(key: &str, call_id: &str, lease: Duration, writes: bool) -> Claim {
    Claim {
        workspace: "default".into(),
        key: key.into(),
        fingerprint: "f".to_owned(),
        call_id: call_id.into(),
        writes,
        lease,
    }
}

async fn who_only_looks_takes_nothing(bed: &Bed) {
    let store = bed.open().await;
    let minute = Duration::from_secs(60);
    let seen = async |claim: &Claim| match store.look(claim).await.unwrap() {
        Claimed::First => "first",
        Claimed::Done(_) => "done",
        Claimed::Running => "running",
        Claimed::Lost => "lost",
        Claimed::Taken => "taken",
    };
    let (one, two) = (claim("k", "one", minute, true), claim("k", "two", minute, true));
    assert_eq!((seen(&one).await, seen(&two).await), ("first", "first"));
    assert!(matches!(store.claim(&one).await.unwrap(), Claimed::First));
    assert_eq!(seen(&two).await, "running");
    let other = Claim { fingerprint: "g".to_owned(), ..two.clone() };
    assert_eq!(seen(&other).await, "taken");
    let outcome = pay(&runtime(&store, &Arc::default()), "elsewhere", json!({})).await;
    store.settle(&one, Some(&outcome)).await.unwrap();
    assert_eq!((seen(&two).await, seen(&other).await), ("done", "taken"));
    // The time of this one is over as soon as it has begun.
    let brief = claim("brief", "one", Duration::ZERO, true);
    assert!(matches!(store.claim(&brief).await.unwrap(), Claimed::First));
    assert_eq!(seen(&claim("brief", "two", minute, true)).await, "lost");
    assert_eq!(seen(&claim("brief", "two", minute, false)).await, "first");
}

async fn the_first_outcome_outlives_the_process(bed: &Bed) {
    let runs = Arc::default();
    let store = bed.open().await;
    let first = pay(&runtime(&store, &runs), "k", json!({ "a": 1 })).await;
    let failed = pay(&runtime(&store, &runs), "f", json!({ "fails": true })).await;
    store.close().await;
    let store = bed.open().await;
    let again = pay(&runtime(&store, &runs), "k", json!({ "a": 1 })).await;
    assert_eq!(text(&first), text(&again));
    assert_eq!(again.data().unwrap()["api_key"], "secret");
    let failed_again = pay(&runtime(&store, &runs), "f", json!({ "fails": true })).await;
    assert_eq!(text(&failed), text(&failed_again));
    let other = pay(&runtime(&store, &runs), "k", json!({ "a": 2 })).await;
    assert_eq!(other.error().unwrap().reason(), Some("IDEMPOTENCY_KEY_REUSED"));
    assert_eq!(runs.load(Ordering::SeqCst), 2);
    store.close().await;
}

async fn two_servers_make_one_call_of_it(bed: &Bed) {
    let runs = Arc::default();
    let (one, two) = (bed.open().await, bed.open().await);
    let (first, second) = (runtime(&one, &runs), runtime(&two, &runs));
    for round in 0..5 {
        let key = format!("k{round}");
        let (a, b) = tokio::join!(
            pay(&first, &key, json!({ "a": 1 })),
            pay(&second, &key, json!({ "a": 1 }))
        );
        assert_eq!(text(&a), text(&b));
    }
    assert_eq!(runs.load(Ordering::SeqCst), 5);
    one.close().await;
    two.close().await;
}

async fn a_call_that_was_cut_off_is_not_made_again(bed: &Bed) {
    let store = bed.open().await;
    let claimed = store.claim(&claim("k", "dead", Duration::from_secs(60), true)).await.unwrap();
    assert!(matches!(claimed, Claimed::First), "{claimed:?}");
    let claimed = store.claim(&claim("k", "next", Duration::ZERO, true)).await.unwrap();
    assert!(matches!(claimed, Claimed::Running), "{claimed:?}");
    store.close().await;
    // Its time is over, and nobody has said how it ended.
    let store = bed.open().await;
    store.claim(&claim("late", "dead", Duration::ZERO, true)).await.unwrap();
    let claimed = store.claim(&claim("late", "next", Duration::ZERO, true)).await.unwrap();
    assert!(matches!(claimed, Claimed::Lost), "{claimed:?}");
    // A tool that does not write is simply called again.
    let claimed = store.claim(&claim("late", "next", Duration::ZERO, false)).await.unwrap();
    assert!(matches!(claimed, Claimed::First), "{claimed:?}");
    store.close().await;
}

async fn a_key_that_was_given_back_is_free(bed: &Bed) {
    let store = bed.open().await;
    let (first, long) = (claim("k", "one", Duration::from_secs(60), true), Duration::from_secs(60));
    store.claim(&first).await.unwrap();
    // Only its own call gives it back.
    store.settle(&claim("k", "two", long, true), None).await.unwrap();
    let claimed = store.claim(&claim("k", "two", long, true)).await.unwrap();
    assert!(matches!(claimed, Claimed::Running), "{claimed:?}");
    store.settle(&first, None).await.unwrap();
    let claimed = store.claim(&claim("k", "two", long, true)).await.unwrap();
    assert!(matches!(claimed, Claimed::First), "{claimed:?}");
    store.close().await;
}

/// Random interleavings of calls, repetitions, callers that leave and restarts.
async fn a_handler_that_writes_never_runs_twice_whatever_the_order(bed: &Bed) {
    let mut random = fastrand::Rng::with_seed(3);
    let mut store = bed.open().await;
    let mut counts: BTreeMap<u8, Arc<AtomicU32>> = BTreeMap::new();
    let mut answers: BTreeMap<u8, String> = BTreeMap::new();
    for step in 0..120 {
        let key = random.u8(..12);
        let runs = Arc::clone(counts.entry(key).or_default());
        let runtime = runtime(&store, &runs);
        let (name, arguments) = (format!("k{key}"), json!({ "a": key }));
        match random.u8(..6) {
            0 => {
                drop(runtime);
                store.close().await;
                store = bed.open().await;
            }
            1 => {
                // The caller leaves while the handler runs.
                let call = pay(&runtime, &name, arguments);
                let _ = tokio::time::timeout(Duration::from_millis(3), call).await;
            }
            2 => {
                let (a, b) = tokio::join!(
                    tokio::time::timeout(
                        Duration::from_millis(50),
                        pay(&runtime, &name, arguments.clone())
                    ),
                    tokio::time::timeout(
                        Duration::from_millis(50),
                        pay(&runtime, &name, arguments)
                    ),
                );
                if let (Ok(a), Ok(b)) = (a, b) {
                    assert_eq!(text(&a), text(&b), "step {step}");
                }
            }
            _ => {
                let call = pay(&runtime, &name, arguments);
                // A key whose first caller has left is waited for, and not for ever.
                let outcome = tokio::time::timeout(Duration::from_millis(50), call).await;
                if let Ok(outcome) = outcome.map(|outcome| text(&outcome)) {
                    assert_eq!(*answers.entry(key).or_insert(outcome.clone()), outcome);
                }
            }
        }
        assert!(runs.load(Ordering::SeqCst) <= 1, "step {step}: {key}");
    }
    let ran = counts.values().filter(|runs| runs.load(Ordering::SeqCst) == 1).count();
    assert!(ran > 8, "{ran}");
    store.close().await;
}

/// What is kept moves, as if the clock had moved the other way.
async fn a_clock_that_jumps_makes_no_second_call(bed: &Bed) {
    let store = bed.open().await;
    let minute = Duration::from_secs(60);
    let (one, two) = (claim("k", "one", minute, true), claim("k", "two", minute, true));
    assert!(matches!(store.claim(&one).await.unwrap(), Claimed::First));
    // Ahead: the first call cannot be running any more, and may have written.
    bed.ask("UPDATE idempotency SET kept_until = '2026-01-01T00:00:00.000Z'").await;
    assert!(matches!(store.claim(&two).await.unwrap(), Claimed::Lost));
    store.forget(None).await.unwrap();
    assert!(matches!(store.claim(&two).await.unwrap(), Claimed::Lost));
    // Back: it is waited for.
    bed.ask("UPDATE idempotency SET kept_until = '2100-01-01T00:00:00.000Z'").await;
    assert!(matches!(store.claim(&two).await.unwrap(), Claimed::Running));
    let outcome = pay(&runtime(&store, &Arc::default()), "elsewhere", json!({})).await;
    store.settle(&one, Some(&outcome)).await.unwrap();
    bed.ask("UPDATE idempotency SET kept_until = '2100-01-01T00:00:00.000Z'").await;
    assert!(matches!(store.claim(&two).await.unwrap(), Claimed::Done(_)));
    store.close().await;
}

async fn what_is_old_is_forgotten(bed: &Bed) {
    let runs = Arc::default();
    let store = bed.open().await;
    pay(&runtime(&store, &runs), "k", json!({ "a": 1 })).await;
    let count = async |table: &str| {
        bed.ask(&format!("SELECT CAST(COUNT(*) AS VARCHAR(9)) FROM {table}")).await.join("")
    };
    let calls = async || count("calls").await;
    // Nothing is old yet.
    let forgotten = store.forget(Some(0)).await.unwrap();
    assert_eq!((forgotten.calls, forgotten.others, calls().await.as_str()), (0, 0, "1"));
    bed.ask("UPDATE idempotency SET kept_until = '2026-01-01T00:00:00.000Z'").await;
    let forgotten = store.forget(None).await.unwrap();
    assert_eq!((forgotten.calls, forgotten.others, calls().await.as_str()), (0, 1, "1"));
    let later = u64::MAX / 2;
    let forgotten = store.forget(Some(later)).await.unwrap();
    assert_eq!((forgotten.calls, calls().await.as_str()), (1, "0"));
    store.close().await;
}
