//! What a call may cost its turn, its key and its tool.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use toolcrib::approval::{Approver, Question, Verdict};
use toolcrib::policy::{Admission, Policy};
use toolcrib::record::MemoryRecorder;
use toolcrib::rules::{Circuit, CircuitState, Rate};
use toolcrib::{
    Answer, CallRequest, Caller, ConfirmationRequest, Context, Entry, ErrorType, Mode, Outcome,
    Rules, Runtime, Spec, Tool, ToolError, Turn, TurnLimits, ValidCall, Within, async_trait,
};

use crate::tools::{Made, call, ending, harmless, registry_of, runtime_of, writing};

fn turn() -> Turn {
    Turn::new(None, TurnLimits::usual(Mode::Text))
}

async fn call_in(runtime: &Runtime, turn: &Turn, tool: &str, arguments: Value) -> Outcome {
    let within = Within { turn: Some(turn.clone()), ..Within::default() };
    runtime.call_within(&Caller::default(), CallRequest::new(tool, arguments), within).await
}

fn why(outcome: &Outcome) -> &str {
    outcome.error().and_then(|error| error.reason()).unwrap_or("OK")
}

#[tokio::test]
async fn the_same_call_is_made_twice_in_a_turn_and_no_more() {
    let runtime = runtime_of(Made::echo("echo"));
    let (turn, other) = (self::turn(), self::turn());
    for (arguments, end) in [
        (json!({ "a": 1, "b": [2] }), "OK"),
        (json!({ "b": [2], "a": 1 }), "OK"),
        (json!({ "a": 1, "b": [2] }), "SAME_CALL_REPEATED"),
        (json!({ "b": [2], "a": 1.0 }), "SAME_CALL_REPEATED"),
        (json!({ "a": 2, "b": [2] }), "OK"),
    ] {
        let outcome = call_in(&runtime, &turn, "echo", arguments).await;
        assert_eq!(why(&outcome), end);
    }
    let refused = call_in(&runtime, &turn, "echo", json!({ "a": 1, "b": [2] })).await;
    let error = refused.error().unwrap();
    assert_eq!(error.kind, ErrorType::LoopDetected);
    assert_eq!(
        error.message,
        "`echo` was called with these very arguments twice in this turn already. Use what it \
         answered, change the arguments, or answer with what you have."
    );
    // Another turn begins anew, and who has no turn goes in no circles.
    assert_eq!(why(&call_in(&runtime, &other, "echo", json!({ "a": 1, "b": [2] })).await), "OK");
    for _ in 0..4 {
        assert_eq!(ending(&call(&runtime, "echo", json!({ "a": 1 })).await), "OK");
    }
}

