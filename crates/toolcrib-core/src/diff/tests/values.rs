use super::*;

#[test]
fn a_type_may_grow_and_not_shrink() {
    check(json!({ "type": "integer" }), json!({ "type": "number" }), &["C /type"]);
    check(json!({ "type": "number" }), json!({ "type": "integer" }), &["B /type"]);
    check(json!({ "type": "string" }), json!({ "type": "integer" }), &["B /type"]);
    check(json!({ "type": "string" }), json!({ "type": ["null", "string"] }), &["C /type"]);
    check(json!({ "type": ["null", "string"] }), json!({ "type": "string" }), &["B /type"]);
    check(json!({ "type": ["number", "integer"] }), json!({ "type": "number" }), &[]);
    check(json!({ "type": "string" }), json!({}), &["C /type"]);
    check(json!({}), json!({ "type": "string" }), &["B /type"]);
    check(json!({ "enum": ["a"] }), json!({ "enum": ["a"], "type": "string" }), &["C /type"]);
    check(json!({ "enum": ["a", 1] }), json!({ "enum": ["a", 1], "type": "string" }), &["B /type"]);
}

#[test]
fn a_boolean_schema_takes_all_or_nothing() {
    check(json!(true), json!({}), &[]);
    check(json!(false), json!(false), &[]);
    check(json!(true), json!(false), &["B "]);
    check(json!(false), json!({ "type": "string" }), &["C "]);
    check(json!({ "type": "string" }), json!(false), &["B "]);
    check(json!(true), json!({ "type": "string" }), &["B /type"]);
    check(json!({ "type": "string" }), json!(true), &["C /type"]);
}

#[test]
fn null_may_be_let_in_by_either_name() {
    let string = json!({ "type": "string" });
    let nullable = json!({ "type": "string", "nullable": true });
    check(string.clone(), nullable.clone(), &["C /type"]);
    check(nullable.clone(), string, &["B /type"]);
    check(nullable, json!({ "type": ["string", "null"] }), &[]);
    check(json!({ "minimum": 1 }), json!({ "minimum": 1, "nullable": true }), &["C /nullable"]);
    check(json!({ "minimum": 1, "nullable": true }), json!({ "minimum": 1 }), &["B /nullable"]);
    let listed = |nullable| json!({ "type": "string", "enum": ["a"], "nullable": nullable });
    check(listed(true), listed(false), &["B /type", "B /enum"]);
}

#[test]
fn a_list_of_values_may_grow_and_not_shrink() {
    let list = |values: Value| json!({ "enum": values });
    check(list(json!(["a"])), list(json!(["a", "b"])), &["C /enum"]);
    check(list(json!(["a", "b"])), list(json!(["a"])), &["B /enum"]);
    check(list(json!(["a", "b"])), list(json!(["b", "a"])), &[]);
    check(list(json!(["a", "b"])), list(json!(["a", "c"])), &["B /enum"]);
    check(json!({}), list(json!(["a"])), &["B /enum"]);
    check(list(json!(["a"])), json!({}), &["C /enum"]);
    check(json!({ "const": 1 }), json!({ "const": 2 }), &["B /const"]);
    check(json!({ "const": 1 }), json!({}), &["C /const"]);
    check(json!({}), json!({ "const": 1 }), &["B /const"]);
    check(json!({ "const": 1 }), list(json!([1])), &[]);
    check(json!({ "const": 1 }), list(json!([1, 2])), &["C /enum"]);
}

#[test]
fn a_bound_may_be_loosened_and_not_tightened() {
    let least = ["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"];
    let most = ["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"];
    let bound = |keyword: &str, value: i64| json!({ keyword: value });
    for (keywords, tighter) in [(least, 9), (most, 1)] {
        for keyword in keywords {
            let (kept, broken) = (format!("C /{keyword}"), format!("B /{keyword}"));
            check(bound(keyword, 5), bound(keyword, tighter), &[&broken]);
            check(bound(keyword, tighter), bound(keyword, 5), &[&kept]);
            check(json!({}), bound(keyword, 5), &[&broken]);
            check(bound(keyword, 5), json!({}), &[&kept]);
        }
    }
    check(json!({}), json!({ "minLength": 0 }), &["C /minLength"]);
}

#[test]
fn two_words_for_a_bound_are_one_bound() {
    check(json!({ "minimum": 1 }), json!({ "exclusiveMinimum": 0 }), &["C /exclusiveMinimum"]);
    check(json!({ "exclusiveMinimum": 1 }), json!({ "minimum": 1 }), &["C /minimum"]);
    check(json!({ "minimum": 1 }), json!({ "exclusiveMinimum": 1 }), &["B /exclusiveMinimum"]);
    check(json!({ "maximum": 5 }), json!({ "exclusiveMaximum": 5 }), &["B /exclusiveMaximum"]);
    check(json!({ "maximum": 5 }), json!({ "maximum": 5, "exclusiveMaximum": 9 }), &[]);
    check(json!({ "maximum": 5 }), json!({ "maximum": 5.0 }), &[]);
    let huge = |last: u64| json!({ "maximum": 9_007_199_254_740_990_u64 + last });
    check(huge(3), huge(2), &["B /maximum"]);
    let flag = |flag: bool| json!({ "minimum": 1, "exclusiveMinimum": flag });
    check(flag(false), flag(true), &["B /exclusiveMinimum"]);
}

#[test]
fn a_multiple_of_ten_is_one_of_five() {
    let multiple = |of: f64| json!({ "multipleOf": of });
    check(multiple(10.0), multiple(5.0), &["C /multipleOf"]);
    check(multiple(5.0), multiple(10.0), &["B /multipleOf"]);
    check(multiple(5.0), multiple(3.0), &["B /multipleOf"]);
    check(multiple(0.5), multiple(0.25), &["B /multipleOf"]);
    check(json!({}), multiple(5.0), &["B /multipleOf"]);
    check(multiple(5.0), json!({}), &["C /multipleOf"]);
}

