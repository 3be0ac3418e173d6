//! What an isolated call of a script costs, beside a fresh Node.js process that
//! imports and runs the same file; and how much memory many calls take.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use serde_json::json;
use toolcrib::record::MemoryRecorder;
use toolcrib::runtime::Concurrency;
use toolcrib::{CallRequest, Caller, Registry, Runtime};
use toolcrib_handlers::folders::ToolFolders;
use toolcrib_handlers::js::Engine;

use super::{ROUNDS, line};
use crate::{node, target};

/// Calls that are made one after the other.
const CALLS: usize = 2_000;

/// Between two calls, long enough for the next cage to be ready.
const PAUSE: Duration = Duration::from_millis(2);

/// Calls that are under way at once.
const MANY: usize = 10_000;

const HANDLER: &str = "export async function execute({ args }) {
  return { ok: true, data: { sum: args.a + args.b } };
}
";

/// What Node.js is given: the same call, its answer printed.
const CALL_IN_NODE: &str = "import { execute } from './handler.mjs';
const outcome = await execute({ args: { a: 2, b: 3 } });
process.stdout.write(JSON.stringify(outcome));
";

pub(super) fn run() -> Result<()> {
    let place = target().join("bench");
    let runtime = runtime(&place)?;
    let tokio = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let ours = tokio.block_on(one_after_the_other(&runtime, PAUSE))?;
    line("an isolated call, its cage made ahead: median", format!("{ours:.0} µs"));
    let hurried = tokio.block_on(one_after_the_other(&runtime, Duration::ZERO))?;
    line("the same without a pause between calls: median", format!("{hurried:.0} µs"));
    let theirs = node_process(&place)?;
    line("the same in a fresh Node.js process: best", format!("{theirs:.0} µs"));
    line("Node.js / Toolcrib without a pause", format!("{:.0} times", theirs / hurried));
    tokio.block_on(many_at_once(&runtime))
}

fn runtime(place: &Path) -> Result<Runtime> {
    let folder = place.join("tools/add");
    fs::create_dir_all(&folder)?;
    let manifest = json!({
        "toolId": "add",
        "version": "1.0.0",
        "description": "Adds two numbers.",
        "category": "utility",
        "sideEffects": "none",
        "idempotent": true,
        "requiresConfirmation": false,
        "allowedModes": ["text", "voice"],
        "latencyBudgetMs": 100,
        "parameters": {
            "type": "object",
            "additionalProperties": false,
            "required": ["a", "b"],
            "properties": { "a": { "type": "number" }, "b": { "type": "number" } },
        },
    });
    fs::write(folder.join("schema.json"), manifest.to_string())?;
    fs::write(folder.join("guide.md"), "# add\n\nAdds two numbers.\n")?;
    fs::write(folder.join("handler.js"), HANDLER)?;
    let registry = Registry::new();
    let folders = ToolFolders::new(Engine::default(), [place.join("tools")]);
    let tokio = tokio::runtime::Builder::new_current_thread().build()?;
    let report = tokio.block_on(folders.load(&registry))?;
    ensure!(report.broken.is_empty(), "{:?}", report.broken);
    let concurrency = Concurrency { running_max: MANY, waiting_max: 0 };
    let recorder = MemoryRecorder::new(1_000);
    Ok(Runtime::builder(registry).recorder(recorder).concurrency(concurrency).build())
}

async fn call(runtime: &Runtime) -> bool {
    let request = CallRequest::new("add", json!({ "a": 2, "b": 3 }));
    let outcome = runtime.call(&Caller::default(), request).await;
    outcome.data() == Some(&json!({ "sum": 5 }))
}

/// The median time of a call, in microseconds.
async fn one_after_the_other(runtime: &Runtime, pause: Duration) -> Result<f64> {
    let mut times = Vec::with_capacity(CALLS);
    for _ in 0..CALLS {
        let start = Instant::now();
        ensure!(call(runtime).await, "the script gave another answer");
        times.push(start.elapsed().as_nanos());
        if !pause.is_zero() {
            tokio::time::sleep(pause).await;
        }
    }
    times.sort_unstable();
    Ok(times[CALLS / 2] as f64 / 1e3)
}

async fn many_at_once(runtime: &Runtime) -> Result<()> {
    // Forgets the peak that was before.
    fs::write("/proc/self/clear_refs", "5").context("this needs Linux")?;
    let before = peak_memory_mib()?;
    let start = Instant::now();
    let calls: Vec<_> = (0..MANY)
        .map(|_| {
            let runtime = runtime.clone();
            tokio::spawn(async move { call(&runtime).await })
        })
        .collect();
    for call in calls {
        ensure!(call.await?, "a call failed among many");
    }
    let took = start.elapsed();
    let rate = MANY as f64 / took.as_secs_f64();
    line(&format!("{MANY} isolated calls at once"), format!("{rate:.0} a second"));
    line("memory that they took, at most", format!("{} MiB", peak_memory_mib()? - before));
    Ok(())
}

/// The most memory that this process ever had.
fn peak_memory_mib() -> Result<u64> {
    let status = fs::read_to_string("/proc/self/status").context("this needs Linux")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = line.and_then(|line| line.trim().strip_suffix(" kB"));
    Ok(kib.context("the kernel does not tell")?.trim().parse::<u64>()? / 1024)
}

/// The best time of a fresh process, in microseconds.
fn node_process(place: &Path) -> Result<f64> {
    let node: PathBuf = node::interpreter()?;
    let script = place.join("call.mjs");
    fs::write(place.join("handler.mjs"), HANDLER)?;
    fs::write(&script, CALL_IN_NODE)?;
    let mut best = f64::INFINITY;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        let output = Command::new(&node).arg(&script).stdin(Stdio::null()).output()?;
        best = best.min(start.elapsed().as_nanos() as f64 / 1e3);
        ensure!(output.stdout == br#"{"ok":true,"data":{"sum":5}}"#, "Node.js failed: {output:?}");
    }
    Ok(best)
}
