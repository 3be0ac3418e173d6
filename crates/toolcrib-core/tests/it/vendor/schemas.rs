//! Random schemas, nasty on purpose.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use serde_json::{Map, Value, json};

/// Keys that every vendor takes, and keys that only some do.
const KEYS: [&str; 8] = ["a", "b", "my_key", "my key", "naïve", "x.y", "1st", LONG_KEY];
const LONG_KEY: &str =
    "a_key_that_goes_on_and_on_until_it_has_more_characters_than_most_vendors_take";

/// A tool's parameters: an object with definitions that refer to one another.
pub(super) fn parameters() -> BoxedStrategy<Value> {
    (object(schema()), vec(schema(), 3), option::of(combinator(schema())))
        .prop_map(|(root, definitions, beside)| {
            let mut root = root;
            let names = ["a", "b", "c"];
            let named: Map<String, Value> =
                names.into_iter().map(str::to_owned).zip(definitions).collect();
            root["$defs"] = Value::Object(named);
            root["type"] = json!("object");
            match (root, beside) {
                (Value::Object(mut root), Some(Value::Object(beside))) => {
                    root.extend(beside);
                    Value::Object(root)
                }
                (root, _) => root,
            }
        })
        .boxed()
}

/// Any JSON, as a model may send it.
pub(super) fn any_json() -> BoxedStrategy<Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        "[a-z\"{}]{0,6}".prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 40, 4, |inner| {
        let key = prop_oneof![
            select(&KEYS[..]).prop_map(str::to_owned),
            select(&["input", "key", "value", "extra", "my_key_2"][..]).prop_map(str::to_owned),
        ];
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Value::from),
            vec((key, inner), 0..4).prop_map(|pairs| Value::Object(pairs.into_iter().collect())),
        ]
    })
    .boxed()
}

fn schema() -> BoxedStrategy<Value> {
    leaf()
        .prop_recursive(3, 24, 4, |inner| {
            prop_oneof![
                4 => object(inner.clone()),
                2 => array(inner.clone()),
                2 => combinator(inner.clone()),
                1 => inner.prop_map(|schema| described(schema, json!({ "description": "More" }))),
            ]
        })
        .boxed()
}

fn described(schema: Value, words: Value) -> Value {
    match (schema, words) {
        (Value::Object(mut map), Value::Object(words)) => {
            map.extend(words);
            Value::Object(map)
        }
        (schema, _) => schema,
    }
}

fn leaf() -> BoxedStrategy<Value> {
    prop_oneof![
        3 => select(vec![
            json!({ "type": "string" }),
            json!({ "type": "integer" }),
            json!({ "type": "number" }),
            json!({ "type": "boolean", "default": true }),
            json!({ "type": "null" }),
            json!({ "type": ["string", "null"] }),
            json!({ "type": ["string", "integer"], "minLength": 2 }),
        ]),
        3 => select(vec![
            json!({ "type": "string", "minLength": 1, "maxLength": 4 }),
            json!({ "type": "string", "pattern": "^[a-c]+$" }),
            json!({ "type": "string", "pattern": "^(?!a)" }),
            json!({ "type": "string", "format": "date" }),
            json!({ "type": "string", "format": "uri" }),
            json!({ "type": "integer", "minimum": 1, "exclusiveMaximum": 5 }),
            json!({ "type": "number", "multipleOf": 0.5, "x-unit": "m" }),
            json!({ "minimum": 2 }),
        ]),
        2 => select(vec![
            json!({ "enum": ["a", "b", null] }),
            json!({ "enum": [1, 2.5, "a"] }),
            json!({ "type": "string", "enum": ["abc", "a"] }),
            json!({ "type": "integer", "enum": [1, 2] }),
            json!({ "const": "abc" }),
            json!({ "const": true }),
            json!({ "const": { "a": 1 } }),
        ]),
        1 => select(vec![json!(true), json!(false), json!({}), json!({ "type": "object" }), json!({ "type": "array" })]),
        3 => select(vec![
            json!({ "$ref": "#/$defs/a" }),
            json!({ "$ref": "#/$defs/b" }),
            json!({ "$ref": "#/$defs/c", "description": "A c" }),
            json!({ "$ref": "#/$defs/a", "minimum": 2 }),
            json!({ "$ref": "#" }),
            json!({ "allOf": [{ "$ref": "#/$defs/b" }] }),
        ]),
    ]
    .boxed()
}

fn object(inner: BoxedStrategy<Value>) -> BoxedStrategy<Value> {
    let keys = || subsequence(KEYS.to_vec(), 0..4);
    let additional = prop_oneof![
        3 => Just(None),
        3 => Just(Some(json!(false))),
        1 => Just(Some(json!(true))),
        2 => inner.clone().prop_map(Some),
    ];
    let extras = select(vec![
        json!({}),
        json!({}),
        json!({}),
        json!({}),
        json!({ "minProperties": 1 }),
        json!({ "maxProperties": 2 }),
        json!({ "propertyNames": { "maxLength": 3 } }),
        json!({ "dependentRequired": { "a": ["b"], "my key": ["a"] } }),
        json!({ "patternProperties": { "^e": { "type": "string" } } }),
        json!({ "unevaluatedProperties": false }),
        json!({ "anyOf": [{ "required": ["a"] }, { "required": ["my key"] }] }),
    ]);
    (keys(), vec(inner, 4), keys(), additional, extras)
        .prop_map(|(keys, schemas, required, additional, extras)| {
            let properties: Map<String, Value> =
                keys.iter().map(|key| (*key).to_owned()).zip(schemas).collect();
            let required: Vec<&str> = required
                .into_iter()
                .enumerate()
                .filter(|(index, key)| *index == 0 || keys.contains(key))
                .map(|(_, key)| key)
                .collect();
            let mut schema = json!({ "type": "object", "properties": properties });
            if !required.is_empty() {
                schema["required"] = json!(required);
            }
            if let Some(additional) = additional {
                schema["additionalProperties"] = additional;
            }
            described(schema, extras)
        })
        .boxed()
}

fn array(inner: BoxedStrategy<Value>) -> BoxedStrategy<Value> {
    let extras = select(vec![
        json!({}),
        json!({}),
        json!({ "minItems": 1, "maxItems": 3 }),
        json!({ "minItems": 2 }),
        json!({ "uniqueItems": true }),
        json!({ "contains": { "type": "integer" } }),
    ]);
    (option::of(inner.clone()), vec(inner, 0..3), any::<bool>(), extras)
        .prop_map(|(items, first, is_tuple, extras)| {
            let mut schema = json!({ "type": "array" });
            if let Some(items) = items {
                schema["items"] = items;
            }
            if is_tuple && !first.is_empty() {
                schema["prefixItems"] = json!(first);
            }
            described(schema, extras)
        })
        .boxed()
}

fn combinator(inner: BoxedStrategy<Value>) -> BoxedStrategy<Value> {
    let list = || vec(inner.clone(), 1..4);
    prop_oneof![
        3 => list().prop_map(|all| json!({ "anyOf": all })),
        2 => list().prop_map(|all| json!({ "oneOf": all })),
        2 => list().prop_map(|all| json!({ "allOf": all })),
        1 => inner.clone().prop_map(|schema| json!({ "not": schema })),
        1 => (inner.clone(), inner.clone()).prop_map(|(one, two)| json!({ "if": one, "then": two })),
        1 => list().prop_map(|all| json!({ "type": ["object", "string"], "anyOf": all })),
        1 => (list(), list()).prop_map(|(one, two)| json!({ "anyOf": one, "oneOf": two })),
    ]
    .boxed()
}
