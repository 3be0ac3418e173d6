//! Python, as models write it and as attackers do.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::Mutex;
use tokio::task::JoinSet;
use tokio::time::Instant;
use toolcrib::{CallRequest, Caller, Registry, Runtime};
use toolcrib_handlers::python::wire::{Ended, Job, SCRIPT, What};
use toolcrib_handlers::python::{Engine, IMPORTS, Nobody, OFFERED, Ran, Settings};
use toolcrib_server::config::Config;
use toolcrib_server::crib::Crib;
use toolcrib_server::stock::Stock;
use toolcrib_store::{Location, Store};

mod handlers;
mod hostile;
mod tool;

/// The binary that is its own worker.
pub(crate) fn worker() -> PathBuf {
    env!("CARGO_BIN_EXE_toolcrib").into()
}

fn engine(imports: &[&str]) -> Engine {
    let imports = imports.iter().map(|name| (*name).to_owned()).collect();
    Engine::new(Settings { worker: Some(worker()), imports, running_max: 8 })
}

fn script(code: &str, wall_ms: u64) -> Job {
    Job {
        what: What::Script,
        files: BTreeMap::from([(SCRIPT.to_owned(), code.to_owned())]),
        imports: Vec::new(),
        context: None,
        wall_ms,
        memory_bytes_max: 50 * 1024 * 1024,
        output_bytes_max: 256 * 1024,
    }
}

async fn run(engine: &Engine, code: &str, wall_ms: u64) -> Ran {
    // Whoever waits for a place has the time to: the limit is the job's own.
    let deadline = Instant::now() + Duration::from_secs(300);
    engine.run(script(code, wall_ms), 0, deadline, Nobody).await.unwrap()
}

