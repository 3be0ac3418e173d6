//! The words of the OpenAPI document for an outcome, whose shape is the core's.

use serde_json::{Value, json};
use utoipa::ToSchema;

/// How a call ended; [`schema`] says more than a derived one could.
#[derive(ToSchema)]
#[schema(as = Outcome)]
#[expect(dead_code, reason = "a name in the OpenAPI document for a type of the core")]
pub(super) struct OutcomeSchema {
    ok: bool,
}

/// How a call ended.
pub(super) fn schema() -> Value {
    let fault = json!({ "$ref": "#/components/schemas/Fault" });
    let intents = json!({ "type": "array", "items": { "type": "object" } });
    let meta = json!({
        "type": "object",
        "required": ["callId", "toolId", "registryVersion", "duration", "attempts", "repairs",
            "responseSchemaVersion"],
        "properties": {
            "callId": { "type": "string" },
            "toolId": { "type": "string" },
            "toolVersion": { "type": "string" },
            "registryVersion": { "type": "string" },
            "duration": { "type": "integer", "minimum": 0, "description": "Milliseconds." },
            "attempts": { "type": "integer", "minimum": 0 },
            "repairs": { "type": "array", "items": {
                "type": "object",
                "required": ["pointer", "repair"],
                "properties": {
                    "pointer": { "type": "string" },
                    "repair": { "type": "string" },
                },
            } },
            "responseSchemaVersion": { "type": "string" },
        },
    });
    let error = json!({
        "type": "object",
        "required": ["type", "message", "retryable", "partialSideEffects",
            "idempotencyRequired", "details"],
        "properties": {
            "type": { "type": "string", "description": "Such as VALIDATION or TIMEOUT." },
            "message": { "type": "string" },
            "retryable": { "type": "boolean" },
            "partialSideEffects": { "type": "boolean" },
            "idempotencyRequired": { "type": "boolean" },
            "details": { "type": "array", "items": fault },
            "retryAfterMs": { "type": "integer", "minimum": 0 },
            "reason": { "type": "string", "description": "Such as SAME_CALL_REPEATED." },
            "confirmation_request": {
                "type": "object",
                "description": "What a person is asked to approve.",
                "required": ["token", "expires", "tool", "args", "preview"],
                "properties": {
                    "token": { "type": "string", "description":
                        "The approval's id; the call is made again with it as `approval_id`." },
                    "expires": { "type": "string" },
                    "tool": { "type": "string" },
                    "args": { "type": "object" },
                    "preview": { "type": "string" },
                },
            },
        },
    });
    let answered = json!({
        "type": "object",
        "required": ["ok", "data", "warnings", "intents", "meta"],
        "properties": {
            "ok": { "type": "boolean", "enum": [true] },
            "data": { "description": "What the tool answered: any JSON." },
            "warnings": { "type": "array", "items": fault },
            "intents": intents,
            "meta": meta,
        },
    });
    let failed = json!({
        "type": "object",
        "required": ["ok", "error", "intents", "meta"],
        "properties": {
            "ok": { "type": "boolean", "enum": [false] },
            "error": error,
            "intents": intents,
            "meta": meta,
        },
    });
    json!({ "description": "How a call ended.", "oneOf": [answered, failed] })
}
