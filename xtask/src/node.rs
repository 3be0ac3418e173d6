//! A Node.js, as a peer.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::Result;

use crate::run;

/// A Node.js; where there is none it is installed from Debian's packages.
pub(crate) fn interpreter() -> Result<PathBuf> {
    if !works() {
        run(Command::new("apt-get").args(["update", "-qq"]))?;
        run(Command::new("apt-get").args(["install", "-y", "-qq", "nodejs"]))?;
    }
    Ok(PathBuf::from("node"))
}

fn works() -> bool {
    Command::new("node")
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}
