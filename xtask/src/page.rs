//! The page: that it is built from its sources, and works in a browser.
//!
//! Everything happens in a copy under the target folder. The screenshots of every
//! view stay there.

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::{env, fs};

use anyhow::{Context as _, Result, ensure};

use crate::{copy, node, root, run, target};

/// Debian's browser.
const CHROMIUM: &str = "/usr/bin/chromium";

pub(crate) fn test() -> Result<()> {
    let ui = std::path::absolute(target().join("ui"))?;
    let node = node::program("node")?;
    take_over(&ui)?;
    let npm = |typed: &[&str]| -> Result<()> {
        let path = env::var_os("PATH").unwrap_or_default();
        let folders = node.parent().map(Path::to_owned).into_iter().chain(env::split_paths(&path));
        let path = env::join_paths(folders)?;
        run(Command::new("npm").args(typed).env("PATH", path).current_dir(&ui))
    };
    npm(&["ci", "--no-audit", "--no-fund", "--silent"])?;
    npm(&["run", "--silent", "types"])?;
    npm(&["run", "--silent", "build"])?;
    is_same(&root().join("ui/src/api/schema.d.ts"), &ui.join("src/api/schema.d.ts"))?;
    is_same_tree(&root().join("ui/dist"), &ui.join("dist"))?;
    if !Path::new(CHROMIUM).exists() {
        run(Command::new("apt-get").args(["update", "-qq"]))?;
        let lean = ["install", "-y", "-qq", "--no-install-recommends", "chromium"];
        run(Command::new("apt-get").args(lean))?;
    }
    let crib = target().join("crib");
    if crib.exists() {
        fs::remove_dir_all(&crib)?;
    }
    copy(&root().join("ui/tests/crib"), &crib)?;
    let server = Server::start(&crib)?;
    let screenshots = std::path::absolute(target().join("screenshots"))?;
    fs::create_dir_all(&screenshots)?;
    run(Command::new(&node)
        .args(["--test", "--test-reporter=spec", "tests/page.mjs"])
        .env("TOOLCRIB_URL", &server.url)
        .env("SCREENSHOTS", &screenshots)
        .env("CHROMIUM", CHROMIUM)
        .current_dir(&ui))?;
    println!("the page works; {} shows it", screenshots.display());
    Ok(())
}

/// Copies the sources, and keeps what was installed before.
fn take_over(ui: &Path) -> Result<()> {
    fs::create_dir_all(ui)?;
    for part in fs::read_dir(root().join("ui"))? {
        let part = part?;
        if part.file_name() == "node_modules" {
            continue;
        }
        let to = ui.join(part.file_name());
        if to.is_dir() {
            fs::remove_dir_all(&to)?;
        }
        copy(&part.path(), &to)?;
    }
    // The types are made from the document.
    copy(&root().join("docs/reference/openapi.json"), &target().join("docs/reference/openapi.json"))
}

fn is_same(committed: &Path, made: &Path) -> Result<()> {
    let read = |path: &Path| fs::read(path).with_context(|| path.display().to_string());
    ensure!(
        read(committed)? == read(made)?,
        "{} is not what its sources make: run `npm run types && npm run build` in ui",
        committed.display()
    );
    Ok(())
}

fn is_same_tree(committed: &Path, made: &Path) -> Result<()> {
    let names = |folder: &Path| -> Result<Vec<PathBuf>> {
        let mut names = Vec::new();
        for part in fs::read_dir(folder)? {
            names.push(part?.file_name().into());
        }
        names.sort();
        Ok(names)
    };
    let all = names(committed)?;
    ensure!(
        all == names(made)?,
        "ui/dist is not what its sources make: run `npm run types && npm run build` in ui"
    );
    for name in all {
        let (one, other) = (committed.join(&name), made.join(&name));
        match one.is_dir() {
            true => is_same_tree(&one, &other)?,
            false => is_same(&one, &other)?,
        }
    }
    Ok(())
}

/// A server that runs. Dropped, it is gone.
struct Server {
    child: Child,
    url: String,
    /// Held open: whoever writes to a pipe that nobody reads is ended.
    _out: BufReader<ChildStdout>,
}

impl Server {
    fn start(folder: &Path) -> Result<Self> {
        run(Command::new(env!("CARGO"))
            .args(["build", "--quiet", "--locked", "--package", "toolcrib-server"])
            .current_dir(root()))?;
        let program = std::path::absolute(target().join("debug/toolcrib"))?;
        let mut child = Command::new(program)
            .args(["serve", "--listen", "127.0.0.1:0"])
            .current_dir(folder)
            .stdout(Stdio::piped())
            .spawn()?;
        let mut line = String::new();
        let mut out = BufReader::new(child.stdout.take().context("the server has an output")?);
        out.read_line(&mut line)?;
        let address = line.trim_end().split_once(" at ").context("the server did not start")?.1;
        Ok(Self { url: address.to_owned(), child, _out: out })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}
