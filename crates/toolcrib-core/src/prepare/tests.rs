use serde_json::json;

use super::*;
use crate::limits::Limits;
use crate::spec::{SideEffects, Spec, UnknownArguments};

fn tool(properties: Value) -> CompiledSpec {
    tool_from(Spec {
        parameters: json!({ "type": "object", "properties": properties }),
        ..Spec::new("t", "A tool.")
    })
}

fn tool_from(spec: Spec) -> CompiledSpec {
    let spec = Spec { side_effects: SideEffects::None, ..spec };
    CompiledSpec::new(spec, "", b"", &Limits::DEFAULT).unwrap()
}

fn prepared(tool: &CompiledSpec, arguments: Value) -> Prepared {
    prepare(tool, arguments.into(), Circumstances::default()).unwrap()
}

/// Value and repairs for one argument `v` under a schema.
fn coerced(schema: Value, value: Value) -> (Value, Vec<(String, RepairKind)>) {
    let prepared = prepared(&tool(json!({ "v": schema })), json!({ "v": value }));
    let repairs = prepared.repairs.into_iter().map(|repair| (repair.pointer, repair.kind));
    (prepared.call.arguments()["v"].clone(), repairs.collect())
}

/// The faults of one argument `v` under a schema.
fn faults(schema: Value, value: Value) -> Vec<String> {
    let tool = tool(json!({ "v": schema }));
    let result = prepare(&tool, json!({ "v": value }).into(), Circumstances::default());
    let error = result.expect_err("these arguments do not fit");
    error.details.iter().map(Fault::to_string).collect()
}

#[test]
fn what_was_meant_is_put_in_place_of_what_was_sent() {
    use RepairKind::*;
    for (schema, sent, meant, kind) in [
        (json!({ "type": "integer" }), json!("5"), json!(5), StringToNumber),
        (json!({ "type": "integer" }), json!("-5"), json!(-5), StringToNumber),
        (json!({ "type": "integer" }), json!("5.0"), json!(5), StringToNumber),
        (json!({ "type": "integer" }), json!("1e3"), json!(1000), StringToNumber),
        (json!({ "type": "number" }), json!("5"), json!(5), StringToNumber),
        (json!({ "type": "number" }), json!("2.5"), json!(2.5), StringToNumber),
        (json!({ "type": "boolean" }), json!("true"), json!(true), StringToBoolean),
        (json!({ "type": "boolean" }), json!("False"), json!(false), StringToBoolean),
        (json!({ "type": "object" }), json!("{\"a\":1}"), json!({"a": 1}), StringToObject),
        (json!({ "type": "array" }), json!("[1,\"x\"]"), json!([1, "x"]), StringToArray),
        (json!({ "type": "array" }), json!(5), json!([5]), ValueToArray),
        (json!({ "type": "array" }), json!("x"), json!(["x"]), ValueToArray),
        (json!({ "type": "array" }), json!({"a": 1}), json!([{"a": 1}]), ValueToArray),
        (json!({ "enum": ["Red", "Blue"] }), json!("RED"), json!("Red"), EnumCase),
        (json!({ "enum": [1, 2] }), json!("2"), json!(2), StringToNumber),
        (json!({ "const": "Fixed" }), json!("fixed"), json!("Fixed"), EnumCase),
        (json!({ "type": ["integer", "null"] }), json!("7"), json!(7), StringToNumber),
        (json!({ "type": ["boolean", "integer"] }), json!("7"), json!(7), StringToNumber),
        (
            json!({ "anyOf": [{ "type": "integer" }, { "type": "null" }] }),
            json!("7"),
            json!(7),
            StringToNumber,
        ),
        (
            json!({ "oneOf": [{ "type": "object" }, { "type": "boolean" }] }),
            json!("true"),
            json!(true),
            StringToBoolean,
        ),
    ] {
        let expected = (meant, vec![("/v".to_owned(), kind)]);
        assert_eq!(coerced(schema.clone(), sent.clone()), expected, "{sent} under {schema}");
    }
}

