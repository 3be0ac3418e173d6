//! Turns: what the calls of one may use up together.

use std::sync::Arc;

use serde_json::json;
use toolcrib::turn::DELEGATION_DEPTH_MAX;
use toolcrib::{
    CallRequest, Caller, ErrorType, Mode, Registry, Runtime, Turn, TurnLimits, Within, tool,
};

/// Looks something up.
#[tool(side_effects = "read_only")]
async fn look_up() -> &'static str {
    "found"
}

/// Adds nothing.
#[tool(side_effects = "none")]
async fn idle() -> &'static str {
    "done"
}

fn runtime() -> Runtime {
    let registry = Registry::new();
    registry.register(LookUpTool).unwrap();
    registry.register(IdleTool).unwrap();
    Runtime::new(registry)
}

async fn call(runtime: &Runtime, turn: &Turn, tool: &str) -> Result<(), ErrorType> {
    let within = Within { turn: Some(turn.clone()), ..Within::default() };
    let request = CallRequest::new(tool, json!({}));
    let outcome = runtime.call_within(&Caller::default(), request, within).await;
    outcome.error().map_or(Ok(()), |error| Err(error.kind))
}

#[test]
fn voice_has_less_than_text() {
    let text = TurnLimits { calls_max: 25, retrievals_max: 5 };
    let voice = TurnLimits { calls_max: 3, retrievals_max: 2 };
    assert_eq!((TurnLimits::usual(Mode::Text), TurnLimits::usual(Mode::Voice)), (text, voice));
}

#[tokio::test]
async fn the_calls_of_a_turn_use_up_its_budgets() {
    let runtime = runtime();
    let turn = Turn::new(None, TurnLimits { calls_max: 3, retrievals_max: 2 });
    assert_eq!(call(&runtime, &turn, "look_up").await, Ok(()));
    assert_eq!(call(&runtime, &turn, "look_up").await, Ok(()));
    assert_eq!(call(&runtime, &turn, "look_up").await, Err(ErrorType::BudgetExceeded));
    assert_eq!(call(&runtime, &turn, "idle").await, Ok(()));
    assert_eq!(call(&runtime, &turn, "idle").await, Err(ErrorType::BudgetExceeded));
    // Whoever only asks what would happen uses up nothing.
    let fresh = Turn::new(None, TurnLimits { calls_max: 1, retrievals_max: 1 });
    let within = Within { turn: Some(fresh.clone()), ..Within::default() };
    let dry = CallRequest::new("idle", json!({})).dry_run();
    assert!(runtime.call_within(&Caller::default(), dry, within).await.ok());
    assert_eq!(call(&runtime, &fresh, "idle").await, Ok(()));
}

#[tokio::test]
async fn what_is_used_up_inside_counts_outside() {
    let runtime = runtime();
    let roomy = TurnLimits { calls_max: 100, retrievals_max: 100 };
    let outer = Turn::new(Some("a".into()), TurnLimits { calls_max: 1, retrievals_max: 1 });
    let inner = outer.delegated(&"b".into(), roomy).unwrap();
    assert_eq!(call(&runtime, &inner, "idle").await, Ok(()));
    assert_eq!(call(&runtime, &inner, "idle").await, Err(ErrorType::BudgetExceeded));
    assert_eq!(call(&runtime, &outer, "idle").await, Err(ErrorType::BudgetExceeded));
}

#[test]
fn work_goes_three_deep_and_never_in_a_circle() {
    let limits = TurnLimits::usual(Mode::Text);
    let mut turn = Turn::new(Some("first".into()), limits);
    for depth in 0..DELEGATION_DEPTH_MAX {
        let name: Arc<str> = format!("agent {depth}").into();
        turn = turn.delegated(&name, limits).unwrap();
        for waiting in ["first".into(), name] {
            let error = turn.delegated(&waiting, limits).err().unwrap();
            assert_eq!(error.kind, ErrorType::LoopDetected);
        }
    }
    let error = turn.delegated(&"another".into(), limits).err().unwrap();
    assert_eq!(
        (error.kind, error.message.as_str()),
        (ErrorType::LoopDetected, "Work was handed on 3 times already: do this part yourself.")
    );
}

#[test]
fn a_companion_goes_with_the_turn_it_was_given_to() {
    let turn = Turn::new(None, TurnLimits::usual(Mode::Text));
    let with = turn.accompanied(Arc::new(7_u32));
    assert_eq!((with.companion::<u32>(), with.companion::<String>()), (Some(&7), None));
    assert_eq!(turn.companion::<u32>(), None);
}
