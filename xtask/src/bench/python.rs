//! What a Python snippet costs from call to answer, beside a fresh `python3` that
//! runs the same; and how much memory a hundred at once take.

use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use serde_json::json;
use toolcrib::{CallRequest, Caller, Runtime};
use toolcrib_server::shipped;

use super::{ROUNDS, line};

/// Calls that are made one after the other.
const CALLS: usize = 300;

/// Calls that are under way at once.
const MANY: usize = 100;

const SNIPPET: &str = "import json\nprint(json.dumps({'sum': sum(range(10))}))";

const PRINTS: &str = "{\"sum\": 45}\n";

pub(super) fn run() -> Result<()> {
    let tokio = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    // This program is its own worker.
    let runtime = Runtime::new(shipped::registry());
    tokio.block_on(snippet(&runtime))?;
    let ours = tokio.block_on(one_after_the_other(&runtime))?;
    line("a snippet, from call to answer: median", format!("{ours:.2} ms"));
    match python() {
        Ok(theirs) => {
            line("the same by python3 -c: best", format!("{theirs:.2} ms"));
            line("python3 -c / Toolcrib", format!("{:.1} times", theirs / ours));
        }
        Err(error) => line("python3 -c", format!("{error}")),
    }
    tokio.block_on(many_at_once(&runtime))
}

async fn snippet(runtime: &Runtime) -> Result<()> {
    let request = CallRequest::new("execute_python", json!({ "code": SNIPPET }));
    let outcome = runtime.call(&Caller::default(), request).await;
    let answer = outcome.result.map_err(|error| anyhow::anyhow!("{error}"))?;
    ensure!(answer.data == PRINTS, "it printed {}", answer.data);
    Ok(())
}

async fn one_after_the_other(runtime: &Runtime) -> Result<f64> {
    let mut times = Vec::with_capacity(CALLS);
    for _ in 0..CALLS {
        let start = Instant::now();
        snippet(runtime).await?;
        times.push(start.elapsed().as_secs_f64() * 1e3);
    }
    times.sort_by(f64::total_cmp);
    Ok(times[CALLS / 2])
}

fn python() -> Result<f64> {
    let mut best = f64::INFINITY;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        let ran = Command::new("python3")
            .args(["-c", SNIPPET])
            .stdin(Stdio::null())
            .output()
            .context("there is no python3")?;
        best = best.min(start.elapsed().as_secs_f64() * 1e3);
        ensure!(ran.stdout == PRINTS.as_bytes(), "python3 printed something else");
    }
    Ok(best)
}

async fn many_at_once(runtime: &Runtime) -> Result<()> {
    let (is_over, most) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
    let watch = std::thread::spawn({
        let (is_over, most) = (Arc::clone(&is_over), Arc::clone(&most));
        move || {
            while !is_over.load(Ordering::Relaxed) {
                most.fetch_max(resident_kib(std::process::id()), Ordering::Relaxed);
                std::thread::park_timeout(Duration::from_millis(2));
            }
        }
    });
    let before = resident_kib(std::process::id());
    let start = Instant::now();
    let calls = (0..MANY).map(|_| snippet(runtime));
    futures_util::future::try_join_all(calls).await?;
    let took = start.elapsed();
    is_over.store(true, Ordering::Relaxed);
    watch.join().map_err(|_| anyhow::anyhow!("the watch broke"))?;
    let more = most.load(Ordering::Relaxed).saturating_sub(before) / 1024;
    line("a hundred at once", format!("{:.0} ms", took.as_secs_f64() * 1e3));
    line("  memory of all processes, more than before", format!("{more} MiB"));
    Ok(())
}

/// What a process and all below it have in memory that is their own.
pub(super) fn resident_kib(pid: u32) -> u64 {
    let own = std::fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).unwrap_or_default();
    let own = own.lines().find_map(|line| line.strip_prefix("Pss:"));
    let own = own.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    let tasks = std::fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    let below = tasks.filter_map(|task| std::fs::read_to_string(task.path().join("children")).ok());
    let below: u64 = below
        .flat_map(|text| {
            text.split_whitespace().filter_map(|pid| pid.parse().ok()).collect::<Vec<u32>>()
        })
        .map(resident_kib)
        .sum();
    own.unwrap_or(0) + below
}
