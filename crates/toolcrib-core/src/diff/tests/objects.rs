use super::*;

fn open(properties: Value) -> Value {
    json!({ "properties": properties })
}

fn closed(properties: Value) -> Value {
    json!({ "properties": properties, "additionalProperties": false })
}

#[test]
fn a_property_may_come_where_none_was_taken() {
    check(closed(json!({})), closed(json!({ "a": { "type": "string" } })), &["C /properties/a"]);
    check(closed(json!({ "a": {} })), closed(json!({})), &["B /properties/a"]);
    check(open(json!({})), open(json!({ "a": { "type": "string" } })), &["B /properties/a"]);
    check(open(json!({})), open(json!({ "a": true })), &["C /properties/a"]);
    check(open(json!({ "a": { "type": "string" } })), open(json!({})), &["C /properties/a"]);
    let rest = |properties: Value| json!({ "properties": properties, "additionalProperties": { "type": "string" } });
    check(rest(json!({})), rest(json!({ "a": { "type": "string" } })), &["C /properties/a"]);
    check(rest(json!({})), rest(json!({ "a": { "type": "integer" } })), &["B /properties/a"]);
    check(rest(json!({ "a": { "type": "integer" } })), rest(json!({})), &["B /properties/a"]);
}

#[test]
fn the_rest_may_be_opened_and_not_closed() {
    check(open(json!({})), closed(json!({})), &["B /additionalProperties"]);
    check(closed(json!({})), open(json!({})), &["C /additionalProperties"]);
    let rest = |schema: Value| json!({ "additionalProperties": schema });
    check(
        rest(json!({ "maximum": 1 })),
        rest(json!({ "maximum": 2 })),
        &["C /additionalProperties/maximum"],
    );
    check(
        rest(json!({ "maximum": 2 })),
        rest(json!({ "maximum": 1 })),
        &["B /additionalProperties/maximum"],
    );
    check(rest(json!(false)), json!({ "unevaluatedProperties": false }), &[]);
    check(json!({}), json!({ "unevaluatedProperties": false }), &["B /unevaluatedProperties"]);
}

#[test]
fn properties_are_compared_inside() {
    check(
        open(json!({ "a/b": { "maximum": 2 } })),
        open(json!({ "a/b": { "maximum": 1 } })),
        &["B /properties/a~1b/maximum"],
    );
    check(
        open(json!({ "b": { "maximum": 1 }, "a": { "maximum": 2 }, "c": { "maximum": 2 } })),
        open(json!({ "a": { "maximum": 1 }, "b": { "maximum": 1 }, "c": { "maximum": 3 } })),
        &["B /properties/a/maximum", "C /properties/c/maximum"],
    );
}

#[test]
fn a_property_that_a_pattern_knew_was_not_free() {
    let with = |properties: Value| {
        json!({
            "properties": properties,
            "patternProperties": { "^a": { "type": "integer" } },
            "additionalProperties": false,
        })
    };
    check(with(json!({})), with(json!({ "ab": { "type": "string" } })), &["B /properties/ab"]);
}

#[test]
fn what_alternatives_know_is_known() {
    let with = |properties: Value, branch: Value| {
        json!({
            "properties": properties, "anyOf": [branch], "unevaluatedProperties": false,
        })
    };
    let a = || json!({ "properties": { "a": {} } });
    check(
        with(json!({}), a()),
        with(json!({ "b": { "type": "string" } }), a()),
        &["C /properties/b"],
    );
    check(
        with(json!({}), a()),
        with(json!({ "a": { "type": "string" } }), a()),
        &["B /properties/a"],
    );
    // An open branch takes no less, but what it does not name is now unknown.
    check(with(json!({}), a()), with(json!({}), json!({})), &["B /anyOf/0/properties/a"]);
    let direct = json!({ "anyOf": [a()], "additionalProperties": false });
    check(with(json!({}), a()), direct, &["B /additionalProperties"]);
    let parts = |parts: Value| json!({ "allOf": parts, "unevaluatedProperties": false });
    assert_eq!(parameter(&parts(json!([a()])), &parts(json!([]))), ["B /allOf/0"]);
}

