//! An outcome that was written down, read again.

use serde::Deserialize;
use serde_json::Value;

use super::{Answer, Meta, Outcome, RESPONSE_SCHEMA_VERSION};
use crate::error::{ErrorType, Fault, ToolError};
use crate::intent::Intent;
use crate::prepare::Repair;

#[derive(Deserialize)]
struct Written {
    #[serde(default)]
    data: Value,
    #[serde(default)]
    warnings: Vec<Fault>,
    error: Option<WrittenError>,
    #[serde(default)]
    intents: Vec<Intent>,
    meta: WrittenMeta,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct WrittenError {
    #[serde(rename = "type")]
    kind: ErrorType,
    message: String,
    retryable: bool,
    partial_side_effects: bool,
    idempotency_required: bool,
    details: Vec<Fault>,
    retry_after_ms: Option<u64>,
    reason: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct WrittenMeta {
    call_id: String,
    tool_id: String,
    tool_version: Option<String>,
    registry_version: String,
    duration: u64,
    attempts: u32,
    repairs: Vec<Repair>,
}

impl Outcome {
    /// Reads an outcome as it was serialized.
    ///
    /// # Errors
    ///
    /// When the text is no outcome.
    pub fn read(text: &str) -> Result<Self, serde_json::Error> {
        let Written { data, warnings, error, intents, meta } = serde_json::from_str(text)?;
        let result = match error {
            None => Ok(Answer { data, warnings, intents }),
            Some(error) => Err(ToolError {
                retryable: error.retryable,
                partial_side_effects: error.partial_side_effects,
                idempotency_required: error.idempotency_required,
                details: error.details,
                retry_after_ms: error.retry_after_ms,
                intents,
                ..ToolError::new(error.kind, error.message).with_reason(error.reason)
            }),
        };
        let meta = Meta {
            call_id: meta.call_id.into(),
            tool_id: meta.tool_id.into(),
            tool_version: meta.tool_version.map(Into::into),
            registry_version: meta.registry_version.into(),
            duration_ms: meta.duration,
            attempts: meta.attempts,
            repairs: meta.repairs,
            response_schema_version: RESPONSE_SCHEMA_VERSION,
        };
        Ok(Self { result, meta })
    }
}
