//! What a handler must answer, and what becomes of everything else.
//!
//! A handler returns `{ ok: true, data, warnings?, intents? }` or
//! `{ ok: false, error: { type, message, … }, intents? }`; `meta` is the
//! runtime's to say and is left aside. It may throw a `ToolError`. Whatever
//! else it does is a bug of the handler: INTERNAL, in words that help to mend
//! it.

mod ended;

use serde::Deserialize;
use serde_json::Value;
use toolcrib::{Answer, ErrorType, Fault, Intent, ToolError};

use crate::js::MEMORY_BYTES_MAX;
use crate::why::Why;

pub(crate) use ended::{Ended, Thrown};

/// Characters of a response that are carried out of the cage at all.
pub(crate) const CHARS_MAX: usize = 4 * 1024 * 1024;

/// The parts of a response; others are ignored, and the record says so.
const PARTS: [&str; 6] = ["ok", "data", "error", "warnings", "intents", "meta"];

/// Reads how a script ended, and what of it was ignored.
pub(crate) fn read(tool_id: &str, ended: Ended) -> Result<(Answer, Vec<String>), ToolError> {
    let internal = |what: String| ToolError::internal(format!("`{tool_id}` {what}"));
    match ended {
        Ended::Returned(Some(text)) => {
            // What the engine writes is JSON; it can only be nested too deep.
            let value = serde_json::from_str(&text).map_err(|error| {
                internal("answered with JSON nested too deep.".to_owned()).caused_by(error)
            })?;
            response(value).map_err(|bad| match bad {
                Bad::Shape(what) => internal(what),
                Bad::Failed(error) => *error,
            })
        }
        Ended::Returned(None) => Err(internal(format!("returned nothing; {SHAPE}"))),
        Ended::TooLarge => {
            Err(internal(format!("answered with more than {CHARS_MAX} characters.")))
        }
        Ended::NotJson(thrown) => {
            let why = thrown.worded();
            let why = why.strip_prefix("TypeError: ").unwrap_or(&why);
            Err(internal(format!("answered with something that is not JSON: {why}.")))
        }
        Ended::Threw(thrown) => Err(threw(tool_id, thrown)),
        Ended::Stuck | Ended::Stopped => Err(internal("was stopped.".to_owned())),
    }
}

const SHAPE: &str = "a handler returns `{ ok: true, data: … }` or `{ ok: false, error: { … } }`.";

/// Why a response is no answer.
enum Bad {
    /// It is not one.
    Shape(String),
    /// It says so.
    Failed(Box<ToolError>),
}

fn response(value: Value) -> Result<(Answer, Vec<String>), Bad> {
    let Value::Object(mut parts) = value else {
        return Err(Bad::Shape(format!("returned {}; {SHAPE}", kind_of(&value))));
    };
    let Some(ok) = parts.get("ok").and_then(Value::as_bool) else {
        return Err(Bad::Shape(format!("returned an object without `ok`; {SHAPE}")));
    };
    let ignored = parts.keys().filter(|key| !PARTS.contains(&key.as_str()));
    let mut notes: Vec<String> =
        ignored.map(|key| format!("`{key}` is no part of a response and was ignored")).collect();
    let mut take = |part: &str| parts.shift_remove(part).filter(|value| !value.is_null());
    let (data, error) = (take("data"), take("error"));
    let (intents, unread) = intents(take("intents"))?;
    notes.extend(unread.iter().map(ToString::to_string));
    match (ok, error) {
        (true, None) => {
            let mut warnings = warnings(take("warnings"))?;
            warnings.extend(unread);
            Ok((Answer { data: data.unwrap_or_default(), warnings, intents }, notes))
        }
        (true, Some(_)) => Err(Bad::Shape("returned `ok: true` together with `error`.".into())),
        (false, None) => {
            Err(Bad::Shape("returned `ok: false` without `error`; say what failed.".into()))
        }
        (false, Some(_)) if data.is_some() => {
            Err(Bad::Shape("returned `ok: false` together with `data`.".into()))
        }
        (false, Some(error)) => {
            let mut error = failure(error).map_err(|Why(what)| Bad::Shape(what))?;
            error.intents = intents;
            Err(Bad::Failed(Box::new(error)))
        }
    }
}

