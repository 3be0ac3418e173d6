//! What a server's answer to a call is here.
//!
//! Structured content is the answer; without it, text is, and JSON in a text is
//! what it says. Pictures, sounds and resources become objects. Start at
//! [`read`]; [`broken_off`] says what it means that there was no answer.

mod content;
#[cfg(test)]
mod tests;

use serde_json::Value;
use toolcrib::{Answer, ErrorType, Spec, ToolError};

use self::content::{read_content, texts};
use crate::link::Link;
use crate::text::{cut, plain};
use crate::wire::Failure;

/// Bytes of what a server says about a failure.
const MESSAGE_BYTES_MAX: usize = 2 * 1024;

/// JSON-RPC's number for parameters that do not fit.
const INVALID_PARAMS: i32 = -32602;

/// What a result is.
pub(crate) fn read(mut result: Value, spec: &Spec, link: &Link) -> Result<Answer, ToolError> {
    let server = &link.server;
    if !result.is_object() {
        return Err(broken_off(Failure::Unexpected, spec, link));
    }
    match result["resultType"].as_str() {
        None | Some("complete") => {}
        Some("input_required") => {
            return Err(ToolError::permanent(format!(
                "The server `{server}` wants to ask somebody before it answers, which it cannot \
                 do from here."
            )));
        }
        Some(_) => {
            return Err(ToolError::permanent(format!(
                "The server `{server}` answers this call later, which nobody waits for here."
            )));
        }
    }
    if result["isError"] == Value::Bool(true) {
        let said = texts(&result["content"]);
        return Err(ToolError::permanent(match said.trim() {
            "" => "The tool failed and did not say why.".to_owned(),
            said => message(said, link),
        }));
    }
    match result["structuredContent"].take() {
        Value::Null => Ok(read_content(result["content"].take())),
        data => Ok(Answer::new(data)),
    }
}

/// What it means for a call that there was no answer. One that had begun may have
/// been done, or half of it.
pub(crate) fn broken_off(failure: Failure, spec: &Spec, link: &Link) -> ToolError {
    let (has_begun, is_open) = match &failure {
        Failure::Gone(_) | Failure::BrokeOff | Failure::CutOff(_) => (true, true),
        // Whoever is too busy has not begun; whoever else failed may have.
        Failure::Status { status, .. } if *status >= 500 && *status != 503 => (true, true),
        Failure::TooLarge { .. } | Failure::Unexpected => (true, false),
        _ => (false, false),
    };
    let mut error = failed(failure, link);
    error.partial_side_effects = has_begun && spec.writes();
    if is_open && !spec.repeatable() {
        error.retryable = false;
        error.message.push_str(" Find out before you make it again.");
    }
    error
}

/// What it means that there was no answer.
fn failed(failure: Failure, link: &Link) -> ToolError {
    let server = &link.server;
    match failure {
        Failure::Refused { code: INVALID_PARAMS, message: said } => {
            ToolError::validation(message(&said, link), Vec::new())
        }
        Failure::Refused { message: said, .. } => ToolError::permanent(message(&said, link)),
        Failure::Gone(why) => ToolError::transient(format!(
            "The server `{server}` ended during the call: {}; whether it was done is not known.",
            message(&why, link)
        )),
        Failure::BrokeOff => ToolError::transient(format!(
            "The server `{server}` broke off its answer; whether the call was done is not known."
        )),
        Failure::CutOff(why) => ToolError::transient(format!(
            "The connection to the server `{server}` broke; whether the call was done is not known."
        ))
        .caused_by(message(&why, link)),
        Failure::Unreachable(why) => {
            ToolError::transient(format!("The server `{server}` cannot be reached."))
                .caused_by(message(&why, link))
        }
        Failure::Status { status: 429, retry_after_ms } => ToolError {
            retry_after_ms,
            ..ToolError::new(
                ErrorType::RateLimit,
                format!("The server `{server}` takes no more calls for now."),
            )
        },
        Failure::Status { status: 503, retry_after_ms } => ToolError {
            retry_after_ms,
            ..ToolError::transient(format!("The server `{server}` is too busy (HTTP 503)."))
        },
        Failure::Status { status, retry_after_ms } if status >= 500 => ToolError {
            retry_after_ms,
            ..ToolError::transient(format!(
                "The server `{server}` failed with HTTP {status}; whether the call was done is \
                 not known."
            ))
        },
        Failure::Status { status: 401 | 403, .. } => ToolError::new(
            ErrorType::Auth,
            format!("The server `{server}` does not accept the credentials in its settings."),
        ),
        Failure::Status { status, .. } => {
            ToolError::permanent(format!("The server `{server}` refused with HTTP {status}."))
        }
        Failure::TooLarge { bytes_max } => ToolError::permanent(format!(
            "The server `{server}` answered with more than {bytes_max} bytes; ask for less at once."
        )),
        Failure::Unexpected => {
            ToolError::permanent(format!("The server `{server}` did not answer as MCP says."))
        }
    }
}

fn message(said: &str, link: &Link) -> String {
    cut(&link.secrets.redact(&plain(said)), MESSAGE_BYTES_MAX)
}
