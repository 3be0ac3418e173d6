//! How a handler's run ends.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::Notify;
use toolcrib::runtime::Concurrency;
use toolcrib::{
    Answer, CallRequest, Caller, CancellationToken, Context, ErrorType, Runtime, Spec, Tool,
    ToolError, ValidCall, async_trait,
};

use crate::tools::{Made, call, ending, harmless, registry_of, runtime_of, writing};

/// Never answers; says when it has started and when it was dropped.
#[derive(Clone)]
struct Hangs {
    spec: Spec,
    started: Arc<Notify>,
    dropped: Arc<AtomicBool>,
    context: Arc<std::sync::Mutex<Option<Context>>>,
}

impl Hangs {
    fn new(spec: Spec) -> Self {
        Self { spec, started: Arc::default(), dropped: Arc::default(), context: Arc::default() }
    }
}

struct SaysDropped(Arc<AtomicBool>);

impl Drop for SaysDropped {
    fn drop(&mut self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

#[async_trait]
impl Tool for Hangs {
    fn spec(&self) -> Spec {
        self.spec.clone()
    }

    async fn call(&self, _: &ValidCall, context: &Context) -> Result<Answer, ToolError> {
        let _says = SaysDropped(Arc::clone(&self.dropped));
        *self.context.lock().unwrap() = Some(context.clone());
        self.started.notify_one();
        std::future::pending().await
    }
}

#[tokio::test(start_paused = true)]
async fn a_deadline_ends_the_call_and_reaches_the_handler() {
    for (spec, retryable, partial) in [
        (harmless("hangs"), true, false),
        (writing("hangs"), false, true),
        (Spec { idempotent: true, ..writing("hangs") }, true, true),
    ] {
        let hangs = Hangs::new(Spec { timeout_ms: 500, ..spec.clone() });
        let runtime = runtime_of(hangs.clone());
        let outcome = call(&runtime, "hangs", json!({})).await;
        let error = outcome.error().unwrap();
        assert_eq!(error.kind, ErrorType::Timeout);
        assert_eq!(error.message, "`hangs` did not answer within 500 ms.");
        assert_eq!((error.retryable, error.partial_side_effects), (retryable, partial));
        assert_eq!(error.idempotency_required, !spec.repeatable());
        assert_eq!((outcome.meta.duration_ms, outcome.meta.attempts), (500, 1));
        tokio::task::yield_now().await;
        assert!(hangs.dropped.load(Ordering::SeqCst));
        assert!(hangs.context.lock().unwrap().as_ref().unwrap().is_cancelled());
    }
}

#[tokio::test]
async fn a_cancelled_call_stops_its_handler() {
    let hangs = Hangs::new(writing("hangs"));
    let runtime = runtime_of(hangs.clone());
    let cancel = CancellationToken::new();
    let request = CallRequest::new("hangs", json!({}));
    let caller = Caller::default();
    let call = runtime.call_with_cancel(&caller, request, cancel.clone());
    let (outcome, ()) = tokio::join!(call, async {
        hangs.started.notified().await;
        cancel.cancel();
    });
    let error = outcome.error().unwrap();
    assert_eq!(error.kind, ErrorType::Cancelled);
    assert!(error.partial_side_effects && !error.retryable);
    while !hangs.dropped.load(Ordering::SeqCst) {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_call_cancelled_before_it_starts_does_not_start() {
    let hangs = Hangs::new(harmless("hangs"));
    let runtime = runtime_of(hangs.clone());
    let cancel = CancellationToken::new();
    cancel.cancel();
    let request = CallRequest::new("hangs", json!({}));
    let outcome = runtime.call_with_cancel(&Caller::default(), request, cancel).await;
    assert_eq!(ending(&outcome), "CANCELLED");
    assert!(hangs.context.lock().unwrap().is_none());
}

#[tokio::test]
async fn a_caller_that_leaves_stops_the_handler() {
    let hangs = Hangs::new(harmless("hangs"));
    let runtime = runtime_of(hangs.clone());
    let caller = Caller::default();
    tokio::select! {
        _ = runtime.call(&caller, CallRequest::new("hangs", json!({}))) => unreachable!("it hangs"),
        () = hangs.started.notified() => {}
    }
    while !hangs.dropped.load(Ordering::SeqCst) {
        tokio::task::yield_now().await;
    }
    assert!(hangs.context.lock().unwrap().as_ref().unwrap().is_cancelled());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_handler_that_blocks_its_thread_cannot_keep_the_caller() {
    let spec = Spec { timeout_ms: 50, ..harmless("blocks") };
    let blocks = Made::new(spec, |_, context| {
        // No await in sight; only the context says that it is over.
        while !context.is_cancelled() {
            std::thread::yield_now();
        }
        Ok(Answer::new(Value::Null))
    });
    let runtime = runtime_of(blocks);
    // The caller is a task too, as in a server.
    let task = tokio::spawn(async move { call(&runtime, "blocks", json!({})).await });
    assert_eq!(ending(&task.await.unwrap()), "TIMEOUT");
}

#[tokio::test]
async fn a_panic_is_the_calls_alone() {
    for (spec, partial) in [(harmless("panics"), false), (writing("panics"), true)] {
        let panics = Made::new(spec, |call, _| {
            assert!(call.arguments()["ok"] == json!(true), "secret text");
            Ok(Answer::new("fine"))
        });
        let runtime = runtime_of(panics);
        let outcome = call(&runtime, "panics", json!({ "ok": false })).await;
        let error = outcome.error().unwrap();
        assert_eq!((error.kind, error.partial_side_effects), (ErrorType::Internal, partial));
        assert_eq!(error.message, "`panics` crashed.");
        assert_eq!(
            call(&runtime, "panics", json!({ "ok": true })).await.data(),
            Some(&json!("fine"))
        );
    }
}

#[tokio::test]
async fn an_answer_must_be_what_was_promised() {
    let spec = Spec { output: Some(json!({ "type": "integer" })), ..writing("lies") };
    let lies = Made::new(spec, |call, _| Ok(Answer::new(call.arguments()["say"].clone())));
    let runtime = runtime_of(lies);
    assert!(call(&runtime, "lies", json!({ "say": 5 })).await.ok());
    let outcome = call(&runtime, "lies", json!({ "say": "5" })).await;
    let error = outcome.error().unwrap();
    assert_eq!(error.kind, ErrorType::Internal);
    assert_eq!(error.message, "The answer of `lies` does not fit what it promises.");
    assert_eq!(error.details[0].to_string(), r#"must be an integer, but got a string: "5""#);
    assert!(error.partial_side_effects && error.idempotency_required);
}

#[tokio::test]
async fn an_answer_is_bounded() {
    let floods = Made::new(harmless("floods"), |call, _| {
        let bytes = usize::try_from(call.arguments()["bytes"].as_u64().unwrap()).unwrap();
        Ok(Answer::new("x".repeat(bytes)))
    });
    let runtime = runtime_of(floods);
    assert!(call(&runtime, "floods", json!({ "bytes": 1_000_000 })).await.ok());
    let outcome = call(&runtime, "floods", json!({ "bytes": 1_114_113 })).await;
    assert_eq!(outcome.error().unwrap().message, "`floods` answered with more than 1114112 bytes.");
}

#[tokio::test]
async fn a_handler_speaks_for_itself_only() {
    for kind in ErrorType::ALL {
        let fails = Made::new(writing("fails"), |_, _| Err(ToolError::permanent("unused")));
        let kind = *kind;
        let fails = Made::new(fails.spec, move |_, _| Err(ToolError::new(kind, "Said so.")));
        let outcome = call(&runtime_of(fails), "fails", json!({})).await;
        let error = outcome.error().unwrap();
        if kind.is_for_handlers() {
            assert_eq!((error.kind, error.message.as_str()), (kind, "Said so."));
        } else {
            assert_eq!(error.kind, ErrorType::Internal, "{kind}");
            assert_eq!(
                error.message,
                format!("`fails` claimed {kind}, which is not a handler's to say.")
            );
        }
    }
}

#[tokio::test]
async fn one_workspace_cannot_starve_another() {
    let hangs = Hangs::new(harmless("hangs"));
    let registry = registry_of([Made::echo("echo")]);
    registry.register(hangs.clone()).unwrap();
    let concurrency = Concurrency { running_max: 1, waiting_max: 1 };
    let runtime = Runtime::builder(registry).concurrency(concurrency).build();
    let busy = Caller::default();
    let other = Caller { workspace: "other".into(), ..Caller::default() };

    let holder = tokio::spawn({
        let (runtime, busy) = (runtime.clone(), busy.clone());
        async move { runtime.call(&busy, CallRequest::new("hangs", json!({}))).await }
    });
    hangs.started.notified().await;
    let echo = || CallRequest::new("echo", json!({}));
    let waiting = runtime.call(&busy, echo());
    tokio::pin!(waiting);
    // The second waits, the third is told that there is too much to do.
    assert!(futures_poll(&mut waiting).await.is_none());
    let third = runtime.call(&busy, echo()).await;
    assert_eq!(ending(&third), "OVERLOADED");
    assert!(third.error().unwrap().retryable);
    assert!(runtime.call(&other, echo()).await.ok());
    // When the first is gone, the second runs.
    holder.abort();
    assert!(waiting.await.ok());
    assert!(runtime.call(&busy, echo()).await.ok());
}

/// Polls a future once.
async fn futures_poll<F: Future + Unpin>(future: &mut F) -> Option<F::Output> {
    std::future::poll_fn(|task| {
        let polled = std::pin::Pin::new(&mut *future).poll(task);
        std::task::Poll::Ready(match polled {
            std::task::Poll::Ready(output) => Some(output),
            std::task::Poll::Pending => None,
        })
    })
    .await
}

#[tokio::test(start_paused = true)]
async fn waiting_for_a_place_ends_with_the_deadline() {
    let hangs = Hangs::new(Spec { timeout_ms: 60_000, ..harmless("hangs") });
    let mut echo = Made::echo("echo");
    echo.spec.timeout_ms = 100;
    let registry = registry_of([echo]);
    registry.register(hangs.clone()).unwrap();
    let concurrency = Concurrency { running_max: 1, waiting_max: 8 };
    let runtime = Runtime::builder(registry).concurrency(concurrency).build();
    let holder = runtime.clone();
    let task = tokio::spawn(async move { call(&holder, "hangs", json!({})).await });
    hangs.started.notified().await;
    let outcome = call(&runtime, "echo", json!({})).await;
    assert_eq!((ending(&outcome), outcome.meta.attempts), ("OVERLOADED", 0));
    // The permit of a call that timed out goes back.
    assert_eq!(ending(&task.await.unwrap()), "TIMEOUT");
    assert!(call(&runtime, "echo", json!({})).await.ok());
}

#[tokio::test]
async fn the_context_tells_a_handler_about_its_call() {
    let tells = Made::new(harmless("tells"), |_, context| {
        let left = context.deadline() - tokio::time::Instant::now();
        assert!(left <= Duration::from_secs(30) && left > Duration::from_secs(20));
        let caller = context.caller();
        Ok(Answer::new(json!([context.call_id(), caller.agent, caller.session, context.mode()])))
    });
    let caller =
        Caller { agent: Some("assistant".into()), session: Some("s1".into()), ..Caller::default() };
    let request = CallRequest::new("tells", json!({}));
    let outcome = runtime_of(tells).call(&caller, request).await;
    let told = json!([outcome.meta.call_id, "assistant", "s1", "text"]);
    assert_eq!(outcome.data(), Some(&told));
}

/// A tool that says it is quick, whatever it is.
struct Quick<T>(T);

#[async_trait]
impl<T: Tool> Tool for Quick<T> {
    fn spec(&self) -> Spec {
        self.0.spec()
    }

    fn is_quick(&self) -> bool {
        true
    }

    async fn call(&self, call: &ValidCall, context: &Context) -> Result<Answer, ToolError> {
        self.0.call(call, context).await
    }
}

#[tokio::test(start_paused = true)]
async fn a_quick_tool_runs_where_its_caller_is() {
    let here = std::thread::current().id();
    let task = tokio::task::try_id();
    let echo = Made::new(harmless("echo"), move |call, _| {
        assert_eq!((std::thread::current().id(), tokio::task::try_id()), (here, task));
        Ok(Answer::new(call.arguments().clone()))
    });
    let outcome = call(&runtime_of(Quick(echo)), "echo", json!({ "a": 1 })).await;
    assert_eq!(outcome.data(), Some(&json!({ "a": 1 })));
    assert_eq!(outcome.meta.attempts, 1);
}

#[tokio::test(start_paused = true)]
async fn a_quick_tool_is_held_to_what_holds_for_all() {
    // It crashes alone.
    let broken = Made::new(writing("broken"), |_, _| panic!("on purpose"));
    let outcome = call(&runtime_of(Quick(broken)), "broken", json!({})).await;
    let error = outcome.error().unwrap();
    assert_eq!((error.kind, &*error.message), (ErrorType::Internal, "`broken` crashed."));
    // One that is not quick at all has its deadline.
    let hangs = Hangs::new(Spec { timeout_ms: 500, ..harmless("hangs") });
    let outcome = call(&runtime_of(Quick(hangs.clone())), "hangs", json!({})).await;
    assert_eq!((ending(&outcome), outcome.meta.duration_ms), ("TIMEOUT", 500));
    tokio::task::yield_now().await;
    assert!(hangs.dropped.load(Ordering::SeqCst));
    // What it must not raise it cannot raise.
    let odd = Made::new(harmless("odd"), |_, _| Err(ToolError::new(ErrorType::NotFound, "?")));
    let outcome = call(&runtime_of(Quick(odd)), "odd", json!({})).await;
    assert_eq!(ending(&outcome), "INTERNAL");
}
