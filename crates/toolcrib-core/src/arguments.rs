//! The arguments of a call, as they came.
//!
//! Models send text; programs send values. Both are bounded before anything
//! looks inside, and a text is read strictly: a key that stands twice means two
//! different calls to two different readers, so it is refused. What models get
//! wrong about JSON itself is mended where that can mean one thing only.

mod repair;
pub(crate) mod strict;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use serde_json::{Map, Value};

use crate::error::{ErrorType, Fault, ToolError};
use crate::limits::{Excess, Limits, measure};
use crate::prepare::{Repair, RepairKind};
use crate::redact;

pub use strict::too_deep_at;

/// The arguments of a call, as they came.
#[derive(Clone, Debug, PartialEq)]
pub enum Arguments {
    /// JSON text, as a model wrote it. Empty text means no arguments.
    Text(String),
    /// A value that somebody has parsed already, shared with whoever records it.
    Value(Arc<Value>),
}

impl Arguments {
    /// A copy that may be written down: secrets are replaced, and a text that
    /// cannot be read, or is too large to keep, is named by its size alone.
    pub fn redacted(&self) -> Arc<Value> {
        let bytes_max = Limits::DEFAULT.answer_bytes_max;
        match self {
            Self::Value(value) => {
                let mut bytes_left = bytes_max;
                match measure(value, Limits::DEFAULT.answer_depth_max, &mut bytes_left) {
                    Ok(()) => redact::redacted(value),
                    Err(_) => Arc::new("[too large to record]".into()),
                }
            }
            Self::Text(text) if text.len() > bytes_max => {
                Arc::new(format!("[too large to record: {} bytes]", text.len()).into())
            }
            Self::Text(text) if text.trim().is_empty() => Arc::new(Value::Object(Map::new())),
            Self::Text(text) => match serde_json::from_str(text) {
                Ok(value) => redact::redacted(&Arc::new(value)),
                Err(_) => Arc::new(format!("[unreadable: {} bytes]", text.len()).into()),
            },
        }
    }

    /// The same arguments, read already if they are a text that needs no
    /// mending: whoever looks inside next need not read them again.
    #[must_use]
    pub fn read_ahead(self, limits: &Limits) -> Self {
        let Self::Text(text) = &self else { return self };
        let fits = text.len() <= limits.argument_bytes_max
            && strict::too_deep_at(text, limits.argument_depth_max).is_none();
        match fits.then(|| strict::parse(text)) {
            Some(Ok(object @ Value::Object(_))) => Self::Value(Arc::new(object)),
            _ => self,
        }
    }

    /// The arguments as an object, mended where that can mean one thing only.
    ///
    /// # Errors
    ///
    /// VALIDATION when they are none, or exceed the limits.
    pub fn object(self, limits: &Limits) -> Result<Arc<Value>, ToolError> {
        self.into_object(limits, &mut Vec::new())
    }

    /// Reads the arguments into an object, within the limits.
    pub(crate) fn into_object(
        self,
        limits: &Limits,
        repairs: &mut Vec<Repair>,
    ) -> Result<Arc<Value>, ToolError> {
        let value = match self {
            Self::Text(text) => Arc::new(read_text(&text, limits, repairs)?),
            Self::Value(value) => {
                check_value(&value, limits)?;
                value
            }
        };
        match &*value {
            Value::Object(_) => Ok(value),
            Value::String(inner) => read_twice_encoded(inner, limits, repairs).map(Arc::new),
            other => Err(not_an_object(other)),
        }
    }
}

impl From<Value> for Arguments {
    fn from(value: Value) -> Self {
        Self::Value(Arc::new(value))
    }
}

impl From<String> for Arguments {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&str> for Arguments {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

fn read_text(text: &str, limits: &Limits, repairs: &mut Vec<Repair>) -> Result<Value, ToolError> {
    if text.len() > limits.argument_bytes_max {
        return Err(too_many_bytes(limits));
    }
    if text.trim().is_empty() {
        return Ok(Value::Object(Map::new()));
    }
    if strict::too_deep_at(text, limits.argument_depth_max).is_some() {
        return Err(too_deep(limits));
    }
    let (value, was_mended) = read_json(text).map_err(|error| {
        refused("the arguments cannot be read", Fault::at("", error.to_string()))
    })?;
    if was_mended {
        repairs.push(Repair::new("", RepairKind::Reread));
    }
    Ok(value)
}

/// Reads JSON as a model wrote it, and says whether it had to be mended: a code
/// fence, raw control characters and trailing commas can mean one thing only.
///
/// # Errors
///
/// The fault of the text as it came, where it cannot be mended.
pub fn read_json(text: &str) -> Result<(Value, bool), serde_json::Error> {
    strict::parse(text).map(|value| (value, false)).or_else(|error| {
        let mended = repair::mended(text).and_then(|text| strict::parse(&text).ok());
        mended.map(|value| (value, true)).ok_or(error)
    })
}

/// Some models encode the object once too often: `"{\"a\": 1}"`.
fn read_twice_encoded(
    inner: &str,
    limits: &Limits,
    repairs: &mut Vec<Repair>,
) -> Result<Value, ToolError> {
    if strict::too_deep_at(inner, limits.argument_depth_max).is_some() {
        return Err(too_deep(limits));
    }
    match strict::parse(inner) {
        Ok(object @ Value::Object(_)) => {
            repairs.push(Repair::new("", RepairKind::ParsedTwice));
            Ok(object)
        }
        _ => Err(not_an_object(&Value::from(inner))),
    }
}

/// Bounds a value that was parsed elsewhere, without writing it out.
pub(crate) fn check_value(value: &Value, limits: &Limits) -> Result<(), ToolError> {
    let mut left = limits.argument_bytes_max;
    match measure(value, limits.argument_depth_max, &mut left) {
        Ok(()) => Ok(()),
        Err(Excess::Bytes) => Err(too_many_bytes(limits)),
        Err(Excess::Depth) => Err(too_deep(limits)),
    }
}

fn too_deep(limits: &Limits) -> ToolError {
    refused(
        "the arguments are nested too deeply",
        Fault::at("", format!("more than {} levels", limits.argument_depth_max)),
    )
}

fn too_many_bytes(limits: &Limits) -> ToolError {
    refused(
        "the arguments are too large",
        Fault::at("", format!("more than {} bytes", limits.argument_bytes_max)),
    )
}

fn not_an_object(value: &Value) -> ToolError {
    let got = crate::prepare::words::kind_of(value);
    refused(
        "the arguments must be a JSON object",
        Fault::at("", format!("got {got}")).expecting("an object"),
    )
}

fn refused(what: &str, fault: Fault) -> ToolError {
    let message = format!("{}{}: {}.", what[..1].to_uppercase(), &what[1..], fault.message);
    ToolError { details: vec![fault], ..ToolError::new(ErrorType::Validation, message) }
}
