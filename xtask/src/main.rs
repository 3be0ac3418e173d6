//! Chores of this repository: `cargo xtask <chore>`.

mod bench;
mod mutants;
mod node;
mod page;
mod postgres;
mod python;
mod test;

use std::process::{Command, ExitCode};

use anyhow::{Context as _, Result, bail};

const USAGE: &str = "\
Chores of this repository:

  cargo xtask test     set up what the tests need, then run all of them
  cargo xtask page     build the page from its sources and walk through it in a browser
  cargo xtask mutants  take gates out, one at a time, and see that a test fails for each
  cargo xtask bench    measure calls, beside LangChain, Node.js and python3 in the same run
";

fn main() -> ExitCode {
    // The benchmark runs Python, and this program is its worker.
    if toolcrib_python::is_worker() {
        return toolcrib_python::work();
    }
    let chore = std::env::args().nth(1);
    let result = match chore.as_deref() {
        Some("test") => test::run(),
        Some("bench") => bench::run(),
        Some("mutants") => mutants::run(),
        Some("page") => page::test(),
        _ => {
            eprint!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Runs a command and fails if it does.
fn run(command: &mut Command) -> Result<()> {
    let shown = format!("{command:?}");
    let status = command.status().with_context(|| format!("cannot run {shown}"))?;
    if !status.success() {
        bail!("{shown} failed: {status}");
    }
    Ok(())
}

/// The root of the repository.
fn root() -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Where things are built.
fn target() -> std::path::PathBuf {
    let set = std::env::var_os("CARGO_TARGET_DIR");
    set.map_or_else(|| root().join("target"), std::path::PathBuf::from)
}

/// Copies a file or a folder with all that is in it.
fn copy(from: &std::path::Path, to: &std::path::Path) -> Result<()> {
    if !from.is_dir() {
        std::fs::create_dir_all(to.parent().context("a file is in a folder")?)?;
        std::fs::copy(from, to).with_context(|| format!("{}", from.display()))?;
        return Ok(());
    }
    for item in std::fs::read_dir(from)? {
        let name = item?.file_name();
        copy(&from.join(&name), &to.join(&name))?;
    }
    Ok(())
}
