//! What a call of a native tool costs, beside the same call through LangChain.

use std::hint::black_box;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use serde_json::{Value, json};
use toolcrib::record::MemoryRecorder;
use toolcrib::{Answer, Context, ToolError, ValidCall};
use toolcrib::{
    CallRequest, Caller, Registry, Runtime, SideEffects, Spec, Tool, async_trait, tool,
};

use super::{best, line};
use crate::{python, root};

const CALLS: usize = 50_000;

/// Requests made ahead at a time: few enough to stay in the cache, as a
/// request that just came in does.
const BATCH: usize = 100;

pub(super) fn run() -> Result<()> {
    let ours = pipeline()?;
    lookups()?;
    let theirs = langchain()?;
    line("LangChain StructuredTool.invoke, same schema", format!("{theirs:.0} ns a call"));
    line("LangChain / Toolcrib", format!("{:.0} times", theirs / ours));
    Ok(())
}

/// Searches; five fields, as many models send them.
#[tool(side_effects = "none")]
async fn search(
    #[schemars(length(max = 200))] query: String,
    #[arg(default = 10)]
    #[schemars(range(min = 1, max = 50))]
    limit: u32,
    ratio: f64,
    exact: bool,
    kind: Kind,
) -> u32 {
    black_box((query, ratio, exact, kind));
    limit
}

#[derive(Clone, Copy, serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Post,
    Reply,
    Thread,
}

fn arguments() -> Value {
    json!({ "query": "rust tools", "limit": 5, "ratio": 0.5, "exact": true, "kind": "post" })
}

/// The whole path of a call: validation on, recorder on.
fn pipeline() -> Result<f64> {
    let tokio = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let registry = Registry::new();
    registry.register(SearchTool)?;
    let runtime = Runtime::builder(registry).recorder(MemoryRecorder::new(1_000)).build();
    let caller = Caller::default();
    let handler = best(|| {
        let start = Instant::now();
        tokio.block_on(async {
            for _ in 0..CALLS {
                let answer = search("rust tools".to_owned(), 5, 0.5, true, Kind::Post).await;
                black_box(answer);
            }
        });
        start.elapsed().as_nanos() as f64 / CALLS as f64
    });
    let whole = best(|| {
        let mut took = Duration::ZERO;
        for _ in 0..CALLS / BATCH {
            let requests: Vec<CallRequest> =
                (0..BATCH).map(|_| CallRequest::new("search", arguments())).collect();
            let start = Instant::now();
            tokio.block_on(async {
                for request in requests {
                    let outcome = runtime.call(&caller, request).await;
                    assert!(outcome.ok());
                    black_box(outcome);
                }
            });
            took += start.elapsed();
        }
        took.as_nanos() as f64 / CALLS as f64
    });
    line("the handler alone", format!("{handler:.0} ns a call"));
    line("resolve to reply, validation and recorder on", format!("{whole:.0} ns a call"));
    line("beyond the handler", format!("{:.0} ns a call", whole - handler));
    Ok(whole)
}

/// Finding a tool among few and among many.
fn lookups() -> Result<()> {
    for count in [10, 1_000, 100_000] {
        let registry = Registry::new();
        let tools = (0..count).map(|n| Arc::new(Numbered(n)) as Arc<dyn Tool>);
        registry.register_all(tools)?;
        let names: Vec<String> =
            (0..1_000).map(|_| format!("tool_{}", fastrand::usize(..count))).collect();
        let lookup = best(|| {
            let start = Instant::now();
            for name in names.iter().cycle().take(CALLS) {
                black_box(registry.get(name));
            }
            start.elapsed().as_nanos() as f64 / CALLS as f64
        });
        line(&format!("lookup among {count} tools"), format!("{lookup:.0} ns"));
    }
    Ok(())
}

struct Numbered(usize);

#[async_trait]
impl Tool for Numbered {
    fn spec(&self) -> Spec {
        let id = format!("tool_{}", self.0);
        Spec { side_effects: SideEffects::None, ..Spec::new(id, "One of many.") }
    }

    async fn call(&self, _: &ValidCall, _: &Context) -> Result<Answer, ToolError> {
        Ok(Answer::default())
    }
}

fn langchain() -> Result<f64> {
    let script = root().join("xtask/peers/langchain_call.py");
    let output = Command::new(python::interpreter()?).arg(script).output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    text.trim().parse().with_context(|| {
        format!("LangChain gave no figure: {}", String::from_utf8_lossy(&output.stderr))
    })
}
