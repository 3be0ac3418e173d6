//! What happens to a call before its handler, stage by stage.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use serde_json::{Map, Value, json};
use toolcrib::approval::{Approver, Question, Verdict};
use toolcrib::policy::{Admission, Policy};
use toolcrib::registry::Broken;
use toolcrib::vendor::Provider;
use toolcrib::{
    Answer, CallRequest, Caller, Context, Entry, ErrorType, Registry, Runtime, Spec, Tool,
    ToolError, ValidCall, async_trait,
};

use crate::tools::{Made, call, ending, harmless, registry_of, runtime_of};

/// Hides `hidden`, denies `denied`, and gives `limited` settings.
struct TestPolicy;

impl Policy for TestPolicy {
    fn sees(&self, _: &Caller, tool: &Entry) -> bool {
        tool.spec().tool_id != "hidden_tool"
    }

    fn admit(&self, _: &Caller, tool: &Entry, _: &CallRequest) -> Result<Admission, ToolError> {
        match tool.spec().tool_id.as_str() {
            "denied" => Err(ToolError::new(ErrorType::PermissionDenied, "No.")),
            "limited" => {
                let config = json!({ "default_limit": 20, "token": "t" });
                let config = config.as_object().cloned().map(Arc::new);
                Ok(Admission { config, ..Admission::default() })
            }
            _ => Ok(Admission::default()),
        }
    }
}

#[tokio::test]
async fn a_hidden_tool_does_not_exist_for_its_caller() {
    let registry = registry_of([Made::echo("hidden_tool"), Made::echo("hidden_too")]);
    let runtime = Runtime::builder(registry).policy(TestPolicy).build();
    let hidden = call(&runtime, "hidden_tool", json!({})).await;
    assert_eq!(
        hidden.error().unwrap().message,
        "There is no tool `hidden_tool`. Did you mean `hidden_too`?"
    );
    let missing = call(&runtime, "hidden_tol", json!({})).await;
    assert_eq!(
        missing.error().unwrap().message,
        "There is no tool `hidden_tol`. Did you mean `hidden_too`?"
    );
}

#[tokio::test]
async fn a_policy_can_refuse_and_can_give_settings() {
    let spec = Spec {
        parameters: json!({
            "type": "object",
            "properties": { "limit": { "type": "integer", "default": 10 } },
        }),
        ..harmless("limited")
    };
    let limited = Made::new(spec, |call, context| {
        let config = json!(context.config());
        Ok(Answer::new(json!({ "arguments": call.arguments(), "config": config })))
    });
    let registry = registry_of([Made::echo("denied"), limited]);
    let runtime = Runtime::builder(registry).policy(TestPolicy).build();
    assert_eq!(ending(&call(&runtime, "denied", json!({})).await), "PERMISSION_DENIED");
    let outcome = call(&runtime, "limited", json!({})).await;
    assert_eq!(
        outcome.data(),
        Some(&json!({
            "arguments": { "limit": 20 },
            "config": { "default_limit": 20, "token": "t" },
        }))
    );
}

/// Answers every question alike and remembers what it was asked.
#[derive(Clone)]
struct Answers(Verdict, Arc<Mutex<Vec<[u8; 32]>>>);

#[async_trait]
impl Approver for Answers {
    async fn ask(&self, question: Question<'_>) -> Verdict {
        self.1.lock().unwrap().push(question.digest());
        self.0.clone()
    }
}

fn confirmed(ran: &Arc<AtomicBool>) -> Registry {
    let spec = Spec { requires_confirmation: true, ..harmless("risky") };
    let ran = Arc::clone(ran);
    registry_of([Made::new(spec, move |_, _| {
        ran.store(true, Ordering::Relaxed);
        Ok(Answer::new("done"))
    })])
}

#[tokio::test]
async fn a_call_that_needs_approval_runs_only_with_it() {
    for (verdict, end, runs, message) in [
        (Verdict::Approved, "OK", true, ""),
        (
            Verdict::Denied("too dear".into()),
            "CONFIRMATION_REQUIRED",
            false,
            "`risky` was not called: the user did not approve it: too dear.",
        ),
        (
            Verdict::Unattended,
            "CONFIRMATION_REQUIRED",
            false,
            "`risky` was not called: a person must approve it, and nobody could be asked.",
        ),
    ] {
        let ran = Arc::new(AtomicBool::new(false));
        let approver = Answers(verdict, Arc::default());
        let runtime = Runtime::builder(confirmed(&ran)).approver(approver.clone()).build();
        let outcome = call(&runtime, "risky", json!({ "b": 1, "a": 2 })).await;
        assert_eq!((ending(&outcome), ran.load(Ordering::Relaxed)), (end, runs));
        assert_eq!(outcome.error().map_or("", |error| &error.message), message);
        // The question names the arguments, whatever the order of their keys.
        let digest = toolcrib::canonical::digest(&json!({ "a": 2, "b": 1 }));
        assert_eq!(*approver.1.lock().unwrap(), [digest]);
    }
}

