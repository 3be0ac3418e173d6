//! A Node.js with the packages that clients are made with.
//!
//! The packages live under the target folder and are installed once.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::Result;

use crate::{run, target};

/// The packages, pinned.
const PACKAGES: &[&str] = &[
    "typescript@5.9.3",
    // Newer than Debian's: the suite that follows wants it.
    "node@22.23.3",
    "@modelcontextprotocol/conformance@0.1.16",
    "@modelcontextprotocol/inspector-cli@0.15.0",
];

/// A Node.js; where there is none it is installed from Debian's packages.
pub(crate) fn interpreter() -> Result<PathBuf> {
    if !works("node") {
        run(Command::new("apt-get").args(["update", "-qq"]))?;
        run(Command::new("apt-get").args(["install", "-y", "-qq", "nodejs"]))?;
    }
    Ok(PathBuf::from("node"))
}

/// A program that one of the packages brings along.
pub(crate) fn program(name: &str) -> Result<PathBuf> {
    interpreter()?;
    let folder = std::path::absolute(target().join("node"))?;
    let (stamp, wanted) = (folder.join("packages.txt"), PACKAGES.join("\n"));
    if std::fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(folder.join("node_modules/.bin").join(name));
    }
    if !works("npm") {
        run(Command::new("apt-get").args(["update", "-qq"]))?;
        let lean = ["install", "-y", "-qq", "--no-install-recommends", "npm"];
        run(Command::new("apt-get").args(lean))?;
    }
    std::fs::create_dir_all(&folder)?;
    let install = ["install", "--no-audit", "--no-fund", "--silent", "--prefix"];
    run(Command::new("npm").args(install).arg(&folder).args(PACKAGES))?;
    std::fs::write(stamp, wanted)?;
    Ok(folder.join("node_modules/.bin").join(name))
}

fn works(program: &str) -> bool {
    Command::new(program)
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}
