//! From a model's arguments back to the tool's own.

use serde_json::{Map, Value, json};
use toolcrib_core::Limits;
use toolcrib_core::vendor::{Inverse, Provider, lower};

fn inverse(schema: &Value, provider: Provider) -> Inverse {
    lower(schema, provider, &Limits::DEFAULT).unwrap().inverse
}

#[test]
fn null_for_a_property_that_was_left_out_is_dropped() {
    let schema = json!({
        "type": "object",
        "properties": {
            "plain": { "type": "string" },
            "admits_null": { "type": ["string", "null"] },
            "required": { "anyOf": [{ "type": "integer" }, { "type": "null" }] },
            "list": { "type": "array", "items": { "type": "object", "properties": { "in": { "type": "string" } } } },
            "not_null": { "allOf": [{ "type": ["string", "null"] }, { "not": { "type": "null" } }] },
        },
        "required": ["required"],
    });
    let inverse = inverse(&schema, Provider::OpenAiStrict);
    assert_eq!(
        inverse.apply(json!({
            "plain": null, "admits_null": null, "required": null, "list": [{ "in": null }], "not_null": null,
        })),
        json!({ "admits_null": null, "required": null, "list": [{}] }),
    );
}

#[test]
fn keys_get_their_names_back_wherever_they_stand() {
    let schema = json!({
        "type": "object",
        "properties": {
            "my key": { "$ref": "#/$defs/node" },
            "my_key": { "type": "string" },
            "rows": { "type": "array", "prefixItems": [{ "$ref": "#/$defs/node" }], "items": { "$ref": "#/$defs/node" } },
            "map": { "type": "object", "additionalProperties": { "$ref": "#/$defs/node" } },
        },
        "$defs": { "node": {
            "type": "object",
            "properties": { "a b": { "type": "integer" }, "next one": { "$ref": "#/$defs/node" } },
        } },
    });
    let sent = json!({
        "my_key_2": { "a_b": 1, "next_one": { "a_b": 2 } },
        "my_key": "a_b",
        "rows": [{ "a_b": 3 }, { "a_b": 4 }],
        "map": { "a_b": { "a_b": 5 } },
    });
    let meant = json!({
        "my key": { "a b": 1, "next one": { "a b": 2 } },
        "my_key": "a_b",
        "rows": [{ "a b": 3 }, { "a b": 4 }],
        "map": { "a_b": { "a b": 5 } },
    });
    for provider in [Provider::Anthropic, Provider::Gemini] {
        assert_eq!(inverse(&schema, provider).apply(sent.clone()), meant, "{provider}");
    }
}

#[test]
fn pairs_become_a_map_again() {
    let schema = json!({
        "type": "object",
        "properties": { "map": { "type": "object", "additionalProperties": {
            "type": "object", "additionalProperties": { "type": "integer" },
        } } },
        "required": ["map"],
    });
    for provider in [Provider::OpenAiStrict, Provider::AnthropicStrict, Provider::GeminiOpenApi] {
        let inverse = inverse(&schema, provider);
        let pairs = json!([{ "key": "a", "value": [{ "key": "b", "value": 1 }] }, { "key": "c", "value": [] }]);
        let map = json!({ "map": { "a": { "b": 1 }, "c": {} } });
        assert_eq!(inverse.apply(json!({ "map": pairs })), map, "{provider}");
        assert_eq!(inverse.apply(map.clone()), map, "a model may send the map itself");
        let broken = json!({ "map": [{ "key": "a" }, 7] });
        assert_eq!(inverse.apply(broken.clone()), broken, "what is no pair is left to the check");
    }
}

#[test]
fn a_wrapped_root_is_unwrapped_by_the_branch_that_fits() {
    let schema = json!({
        "type": "object",
        "anyOf": [
            { "type": "object", "properties": { "kind": { "const": "a" }, "x": { "type": "integer" } },
              "required": ["kind"], "additionalProperties": false },
            { "type": "object", "properties": { "kind": { "const": "b" }, "x": { "type": ["integer", "null"] } },
              "required": ["kind", "x"], "additionalProperties": false },
        ],
    });
    let inverse = inverse(&schema, Provider::OpenAiStrict);
    assert_eq!(
        inverse.apply(json!({ "input": { "kind": "a", "x": null } })),
        json!({ "kind": "a" })
    );
    assert_eq!(
        inverse.apply(json!({ "input": { "kind": "b", "x": null } })),
        json!({ "kind": "b", "x": null }),
    );
    let flat = json!({ "kind": "b", "x": 1 });
    assert_eq!(inverse.apply(flat.clone()), flat, "a model may forget the wrapper");
}