/// Reads an error, returned or thrown. What the type says by itself holds
/// where the handler says nothing.
fn failure(error: Value) -> Result<ToolError, Why> {
    let Value::Object(mut parts) = error else {
        return Err(format!("failed with {} as `error`; {NEEDS}", kind_of(&error)).into());
    };
    let message = match parts.shift_remove("message") {
        Some(Value::String(message)) if !message.trim().is_empty() => message,
        _ => return Err(format!("failed with an `error` without a message; {NEEDS}").into()),
    };
    let kind = match parts.shift_remove("type") {
        Some(Value::String(word)) => match ErrorType::deserialize(Value::from(word.as_str())) {
            Ok(kind) => kind,
            Err(_) => return Err(format!("failed with the unknown type `{word}`; {NEEDS}").into()),
        },
        _ => return Err(format!("failed with an `error` without a type; {NEEDS}").into()),
    };
    let mut error = ToolError::new(kind, message);
    let says = |part: &str| parts.get(part).and_then(Value::as_bool);
    error.retryable = says("retryable").unwrap_or(error.retryable);
    error.partial_side_effects = says("partialSideEffects").unwrap_or_default();
    error.retry_after_ms = parts.get("retryAfterMs").and_then(Value::as_u64);
    error.details = match parts.shift_remove("details") {
        Some(Value::Array(details)) => details.into_iter().map(fault).collect(),
        Some(Value::Null) | None => Vec::new(),
        Some(other) => vec![fault(other)],
    };
    Ok(error)
}

/// What an error needs.
const NEEDS: &str = "an error has a `message` and one of the types SESSION_INACTIVE, TRANSIENT, \
                     PERMANENT, RATE_LIMIT, AUTH, CONFLICT and VALIDATION.";

fn threw(tool_id: &str, thrown: Thrown) -> ToolError {
    let stack = Stack(thrown.stack.clone().unwrap_or_default());
    let internal =
        |what: String| ToolError::internal(format!("`{tool_id}` {what}")).caused_by(stack.clone());
    match thrown.error {
        Some(error) => match failure(error) {
            Ok(mut error) => {
                if let Ok((intents, _)) = intents(thrown.intents) {
                    error.intents = intents;
                }
                error.caused_by(stack)
            }
            Err(Why(what)) => internal(what),
        },
        None if is_out_of_memory(&thrown) => {
            let mib = MEMORY_BYTES_MAX / (1024 * 1024);
            internal(format!("ran out of memory: a handler may use {mib} MiB."))
        }
        None => internal(format!("failed: {}.", thrown.worded())),
    }
}

fn is_out_of_memory(thrown: &Thrown) -> bool {
    thrown.message == "out of memory"
        && thrown.name.as_deref().is_none_or(|name| name == "InternalError")
}

/// Where a handler broke, for the operator's log.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{0}")]
struct Stack(String);

fn intents(raw: Option<Value>) -> Result<(Vec<Intent>, Vec<Fault>), Bad> {
    match raw {
        None => Ok((Vec::new(), Vec::new())),
        Some(Value::Array(raw)) => Ok(Intent::read_all(&raw)),
        Some(other) => {
            Err(Bad::Shape(format!("returned {} as `intents`; it is a list.", kind_of(&other))))
        }
    }
}

fn warnings(raw: Option<Value>) -> Result<Vec<Fault>, Bad> {
    match raw {
        None => Ok(Vec::new()),
        Some(Value::Array(raw)) => Ok(raw.into_iter().map(fault).collect()),
        Some(other) => {
            Err(Bad::Shape(format!("returned {} as `warnings`; it is a list.", kind_of(&other))))
        }
    }
}

/// A fault in whatever form a handler wrote it.
fn fault(value: Value) -> Fault {
    match value {
        Value::String(message) => Fault::at("", message),
        other => Fault::deserialize(&other).unwrap_or_else(|_| Fault::at("", other.to_string())),
    }
}

fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}