#[test]
fn unknown_arguments_are_refused_where_the_schema_is_silent() {
    let with = |properties: Value| json!({ "type": "object", "properties": properties });
    let (none, one) = (with(json!({})), with(json!({ "a": { "type": "string" } })));
    assert_eq!(parameters(&none, &one), ["C /properties/a"]);
    assert_eq!(parameters(&one, &none), ["B /properties/a"]);
    let dropping = |schema: &Value| Spec {
        unknown_arguments: crate::UnknownArguments::Drop,
        ..taking(schema)
    };
    let between = |old: Spec, new: Spec| lines(&Diff::between(&old, &new));
    assert_eq!(between(dropping(&one), dropping(&none)), ["C /parameters/properties/a"]);
    assert_eq!(between(dropping(&none), dropping(&one)), ["B /parameters/properties/a"]);
    assert_eq!(between(dropping(&none), taking(&none)), ["B /unknownArguments"]);
    assert_eq!(between(taking(&none), dropping(&none)), ["C /unknownArguments"]);
    let closed = json!({ "type": "object", "additionalProperties": false });
    assert_eq!(between(dropping(&closed), taking(&closed)), ["C /unknownArguments"]);
    assert_eq!(
        parameters(
            &none,
            &json!({ "type": "object", "properties": {}, "additionalProperties": false })
        ),
        [""; 0]
    );
    assert_eq!(
        parameters(
            &json!({ "type": "object", "additionalProperties": true }),
            &json!({ "type": "object" })
        ),
        ["B /additionalProperties"]
    );
}

#[test]
fn what_must_be_given_may_become_fewer() {
    let with =
        |required: Value| json!({ "properties": { "a": {}, "b": {} }, "required": required });
    check(with(json!([])), with(json!(["a"])), &["B /required"]);
    check(with(json!(["a"])), with(json!([])), &["C /required"]);
    check(with(json!(["a", "b"])), with(json!(["b", "a"])), &[]);
    check(with(json!(["a"])), with(json!(["b"])), &["C /required", "B /required"]);
}

#[test]
fn a_default_that_is_filled_in_need_not_be_given() {
    let with = |schema: Value, required: Value| {
        json!({
            "type": "object", "properties": { "a": schema }, "required": required,
        })
    };
    let (plain, filled) =
        (json!({ "type": "integer" }), json!({ "type": "integer", "default": 1 }));
    let unfit = json!({ "type": "integer", "default": "one" });
    let say = |old: (&Value, Value), new: (&Value, Value)| {
        parameters(&with(old.0.clone(), old.1), &with(new.0.clone(), new.1))
    };
    assert_eq!(say((&filled, json!([])), (&filled, json!(["a"]))), ["C /required"]);
    assert_eq!(say((&unfit, json!([])), (&unfit, json!(["a"]))), ["B /required"]);
    assert_eq!(
        say((&filled, json!(["a"])), (&plain, json!(["a"]))),
        ["C /properties/a/default", "B /required"]
    );
    assert_eq!(
        say((&plain, json!(["a"])), (&filled, json!(["a"]))),
        ["C /properties/a/default", "C /required"]
    );
    assert_eq!(say((&filled, json!(["a"])), (&filled, json!(["a"]))), [""; 0]);
    // Nothing is filled in behind alternatives, nor in an answer.
    let behind = |required: Value| json!({ "anyOf": [with(filled.clone(), required)] });
    assert_eq!(parameter(&behind(json!([])), &behind(json!(["a"]))), ["B /anyOf/0/required"]);
    assert_eq!(
        output(&with(filled.clone(), json!(["a"])), &with(filled.clone(), json!([]))),
        ["B /required"]
    );
    // A default may stand where the property leads.
    let far = |required: Value| {
        json!({
            "type": "object", "$defs": { "one": filled }, "required": required,
            "properties": { "a": { "allOf": [{ "$ref": "#/$defs/one" }] } },
        })
    };
    assert_eq!(parameters(&far(json!([])), &far(json!(["a"]))), ["C /required"]);
}

#[test]
fn items_are_compared_at_their_place() {
    let items = |schema: Value| json!({ "items": schema });
    check(items(json!({ "maximum": 2 })), items(json!({ "maximum": 1 })), &["B /items/maximum"]);
    check(json!({}), items(json!({ "maximum": 1 })), &["B /items/maximum"]);
    check(json!({}), items(json!(false)), &["B /items"]);
    let first = |places: Value, rest: Value| json!({ "prefixItems": places, "items": rest });
    let (text, number) = (json!({ "type": "string" }), json!({ "type": "number" }));
    check(
        first(json!([text]), json!(true)),
        first(json!([true]), json!(true)),
        &["C /prefixItems/0/type"],
    );
    check(
        first(json!([text]), json!(false)),
        first(json!([text, number]), json!(false)),
        &["C /prefixItems/1"],
    );
    check(
        first(json!([text, number]), json!(false)),
        first(json!([text]), json!(false)),
        &["B /prefixItems/1"],
    );
    check(
        first(json!([]), text.clone()),
        first(json!([text]), text.clone()),
        &["C /prefixItems/0"],
    );
    check(first(json!([]), json!(true)), first(json!([text]), json!(true)), &["B /prefixItems/0"]);
    check(
        json!({ "items": [text], "additionalItems": false }),
        first(json!([text]), json!(false)),
        &[],
    );
}
