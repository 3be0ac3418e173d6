use super::*;

fn with(definitions: Value, properties: Value) -> Value {
    json!({ "type": "object", "properties": properties, "$defs": definitions })
}

fn to(name: &str) -> Value {
    json!({ "$ref": format!("#/$defs/{name}") })
}

#[test]
fn a_definition_is_told_once_and_at_its_own_place() {
    let two = |maximum: u8| {
        with(json!({ "n": { "maximum": maximum } }), json!({ "a": to("n"), "b": to("n") }))
    };
    assert_eq!(parameters(&two(2), &two(1)), ["B /$defs/n/maximum"]);
    assert_eq!(parameters(&two(1), &two(2)), ["C /$defs/n/maximum"]);
    // One use of it may break where another does not.
    let both = |maximum: u8| {
        with(
            json!({ "n": { "maximum": maximum } }),
            json!({ "a": to("n"), "b": { "not": to("n") } }),
        )
    };
    assert_eq!(parameters(&both(1), &both(2)), ["B /$defs/n/maximum"]);
}

#[test]
fn a_definition_that_nobody_uses_does_not_matter() {
    let unused = |maximum: u8| with(json!({ "n": { "maximum": maximum } }), json!({}));
    assert_eq!(parameters(&unused(2), &unused(1)), [""; 0]);
}

#[test]
fn a_schema_may_move_to_a_definition_and_back() {
    let inline = with(json!({}), json!({ "a": { "maximum": 2 } }));
    let moved = |maximum: u8| with(json!({ "n": { "maximum": maximum } }), json!({ "a": to("n") }));
    assert_eq!(parameters(&inline, &moved(2)), [""; 0]);
    assert_eq!(parameters(&moved(2), &inline), [""; 0]);
    assert_eq!(parameters(&inline, &moved(1)), ["B /$defs/n/maximum"]);
    assert_eq!(parameters(&moved(3), &inline), ["B /properties/a/maximum"]);
    let renamed = with(json!({ "m": { "maximum": 2 } }), json!({ "a": to("m") }));
    assert_eq!(parameters(&moved(2), &renamed), [""; 0]);
}

#[test]
fn a_reference_beside_other_demands_is_one_more() {
    let beside = |maximum: u8| {
        with(
            json!({ "n": { "maximum": maximum } }),
            json!({ "a": { "$ref": "#/$defs/n", "minimum": 0 } }),
        )
    };
    assert_eq!(parameters(&beside(2), &beside(1)), ["B /$defs/n/maximum"]);
    assert_eq!(parameters(&beside(1), &beside(2)), ["C /$defs/n/maximum"]);
    let alone = |minimum: u8| {
        let mut schema =
            with(json!({ "n": {} }), json!({ "a": { "$ref": "#/$defs/n", "minimum": minimum } }));
        schema["$schema"] = json!("http://json-schema.org/draft-07/schema#");
        schema
    };
    assert_eq!(parameters(&alone(0), &alone(1)), [""; 0]);
}

#[test]
fn recursion_ends() {
    let list = |maximum: u8, next: &str| {
        with(
            json!({ "n": { "properties": { "value": { "maximum": maximum }, "next": { "$ref": next } } } }),
            json!({ "a": to("n") }),
        )
    };
    let place = "B /$defs/n/properties/value/maximum";
    assert_eq!(parameters(&list(2, "#/$defs/n"), &list(1, "#/$defs/n")), [place]);
    let endless = || with(json!({ "n": to("m"), "m": to("n") }), json!({ "a": to("n") }));
    assert_eq!(parameters(&endless(), &endless()), [""; 0]);
    let root = |extra: Value| json!({ "type": "object", "properties": { "self": { "$ref": "#" }, "a": extra } });
    assert_eq!(
        parameters(&root(json!({ "maximum": 2 })), &root(json!({ "maximum": 1 }))),
        ["B /properties/a/maximum"]
    );
}

#[test]
fn a_reference_that_cannot_be_followed_must_lead_to_the_same() {
    let anchored = |maximum: u8| {
        with(
            json!({ "n": { "$anchor": "n", "maximum": maximum } }),
            json!({ "a": { "$ref": "#n" } }),
        )
    };
    assert_eq!(parameters(&anchored(1), &anchored(1)), [""; 0]);
    assert_eq!(parameters(&anchored(1), &anchored(2)), ["B /properties/a/$ref"]);
    let named = |maximum: u8| {
        json!({
            "type": "object", "$defs": { "n": { "maximum": 1 } },
            "properties": { "a": { "$id": "urn:a", "$defs": { "n": { "maximum": maximum } }, "items": { "$ref": "#/$defs/n" } } },
        })
    };
    assert_eq!(parameters(&named(1), &named(1)), [""; 0]);
    assert_eq!(parameters(&named(1), &named(2)), ["B /properties/a/items/$ref"]);
}
