//! A Python with the packages that peers and clients are made of.
//!
//! It lives under the target folder and is made once; nothing outside the
//! repository is changed, except that a missing Python is installed from
//! Debian's packages.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::Result;

use crate::{run, target};

/// The packages, pinned: a peer that changes under us measures nothing.
const PACKAGES: &[&str] = &[
    "langchain-core==1.6.0",
    "langchain-mcp-adapters==0.3.2",
    "mcp==1.30.0",
    "mypy==1.18.2",
    "schemathesis==4.32.5",
];

/// A Python that has the packages.
pub(crate) fn interpreter() -> Result<PathBuf> {
    venv("python", PACKAGES)
}

/// A Python that has another package, which wants others beside it than the rest.
pub(crate) fn with(package: &str) -> Result<PathBuf> {
    let name = package.split('=').next().unwrap_or(package);
    venv(&format!("python-{name}"), &[package])
}

fn venv(folder: &str, packages: &[&str]) -> Result<PathBuf> {
    let venv = target().join(folder);
    let python = venv.join("bin/python");
    let stamp = venv.join("packages.txt");
    let wanted = packages.join("\n");
    if std::fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(python);
    }
    if !can_make_venv() {
        run(Command::new("apt-get").args(["update", "-qq"]))?;
        run(Command::new("apt-get").args(["install", "-y", "-qq", "python3", "python3-venv"]))?;
    }
    run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&venv))?;
    run(Command::new(&python).args(["-m", "pip", "install", "--quiet"]).args(packages))?;
    std::fs::write(stamp, wanted)?;
    Ok(python)
}

/// A program that one of the packages brings along.
pub(crate) fn program(name: &str) -> Result<PathBuf> {
    // Its path is absolute, whatever folder the target is named from: tests run elsewhere.
    Ok(std::path::absolute(interpreter()?.with_file_name(name))?)
}

fn can_make_venv() -> bool {
    // Debian's Python has `venv` but, without python3-venv, no `ensurepip`.
    Command::new("python3")
        .args(["-c", "import venv, ensurepip"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}
