//! Random schemas and random arguments: the fuzz target of `prepare`.

use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use serde_json::{Value, json};
use toolcrib_core::prepare::Circumstances;
use toolcrib_core::{CompiledSpec, Limits, SideEffects, Spec, prepare};

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn prepare_never_panics_and_what_it_lets_through_fits(
        property in schema(),
        value in value(),
        as_text in any::<bool>(),
    ) {
        let parameters = json!({
            "type": "object",
            "properties": { "v": property },
            "additionalProperties": false,
        });
        let judge = jsonschema::options()
            .should_validate_formats(true)
            .build(&parameters)
            .expect("the generator makes valid schemas");
        let spec = Spec {
            side_effects: SideEffects::None,
            parameters,
            ..Spec::new("random", "A random tool.")
        };
        // A default that does not fit is refused at once; nothing to call then.
        let Ok(tool) = CompiledSpec::new(spec, "", b"", &Limits::DEFAULT) else { return Ok(()) };
        let sent = json!({ "v": value });
        let arguments = if as_text { sent.to_string().into() } else { sent.clone().into() };
        match prepare(&tool, arguments, Circumstances::default()) {
            Ok(prepared) => {
                let arguments = prepared.call.arguments();
                prop_assert!(judge.is_valid(arguments), "{arguments} does not fit");
                if judge.is_valid(&sent) {
                    prop_assert_eq!(prepared.repairs, []);
                } else {
                    let mended = !prepared.repairs.is_empty() || !prepared.warnings.is_empty();
                    prop_assert!(mended || arguments != &sent, "a silent change");
                }
                let again = prepare(&tool, arguments.clone().into(), Circumstances::default());
                let again = again.expect("what fits once fits again");
                prop_assert_eq!(again.call.arguments(), arguments);
                prop_assert_eq!(again.repairs, []);
            }
            Err(error) => {
                prop_assert!(!judge.is_valid(&sent), "refused what fits");
                prop_assert!(!error.details.is_empty(), "refused without a reason");
            }
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[\\[\\]{}\",:0-9a-z.\\\\eE+-]{0,60}") {
        let tool = CompiledSpec::new(
            Spec { side_effects: SideEffects::None, ..Spec::new("t", "A tool.") },
            "", b"", &Limits::DEFAULT,
        ).expect("a plain tool compiles");
        // Whatever comes, it comes back as an outcome and not as a panic.
        drop(prepare(&tool, text.into(), Circumstances::default()));
    }
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-20i64..20).prop_map(Value::from),
        (-20.0..20.0).prop_map(Value::from),
        word().prop_map(Value::from),
    ];
    let tree = leaf.prop_recursive(3, 16, 4, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Value::from),
            btree_map("[abc]", inner, 0..3).prop_map(|map| json!(map)),
        ]
    });
    // Models like to put JSON into strings.
    (tree, any::<bool>()).prop_map(
        |(tree, quoted)| {
            if quoted { Value::from(tree.to_string()) } else { tree }
        },
    )
}

fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-cA-C]{0,3}",
        "-?[0-9]{1,3}(\\.[0-9])?",
        Just("true".to_owned()),
        Just("False".to_owned()),
        Just("12abc".to_owned()),
        Just("\u{0}\u{202e}ü".to_owned()),
    ]
}

fn schema() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(json!({})),
        Just(json!(true)),
        Just(json!({ "type": "string", "maxLength": 2 })),
        Just(json!({ "type": "integer", "minimum": -5, "default": 1 })),
        Just(json!({ "type": ["number", "null"] })),
        Just(json!({ "type": "boolean", "default": false })),
        Just(json!({ "enum": ["a", "B", 3, true, null] })),
        Just(json!({ "const": "Abc" })),
        Just(json!({ "type": "array", "x-onInvalid": "drop", "items": { "type": "integer" } })),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            (inner.clone(), 0u8..2).prop_map(|(items, min)| json!({
                "type": "array", "items": items, "minItems": min,
            })),
            (btree_map("[abc]", inner.clone(), 1..3), any::<bool>()).prop_map(
                |(map, open)| json!({
                    "type": "object",
                    "required": [map.keys().next().expect("at least one")],
                    "properties": map,
                    "additionalProperties": open,
                })
            ),
            vec(inner.clone(), 1..3).prop_map(|branches| json!({ "anyOf": branches })),
            vec(inner.clone(), 1..3).prop_map(|branches| json!({ "oneOf": branches })),
            vec(inner.clone(), 1..3).prop_map(|parts| json!({ "allOf": parts })),
            inner.prop_map(|not| json!({ "not": not })),
        ]
    })
}
