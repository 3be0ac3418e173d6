//! Gates that are taken out, one at a time: for each a test must fail.
//!
//! Works on a copy of the sources, so that whoever stops it finds everything as
//! it was. A gate whose words are not there any more is a fault, too: the table
//! must follow the code.

mod table;

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, SystemTime};

use anyhow::{Context as _, Result, bail, ensure};

use crate::{copy, root, target};
use table::{GATES, Gate};

/// What the copy needs of the repository.
const PARTS: [&str; 8] =
    ["Cargo.toml", "Cargo.lock", "clippy.toml", "crates", "xtask", "tests", "tools", "agents"];

/// The crates whose gates are taken out.
const CRATES: [&str; 2] = ["toolcrib", "toolcrib-store"];

/// What is built of the copy. It is built a little differently, so that nobody
/// takes it for what is built of the sources themselves.
const OURS: [&str; 4] = ["toolcrib", "toolcrib-core", "toolcrib-macros", "toolcrib-store"];

pub(crate) fn run() -> Result<()> {
    let tree = target().join("mutants");
    if tree.exists() {
        fs::remove_dir_all(&tree)?;
    }
    for part in PARTS {
        copy(&root().join(part), &tree.join(part))?;
    }
    for package in CRATES {
        let sound = test(&tree, package)?;
        ensure!(
            sound.status.success(),
            "{package} fails with every gate in place:\n{}",
            said(&sound)
        );
    }
    let mut survived = Vec::new();
    for gate in GATES {
        if is_noticed(&tree, gate)? {
            println!("noticed   {}", gate.what);
        } else {
            println!("SURVIVED  {}", gate.what);
            survived.push(gate.what);
        }
    }
    ensure!(survived.is_empty(), "no test fails without: {}", survived.join("; "));
    println!("{} gates were taken out, and for each a test failed", GATES.len());
    Ok(())
}

/// Whether a test fails when a gate is gone.
fn is_noticed(tree: &Path, gate: &Gate) -> Result<bool> {
    let file = tree.join("crates").join(gate.package).join("src").join(gate.file);
    let sound = fs::read_to_string(&file).with_context(|| format!("{}", file.display()))?;
    let found = sound.matches(gate.find).count();
    ensure!(found == 1, "`{}` stands {found} times in {}: {}", gate.find, gate.file, gate.what);
    write(&file, &sound.replacen(gate.find, gate.replace, 1))?;
    let output = test(tree, gate.package)?;
    write(&file, &sound)?;
    let said = said(&output);
    if !said.contains("test result:") {
        bail!("without {} nothing can be built:\n{said}", gate.what);
    }
    Ok(!output.status.success())
}

/// Runs the integration tests of a crate, on SQLite alone: a gate is the same
/// on both databases.
fn test(tree: &Path, package: &str) -> Result<Output> {
    let mut command = Command::new(env!("CARGO"));
    command
        .args(["test", "--locked", "--quiet", "--package", package, "--test", "it"])
        .args(OURS.iter().flat_map(|name| {
            ["--config".to_owned(), format!("profile.dev.package.{name}.debug=0")]
        }))
        .current_dir(tree)
        .env("CARGO_TARGET_DIR", std::path::absolute(target())?)
        .env_remove("TOOLCRIB_TEST_POSTGRES")
        // Between two gates a few lines change.
        .env("CARGO_INCREMENTAL", "1")
        .env_remove("CI");
    if package == "toolcrib-store" {
        command.args(["--", "approvals", "once"]);
    }
    Ok(command.output()?)
}

fn said(output: &Output) -> String {
    let text = [&output.stdout[..], &output.stderr].concat();
    String::from_utf8_lossy(&text).into_owned()
}

/// Cargo builds anew what is newer than before; a clock may be too coarse.
fn write(file: &Path, text: &str) -> Result<()> {
    fs::write(file, text)?;
    let later = SystemTime::now() + Duration::from_secs(1);
    fs::File::options().write(true).open(file)?.set_modified(later)?;
    Ok(())
}
