//! What things cost, beside a peer in the same run.
//!
//! A figure is the best of several rounds: what else the machine does can only
//! add to it. Figures are printed, never asserted.

mod documents;
mod http;
mod mail;
mod mcp;
mod pipeline;
mod policy;
mod python;
mod scripts;
mod talk;

use std::process::Command;

use anyhow::Result;

use crate::root;

#[global_allocator]
static ALLOCATOR: toolcrib_python::Counting<mimalloc::MiMalloc> =
    toolcrib_python::Counting(mimalloc::MiMalloc);

const ROUNDS: usize = 20;

/// A part: its name, its title, and what measures it.
type Part = (&'static str, &'static str, fn() -> Result<()>);

const PARTS: [Part; 9] = [
    ("pipeline", "A call in Rust, beside LangChain", pipeline::run),
    ("policy", "The rules of a call, beside the same call without them", policy::run),
    ("scripts", "A call of a script, beside Node.js", scripts::run),
    ("http", "A call over HTTP, beside a bare axum handler", http::run),
    ("mcp", "A call over MCP, beside FastMCP and a bare server of the SDK", mcp::run),
    ("python", "A Python snippet, beside python3", python::run),
    ("mail", "Mail: import and search", mail::run),
    ("documents", "A knowledge base, beside one FTS5 table", documents::run),
    ("talk", "Conversations, beside the vendor's own stream", talk::run),
];

pub(crate) fn run() -> Result<()> {
    if cfg!(debug_assertions) {
        // The alias builds xtask for quick chores; figures need optimised code.
        return crate::run(
            Command::new(env!("CARGO"))
                .args(["run", "--quiet", "--release", "--package", "xtask", "--", "bench"])
                .args(std::env::args().skip(2))
                .current_dir(root()),
        );
    }
    // `cargo xtask bench http` measures that part alone.
    let wanted = std::env::args().nth(2);
    for (name, title, part) in PARTS {
        if wanted.as_ref().is_none_or(|wanted| wanted == name) {
            println!("{title}");
            part()?;
        }
    }
    Ok(())
}

fn best(mut round: impl FnMut() -> f64) -> f64 {
    (0..ROUNDS).map(|_| round()).fold(f64::INFINITY, f64::min)
}

/// One line of the result.
fn line(what: &str, figure: String) {
    println!("  {what:<50}{figure:>20}");
}
