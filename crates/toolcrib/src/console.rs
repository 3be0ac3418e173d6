//! What a handler said while it ran, for the record of its call.
//!
//! Bounded, because a handler may talk without end; what is beyond the bound is
//! counted and lost. No model ever sees it.

use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::Serialize;

/// Lines kept of one call.
const LINES_MAX: usize = 200;

/// Bytes kept of one call.
const BYTES_MAX: usize = 16 * 1024;

/// One line that a handler wrote.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ConsoleLine {
    /// How much it matters.
    pub level: Level,
    /// What it says.
    pub text: String,
}

/// How much a line matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// For whoever looks closely.
    Debug,
    /// Worth knowing.
    Info,
    /// Worth a look.
    Warn,
    /// Something failed.
    Error,
}

/// The lines of one call. Made for every call, so it costs nothing until
/// somebody writes.
#[derive(Debug, Default)]
pub(crate) struct Console(Mutex<Kept>);

#[derive(Debug, Default)]
struct Kept {
    lines: Vec<ConsoleLine>,
    bytes: usize,
    lost: usize,
}

impl Console {
    pub(crate) fn write(&self, level: Level, text: &str) {
        let mut kept = self.kept();
        let room = BYTES_MAX - kept.bytes;
        if kept.lost > 0 || kept.lines.len() == LINES_MAX || room == 0 {
            kept.lost += 1;
            return;
        }
        let cut = text.floor_char_boundary(room);
        kept.bytes += cut;
        let text = if cut < text.len() { format!("{}…", &text[..cut]) } else { text.to_owned() };
        kept.lines.push(ConsoleLine { level, text });
    }

    /// The lines so far, and a last one that says how many were lost.
    pub(crate) fn lines(&self) -> Vec<ConsoleLine> {
        let kept = self.kept();
        let mut lines = kept.lines.clone();
        if kept.lost > 0 {
            let text = format!("{} more lines were not kept", kept.lost);
            lines.push(ConsoleLine { level: Level::Warn, text });
        }
        lines
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        // A line is added whole; a panic cannot leave half of one.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
