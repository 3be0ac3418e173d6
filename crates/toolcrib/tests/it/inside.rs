//! What a handler may do beside answering: call other tools, speak to its
//! record, know its session.

use serde_json::{Value, json};
use toolcrib::console::Level;
use toolcrib::record::MemoryRecorder;
use toolcrib::runtime::Concurrency;
use toolcrib::session::{Session, Sessions};
use toolcrib::{
    Answer, Caller, Context, Door, Intent, Registry, Runtime, Spec, Tool, ToolError, ValidCall,
    async_trait,
};

use crate::tools::{Made, call, harmless, registry_of};

/// Calls the tool that it is told to, and answers with the outcome.
struct Calls(Spec);

impl Calls {
    fn new(tool_id: &str, uses: &[&str]) -> Self {
        Self(Spec {
            uses: uses.iter().map(ToString::to_string).collect(),
            parameters: json!({ "type": "object", "additionalProperties": true }),
            ..harmless(tool_id)
        })
    }
}

#[async_trait]
impl Tool for Calls {
    fn spec(&self) -> Spec {
        self.0.clone()
    }

    async fn call(&self, call: &ValidCall, context: &Context) -> Result<Answer, ToolError> {
        let next = call.arguments()["next"].as_str().unwrap_or_default().to_owned();
        let given = call.arguments()["given"].clone();
        let outcome = context.call(&next, given).await;
        Ok(Answer::new(serde_json::to_value(outcome)?))
    }
}

#[tokio::test]
async fn a_handler_calls_what_it_uses_and_nothing_else() {
    let registry = registry_of([Made::echo("inner"), Made::echo("other")]);
    registry.register(Calls::new("outer", &["inner", "nothing"])).unwrap();
    let recorder = MemoryRecorder::new(10);
    let runtime = Runtime::builder(registry)
        .recorder(recorder.clone())
        // The outer call has the only place; the inner one needs none.
        .concurrency(Concurrency { running_max: 1, waiting_max: 0 })
        .build();
    let ask = async |next: &str| {
        let outcome = call(&runtime, "outer", json!({ "next": next, "given": { "a": 1 } })).await;
        let inner = outcome.data().unwrap();
        inner.get("data").cloned().unwrap_or_else(|| inner["error"]["type"].clone())
    };
    assert_eq!(ask("inner").await, json!({ "a": 1 }));
    assert_eq!(ask("other").await, json!("PERMISSION_DENIED"));
    assert_eq!(ask("nothing").await, json!("NOT_FOUND"));
    let records = recorder.finished();
    assert_eq!((&*records[0].tool_id, records[0].caller.door), ("inner", Door::Tool));
    assert_eq!((&*records[1].tool_id, records[1].caller.door), ("outer", Door::Library));
    assert_eq!(records.len(), 6, "a refused inner call is recorded too");
    for pair in records.chunks(2) {
        assert_eq!(pair[0].parent.as_ref(), Some(&pair[1].call_id), "refused or not");
        assert_eq!(pair[1].parent, None);
    }
}

#[tokio::test]
async fn a_tool_never_runs_inside_itself_and_calls_nest_three_deep() {
    let registry = Registry::new();
    for (tool, uses) in [("a", "b"), ("b", "c"), ("c", "d"), ("d", "e"), ("e", "a")] {
        registry.register(Calls::new(tool, &[uses, "a"])).unwrap();
    }
    let runtime = Runtime::new(registry);
    let then = |next: &str, given: Value| json!({ "next": next, "given": given });
    // a → b → a.
    let outcome = call(&runtime, "a", then("b", then("a", json!({})))).await;
    let inner = &outcome.data().unwrap()["data"]["error"];
    assert_eq!(inner["type"], "LOOP_DETECTED");
    assert_eq!(inner["message"], "`a` is already running further out: it would call itself.");
    // a → b → c → d.
    let outcome = call(&runtime, "a", then("b", then("c", then("d", json!({}))))).await;
    let inner = &outcome.data().unwrap()["data"]["data"]["error"];
    assert_eq!(inner["message"], "Calls may be nested 3 deep, and this one is deeper.");
}

#[tokio::test]
async fn what_a_handler_says_is_in_the_record_and_bounded() {
    let talker = Made::new(harmless("talker"), |_, context| {
        context.log(Level::Warn, "look at this");
        context.log(Level::Info, &"ä".repeat(10_000));
        context.log(Level::Info, "too late");
        Ok(Answer::default())
    });
    let recorder = MemoryRecorder::new(10);
    let runtime = Runtime::builder(registry_of([talker])).recorder(recorder.clone()).build();
    call(&runtime, "talker", json!({})).await;
    let console = recorder.finished()[0].console.clone();
    assert_eq!((console[0].level, &*console[0].text), (Level::Warn, "look at this"));
    assert!(console[1].text.ends_with('…') && console[1].text.len() <= 16 * 1024 + 3);
    assert_eq!(console[2].text, "1 more lines were not kept");
}

#[tokio::test]
async fn a_session_that_cannot_be_told_is_over() {
    struct Broken;

    impl Sessions for Broken {
        fn session(&self, _: &Caller) -> Session {
            panic!("on purpose");
        }
    }

    let asks =
        Made::new(harmless("asks"), |_, context| Ok(Answer::new(context.session().is_active)));
    let registry = registry_of([asks]);
    let runtime = Runtime::new(registry.clone());
    assert_eq!(call(&runtime, "asks", json!({})).await.data(), Some(&json!(true)));
    let runtime = Runtime::builder(registry).sessions(Broken).build();
    assert_eq!(call(&runtime, "asks", json!({})).await.data(), Some(&json!(false)));
}

#[tokio::test]
async fn all_that_a_handler_puts_into_an_outcome_is_bounded() {
    let long = || "ä".repeat(10_000);
    let fails = Made::new(harmless("fails"), move |_, _| {
        let mut error = ToolError::permanent(long());
        error.details = vec![toolcrib::Fault::at("/a", long()); 60];
        error.intents = vec![Intent::SetPendingMessage { message: long() }; 60];
        Err(error)
    });
    let warns = Made::new(harmless("warns"), move |_, _| {
        let warnings = vec![toolcrib::Fault::at("", long()); 60];
        Ok(Answer { warnings, ..Answer::default() })
    });
    let runtime = Runtime::new(registry_of([fails, warns]));
    let outcome = call(&runtime, "fails", json!({})).await;
    let error = outcome.error().unwrap();
    assert_eq!(error.message.len(), 8 * 1024 + "…".len());
    assert_eq!((error.details.len(), error.intents.len()), (51, 50));
    assert_eq!(error.details[0].message.len(), 8 * 1024 + "…".len());
    assert_eq!(error.details[50].message, "10 more were left out");
    let outcome = call(&runtime, "warns", json!({})).await;
    assert_eq!(outcome.result.unwrap().warnings.len(), 51);
}
