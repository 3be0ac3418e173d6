//! What the rules add to a call, beside the same call without them.

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Result;
use serde_json::json;
use toolcrib::policy::{Admission, Policy};
use toolcrib::rules::Rate;
use toolcrib::{
    CallRequest, Caller, Entry, Mode, Registry, Rules, Runtime, ToolError, Turn, TurnLimits,
    Within, tool,
};

use super::{best, line};

const CALLS: usize = 50_000;

/// The calls of a turn: as many as one in text has.
const TURN: usize = 25;

/// Adds; two fields, as many models send them.
#[tool(side_effects = "none")]
async fn add(a: f64, b: f64) -> f64 {
    a + b
}

/// Fails, so that there is a circuit to look at.
#[tool(side_effects = "none")]
async fn fails() -> Result<f64, ToolError> {
    Err(ToolError::internal("No."))
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

pub(super) fn run() -> Result<()> {
    let off = calls(false)?;
    let on = calls(true)?;
    line("without rules", format!("{off:.0} ns a call"));
    line("turn, loops, rates of key and tool, circuit", format!("{on:.0} ns a call"));
    line("what they add", format!("{:.0} ns a call", on - off));
    line("with / without", format!("{:.2} times", on / off));
    Ok(())
}

fn calls(with_rules: bool) -> Result<f64> {
    let tokio = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let registry = Registry::new();
    registry.register(AddTool)?;
    registry.register(FailsTool)?;
    let plenty = Some(Rate { calls: u32::MAX, per: Duration::from_secs(60) });
    let rules = Rules { key_rate: plenty, tool_rate: plenty, ..Rules::default() };
    let builder = Runtime::builder(registry);
    let runtime = match with_rules {
        true => builder.policy(Ruled(rules)).build(),
        false => builder.build(),
    };
    let caller = Caller { key: Some("key_1".into()), ..Caller::default() };
    tokio.block_on(runtime.call(&caller, CallRequest::new("fails", json!({}))));
    Ok(best(|| {
        let mut took = Duration::ZERO;
        for _ in 0..CALLS / TURN {
            let requests: Vec<CallRequest> =
                (0..TURN).map(|n| CallRequest::new("add", json!({ "a": n, "b": 2 }))).collect();
            let turn = with_rules
                .then(|| Turn::new(Some(Arc::from("agent")), TurnLimits::usual(Mode::Text)));
            let start = Instant::now();
            tokio.block_on(async {
                for request in requests {
                    let within = Within { turn: turn.clone(), ..Within::default() };
                    let outcome = runtime.call_within(&caller, request, within).await;
                    assert!(outcome.ok());
                    black_box(outcome);
                }
            });
            took += start.elapsed();
        }
        took.as_nanos() as f64 / CALLS as f64
    }))
}