#[tokio::test]
async fn text_and_value_are_one_call_and_what_does_not_fit_is_one_too() {
    let spec = Spec { parameters: json!({ "type": "object" }), ..harmless("strict") };
    let runtime = runtime_of(Made::new(spec, |_, _| Ok(Answer::new("x"))));
    let turn = turn();
    let within = || Within { turn: Some(turn.clone()), ..Within::default() };
    let mut ends = Vec::new();
    for _ in 0..3 {
        let request = CallRequest::new("strict", r#"{ "no": 1 }"#);
        let outcome = runtime.call_within(&Caller::default(), request, within()).await;
        ends.push(ending(&outcome).to_owned());
    }
    assert_eq!(ends, ["VALIDATION", "VALIDATION", "LOOP_DETECTED"]);
}

#[tokio::test]
async fn a_tool_that_came_back_empty_twice_is_not_asked_again() {
    for (nothing, is_nothing) in [
        (json!(null), true),
        (json!(false), true),
        (json!(""), true),
        (json!([]), true),
        (json!({}), true),
        (json!({ "results": [] }), true),
        (json!(0), false),
        (json!("none"), false),
    ] {
        let answer = nothing.clone();
        let runtime =
            runtime_of(Made::new(harmless("search"), move |_, _| Ok(Answer::new(answer.clone()))));
        let turn = turn();
        for query in ["a", "b"] {
            assert_eq!(why(&call_in(&runtime, &turn, "search", json!({ "q": query })).await), "OK");
        }
        let third = call_in(&runtime, &turn, "search", json!({ "q": "c" })).await;
        let expected = if is_nothing { "EMPTY_RESULTS_REPEATED" } else { "OK" };
        assert_eq!(why(&third), expected, "{nothing}");
    }
}

#[tokio::test]
async fn an_error_is_not_empty() {
    let spec = harmless("search");
    let runtime = runtime_of(Made::new(spec, |_, _| Err(ToolError::permanent("No."))));
    let turn = turn();
    for query in ["a", "b", "c", "d"] {
        let outcome = call_in(&runtime, &turn, "search", json!({ "q": query })).await;
        assert_eq!(ending(&outcome), "PERMANENT");
    }
}

#[tokio::test]
async fn three_equal_calls_at_once_are_two() {
    let runtime = runtime_of(Made::echo("echo"));
    let turn = turn();
    let (one, two, three) = tokio::join!(
        call_in(&runtime, &turn, "echo", json!({})),
        call_in(&runtime, &turn, "echo", json!({})),
        call_in(&runtime, &turn, "echo", json!({})),
    );
    let refused = [one, two, three].iter().filter(|outcome| !outcome.ok()).count();
    assert_eq!(refused, 1);
}

/// Approves everything.
struct Yes;

#[async_trait]
impl Approver for Yes {
    async fn ask(&self, _: Question<'_>) -> Verdict {
        Verdict::ApprovedAs("apr_1".into())
    }
}

#[tokio::test]
async fn a_call_that_a_person_approved_goes_in_no_circles() {
    let spec = Spec { requires_confirmation: true, ..harmless("risky") };
    let registry = registry_of([Made::new(spec, |_, _| Ok(Answer::new("done")))]);
    let recorder = MemoryRecorder::new(10);
    let runtime = Runtime::builder(registry).approver(Yes).recorder(recorder.clone()).build();
    let turn = turn();
    for _ in 0..4 {
        let within = Within { turn: Some(turn.clone()), ..Within::default() };
        let mut request = CallRequest::new("risky", json!({ "a": 1 }));
        request.approval = Some("apr_1".into());
        let outcome = runtime.call_within(&Caller::default(), request, within).await;
        assert_eq!(ending(&outcome), "OK");
    }
    let approvals: Vec<_> = recorder.finished().iter().map(|r| r.approval.clone()).collect();
    assert_eq!(approvals, vec![Some("apr_1".into()); 4]);
}

#[tokio::test]
async fn an_approval_that_nobody_asked_for_changes_no_rule() {
    let runtime = runtime_of(Made::echo("echo"));
    let turn = turn();
    let mut ends = Vec::new();
    for _ in 0..3 {
        let within = Within { turn: Some(turn.clone()), ..Within::default() };
        let mut request = CallRequest::new("echo", json!({ "a": 1 }));
        request.approval = Some("apr_bogus".into());
        ends.push(ending(&runtime.call_within(&Caller::default(), request, within).await));
    }
    assert_eq!(ends, ["OK", "OK", "LOOP_DETECTED"]);
}

/// Asks somebody else, later.
struct Later;

#[async_trait]
impl Approver for Later {
    async fn ask(&self, question: Question<'_>) -> Verdict {
        let request = ConfirmationRequest {
            token: "apr_1".to_owned(),
            expires: String::new(),
            tool: question.tool.spec().tool_id.clone(),
            args: question.call.arguments().clone(),
            preview: String::new(),
        };
        Verdict::Held(Box::new(request), None)
    }
}

#[tokio::test]
async fn to_ask_for_approval_uses_up_nothing() {
    let spec = Spec { requires_confirmation: true, ..harmless("risky") };
    let registry =
        registry_of([Made::new(spec, |_, _| Ok(Answer::new("done"))), Made::echo("echo")]);
    let runtime = Runtime::builder(registry).approver(Later).build();
    let turn = Turn::new(None, TurnLimits { calls_max: 1, retrievals_max: 1 });
    for _ in 0..4 {
        let held = call_in(&runtime, &turn, "risky", json!({ "a": 1 })).await;
        assert_eq!(why(&held), "HELD");
    }
    assert_eq!(why(&call_in(&runtime, &turn, "echo", json!({})).await), "OK");
    let spent = call_in(&runtime, &turn, "echo", json!({ "b": 1 })).await;
    assert_eq!(ending(&spent), "BUDGET_EXCEEDED");
}

#[tokio::test(start_paused = true)]
async fn a_key_that_may_not_call_uses_up_nothing_of_the_tools() {
    let rate = |calls| Some(Rate { calls, per: Duration::from_secs(60) });
    let rules = Rules { key_rate: rate(1), tool_rate: rate(3), ..Rules::default() };
    let runtime = ruled(Made::echo("echo"), rules);
    let with = |key: &str| Caller { key: Some(key.into()), ..Caller::default() };
    for (key, end) in [
        ("a", "OK"),
        ("a", "OVERLOADED"),
        ("a", "OVERLOADED"),
        ("b", "OK"),
        ("c", "OK"),
        ("d", "OVERLOADED"),
    ] {
        let outcome = runtime.call(&with(key), CallRequest::new("echo", json!({}))).await;
        assert_eq!(ending(&outcome), end, "{key}");
    }
}

/// The same rules for everything.
struct Ruled(Rules);

impl Policy for Ruled {
    fn sees(&self, _: &Caller, _: &Entry) -> bool {
        true
    }

    fn admit(&self, _: &Caller, _: &Entry, _: &CallRequest) -> Result<Admission, ToolError> {
        Ok(Admission { rules: Some(self.0), ..Admission::default() })
    }
}

fn ruled(tool: Made, rules: Rules) -> Runtime {
    Runtime::builder(registry_of([tool])).policy(Ruled(rules)).build()
}

#[tokio::test]
async fn a_tool_that_is_off_or_not_for_this_mode_is_not_called() {
    let off = Spec { enabled: false, ..harmless("off") };
    let text = Spec { allowed_modes: vec![Mode::Text], ..harmless("text_only") };
    let never = |spec: Spec| Made::new(spec, |_, _| Ok(Answer::new("ran")));
    let runtime = Runtime::new(registry_of([never(off), never(text)]));
    let outcome = call(&runtime, "off", json!({})).await;
    assert_eq!((ending(&outcome), outcome.error().unwrap().rule()), ("DISABLED", Some("enabled")));
    for (mode, end) in [(Mode::Text, "OK"), (Mode::Voice, "MODE_RESTRICTED")] {
        let request = CallRequest::new("text_only", json!({})).mode(mode);
        assert_eq!(ending(&runtime.call(&Caller::default(), request).await), end);
    }
}

#[tokio::test]
async fn rules_can_close_a_mode() {
    let runtime = ruled(Made::echo("echo"), Rules { voice: false, ..Rules::default() });
    for (mode, end) in [(Mode::Text, "OK"), (Mode::Voice, "MODE_RESTRICTED")] {
        let request = CallRequest::new("echo", json!({})).mode(mode);
        assert_eq!(ending(&runtime.call(&Caller::default(), request).await), end);
    }
}

#[tokio::test]
async fn a_tool_can_have_a_budget_of_its_own() {
    let rules = Rules { tool_calls_max: Some(1), ..Rules::default() };
    let runtime = ruled(Made::echo("echo"), rules);
    let turn = turn();
    assert_eq!(ending(&call_in(&runtime, &turn, "echo", json!({ "a": 1 })).await), "OK");
    let second = call_in(&runtime, &turn, "echo", json!({ "a": 2 })).await;
    assert_eq!(
        second.error().unwrap().message,
        "This turn has used up its 1 calls of `echo`. Answer with what you have."
    );
    let none = ruled(Made::echo("echo"), Rules { tool_calls_max: Some(0), ..Rules::default() });
    assert_eq!(ending(&call_in(&none, &turn, "echo", json!({})).await), "BUDGET_EXCEEDED");
}

#[tokio::test(start_paused = true)]
async fn a_rate_lets_so_many_in_and_says_when_the_next_may_come() {
    let rate = Rate { calls: 2, per: Duration::from_secs(1) };
    let runtime = ruled(Made::echo("echo"), Rules { tool_rate: Some(rate), ..Rules::default() });
    assert_eq!(ending(&call(&runtime, "echo", json!({})).await), "OK");
    let dry = CallRequest::new("echo", json!({})).dry_run();
    assert!(runtime.call(&Caller::default(), dry).await.ok());
    assert_eq!(ending(&call(&runtime, "echo", json!({})).await), "OK");
    let third = call(&runtime, "echo", json!({})).await;
    let error = third.error().unwrap();
    assert_eq!((error.kind, error.retryable), (ErrorType::Overloaded, true));
    assert_eq!((error.reason(), error.retry_after_ms), (Some("RATE_LIMITED"), Some(500)));
    let message = "`echo` may be called 2 a second, and they are used up. Wait 500 ms.";
    assert_eq!(error.message, message);
    tokio::time::advance(Duration::from_millis(500)).await;
    assert_eq!(ending(&call(&runtime, "echo", json!({})).await), "OK");
    assert_eq!(ending(&call(&runtime, "echo", json!({})).await), "OVERLOADED");
}

#[tokio::test(start_paused = true)]
async fn each_key_has_a_rate_of_its_own() {
    let rate = Rate { calls: 1, per: Duration::from_secs(60) };
    let runtime = ruled(Made::echo("echo"), Rules { key_rate: Some(rate), ..Rules::default() });
    let with = |key: Option<&str>| Caller { key: key.map(Into::into), ..Caller::default() };
    for (key, end) in [
        (Some("a"), "OK"),
        (Some("b"), "OK"),
        (Some("a"), "OVERLOADED"),
        (None, "OK"),
        (None, "OVERLOADED"),
    ] {
        let request = CallRequest::new("echo", json!({}));
        assert_eq!(ending(&runtime.call(&with(key), request).await), end, "{key:?}");
    }
}

/// Fails until it is told to answer.
fn failing(kind: ErrorType) -> (Made, Arc<AtomicU32>) {
    let left = Arc::new(AtomicU32::new(u32::MAX));
    let count = Arc::clone(&left);
    let tool = Made::new(writing("shaky"), move |_, _| {
        match count.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)) {
            Ok(_) => Err(ToolError::new(kind, "No.")),
            Err(_) => Ok(Answer::new("done")),
        }
    });
    (tool, left)
}

