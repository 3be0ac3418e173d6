//! What is declared as lost, and what is not.

use serde_json::{Value, json};
use toolcrib_core::Limits;
use toolcrib_core::vendor::Provider::{Gemini, OpenAi, OpenAiStrict};
use toolcrib_core::vendor::{Disposition, Lowered, Provider, lower};

/// Lowers a tool whose only parameter, `p`, has this schema.
fn with_parameter(schema: Value, provider: Provider) -> Lowered {
    let definitions = json!({
        "tagged_a": { "type": "object", "properties": { "tag": { "const": "a" } }, "required": ["tag"] },
        "tagged_b": { "type": "object", "properties": { "tag": { "const": "b" } }, "required": ["tag"] },
        "node": { "type": "object", "properties": {
            "next": { "$ref": "#/$defs/node", "minProperties": 1 },
        } },
    });
    let parameters = json!({
        "type": "object", "properties": { "p": schema }, "required": ["p"], "$defs": definitions,
    });
    lower(&parameters, provider, &Limits::DEFAULT).unwrap()
}

fn losses(schema: Value, provider: Provider) -> Vec<(String, String, Disposition)> {
    let losses = with_parameter(schema, provider).losses;
    losses.into_iter().map(|loss| (loss.pointer, loss.keyword, loss.disposition)).collect()
}

fn lost(pointer: &str, keyword: &str, disposition: Disposition) -> (String, String, Disposition) {
    (pointer.to_owned(), keyword.to_owned(), disposition)
}

use Disposition::{Approximated, DroppedCheckedAtRunTime, MovedToDescription};

#[test]
fn exactly_one_becomes_at_least_one_without_loss_where_the_branches_exclude_each_other() {
    for branches in [
        json!([{ "type": "string" }, { "type": "integer" }]),
        json!([{ "$ref": "#/$defs/tagged_a" }, { "$ref": "#/$defs/tagged_b" }]),
    ] {
        assert_eq!(losses(json!({ "oneOf": branches }), OpenAiStrict), []);
    }
    for branches in [
        json!([{ "type": "integer" }, { "type": "number" }]),
        json!([{ "$ref": "#/$defs/tagged_a" }, { "$ref": "#/$defs/tagged_a" }]),
    ] {
        let expected = [lost("/properties/p", "oneOf", Approximated)];
        assert_eq!(losses(json!({ "oneOf": branches }), OpenAiStrict), expected);
    }
}

/// Both branches are `{"type": "integer"}` to this vendor, and what fits one
/// of two equal branches fits the other.
#[test]
fn branches_that_look_alike_after_lowering_are_a_loss() {
    let schema = json!({ "oneOf": [
        { "type": "integer", "multipleOf": 2, "description": "A" },
        { "type": "integer", "multipleOf": 2, "description": "A" },
    ] });
    assert_eq!(
        losses(schema, Gemini),
        [
            lost("/properties/p/oneOf/0", "multipleOf", MovedToDescription),
            lost("/properties/p/oneOf/1", "multipleOf", MovedToDescription),
            lost("/properties/p", "oneOf", Approximated),
        ],
    );
}

#[test]
fn a_union_that_cannot_be_told_apart_on_the_way_back_is_a_loss() {
    let branch = |pattern: Option<&str>| {
        let mut tag = json!({ "type": "string" });
        if let Some(pattern) = pattern {
            tag["pattern"] = json!(pattern);
        }
        json!({ "type": "object", "properties": { "tag": tag, "x": { "type": "integer" } }, "required": ["tag"] })
    };
    let told_apart = json!({ "anyOf": [branch(None), { "type": "string" }] });
    assert_eq!(losses(told_apart, OpenAiStrict), []);
    let alike = json!({ "anyOf": [branch(Some("^a")), branch(None)] });
    assert_eq!(losses(alike, OpenAiStrict), [lost("/properties/p", "anyOf", Approximated)]);
}

#[test]
fn a_type_that_nobody_said_is_a_loss() {
    assert_eq!(
        losses(json!({ "minimum": 1 }), OpenAiStrict),
        [lost("/properties/p", "type", Approximated)],
    );
    assert_eq!(losses(json!({ "enum": ["a", 1] }), OpenAiStrict), [], "these say it themselves");
}

#[test]
fn what_stands_beside_a_reference_to_itself_is_a_loss() {
    assert_eq!(
        losses(json!({ "$ref": "#/$defs/node" }), OpenAiStrict),
        [lost("/$defs/node/properties/next", "minProperties", MovedToDescription)],
    );
}