#[test]
fn a_pattern_or_format_may_go_and_not_come() {
    for keyword in ["pattern", "format"] {
        let (kept, broken) = (format!("C /{keyword}"), format!("B /{keyword}"));
        let says = |word: &str| json!({ keyword: word });
        check(says("date"), says("time"), &[&broken]);
        check(json!({}), says("date"), &[&broken]);
        check(says("date"), json!({}), &[&kept]);
    }
    let unique = |flag: bool| json!({ "uniqueItems": flag });
    check(unique(false), unique(true), &["B /uniqueItems"]);
    check(unique(true), unique(false), &["C /uniqueItems"]);
    check(json!({}), unique(false), &["C /uniqueItems"]);
}

#[test]
fn a_demand_on_a_new_type_breaks_nobody() {
    check(
        json!({ "type": "string" }),
        json!({ "type": ["string", "integer"], "maximum": 5 }),
        &["C /type", "C /maximum"],
    );
    check(
        json!({ "type": "string" }),
        json!({ "type": ["string", "object"], "properties": { "a": { "type": "string" } }, "required": ["a"] }),
        &["C /type", "C /properties/a", "C /required"],
    );
    check(
        json!({ "type": "string" }),
        json!({ "type": ["string", "integer"], "maxLength": 5 }),
        &["C /type", "B /maxLength"],
    );
}

#[test]
fn words_that_only_describe_are_told() {
    for keyword in
        ["title", "description", "$comment", "deprecated", "default", "examples", "x-unit"]
    {
        let kept = format!("C /{keyword}");
        check(json!({ keyword: ["a"] }), json!({ keyword: ["b"] }), &[&kept]);
        check(json!({}), json!({ keyword: ["b"] }), &[&kept]);
    }
}

#[test]
fn words_that_nobody_knows_must_stay() {
    for keyword in ["x-enumFrom", "contentEncoding", "minContains", "dependentRequired", "whatever"]
    {
        let broken = format!("B /{keyword}");
        check(json!({ keyword: 1 }), json!({ keyword: 2 }), &[&broken]);
        check(json!({ keyword: 1 }), json!({}), &[&broken]);
        check(json!({}), json!({ keyword: 2 }), &[&broken]);
    }
}

#[test]
fn a_list_may_become_lenient_and_not_strict() {
    let (strict, lenient) =
        (json!({ "type": "array" }), json!({ "type": "array", "x-onInvalid": "drop" }));
    assert_eq!(parameter(&strict, &lenient), ["C /x-onInvalid"]);
    assert_eq!(parameter(&lenient, &strict), ["B /x-onInvalid"]);
    assert_eq!(output(&strict, &lenient), ["C /x-onInvalid"]);
    assert_eq!(output(&lenient, &strict), ["C /x-onInvalid"]);
}

#[test]
fn alternatives_may_be_added_and_not_taken() {
    let (string, null, short) = (
        json!({ "type": "string" }),
        json!({ "type": "null" }),
        json!({ "type": "string", "maxLength": 1 }),
    );
    let any = |branches: &[&Value]| json!({ "anyOf": branches });
    check(any(&[&string]), any(&[&string, &null]), &["C /anyOf/1"]);
    check(any(&[&string]), any(&[&null, &string]), &["C /anyOf/0"]);
    check(any(&[&string, &null]), any(&[&string]), &["B /anyOf/1"]);
    check(any(&[&string, &null]), any(&[&null, &string]), &[]);
    check(any(&[&string, &null]), any(&[&short, &null]), &["B /anyOf/0/maxLength"]);
    check(any(&[&short, &null]), any(&[&string, &null]), &["C /anyOf/0/maxLength"]);
    check(json!({}), any(&[&string]), &["B /anyOf/0"]);
    check(any(&[&string]), json!({}), &["C /anyOf/0"]);
    let all = |branches: &[&Value]| json!({ "allOf": branches });
    check(all(&[&string]), all(&[&string, &null]), &["B /allOf/1"]);
    check(all(&[&string, &null]), all(&[&null]), &["C /allOf/0"]);
    let one = |branches: &[&Value]| json!({ "oneOf": branches });
    check(one(&[&string]), one(&[&string, &null]), &["B /oneOf/1"]);
    check(one(&[&string, &null]), one(&[&string]), &["B /oneOf/1"]);
    check(one(&[&short]), one(&[&string]), &["B /oneOf/0/maxLength"]);
}

#[test]
fn where_less_may_mean_more_nothing_may_change() {
    for keyword in ["not", "if", "then", "else", "contains", "propertyNames", "unevaluatedItems"] {
        let broken = format!("B /{keyword}/maximum");
        let with = |maximum: u8| json!({ keyword: { "maximum": maximum } });
        check(with(1), with(2), &[&broken]);
        check(with(2), with(1), &[&broken]);
        check(with(2), json!({}), &[&format!("B /{keyword}")]);
        check(
            json!({ keyword: {} }),
            json!({ keyword: { "title": "A" } }),
            &[&format!("C /{keyword}/title")],
        );
    }
    for keyword in ["patternProperties", "dependentSchemas"] {
        let with = |maximum: u8| json!({ keyword: { "a": { "maximum": maximum } } });
        check(with(1), with(2), &[&format!("B /{keyword}/a/maximum")]);
        check(with(1), json!({ keyword: {} }), &[&format!("B /{keyword}/a")]);
        check(json!({}), with(1), &[&format!("B /{keyword}/a")]);
    }
}
