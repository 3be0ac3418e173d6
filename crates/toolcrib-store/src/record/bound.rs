//! What of a call is written down, and how much of it.

#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::sync::Arc;

use serde::Serialize;
use serde_json::{Value, json};
use toolcrib::console::ConsoleLine;
use toolcrib::record::EventArguments;
use toolcrib::{Arguments, Fault, Intent, Outcome, Repair, ToolError, redact};

/// Bytes of the arguments and the outcome of one record.
pub(super) const RECORD_BYTES_MAX: usize = 1024 * 1024;

/// Bytes of the arguments; the outcome may have the rest.
pub(super) const ARGUMENT_BYTES_MAX: usize = RECORD_BYTES_MAX / 2;

/// What stands for arguments of which nothing is known.
pub(super) const UNKNOWN: &str = "null";

/// The arguments, to be looked at later.
pub(super) fn owned(arguments: &EventArguments<'_>) -> Option<Arguments> {
    match arguments {
        EventArguments::AsBefore => None,
        EventArguments::Raw(arguments) => Some(Arguments::clone(arguments)),
        EventArguments::Valid(call) => Some(Arguments::Value(Arc::clone(call.shared_arguments()))),
    }
}

/// Redacted arguments as JSON.
pub(super) fn arguments(redacted: Option<&Value>) -> Cow<'static, str> {
    let Some(text) = redacted.and_then(|value| serde_json::to_string(value).ok()) else {
        return Cow::Borrowed(UNKNOWN);
    };
    if text.len() > ARGUMENT_BYTES_MAX { note(text.len()).to_string().into() } else { text.into() }
}

/// What an outcome says that no column does, its data without secrets, next to
/// so many bytes of arguments. [`whole`](super::whole) is the way back.
pub(super) fn outcome(outcome: &Outcome, argument_bytes: usize) -> String {
    let bytes_max = RECORD_BYTES_MAX.saturating_sub(argument_bytes);
    let safe = outcome.data().and_then(redact::without_secrets);
    let data = safe.as_ref().or(outcome.data());
    let text = written(&Kept { data, ..Kept::of(outcome) });
    if text.len() <= bytes_max && !text.is_empty() {
        return text;
    }
    let note = note(text.len());
    let short = written(&Kept { data: Some(&note), error: None, ..Kept::of(outcome) });
    if short.len() <= bytes_max { short } else { json!({ "data": note }).to_string() }
}

/// The parts of an outcome that are kept; most are empty most of the time.
#[derive(Serialize)]
struct Kept<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<&'a Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a ToolError>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    warnings: &'a [Fault],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    intents: &'a [Intent],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    repairs: &'a [Repair],
}

impl<'a> Kept<'a> {
    fn of(outcome: &'a Outcome) -> Self {
        Self {
            data: None,
            error: outcome.error(),
            warnings: outcome.result.as_ref().map_or(&[], |answer| &answer.warnings),
            intents: outcome.intents(),
            repairs: &outcome.meta.repairs,
        }
    }
}

fn written(kept: &Kept<'_>) -> String {
    serde_json::to_string(kept).unwrap_or_default()
}

/// The lines that a handler wrote, as JSON, without secrets.
pub(super) fn console(lines: &[ConsoleLine]) -> Option<String> {
    if lines.is_empty() {
        return None;
    }
    let lines = serde_json::to_value(lines).ok()?;
    Some(redact::without_secrets(&lines).unwrap_or(lines).to_string())
}

fn note(bytes: usize) -> Value {
    format!("[too large to record: {bytes} bytes]").into()
}