#[test]
fn what_fits_is_never_touched() {
    for (schema, value) in [
        (json!({ "type": "string" }), json!("5")),
        (json!({ "type": "string" }), json!("007")),
        (json!({ "type": "string" }), json!("true")),
        (json!({ "type": "string" }), json!("[1]")),
        (json!({ "type": ["string", "integer"] }), json!("5")),
        (json!({ "anyOf": [{ "type": "integer" }, { "type": "string" }] }), json!("5")),
        (json!({ "enum": ["a", "A"] }), json!("A")),
        (json!({ "type": "number" }), json!(5)),
        (json!({ "type": "integer" }), json!(5.0)),
        (json!({}), json!("5")),
        (json!(true), json!({ "x": "5" })),
        (json!({ "type": "array", "items": { "type": "string" } }), json!(["1", "[2]"])),
    ] {
        assert_eq!(coerced(schema, value.clone()), (value, vec![]));
    }
}

#[test]
fn what_cannot_be_meant_is_refused() {
    for (schema, value, fault) in [
        (json!({ "type": "integer" }), json!("12abc"), r#"an integer, but got a string: "12abc""#),
        (json!({ "type": "integer" }), json!("007"), r#"an integer, but got a string: "007""#),
        (json!({ "type": "integer" }), json!(" 5"), r#"an integer, but got a string: " 5""#),
        (json!({ "type": "integer" }), json!("5.5"), r#"an integer, but got a string: "5.5""#),
        (json!({ "type": "integer" }), json!(""), r#"an integer, but got a string: """#),
        (json!({ "type": "integer" }), json!("0x10"), r#"an integer, but got a string: "0x10""#),
        (
            json!({ "type": "integer" }),
            json!("99999999999999999999999"),
            r#"an integer, but got a string: "99999999999999999999999""#,
        ),
        (json!({ "type": "integer" }), json!(true), "an integer, but got a boolean: true"),
        (json!({ "type": "number" }), json!("NaN"), r#"a number, but got a string: "NaN""#),
        (
            json!({ "type": "number" }),
            json!("Infinity"),
            r#"a number, but got a string: "Infinity""#,
        ),
        (json!({ "type": "number" }), json!("1e400"), r#"a number, but got a string: "1e400""#),
        (json!({ "type": "boolean" }), json!("yes"), r#"a boolean, but got a string: "yes""#),
        (json!({ "type": "boolean" }), json!(1), "a boolean, but got an integer: 1"),
        (json!({ "type": "string" }), json!(5), "a string, but got an integer: 5"),
        (json!({ "type": "string" }), json!(null), "a string, but got null"),
        (json!({ "type": "object" }), json!("[1]"), r#"an object, but got a string: "[1]""#),
        (json!({ "type": "array" }), json!(null), "an array, but got null"),
        (
            json!({ "enum": ["a", "A", "b"] }),
            json!("B "),
            r#"one of "a", "A", "b", but got a string: "B ""#,
        ),
    ] {
        assert_eq!(faults(schema, value), [format!("/v: must be {fault}")]);
    }
}

#[test]
fn a_mend_that_is_ambiguous_is_not_made() {
    // Neither is exact, both differ in case alone.
    assert_eq!(faults(json!({ "enum": ["aB", "Ab"] }), json!("AB")).len(), 1);
}

#[test]
fn mends_go_as_deep_as_they_must() {
    let numbers = json!({ "type": "array", "items": { "type": "integer" } });
    let (value, repairs) = coerced(numbers.clone(), json!("[\"1\", 2]"));
    assert_eq!(value, json!([1, 2]));
    assert_eq!(repairs.len(), 2);
    assert_eq!(coerced(numbers.clone(), json!("3")).0, json!([3]));
    let lists = json!({ "type": "array", "items": numbers });
    assert_eq!(coerced(lists, json!("[\"[1, \\\"2\\\"]\", 3]")).0, json!([[1, 2], [3]]));
    let strings = json!({ "type": "array", "items": { "type": "string" } });
    // Decoded it would not fit, so it is one string that looks like a list.
    assert_eq!(coerced(strings, json!("[1]")).0, json!(["[1]"]));
}

#[test]
fn a_wrap_that_does_not_help_is_not_made() {
    let schema = json!({ "type": "array", "items": { "type": "integer" } });
    assert_eq!(faults(schema, json!("x")), [r#"/v: must be an array, but got a string: "x""#]);
}

#[test]
fn a_union_is_mended_as_a_whole_branch_or_not_at_all() {
    let schema = json!({
        "oneOf": [
            { "type": "object", "required": ["kind", "n"], "properties":
                { "kind": { "const": "count" }, "n": { "type": "integer" }, "on": { "type": "boolean" } } },
            { "type": "object", "required": ["kind", "s"], "properties":
                { "kind": { "const": "text" }, "s": { "type": "string" } } },
        ],
    });
    let sent = json!({ "kind": "COUNT", "n": "5", "on": "true" });
    let (value, repairs) = coerced(schema.clone(), sent);
    assert_eq!(value, json!({ "kind": "count", "n": 5, "on": true }));
    assert_eq!(repairs.len(), 3);
    let fault = faults(schema, json!({ "kind": "count", "n": "x" }));
    assert_eq!(
        fault,
        [
            r#"/v: fits none of the allowed forms; nearest: /v/n: must be an integer, but got a string: "x""#
        ]
    );
}

#[test]
fn a_repaired_value_still_meets_its_bounds() {
    let schema = json!({ "type": "integer", "maximum": 100 });
    assert_eq!(faults(schema, json!("500")), ["/v: must be at most 100, but got an integer: 500"]);
}

#[test]
fn coercion_can_be_switched_off() {
    let tool = tool_from(Spec {
        coerce: false,
        parameters: json!({ "type": "object", "properties": { "n": { "type": "integer" } } }),
        ..Spec::new("t", "A tool.")
    });
    assert!(prepare(&tool, json!({ "n": "5" }).into(), Circumstances::default()).is_err());
    assert!(prepare(&tool, json!({ "n": 5 }).into(), Circumstances::default()).is_ok());
}

#[test]
fn hostile_arguments_cannot_buy_time() {
    let schema =
        json!({ "type": "array", "items": { "type": "array", "items": { "type": "integer" } } });
    let tool = tool(json!({ "v": schema }));
    let sent: Vec<String> = (0..20_000).map(|n| format!("x{n}")).collect();
    let result = prepare(&tool, json!({ "v": sent }).into(), Circumstances::default());
    let error = result.unwrap_err();
    assert_eq!(error.details.len(), Limits::DEFAULT.faults_max + 1);
}

#[test]
fn defaults_fill_what_was_left_out() {
    let tool = tool_from(Spec {
        parameters: json!({
            "type": "object",
            "required": ["limit"],
            "properties": {
                "limit": { "type": "integer", "default": 10 },
                "page": { "$ref": "#/$defs/page" },
                "rows": { "type": "array", "items": { "$ref": "#/$defs/page" } },
            },
            "$defs": { "page": { "type": "object", "properties": {
                "size": { "type": "integer", "default": 3 },
                "next": { "$ref": "#/$defs/page" },
            } } },
        }),
        ..Spec::new("t", "A tool.")
    });
    assert_eq!(prepared(&tool, json!({})).call.arguments(), &json!({ "limit": 10 }));
    let sent = json!({ "limit": 1, "page": { "next": {} }, "rows": [{}, { "size": 9 }] });
    assert_eq!(
        prepared(&tool, sent).call.arguments(),
        &json!({
            "limit": 1,
            "page": { "next": { "size": 3 }, "size": 3 },
            "rows": [{ "size": 3 }, { "size": 9 }],
        })
    );
    // An object that came as text has gaps of its own.
    let sent = json!({ "page": "{}" });
    assert_eq!(prepared(&tool, sent).call.arguments()["page"], json!({ "size": 3 }));
}

#[test]
fn a_default_that_does_not_fit_beside_the_rest_is_none() {
    let tool = tool(json!({
        "b": { "allOf": [{ "enum": ["a", true] }, { "type": "boolean", "default": false }] },
        "c": { "type": "integer", "default": 1 },
    }));
    let prepared = prepare(&tool, json!({}).into(), Circumstances::default()).unwrap();
    assert_eq!(prepared.call.arguments(), &json!({}));
    let prepared = prepare(&tool, json!({ "b": true }).into(), Circumstances::default()).unwrap();
    assert_eq!(prepared.call.arguments(), &json!({ "b": true, "c": 1 }));
}

#[test]
fn an_agents_settings_come_before_the_tools_defaults() {
    let tool = tool(json!({ "limit": { "type": "integer", "default": 10, "maximum": 50 } }));
    let config = json!({ "default_limit": 20, "default_other": 1, "key": "for the handler" });
    let circumstances = Circumstances { config: config.as_object(), ..Circumstances::default() };
    for (sent, limit) in [(json!({}), 20), (json!({ "limit": 5 }), 5)] {
        let prepared = prepare(&tool, sent.into(), circumstances).unwrap();
        assert_eq!(prepared.call.arguments(), &json!({ "limit": limit }));
    }
}

#[test]
fn a_null_that_a_vendors_form_demands_is_the_agents_default() {
    let parameters = json!({
        "type": "object",
        "properties": { "limit": { "type": "integer" }, "since": { "type": ["string", "null"] } },
        "required": ["limit", "since"],
    });
    let tool = tool_from(Spec { parameters, ..Spec::new("t", "A tool.") });
    let config = json!({ "default_limit": 20, "default_since": "today" });
    let circumstances = Circumstances { config: config.as_object(), ..Circumstances::default() };
    let sent = json!({ "limit": null, "since": null });
    let strict = Circumstances { offered_as: Some(Provider::OpenAiStrict), ..circumstances };
    let prepared = prepare(&tool, sent.clone().into(), strict).unwrap();
    // Null is one of `since`'s own values, so it was meant.
    assert_eq!(prepared.call.arguments(), &json!({ "limit": 20, "since": null }));
    // Nobody was made to say null.
    let error = prepare(&tool, sent.into(), circumstances).unwrap_err();
    assert_eq!(error.details[0].pointer, "/limit");
}

#[test]
fn a_tool_reads_its_own_arguments_first_and_the_schema_still_holds() {
    let tool = tool(json!({ "q": { "type": "string", "maxLength": 3 } }));
    let normalize = |map: &Map<String, Value>| {
        let query = map.get("query")?;
        Some(Map::from_iter([("q".to_owned(), query.clone())]))
    };
    let circumstances = Circumstances { normalize: Some(&normalize), ..Circumstances::default() };
    let good = prepare(&tool, json!({ "query": "abc" }).into(), circumstances).unwrap();
    assert_eq!(good.call.arguments(), &json!({ "q": "abc" }));
    assert!(prepare(&tool, json!({ "query": "abcd" }).into(), circumstances).is_err());
}

#[test]
fn unknown_arguments_are_refused_unless_the_schema_or_the_tool_says_otherwise() {
    let schema = |extra: Value| {
        let mut schema = json!({ "type": "object", "properties": { "query": {} } });
        schema.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
        schema
    };
    let spec = |parameters| Spec { parameters, ..Spec::new("t", "A tool.") };
    let run = |spec: Spec| {
        let sent = json!({ "query": 1, "qeury": 2 });
        prepare(&tool_from(spec), sent.into(), Circumstances::default())
    };
    // Nobody says anything: refused, with the likely name.
    let error = run(spec(schema(json!({})))).unwrap_err();
    assert_eq!(
        error.details,
        [Fault::at("/qeury", "is not a parameter of this tool; did you mean `query`?")
            .expecting("one of query")]
    );
    // Declared elsewhere than in `properties` is declared.
    let indirect = json!({ "allOf": [{ "properties": { "qeury": {} } }] });
    assert!(run(spec(schema(indirect))).is_ok());
    let indirect = json!({ "allOf": [{ "properties": { "other": {} } }] });
    assert!(run(spec(schema(indirect))).is_err());
    // The tool says drop.
    let lenient = Spec { unknown_arguments: UnknownArguments::Drop, ..spec(schema(json!({}))) };
    let prepared = run(lenient).unwrap();
    assert_eq!(prepared.call.arguments(), &json!({ "query": 1 }));
    assert_eq!(
        prepared.warnings,
        [Fault::at("/qeury", "is not a parameter of this tool and was left out")
            .expecting("one of query")]
    );
    // The schema has the last word, whatever the tool says.
    let closed = schema(json!({ "additionalProperties": false }));
    assert!(run(Spec { unknown_arguments: UnknownArguments::Drop, ..spec(closed) }).is_err());
    let open = schema(json!({ "additionalProperties": true }));
    assert_eq!(run(spec(open)).unwrap().call.arguments()["qeury"], json!(2));
}

#[test]
fn a_lenient_list_keeps_its_valid_items() {
    let kinds = json!({
        "type": "array",
        "x-onInvalid": "drop",
        "minItems": 1,
        "items": { "enum": ["post", "reply"] },
    });
    let lenient = tool(json!({ "kinds": kinds }));
    let prepared = prepared(&lenient, json!({ "kinds": ["post", "poem", "REPLY", 5] }));
    assert_eq!(prepared.call.arguments(), &json!({ "kinds": ["post", "reply"] }));
    let dropped: Vec<&str> = prepared.warnings.iter().map(|fault| &*fault.pointer).collect();
    assert_eq!(dropped, ["/kinds/1", "/kinds/3"]);
    assert_eq!(
        prepared.warnings[0].message,
        r#"must be one of "post", "reply", but got a string: "poem"; the item was left out"#
    );
    // With nothing left the list itself does not fit.
    let all_bad = json!({ "kinds": ["poem"] });
    let error = prepare(&lenient, all_bad.into(), Circumstances::default()).unwrap_err();
    assert_eq!(error.details[0].pointer, "/kinds");
    // A strict list lets nothing through.
    let strict = tool(json!({ "kinds": { "type": "array", "items": { "enum": ["post"] } } }));
    let sent = json!({ "kinds": ["post", "poem"] });
    assert!(prepare(&strict, sent.into(), Circumstances::default()).is_err());
}

#[test]
fn lenient_lists_inside_lenient_lists_lose_the_innermost_item() {
    let tool = tool(json!({
        "rows": { "type": "array", "x-onInvalid": "drop", "items": {
            "type": "object", "required": ["tags"],
            "properties": { "tags": { "type": "array", "x-onInvalid": "drop", "items": { "type": "integer" } } },
        } },
    }));
    let sent = json!({ "rows": [{ "tags": [1, "x"] }, {}, { "tags": ["y", 2] }] });
    let prepared = prepared(&tool, sent);
    assert_eq!(prepared.call.arguments(), &json!({ "rows": [{ "tags": [1] }, { "tags": [2] }] }));
    assert_eq!(prepared.warnings.len(), 3);
}

#[test]
fn all_faults_come_at_once_in_order() {
    let tool = tool_from(Spec {
        parameters: json!({
            "type": "object",
            "required": ["a", "b"],
            "properties": { "a": { "type": "string", "minLength": 3 }, "b": {}, "c": { "format": "email" } },
        }),
        ..Spec::new("t", "A tool.")
    });
    let sent = json!({ "a": "x", "c": "nobody", "d": 1 });
    let error = prepare(&tool, sent.into(), Circumstances::default()).unwrap_err();
    assert_eq!(error.message, "The arguments of `t` have 4 faults.");
    let faults: Vec<String> = error.details.iter().map(Fault::to_string).collect();
    assert_eq!(
        faults,
        [
            r#"/a: must be at least 3 characters long, but got a string: "x""#,
            "/b: is required but missing",
            r#"/c: must be in the format email, but got a string: "nobody""#,
            "/d: is not a parameter of this tool",
        ]
    );
}

#[test]
fn a_fault_does_not_spell_out_a_secret() {
    let tool = tool(json!({ "password": { "type": "integer" } }));
    let sent = json!({ "password": "hunter2" });
    let error = prepare(&tool, sent.into(), Circumstances::default()).unwrap_err();
    assert_eq!(error.details[0].message, "must be an integer, but got a string");
}

#[test]
fn formats_are_checked() {
    for (format, good, bad) in [
        ("email", "a@example.org", "a@"),
        ("date-time", "2026-03-01T09:30:00Z", "2026-03-01 09:30"),
        ("date", "2026-02-28", "2026-02-30"),
        ("time", "09:30:00Z", "25:00:00Z"),
        ("duration", "P1D", "1 day"),
        ("uri", "https://example.org/", "example"),
        ("uuid", "2eb8aa08-aa98-11ea-b4aa-73b441d16380", "2eb8"),
        ("ipv4", "127.0.0.1", "127.0.0.256"),
        ("ipv6", "::1", "12345::"),
        ("hostname", "example.org", "-x-"),
        ("regex", "^a+$", "("),
        ("json-pointer", "/a/b", "a"),
    ] {
        let schema = json!({ "type": "string", "format": format });
        assert_eq!(coerced(schema.clone(), json!(good)), (json!(good), vec![]), "{format}");
        assert_eq!(faults(schema, json!(bad)).len(), 1, "{format}");
    }
}

#[test]
fn alternatives_inside_alternatives_cannot_buy_time() {
    let tool = tool_from(Spec {
        parameters: json!({
            "type": "object",
            "properties": { "n": { "$ref": "#/$defs/n" } },
            "$defs": { "n": { "anyOf": [
                { "type": "object", "properties": { "l": { "$ref": "#/$defs/n" } }, "required": ["l"] },
                { "type": "object", "properties": { "l": { "$ref": "#/$defs/n" }, "v": {} }, "required": ["l"] },
                { "type": "integer" },
            ] } },
        }),
        ..Spec::new("t", "A tool.")
    });
    let nested = |levels, leaf: Value| (0..levels).fold(leaf, |inner, _| json!({ "l": inner }));
    let good = json!({ "n": nested(60, json!(1)) });
    assert!(prepare(&tool, good.into(), Circumstances::default()).is_ok());
    let mendable = json!({ "n": nested(2, json!("1")) });
    assert!(prepare(&tool, mendable.into(), Circumstances::default()).is_ok());
    // Checked to the end this would take longer than the sun will shine.
    let bad = json!({ "n": nested(60, json!("q")) });
    let error = prepare(&tool, bad.into(), Circumstances::default()).unwrap_err();
    assert_eq!(
        error.details[0].message,
        "they take too many steps to check against the tool's alternatives"
    );
}

#[test]
fn many_choices_are_settled_alike() {
    let schema = json!({ "type": "array", "items": { "anyOf": [{ "type": "integer" }, { "type": "number" }] } });
    let sent: Vec<&str> = vec!["1"; 500];
    let (value, repairs) = coerced(schema, json!(sent));
    assert_eq!((value, repairs.len()), (json!(vec![1; 500]), 500));
}

#[test]
fn a_parameter_declared_in_a_part_is_no_stranger() {
    let parameters = json!({
        "type": "object",
        "allOf": [{ "$ref": "#/$defs/b" }],
        "properties": { "z": { "type": "integer" } },
        "$defs": { "b": {
            "properties": { "a": { "type": "integer" }, "c": { "type": "string" } },
            "required": ["a"],
        } },
    });
    for unknown_arguments in [UnknownArguments::Drop, UnknownArguments::Reject] {
        let parameters = parameters.clone();
        let tool = tool_from(Spec { unknown_arguments, parameters, ..Spec::new("t", "A tool.") });
        let sent = json!({ "a": "5", "c": "keep", "z": "3" });
        let good = json!({ "a": 5, "c": "keep", "z": 3 });
        assert_eq!(prepared(&tool, sent).call.arguments(), &good);
        let sent = json!({ "c": "keep" });
        let error = prepare(&tool, sent.into(), Circumstances::default()).unwrap_err();
        assert_eq!(
            error.details,
            [Fault::at("/a", "is required but missing").expecting("a value")]
        );
    }
}

#[test]
fn a_string_is_decoded_as_strictly_as_the_arguments_themselves() {
    let list = json!({ "type": "array", "items": { "type": "object" } });
    assert_eq!(faults(list, json!("[{\"x\": 1, \"x\": 2}]")).len(), 1);
    let deep = format!("{}{}", "[".repeat(64), "]".repeat(64));
    let tool = tool(json!({ "v": { "type": "array" } }));
    let result = prepare(&tool, json!({ "v": deep }).into(), Circumstances::default());
    assert_eq!(
        result.unwrap_err().message,
        "The arguments are nested too deeply: more than 64 levels."
    );
}

#[test]
fn lists_of_warnings_and_repairs_stay_readable() {
    let forgiving = tool_from(Spec {
        unknown_arguments: UnknownArguments::Drop,
        parameters: json!({ "type": "object", "properties": {} }),
        ..Spec::new("t", "A tool.")
    });
    let sent: Map<String, Value> = (0..5_000).map(|n| (format!("k{n}"), json!(1))).collect();
    let prepared_call = prepared(&forgiving, Value::Object(sent));
    assert_eq!(prepared_call.warnings.len(), Limits::DEFAULT.faults_max + 1);
    let numbers = tool(json!({ "v": { "type": "array", "items": { "type": "integer" } } }));
    let mended = prepared(&numbers, json!({ "v": vec!["1"; 5_000] }));
    assert_eq!(mended.repairs.len(), Limits::DEFAULT.repairs_max);
    assert_eq!(mended.call.arguments(), &json!({ "v": vec![1; 5_000] }));
}

#[test]
fn a_dropped_item_is_named_by_the_place_where_it_was_sent() {
    let tool = tool(json!({
        "list": { "type": "array", "x-onInvalid": "drop", "items": {
            "type": "object",
            "properties": { "tags": {
                "type": "array", "x-onInvalid": "drop", "minItems": 1, "items": { "type": "string" },
            } },
        } },
    }));
    let sent = json!({ "list": [5, { "tags": [1] }, { "tags": ["ok"] }] });
    let prepared = prepared(&tool, sent);
    assert_eq!(prepared.call.arguments(), &json!({ "list": [{ "tags": ["ok"] }] }));
    let places: Vec<&str> = prepared.warnings.iter().map(|fault| &*fault.pointer).collect();
    assert_eq!(places, ["/list/0", "/list/1/tags/0", "/list/1/tags"]);
}

#[test]
fn a_wrong_tag_is_answered_with_all_tags() {
    let schema = json!({ "oneOf": [
        { "type": "object", "required": ["kind"], "properties": { "kind": { "const": "circle" } } },
        { "type": "object", "required": ["kind"], "properties": { "kind": { "const": "rect" } } },
    ] });
    assert_eq!(
        faults(schema, json!({ "kind": "tri" })),
        [r#"/v/kind: must be "circle" or "rect", but got a string: "tri""#]
    );
}
