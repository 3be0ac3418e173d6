//! All tests, with what they need.

use std::io::Write as _;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail};

use crate::postgres::Server;
use crate::{mutants, node, page, python, root};

pub(crate) fn run() -> Result<()> {
    langchain_loads_our_export()?;
    run_tests()?;
    page::test()?;
    mutants::run()
}

fn run_tests() -> Result<()> {
    let server = Server::start()?;
    // However they end, the server ends after them.
    crate::run(
        Command::new(env!("CARGO"))
            .args(["test", "--workspace", "--locked", "--no-fail-fast"])
            .env("TOOLCRIB_TEST_POSTGRES", server.url())
            .env("TOOLCRIB_TEST_SCHEMATHESIS", python::program("schemathesis")?)
            .env("TOOLCRIB_TEST_MYPY", python::program("mypy")?)
            .env("TOOLCRIB_TEST_NODE", node::interpreter()?)
            .env("TOOLCRIB_TEST_TSC", node::program("tsc")?)
            .env("TOOLCRIB_TEST_NODE_22", node::program("node")?)
            .env("TOOLCRIB_TEST_CONFORMANCE", node::program("conformance")?)
            .env("TOOLCRIB_TEST_INSPECTOR", node::program("mcp-inspector-cli")?)
            .env("TOOLCRIB_TEST_PYTHON", python::program("python")?)
            .current_dir(root()),
    )
}

/// What we write for LangChain must load there, and so must the OpenAI form.
fn langchain_loads_our_export() -> Result<()> {
    let python = python::interpreter()?;
    for provider in ["langchain", "openai"] {
        let export = Command::new(env!("CARGO"))
            .args(["run", "--quiet", "--locked", "--package", "toolcrib-server", "--"])
            .args(["export", "--provider", provider])
            .current_dir(root())
            .stderr(Stdio::inherit())
            .output()?;
        if !export.status.success() {
            bail!("toolcrib export --provider {provider} failed: {}", export.status);
        }
        let mut check = Command::new(&python)
            .arg(root().join("xtask/peers/langchain_loads.py"))
            .stdin(Stdio::piped())
            .spawn()?;
        check.stdin.take().context("the check has an input")?.write_all(&export.stdout)?;
        if !check.wait()?.success() {
            bail!("LangChain does not load what `--provider {provider}` writes");
        }
    }
    Ok(())
}