#[tokio::test(start_paused = true)]
async fn a_tool_that_keeps_failing_is_left_alone_then_tried_once() {
    let (tool, left) = failing(ErrorType::Transient);
    let runtime = runtime_of(tool);
    for _ in 0..5 {
        assert_eq!(ending(&call(&runtime, "shaky", json!({})).await), "TRANSIENT");
    }
    let refused = call(&runtime, "shaky", json!({})).await;
    let error = refused.error().unwrap();
    assert_eq!((ending(&refused), why(&refused)), ("OVERLOADED", "CIRCUIT_OPEN"));
    assert_eq!((error.retryable, error.retry_after_ms), (true, Some(30_000)));
    assert_eq!(refused.meta.attempts, 0);
    assert_eq!(runtime.circuits(), [("shaky".into(), CircuitState::Open)]);
    // One trial; it fails, and the rest begins anew.
    tokio::time::advance(Duration::from_secs(30)).await;
    assert_eq!(ending(&call(&runtime, "shaky", json!({})).await), "TRANSIENT");
    assert_eq!(why(&call(&runtime, "shaky", json!({})).await), "CIRCUIT_OPEN");
    // The next answers, and all is well.
    tokio::time::advance(Duration::from_secs(30)).await;
    left.store(0, Ordering::Relaxed);
    assert_eq!(ending(&call(&runtime, "shaky", json!({})).await), "OK");
    assert_eq!(ending(&call(&runtime, "shaky", json!({})).await), "OK");
    assert_eq!(runtime.circuits(), []);
}

