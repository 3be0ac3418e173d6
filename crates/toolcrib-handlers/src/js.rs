//! The JavaScript in tool folders.
//!
//! A [`Program`] is a handler compiled once. An [`Engine`] runs programs, each
//! call in a cage of its own: `js/cage.rs` is the wall between a script and
//! everything else, `js/host.rs` the one door in it. A script has no files, no
//! process, no network but what its manifest lists, and nothing of another
//! call.

mod cage;
mod engine;
mod host;
mod modules;
mod program;
#[cfg(test)]
mod tests;
mod text;

use std::collections::BTreeMap;
use std::sync::Arc;

pub(crate) use cage::{MEMORY_BYTES_MAX, PRELUDE};
pub(crate) use engine::{Call, on_thread};
pub use engine::{Engine, Settings};
pub use program::{Program, ScriptProblem};

/// The script that a tool folder must have.
pub const ENTRY: &str = "handler.js";

/// The script files of a tool folder, by their path in it (`handler.js`,
/// `lib/words.js`), with `/` between the parts.
pub type Scripts = BTreeMap<String, Arc<str>>;