#[tokio::test]
async fn without_an_approver_nothing_that_needs_approval_runs() {
    let ran = Arc::new(AtomicBool::new(false));
    let outcome = call(&Runtime::new(confirmed(&ran)), "risky", json!({})).await;
    assert_eq!(ending(&outcome), "CONFIRMATION_REQUIRED");
    assert!(!ran.load(Ordering::Relaxed));
}

#[tokio::test]
async fn nobody_is_asked_about_arguments_that_do_not_fit() {
    let spec = Spec {
        requires_confirmation: true,
        parameters: json!({ "type": "object" }),
        ..harmless("risky")
    };
    let registry = registry_of([Made::new(spec, |_, _| unreachable!())]);
    let approver = Answers(Verdict::Approved, Arc::default());
    let runtime = Runtime::builder(registry).approver(approver.clone()).build();
    assert_eq!(ending(&call(&runtime, "risky", json!({ "x": 1 })).await), "VALIDATION");
    assert!(approver.1.lock().unwrap().is_empty());
}

#[tokio::test]
async fn a_dry_run_reports_every_stage_and_runs_nothing() {
    let ran = Arc::new(AtomicBool::new(false));
    let approver = Answers(Verdict::Approved, Arc::default());
    let runtime = Runtime::builder(confirmed(&ran)).approver(approver.clone()).build();
    let request = CallRequest::new("risky", json!({ "a": 1 })).dry_run();
    let outcome = runtime.call(&Caller::default(), request).await;
    assert_eq!(
        outcome.data(),
        Some(&json!({
            "dryRun": true,
            "wouldRun": false,
            "stages": [
                { "stage": "resolve", "ok": true },
                { "stage": "admit", "ok": true },
                { "stage": "prepare", "ok": true },
                {
                    "stage": "confirm",
                    "ok": false,
                    "type": "CONFIRMATION_REQUIRED",
                    "message": "`risky` was not called: a person would be asked to approve it.",
                },
            ],
        }))
    );
    assert!(!ran.load(Ordering::Relaxed) && approver.1.lock().unwrap().is_empty());
}

#[tokio::test]
async fn a_dry_run_that_would_run_says_with_what() {
    let runtime = runtime_of(Made::echo("echo"));
    let request = CallRequest::new("echo", json!({ "a": 1 })).dry_run();
    let outcome = runtime.call(&Caller::default(), request).await;
    let report = outcome.data().unwrap();
    assert_eq!(report["wouldRun"], json!(true));
    assert_eq!(report["arguments"], json!({ "a": 1 }));
    assert_eq!(outcome.meta.attempts, 0);
}

/// Takes `q` for `query`, and panics on `boom`.
struct Normalizing;

#[async_trait]
impl Tool for Normalizing {
    fn spec(&self) -> Spec {
        let parameters =
            json!({ "type": "object", "properties": { "query": { "type": "string" } } });
        Spec { parameters, ..harmless("normalizing") }
    }

    fn normalize(&self, arguments: &Map<String, Value>) -> Option<Map<String, Value>> {
        assert!(!arguments.contains_key("boom"), "boom");
        let query = arguments.get("q")?;
        Some(Map::from_iter([("query".to_owned(), query.clone())]))
    }

    async fn call(&self, call: &ValidCall, _: &Context) -> Result<Answer, ToolError> {
        Ok(Answer::new(call.arguments().clone()))
    }
}

#[tokio::test]
async fn a_tools_own_reading_comes_first_and_a_panic_in_it_stays_there() {
    let runtime = runtime_of(Normalizing);
    let outcome = call(&runtime, "normalizing", json!({ "q": "x" })).await;
    assert_eq!(outcome.data(), Some(&json!({ "query": "x" })));
    assert_eq!(ending(&call(&runtime, "normalizing", json!({ "q": 5 })).await), "VALIDATION");
    assert_eq!(ending(&call(&runtime, "normalizing", json!({ "boom": 1 })).await), "INTERNAL");
    assert!(call(&runtime, "normalizing", json!({})).await.ok());
}