/// Both branches allow what was sent but for what they require.
#[test]
fn a_branch_is_told_by_what_it_requires() {
    let branch = |key: &str, x: Value| json!({ "type": "object", "properties": { key: { "type": "string" }, "x": x }, "required": [key, "x"] });
    let schema = json!({ "type": "object", "properties": { "p": { "anyOf": [
        branch("a", json!({ "type": "object", "properties": { "c d": { "type": "string" } } })),
        branch("b", json!({ "type": "object" })),
    ] } } });
    let inverse = inverse(&schema, Provider::Gemini);
    assert_eq!(
        inverse.apply(json!({ "p": { "a": "", "x": { "c_d": "" } } })),
        json!({ "p": { "a": "", "x": { "c d": "" } } }),
    );
    let free = json!({ "p": { "b": "", "x": { "c_d": "" } } });
    assert_eq!(inverse.apply(free.clone()), free);
}

/// Schemas that speak of one object give its keys back together.
#[test]
fn keys_get_their_names_back_from_every_schema_about_them() {
    let schema = json!({ "type": "object", "properties": { "p": {
        "properties": { "a b": { "properties": { "c d": { "type": "string" } } } },
        "allOf": [
            { "properties": { "a b": { "properties": { "e f": { "type": "string" } } } } },
            { "properties": { "g h": { "type": "string" } } },
        ],
    } } });
    assert_eq!(
        inverse(&schema, Provider::Anthropic)
            .apply(json!({ "p": { "a_b": { "c_d": "", "e_f": "" }, "g_h": "" } })),
        json!({ "p": { "a b": { "c d": "", "e f": "" }, "g h": "" } }),
    );
}

#[test]
fn text_becomes_the_value_it_holds_where_that_is_wanted() {
    let schema =
        json!({ "type": "object", "properties": { "any": {}, "object": { "type": "object" } } });
    let inverse = inverse(&schema, Provider::GeminiOpenApi);
    assert_eq!(
        inverse.apply(json!({ "any": "[1]", "object": "{\"a\":{}}" })),
        json!({ "any": [1], "object": { "a": {} } }),
    );
    assert_eq!(
        inverse.apply(json!({ "any": "plain words", "object": "[1]" })),
        json!({ "any": "plain words", "object": "[1]" }),
    );
}

#[test]
fn nothing_is_undone_where_nothing_was_done() {
    let schema =
        json!({ "type": "object", "properties": { "a": { "type": "string" } }, "required": ["a"] });
    for provider in Provider::ALL {
        assert!(inverse(&schema, provider).is_identity(), "{provider}");
    }
}

/// Arguments and schemas that are deep or tangled must not cost a stack.
#[test]
fn deep_arguments_come_back() {
    let schema = json!({
        "type": "object",
        "properties": { "my key": { "$ref": "#" } },
        "additionalProperties": { "$ref": "#" },
    });
    let inverse = inverse(&schema, Provider::Anthropic);
    let mut deep = json!({});
    for _ in 0..5_000 {
        deep = Value::Object(Map::from_iter([("my_key".to_owned(), deep)]));
    }
    let undone = inverse.apply(deep);
    assert!(undone.get("my key").is_some());
    // Dropping it by recursion is what would overflow now.
    let mut left = undone;
    while let Some(inner) = left.as_object_mut().and_then(|map| map.values_mut().next()) {
        left = inner.take();
    }
}

#[test]
fn a_key_that_stands_twice_in_a_list_of_pairs_is_not_decided_here() {
    let schema = json!({
        "type": "object",
        "properties": { "m": { "type": "object", "additionalProperties": { "type": "integer" } } },
        "required": ["m"],
    });
    let inverse = inverse(&schema, Provider::OpenAiStrict);
    let pair = |key: &str, value: u8| json!({ "key": key, "value": value });
    let once = json!({ "m": [pair("a", 1), pair("b", 2)] });
    assert_eq!(inverse.apply(once), json!({ "m": { "a": 1, "b": 2 } }));
    // The check that follows refuses it: a list is no map.
    let twice = json!({ "m": [pair("a", 1), pair("a", 2)] });
    assert_eq!(inverse.apply(twice.clone()), twice);
}
