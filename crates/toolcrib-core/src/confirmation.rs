//! What a person is asked before a call that needs it.
//!
//! Owns the shape of the question and its words. Who asks, and whom, is not
//! known here.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::redact;
use crate::spec::Spec;

/// Bytes of a preview.
const PREVIEW_BYTES_MAX: usize = 600;

/// Bytes of one argument in a preview.
const VALUE_BYTES_MAX: usize = 120;

/// What stands where a preview was cut.
const CUT: &str = "bytes more]";

/// A question that waits for a person: part of the outcome of the call that
/// raised it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ConfirmationRequest {
    /// What the answer is given with, and what the call is repeated with.
    pub token: String,
    /// When it is too late, in RFC 3339.
    pub expires: String,
    /// The tool.
    pub tool: String,
    /// The arguments as the handler would see them, without secrets.
    pub args: Value,
    /// The call in words.
    pub preview: String,
}

impl ConfirmationRequest {
    /// Whether the preview may lack something of the arguments.
    pub fn is_cut(&self) -> bool {
        self.preview.contains(CUT)
    }
}

/// A call in words: what the tool is, and what it would be told. Values stand as
/// in JSON, so that none can pass for words of ours; what is longer than there is
/// room for is marked as cut.
pub fn preview(spec: &Spec, arguments: &Value) -> String {
    let safe = redact::without_secrets(arguments);
    let mut text = visible(spec.title.as_deref().unwrap_or(&spec.tool_id)).into_owned();
    let members = safe.as_ref().unwrap_or(arguments).as_object();
    for (at, (name, value)) in members.into_iter().flatten().enumerate() {
        text.push_str(if at == 0 { ": " } else { ", " });
        let mut words = visible(&value.to_string()).into_owned();
        cut(&mut words, VALUE_BYTES_MAX);
        text.push_str(&format!("{} = {words}", visible(name)));
        if text.len() > PREVIEW_BYTES_MAX {
            break;
        }
    }
    cut(&mut text, PREVIEW_BYTES_MAX);
    text
}

/// A text in which nothing is hidden: characters that are not seen, or that change
/// how others are seen, stand as their numbers.
pub fn visible(text: &str) -> Cow<'_, str> {
    let is_hidden = |c: char| {
        (c.is_control() && c != '\n')
            || matches!(c, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
    };
    if !text.contains(is_hidden) {
        return Cow::Borrowed(text);
    }
    let shown = |c: char| if is_hidden(c) { c.escape_unicode().to_string() } else { c.to_string() };
    Cow::Owned(text.chars().map(shown).collect())
}

fn cut(text: &mut String, bytes_max: usize) {
    if text.len() > bytes_max {
        let end = text.floor_char_boundary(bytes_max);
        let rest = text.len() - end;
        text.truncate(end);
        text.push_str(&format!("… [{rest} {CUT}"));
    }
}
