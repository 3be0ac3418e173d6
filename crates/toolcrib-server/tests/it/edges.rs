//! Which crate may know which: the map of ARCHITECTURE.md, held.

use std::collections::BTreeMap;
use std::process::Command;

use serde_json::Value;

/// Every crate of ours and the crates of ours that it may know.
const MAY_KNOW: &[(&str, &[&str])] = &[
    ("toolcrib-core", &[]),
    ("toolcrib-macros", &[]),
    ("toolcrib-agents", &["toolcrib", "toolcrib-tls"]),
    ("toolcrib-authoring", &["toolcrib-core"]),
    ("toolcrib", &["toolcrib-core", "toolcrib-macros"]),
    ("toolcrib-embedding", &[]),
    ("toolcrib-generate", &["toolcrib-authoring", "toolcrib-core"]),
    ("toolcrib-generated-tests", &["toolcrib"]),
    ("toolcrib-handlers", &["toolcrib", "toolcrib-authoring", "toolcrib-tls"]),
    ("toolcrib-telemetry", &["toolcrib-tls"]),
    ("toolcrib-tls", &[]),
    ("toolcrib-store", &["toolcrib"]),
    ("toolcrib-python", &["toolcrib-handlers"]),
    ("toolcrib-upstream", &["toolcrib", "toolcrib-authoring", "toolcrib-tls"]),
    (
        "toolcrib-server",
        &[
            "toolcrib",
            "toolcrib-agents",
            "toolcrib-authoring",
            "toolcrib-embedding",
            "toolcrib-generate",
            "toolcrib-handlers",
            "toolcrib-python",
            "toolcrib-store",
            "toolcrib-telemetry",
            "toolcrib-upstream",
        ],
    ),
    (
        "xtask",
        &[
            "toolcrib",
            "toolcrib-agents",
            "toolcrib-handlers",
            "toolcrib-python",
            "toolcrib-server",
            "toolcrib-store",
        ],
    ),
];

/// What would make `toolcrib-core` impure.
const IMPURE: &[&str] = &["tokio", "reqwest", "rusqlite", "tokio-postgres", "axum", "async-trait"];

#[test]
fn crates_know_only_whom_they_may() {
    let metadata = metadata();
    let mut known: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for package in metadata["packages"].as_array().unwrap() {
        let name = package["name"].as_str().unwrap();
        let ours = package["dependencies"].as_array().unwrap().iter();
        // What tests know is their own business.
        let ours = ours.filter(|dependency| dependency["kind"].is_null());
        let ours = ours.map(|dependency| dependency["name"].as_str().unwrap());
        known.insert(name, ours.collect());
    }
    let ours: Vec<&str> = MAY_KNOW.iter().map(|(name, _)| *name).collect();
    assert_eq!(
        known.keys().copied().collect::<Vec<_>>(),
        {
            let mut sorted = ours.clone();
            sorted.sort_unstable();
            sorted
        },
        "a crate is missing from the table above"
    );
    for (name, may_know) in MAY_KNOW {
        for dependency in &known[name] {
            assert!(
                !ours.contains(dependency) || may_know.contains(dependency),
                "{name} must not know {dependency}"
            );
        }
    }
    for impure in IMPURE {
        assert!(!known["toolcrib-core"].contains(impure), "toolcrib-core must stay pure: {impure}");
    }
}

#[test]
fn core_reads_no_clock_and_does_no_io() {
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/../toolcrib-core/src");
    let files = rust_files(source.as_ref());
    assert!(files.len() > 10);
    for file in files {
        if file.ends_with("tests.rs") {
            continue;
        }
        let text = std::fs::read_to_string(&file).unwrap();
        for word in ["std::fs", "std::net", "std::time", "std::process", "std::env", "async fn"] {
            assert!(!text.contains(word), "{} uses {word}", file.display());
        }
    }
}

#[test]
fn only_cages_are_unsafe() {
    let crates = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let mut unsafe_files: Vec<_> = rust_files(crates.as_ref())
        .into_iter()
        .filter(|file| file.components().any(|part| part.as_os_str() == "src"))
        .filter(|file| std::fs::read_to_string(file).unwrap().contains("unsafe {"))
        .filter_map(|file| Some(file.strip_prefix(crates).ok()?.to_owned()))
        .collect();
    unsafe_files.sort();
    let known = [
        "toolcrib-handlers/src/js/cage.rs",
        "toolcrib-python/src/allocator.rs",
        "toolcrib-python/src/process.rs",
    ];
    assert_eq!(unsafe_files, known.map(std::path::PathBuf::from));
}

fn rust_files(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let mut files = Vec::new();
    for item in std::fs::read_dir(folder).unwrap() {
        let path = item.unwrap().path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}

/// The workspace as cargo sees it.
fn metadata() -> Value {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--format-version", "1", "--offline"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}