#[test]
fn what_cannot_be_merged_is_a_loss() {
    let closed = json!({ "allOf": [
        { "type": "object", "properties": { "a": { "type": "string" } }, "unevaluatedProperties": false },
        { "properties": { "b": { "type": "string" } } },
    ] });
    assert_eq!(
        losses(closed, OpenAiStrict),
        [lost("/properties/p/allOf/0", "unevaluatedProperties", MovedToDescription)],
    );
    let tuples = json!({ "type": "array", "items": { "type": "string" }, "allOf": [
        { "prefixItems": [{ "minLength": 1 }], "items": { "maxLength": 9 } },
    ] });
    assert_eq!(
        losses(tuples, OpenAiStrict),
        [
            lost("/properties/p/allOf/0", "prefixItems", MovedToDescription),
            lost("/properties/p/allOf/0", "items", MovedToDescription),
        ],
    );
    let conditions = json!({ "type": "string", "if": { "const": "a" }, "then": false, "allOf": [
        { "if": { "$ref": "#/$defs/node" }, "else": false },
    ] });
    assert_eq!(
        losses(conditions, OpenAiStrict),
        [
            lost("/properties/p/allOf/0", "if", DroppedCheckedAtRunTime),
            lost("/properties/p", "if", MovedToDescription),
        ],
    );
}

/// The root is merged even for vendors that understand `allOf` elsewhere.
#[test]
fn what_cannot_be_merged_into_the_root_is_a_loss() {
    let schema = json!({ "type": "object", "allOf": [
        { "properties": { "a": { "type": "string" } }, "unevaluatedProperties": false },
        { "properties": { "b": { "type": "string" } } },
    ] });
    let lowered = lower(&schema, OpenAi, &Limits::DEFAULT).unwrap();
    assert_eq!(
        lowered.schema,
        json!({
            "type": "object",
            "description": "Must also satisfy this JSON Schema: {\"unevaluatedProperties\":false}.",
            "properties": { "a": { "type": "string" }, "b": { "type": "string" } },
        }),
    );
    assert_eq!(lowered.losses.len(), 1);
    let nothing =
        json!({ "type": "object", "allOf": [{ "enum": [{}] }, { "enum": [{ "a": 1 }] }] });
    for provider in Provider::ALL.into_iter().filter(|provider| *provider != Provider::Mcp) {
        let refused = lower(&nothing, provider, &Limits::DEFAULT).unwrap_err();
        assert_eq!(refused.reason, "no arguments can fit this schema", "{provider}");
    }
}

/// The loss names every schema that had a say in it.
#[test]
fn a_merged_demand_is_lost_where_each_part_of_it_was_said() {
    let schema = json!({ "type": "string", "minLength": 1, "allOf": [{ "minLength": 3 }] });
    let lowered = with_parameter(schema.clone(), OpenAiStrict);
    assert_eq!(
        lowered.schema["properties"]["p"],
        json!({ "type": "string", "description": "Minimum length: 1. Minimum length: 3." }),
    );
    assert_eq!(
        losses(schema, OpenAiStrict),
        [
            lost("/properties/p", "minLength", MovedToDescription),
            lost("/properties/p/allOf/0", "minLength", MovedToDescription),
        ],
    );
}

#[test]
fn values_that_no_two_lists_share_leave_nothing() {
    let schema = json!({ "anyOf": [
        { "type": "integer" },
        { "allOf": [{ "enum": ["a", "b"] }, { "enum": ["c"] }] },
    ] });
    let lowered = with_parameter(schema, OpenAiStrict);
    assert_eq!(lowered.schema["properties"]["p"], json!({ "type": "integer" }));
    assert_eq!(lowered.losses, []);
}

#[test]
fn properties_that_another_schema_forbids_leave_nothing() {
    let schema = json!({ "type": "object", "properties": { "a": { "type": "string" } }, "allOf": [
        { "properties": { "b": { "type": "string" } }, "additionalProperties": false },
    ] });
    let lowered = with_parameter(schema, OpenAiStrict);
    assert_eq!(lowered.schema["properties"]["p"]["required"], json!(["b"]));
}

#[test]
fn what_stays_is_no_loss() {
    let schema = json!({
        "type": "object", "title": "T", "x-own": 1, "$comment": "c", "deprecated": true,
        "properties": { "a": { "type": "array", "items": { "type": "string" }, "uniqueItems": false } },
    });
    for provider in [OpenAi, OpenAiStrict, Gemini] {
        assert_eq!(losses(schema.clone(), provider), [], "{provider}");
    }
}