#[tokio::test(start_paused = true)]
async fn only_one_call_tries_a_tool_and_it_need_not_come_so_far() {
    let (tool, left) = failing(ErrorType::Internal);
    let runtime = runtime_of(tool);
    for _ in 0..5 {
        call(&runtime, "shaky", json!({})).await;
    }
    tokio::time::advance(Duration::from_secs(31)).await;
    left.store(0, Ordering::Relaxed);
    // A trial that is refused on the way leaves the trial to another.
    let wrong = call(&runtime, "shaky", json!("no object")).await;
    assert_eq!(ending(&wrong), "VALIDATION");
    assert_eq!(ending(&call(&runtime, "shaky", json!({})).await), "OK");
}

/// Fails so often, then takes its time.
struct Recovering(AtomicU32);

#[async_trait]
impl Tool for Recovering {
    fn spec(&self) -> Spec {
        writing("shaky")
    }

    async fn call(&self, _: &ValidCall, _: &Context) -> Result<Answer, ToolError> {
        if self.0.fetch_add(1, Ordering::Relaxed) < 5 {
            return Err(ToolError::internal("No."));
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
        Ok(Answer::new("done"))
    }
}

#[tokio::test(start_paused = true)]
async fn while_one_call_tries_a_tool_the_others_wait() {
    let runtime = runtime_of(Recovering(AtomicU32::new(0)));
    for _ in 0..5 {
        call(&runtime, "shaky", json!({})).await;
    }
    tokio::time::advance(Duration::from_secs(30)).await;
    let (one, two) =
        tokio::join!(call(&runtime, "shaky", json!({})), call(&runtime, "shaky", json!({})));
    assert_eq!((why(&one), why(&two)), ("OK", "CIRCUIT_OPEN"));
    assert_eq!(why(&call(&runtime, "shaky", json!({})).await), "OK");
}

#[tokio::test(start_paused = true)]
async fn what_a_tool_says_of_its_arguments_is_no_failure_of_the_tool() {
    for (kind, is_left_alone) in [
        (ErrorType::Transient, true),
        (ErrorType::Internal, true),
        (ErrorType::RateLimit, true),
        (ErrorType::Auth, true),
        (ErrorType::Permanent, false),
        (ErrorType::Conflict, false),
        (ErrorType::Validation, false),
        (ErrorType::SessionInactive, false),
    ] {
        let (tool, _) = failing(kind);
        let runtime = runtime_of(tool);
        for _ in 0..5 {
            call(&runtime, "shaky", json!({})).await;
        }
        let sixth = call(&runtime, "shaky", json!({})).await;
        assert_eq!(why(&sixth) == "CIRCUIT_OPEN", is_left_alone, "{kind}");
    }
}

#[tokio::test(start_paused = true)]
async fn failures_count_in_a_row_and_zero_switches_the_circuit_off() {
    let (tool, left) = failing(ErrorType::Internal);
    let runtime = runtime_of(tool);
    for _ in 0..3 {
        left.store(4, Ordering::Relaxed);
        for _ in 0..4 {
            assert_eq!(ending(&call(&runtime, "shaky", json!({})).await), "INTERNAL");
        }
        assert_eq!(ending(&call(&runtime, "shaky", json!({})).await), "OK");
    }
    let never = Circuit { failures_max: 0, rest: Duration::from_secs(30) };
    let (tool, _) = failing(ErrorType::Internal);
    let runtime = ruled(tool, Rules { circuit: never, ..Rules::default() });
    for _ in 0..9 {
        assert_eq!(ending(&call(&runtime, "shaky", json!({})).await), "INTERNAL");
    }
}

#[tokio::test]
async fn the_record_names_the_rule() {
    let recorder = MemoryRecorder::new(10);
    let runtime =
        Runtime::builder(registry_of([Made::echo("echo")])).recorder(recorder.clone()).build();
    let tight = Turn::new(None, TurnLimits { calls_max: 0, retrievals_max: 0 });
    call_in(&runtime, &tight, "echo", json!({})).await;
    let record = recorder.finished().pop().unwrap();
    assert_eq!(record.rule, Some("calls_per_turn"));
}
