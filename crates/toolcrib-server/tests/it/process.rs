//! The real binary, as a process.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;

use tempfile::TempDir;

/// The binary, with a place of its own for what it keeps.
fn binary() -> Command {
    static DATA: LazyLock<TempDir> = LazyLock::new(|| TempDir::new().unwrap());
    let mut command = Command::new(env!("CARGO_BIN_EXE_toolcrib"));
    command.env("TOOLCRIB_DATA", DATA.path());
    command
}

fn toolcrib(typed: &[&str]) -> Output {
    binary().args(typed).stdin(Stdio::null()).output().unwrap()
}

#[test]
fn exit_codes_are_those_of_the_reference() {
    for (typed, code) in [
        (vec!["call", "echo", "a=1"], 0),
        (vec!["--version"], 0),
        (vec!["call", "--help"], 0),
        (vec!["call", "nothing"], 1),
        (vec!["show", "nothing"], 1),
        (vec!["call", "echo", "hello"], 2),
        (vec!["frobnicate"], 2),
    ] {
        assert_eq!(toolcrib(&typed).status.code(), Some(code), "{typed:?}");
    }
}

#[test]
fn arguments_come_through_a_pipe() {
    let mut child = binary()
        .args(["call", "echo", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all("{\"ü\": [1]}".as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "{\n  \"ü\": [\n    1\n  ]\n}\n");
}

#[test]
fn a_reader_that_leaves_early_is_no_error() {
    let mut child = binary()
        .args(["export", "--provider", "openai"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The pipe closes before anything is read from it.
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(!String::from_utf8_lossy(&output.stderr).contains("error"));
}

#[test]
fn a_failure_is_one_even_if_nobody_reads_why() {
    let mut child =
        binary().args(["call", "calculator", "a=x", "b=1"]).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stderr.take());
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

#[test]
fn the_binary_lists_its_tools() {
    let output = toolcrib(&["list"]);
    let mut lines = BufReader::new(&*output.stdout).lines();
    let header = lines.next().unwrap().unwrap();
    assert!(header.starts_with("TOOL"), "{header}");
    assert_eq!(lines.count(), 24);
}

#[test]
fn what_is_printed_does_not_steer_the_terminal() {
    let text = "{\"text\": \"\\u001b[2J\\u009b1m\\r\"}";
    let output = toolcrib(&["call", "echo", text, "--json"]);
    let outcome: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(outcome["data"]["text"], "\u{1b}[2J\u{9b}1m\r");
    assert!(output.stdout.is_ascii());
    let data = TempDir::new().unwrap();
    let folder = data.path().join("steers");
    std::fs::create_dir_all(&folder).unwrap();
    let manifest = serde_json::json!({
        "toolId": "steers", "version": "1.0.0", "description": "Steers \u{1b}]0;owned\u{7}.",
        "category": "utility", "sideEffects": "none", "idempotent": true,
        "requiresConfirmation": false, "allowedModes": ["text"], "latencyBudgetMs": 5000,
        "parameters": { "type": "object", "additionalProperties": false, "properties": {} },
    });
    std::fs::write(folder.join("schema.json"), manifest.to_string()).unwrap();
    std::fs::write(folder.join("guide.md"), "# steers\n\nSteers \u{1b}[2J.\n").unwrap();
    let handler = "export async function execute() { return { ok: true, data: '\\x1b[8m' }; }\n";
    std::fs::write(folder.join("handler.js"), handler).unwrap();
    let root = data.path().to_str().unwrap();
    for typed in [&["list"][..], &["show", "steers"], &["call", "steers"]] {
        let output = toolcrib(&[typed, &["--tools", root]].concat());
        let said = [output.stdout, output.stderr].concat();
        assert!(!said.contains(&0x1b) && !said.contains(&0x7), "{typed:?}");
        let said = String::from_utf8(said).unwrap();
        assert!(said.contains("\\u001b"), "{typed:?}: {said}");
    }
}
