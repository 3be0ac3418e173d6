//! The words in which a model reads an outcome.

use std::fmt::Write as _;

use serde_json::Value;

use super::shrink::shrink;
use super::{Answer, Outcome};
use crate::error::{Fault, ToolError};

/// What stands in for an answer that has nothing to show: models take an empty
/// message for a failure of the channel and call again.
const NOTHING: &str = "Done. The tool returned no data.";

/// An outcome in words, and whether some are missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelText {
    /// The words; they are never empty.
    pub text: String,
    /// Whether something was left out; then they say so, and of which call.
    pub is_cut: bool,
}

pub(super) fn write(outcome: &Outcome, bytes_max: usize) -> ModelText {
    match &outcome.result {
        Ok(answer) => answer_text(answer, &outcome.meta.call_id, bytes_max),
        Err(error) => cut(error_text(error), &outcome.meta.call_id, bytes_max),
    }
}

fn answer_text(answer: &Answer, call_id: &str, bytes_max: usize) -> ModelText {
    // The warnings are short and must survive; the data gives way to them.
    let warnings = cut(warnings_text(&answer.warnings), call_id, bytes_max / 2);
    let room = bytes_max.saturating_sub(warnings.text.len());
    let mut words = data_text(&answer.data, call_id, room);
    words.text.push_str(&warnings.text);
    words.is_cut |= warnings.is_cut;
    words
}

fn data_text(data: &Value, call_id: &str, bytes_max: usize) -> ModelText {
    match data {
        Value::Null => whole(NOTHING.to_owned()),
        Value::String(text) if text.trim().is_empty() => whole(NOTHING.to_owned()),
        Value::Object(map) if map.is_empty() => whole(NOTHING.to_owned()),
        Value::String(text) => cut(text.clone(), call_id, bytes_max),
        other => {
            let text = other.to_string();
            if text.len() <= bytes_max {
                return whole(text);
            }
            let notice = notice(text.len(), call_id);
            let text = match shrink(other, bytes_max.saturating_sub(notice.len())) {
                Some(small) => format!("{small}{notice}"),
                None => notice,
            };
            ModelText { text, is_cut: true }
        }
    }
}

fn whole(text: String) -> ModelText {
    ModelText { text, is_cut: false }
}

fn warnings_text(warnings: &[Fault]) -> String {
    let mut text = String::new();
    if !warnings.is_empty() {
        text.push_str("\n\nWarnings (the rest was done):");
        push_list(&mut text, warnings.iter());
    }
    text
}

fn error_text(error: &ToolError) -> String {
    let mut text = format!("{}: {}", error.kind, error.message);
    push_list(&mut text, error.further_details());
    if error.partial_side_effects {
        text.push_str("\nPart of the work may already have been done.");
    }
    write!(text, "\nNext: {}", error.next_step()).expect("writing to a string cannot fail");
    text
}

fn push_list<'a>(text: &mut String, faults: impl Iterator<Item = &'a Fault>) {
    for fault in faults {
        write!(text, "\n- {fault}").expect("writing to a string cannot fail");
    }
}

/// Cuts a text at a character and says so.
fn cut(mut text: String, call_id: &str, bytes_max: usize) -> ModelText {
    if text.len() <= bytes_max {
        return whole(text);
    }
    let notice = notice(text.len(), call_id);
    let mut end = bytes_max.saturating_sub(notice.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.truncate(end);
    text.push_str(&notice);
    ModelText { text, is_cut: true }
}

fn notice(bytes: usize, call_id: &str) -> String {
    format!("\n[cut: the whole answer of call {call_id} has {bytes} bytes]")
}
