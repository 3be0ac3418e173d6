//! What things cost, beside a peer in the same run.
//!
//! A figure is the best of several rounds: what else the machine does can only
//! add to it. Figures are printed, never asserted.

mod pipeline;
mod scripts;

use std::process::Command;

use anyhow::Result;

use crate::root;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const ROUNDS: usize = 20;

pub(crate) fn run() -> Result<()> {
    if cfg!(debug_assertions) {
        // The alias builds xtask for quick chores; figures need optimised code.
        return crate::run(
            Command::new(env!("CARGO"))
                .args(["run", "--quiet", "--release", "--package", "xtask", "--", "bench"])
                .current_dir(root()),
        );
    }
    println!("A call in Rust, beside LangChain");
    pipeline::run()?;
    println!("\nA call of a script, beside Node.js");
    scripts::run()
}

fn best(mut round: impl FnMut() -> f64) -> f64 {
    (0..ROUNDS).map(|_| round()).fold(f64::INFINITY, f64::min)
}

/// One line of the result.
fn line(what: &str, figure: String) {
    println!("  {what:<50}{figure:>20}");
}
