//! How a call ended.
//!
//! Owns the wire shape of an outcome and the words in which a model reads it.
//! It decides nothing: the runtime fills it in, the doors pass it on.

mod model_text;
mod read;
mod shrink;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::error::{Fault, ToolError};
use crate::intent::Intent;
use crate::prepare::Repair;

pub use model_text::ModelText;

/// The version of the outcome's shape.
pub const RESPONSE_SCHEMA_VERSION: &str = "1.0.0";

/// How a call ended: exactly one for each call.
#[derive(Debug)]
pub struct Outcome {
    /// The answer, or why there is none.
    pub result: Result<Answer, ToolError>,
    /// The circumstances.
    pub meta: Meta,
}

/// What a tool answered: a value, and what it had to leave out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// The value.
    pub data: Value,
    /// What was left out, and why. The rest was done.
    pub warnings: Vec<Fault>,
    /// What the tool asks the conversation to do.
    pub intents: Vec<Intent>,
}

impl Answer {
    /// An answer with nothing left out.
    pub fn new(data: impl Into<Value>) -> Self {
        Self { data: data.into(), ..Self::default() }
    }
}

/// The circumstances of a call.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Meta {
    /// The call's id; the record is found by it.
    pub call_id: Arc<str>,
    /// The tool's id, or the name that was asked for when there is no such tool.
    pub tool_id: Arc<str>,
    /// The tool's semantic version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool_version: Option<Arc<str>>,
    /// Which set of tools answered.
    pub registry_version: Arc<str>,
    /// Milliseconds from request to outcome.
    #[serde(rename = "duration")]
    pub duration_ms: u64,
    /// How often the handler was started.
    pub attempts: u32,
    /// What was mended in the arguments.
    pub repairs: Vec<Repair>,
    /// The version of this shape.
    pub response_schema_version: &'static str,
}

impl Outcome {
    /// Whether the call answered.
    pub fn ok(&self) -> bool {
        self.result.is_ok()
    }

    /// The answer's value, where there is one.
    pub fn data(&self) -> Option<&Value> {
        self.result.as_ref().ok().map(|answer| &answer.data)
    }

    /// The error, where there is one.
    pub fn error(&self) -> Option<&ToolError> {
        self.result.as_ref().err()
    }

    /// What the tool asks the conversation to do, on failure too.
    pub fn intents(&self) -> &[Intent] {
        match &self.result {
            Ok(answer) => &answer.intents,
            Err(error) => &error.intents,
        }
    }

    /// The words in which a model reads this outcome, within so many bytes.
    ///
    /// They are never empty, and a cut says that it is one and of which call.
    pub fn model_text(&self, bytes_max: usize) -> String {
        self.model_words(bytes_max).text
    }

    /// The same, and whether something was left out.
    pub fn model_words(&self, bytes_max: usize) -> ModelText {
        model_text::write(self, bytes_max)
    }
}

impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut body = serializer.serialize_struct("Outcome", 5)?;
        body.serialize_field("ok", &self.ok())?;
        match &self.result {
            Ok(answer) => {
                body.serialize_field("data", &answer.data)?;
                body.serialize_field("warnings", &answer.warnings)?;
            }
            Err(error) => body.serialize_field("error", error)?,
        }
        body.serialize_field("intents", self.intents())?;
        body.serialize_field("meta", &self.meta)?;
        body.end()
    }
}
