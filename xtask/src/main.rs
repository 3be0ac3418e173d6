//! Chores of this repository: `cargo xtask <chore>`.

mod bench;
mod node;
mod postgres;
mod python;
mod test;

use std::process::{Command, ExitCode};

use anyhow::{Context as _, Result, bail};

const USAGE: &str = "\
Chores of this repository:

  cargo xtask test     set up what the tests need, then run all of them
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
