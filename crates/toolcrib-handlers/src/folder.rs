//! Three files make a tool.
//!
//! Owns the reading of tool folders ([`find`], [`Files::read`]) and everything
//! that can be said about one without running it ([`check()`]). It never calls a
//! tool and never stops at the first fault: whoever writes a tool hears of all
//! of them at once, each at its place. Start at [`check()`], then read
//! `manifest` and `guide`.

mod check;
mod files;
mod guide;
mod losses;
mod manifest;
mod names;
mod scripts;
#[cfg(test)]
mod tests;

pub use check::{Checked, check, check_all};
pub use files::{FILE_BYTES_MAX, Files, SCRIPTS_MAX, find};
pub use guide::{Example, Expect, SUMMARY_CHARS_MAX};
pub use names::possible_name;
pub use toolcrib_authoring::{Finding, FindingSeverity, Texts, render};

/// The tool's promise.
pub const MANIFEST: &str = "schema.json";

/// The tool's manual.
pub const GUIDE: &str = "guide.md";

/// What runs when the tool is called.
pub const HANDLER: &str = "handler.js";

/// The same in Python.
pub const PYTHON: &str = crate::python::ENTRY;