#[tokio::test]
async fn what_a_vendor_form_did_to_the_arguments_is_undone() {
    let spec = Spec {
        parameters: json!({
            "type": "object",
            "properties": { "query": { "type": "string" }, "limit": { "type": "integer" } },
            "required": ["query"],
        }),
        ..harmless("search")
    };
    let echo = Made::new(spec, |call, _| Ok(Answer::new(call.arguments().clone())));
    let runtime = runtime_of(echo);
    // Strict mode makes optional fields nullable, so the model sends null.
    let sent = json!({ "query": "x", "limit": null });
    let request = CallRequest::new("search", sent.clone()).offered_as(Provider::OpenAiStrict);
    let outcome = runtime.call(&Caller::default(), request).await;
    assert_eq!(outcome.data(), Some(&json!({ "query": "x" })));
    assert_eq!(ending(&call(&runtime, "search", sent).await), "VALIDATION");
}

/// Everybody works with one version of `echo`; what is broken is nobody's business.
struct Pins(Arc<Entry>);

impl Policy for Pins {
    fn sees(&self, _: &Caller, _: &Entry) -> bool {
        true
    }

    fn sees_broken(&self, _: &Caller, _: &Broken) -> bool {
        false
    }

    fn pinned(&self, _: &Caller, tool_id: &str) -> Option<Arc<Entry>> {
        (tool_id == "echo").then(|| Arc::clone(&self.0))
    }

    fn admit(&self, _: &Caller, _: &Entry, _: &CallRequest) -> Result<Admission, ToolError> {
        Ok(Admission::default())
    }
}

#[tokio::test]
async fn a_policy_can_pin_a_version_which_outlives_the_present_one() {
    let old = Made::new(harmless("echo"), |_, _| Ok(Answer::new("old")));
    let registry = registry_of([Made::echo("echo"), Made::echo("other")]);
    let pins = Pins(registry.prepare("test", Arc::new(old)).unwrap());
    let runtime = Runtime::builder(registry.clone()).policy(pins).build();
    assert_eq!(call(&runtime, "echo", json!({})).await.data(), Some(&json!("old")));
    assert_eq!(call(&runtime, "other", json!({})).await.data(), Some(&json!({})));
    registry.unregister("echo").unwrap();
    assert_eq!(call(&runtime, "echo", json!({})).await.data(), Some(&json!("old")));
}

#[tokio::test]
async fn a_broken_tool_can_be_hidden() {
    let registry = registry_of([Made::echo("echo")]);
    let pins = Pins(registry.get("echo").unwrap());
    let problems = vec![toolcrib::Problem::error("", "is broken", "mend it")];
    let broken = Broken { tool_id: "secret".to_owned(), source: "test".to_owned(), problems };
    registry.replace([], [broken]);
    let hidden = Runtime::builder(registry.clone()).policy(pins).build();
    assert_eq!(ending(&call(&hidden, "secret", json!({})).await), "NOT_FOUND");
    let open = Runtime::builder(registry).build();
    assert_eq!(ending(&call(&open, "secret", json!({})).await), "INTERNAL");
}

/// Panics wherever it can.
struct Panics;

impl Policy for Panics {
    fn sees(&self, _: &Caller, tool: &Entry) -> bool {
        assert!(tool.spec().tool_id != "unseen", "on purpose");
        true
    }

    fn pinned(&self, _: &Caller, tool_id: &str) -> Option<Arc<Entry>> {
        assert!(tool_id != "pinned", "on purpose");
        None
    }

    fn admit(&self, _: &Caller, tool: &Entry, _: &CallRequest) -> Result<Admission, ToolError> {
        assert!(tool.spec().tool_id != "ruled", "on purpose");
        Ok(Admission::default())
    }
}

#[async_trait]
impl Approver for Panics {
    async fn ask(&self, _: Question<'_>) -> Verdict {
        panic!("on purpose");
    }
}

#[tokio::test]
async fn a_rule_that_cannot_be_evaluated_denies() {
    let asked = Spec { requires_confirmation: true, ..harmless("asked") };
    let registry = registry_of([
        Made::echo("unseen"),
        Made::echo("ruled"),
        Made::echo("pinned"),
        Made::new(asked, |_, _| unreachable!("nobody approved it")),
    ]);
    let runtime = Runtime::builder(registry).policy(Panics).approver(Panics).build();
    for (tool, end) in [
        ("unseen", "NOT_FOUND"),
        ("ruled", "PERMISSION_DENIED"),
        ("pinned", "PERMISSION_DENIED"),
        ("asked", "CONFIRMATION_REQUIRED"),
    ] {
        assert_eq!(ending(&call(&runtime, tool, json!({})).await), end);
    }
}