/// The worker that an engine has started.
async fn worker_of(engine: &Engine) -> u32 {
    // A name that no other worker was started with.
    assert_eq!(run(engine, "print(1)", 5_000).await.output, "1\n");
    let marked = engine.settings().imports.join(" ");
    let all = std::fs::read_dir("/proc").unwrap().flatten();
    let pids = all.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let is_it = |pid: &u32| {
        let line = std::fs::read_to_string(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        let parent = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
        let ours = format!("PPid:\t{}\n", std::process::id());
        line.replace('\0', " ").trim_end().ends_with(&marked) && parent.contains(&ours)
    };
    pids.filter(is_it).min().expect("the worker runs")
}

/// The processes of a worker's calls.
fn children_of(worker: u32) -> Vec<u32> {
    let tasks = std::fs::read_dir(format!("/proc/{worker}/task")).into_iter().flatten().flatten();
    let texts = tasks.filter_map(|task| std::fs::read_to_string(task.path().join("children")).ok());
    let text: String = texts.collect();
    text.split_whitespace().map(|pid| pid.parse().unwrap()).collect()
}

/// Held by what takes all processors, and by what is exact about time.
static TURN: Mutex<()> = Mutex::const_new(());

/// A file of `tests/python`.
fn table<T: for<'de> Deserialize<'de>>(file: &str) -> Vec<T> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/python").join(file);
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Snippet {
    name: String,
    code: String,
    output: String,
    /// Whether CPython says the same.
    cpython: bool,
}

const NO_OUTPUT: &str = "(execution completed with no output)";

#[tokio::test(flavor = "multi_thread")]
async fn ordinary_python_says_what_python_says() {
    let snippets: Vec<Snippet> = table("snippets.json");
    assert!(snippets.len() >= 60);
    let engine = engine(&IMPORTS);
    let mut running = JoinSet::new();
    for snippet in snippets {
        let engine = engine.clone();
        running.spawn(async move {
            let Ran { ended, output, .. } = run(&engine, &snippet.code, 20_000).await;
            let output = if output.is_empty() { NO_OUTPUT.to_owned() } else { output };
            (ended != Ended::Done || output != snippet.output).then(|| {
                format!("{}: {ended:?}\n{output}\nand not\n{}", snippet.name, snippet.output)
            })
        });
    }
    let wrong: Vec<String> = running.join_all().await.into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n\n"));
}

#[test]
fn cpython_says_the_same() {
    let is_there =
        Command::new("python3").arg("--version").output().is_ok_and(|ran| ran.status.success());
    if !is_there {
        assert!(std::env::var_os("CI").is_none(), "python3 must be there");
        return;
    }
    let snippets: Vec<Snippet> = table("snippets.json");
    let same: Vec<&Snippet> = snippets.iter().filter(|snippet| snippet.cpython).collect();
    std::thread::scope(|scope| {
        for share in same.chunks(same.len().div_ceil(4)) {
            scope.spawn(move || share.iter().for_each(|snippet| agrees(snippet)));
        }
    });
}

fn agrees(snippet: &Snippet) {
    let code = ["-I", "-X", "utf8", "-c", &snippet.code];
    let ran = Command::new("python3").args(code).output().unwrap();
    let output = String::from_utf8_lossy(&ran.stdout).into_owned();
    let output = if output.is_empty() { NO_OUTPUT.to_owned() } else { output };
    let err = String::from_utf8_lossy(&ran.stderr);
    assert_eq!(output, snippet.output, "{}: {err}", snippet.name);
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Difference {
    name: String,
    /// As `docs/limitations.md` tells it.
    why: String,
    code: String,
    output: String,
    cpython: String,
}

#[tokio::test(flavor = "multi_thread")]
async fn differences_are_known_and_written_down() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/limitations.md");
    let page = std::fs::read_to_string(page).unwrap();
    let page = page.split_whitespace().collect::<Vec<_>>().join(" ");
    let engine = engine(&IMPORTS);
    for Difference { name, why, code, output, cpython } in table::<Difference>("differences.json") {
        assert_eq!(run(&engine, &code, 20_000).await.output, output, "{name}");
        assert_ne!(output, cpython, "{name}");
        assert!(page.contains(&why), "docs/limitations.md does not say: {why}");
    }
}

#[test]
fn what_can_be_let_in_is_in_the_reference() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference/configuration.md");
    let page = std::fs::read_to_string(page).unwrap().replace('\n', " ");
    let list: Vec<String> = OFFERED.iter().map(|name| format!("`{name}`")).collect();
    assert!(page.contains(&format!("can stand in `python.imports`: {}.", list.join(", "))));
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_that_can_be_let_in_can_be_imported() {
    let engine = engine(&OFFERED);
    let code = OFFERED.map(|name| format!("import {name}")).join("\n");
    let ran = run(&engine, &format!("{code}\nimport urllib.parse\nprint(math.pi)"), 20_000).await;
    assert_eq!((ran.ended, ran.output.as_str()), (Ended::Done, "3.141592653589793\n"));
}

/// The shipped tools over a database of their own.
async fn shipped(folder: &Path, config: &str) -> (Crib, Registry) {
    let file = folder.join("toolcrib.toml");
    std::fs::write(&file, config).unwrap();
    let config = Config::read(Some(&file)).unwrap();
    let store = Store::open(&Location::Sqlite(folder.join("toolcrib.db"))).await.unwrap();
    let stock = Stock::shipped().with_worker(worker());
    let crib = Crib::open(stock, &[], &config, store).await.unwrap();
    let registry = crib.base().clone();
    // The worker may take longer to get warm than a call may take.
    while call(&registry, "print(1)").await != "1\n" {}
    (crib, registry)
}

async fn call(registry: &Registry, code: &str) -> Value {
    let request = CallRequest::new("execute_python", json!({ "code": code }));
    let outcome = Runtime::new(registry.clone()).call(&Caller::default(), request).await;
    let outcome = serde_json::to_value(outcome).unwrap();
    match outcome["ok"] == true {
        true => outcome["data"].clone(),
        false => json!([outcome["error"]["type"], outcome["error"]["message"]]),
    }
}
