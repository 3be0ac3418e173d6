//! The checker checked: each of these must be seen.

use serde_json::{Value, json};
use toolcrib_core::vendor::{Inverse, Lowered, Provider};

use super::breaches;

#[test]
fn what_a_vendor_refuses_is_seen() {
    let refused = [
        (Provider::OpenAi, json!({ "type": "object" })),
        (Provider::OpenAi, json!({ "type": "object", "properties": {}, "anyOf": [] })),
        (Provider::OpenAi, json!({ "type": "object", "properties": { "a": { "type": "array" } } })),
        (
            Provider::OpenAi,
            json!({ "type": "object", "properties": { "a": { "$ref": "#/$defs/b" } } }),
        ),
        (Provider::Anthropic, json!({ "type": "object", "properties": { "a b": {} } })),
        (Provider::Mcp, json!({ "type": "string" })),
        (Provider::OpenAiStrict, strict(json!({ "type": "string", "minLength": 1 }))),
        (Provider::OpenAiStrict, strict(json!({ "type": "string", "format": "uri" }))),
        (Provider::OpenAiStrict, strict(json!({ "type": "string", "pattern": "(?=a)" }))),
        (
            Provider::OpenAiStrict,
            strict(json!({ "type": "object", "properties": {}, "required": [] })),
        ),
        (Provider::OpenAiStrict, strict(json!({}))),
        (Provider::OpenAiStrict, strict(json!({ "anyOf": [{ "type": "string" }] }))),
        (
            Provider::OpenAiStrict,
            json!({ "type": "object", "properties": { "a": { "type": "null" } }, "required": [], "additionalProperties": false }),
        ),
        (
            Provider::AnthropicStrict,
            strict(json!({ "type": "array", "items": { "type": "null" }, "minItems": 2 })),
        ),
        (Provider::Gemini, strict(json!({ "type": "boolean", "enum": [true] }))),
        (
            Provider::Gemini,
            json!({ "type": "object", "properties": { "a": { "$ref": "#/$defs/n" } }, "$defs": {
            "n": { "type": "object", "properties": { "n": { "$ref": "#/$defs/n" } }, "required": ["n"] } } }),
        ),
        (Provider::GeminiOpenApi, json!({ "type": "object", "properties": {} })),
        (
            Provider::GeminiOpenApi,
            json!({ "type": "OBJECT", "properties": { "a": { "type": "OBJECT", "properties": {} } } }),
        ),
        (
            Provider::GeminiOpenApi,
            json!({ "type": "OBJECT", "properties": { "a": { "type": "INTEGER", "enum": [1] } } }),
        ),
    ];
    for (provider, schema) in refused {
        let lowered = Lowered {
            schema: schema.clone(),
            strict: provider.profile().is_strict(),
            losses: Vec::new(),
            inverse: Inverse::default(),
        };
        assert_ne!(breaches(&lowered, provider), Vec::<String>::new(), "{provider}: {schema}");
    }
}

fn strict(property: Value) -> Value {
    json!({ "type": "object", "properties": { "a": property }, "required": ["a"], "additionalProperties": false })
}
