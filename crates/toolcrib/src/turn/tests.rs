use serde_json::{Value, json};
use toolcrib_core::Arguments;

use super::{is_empty, likeness};

#[test]
fn nothing_is_what_the_design_lists() {
    let nothing =
        [json!(null), json!(false), json!(""), json!([]), json!({}), json!({ "results": [] })];
    for data in nothing {
        assert!(is_empty(&data), "{data}");
    }
    assert!(is_empty(&json!({ "results": [], "total": 0, "next": null })));
    let something = [
        json!(0),
        json!(true),
        json!(" "),
        json!([null]),
        json!({ "count": 0 }),
        json!({ "results": null }),
        json!({ "results": [1] }),
        json!({ "results": [], "hint": "try the archive" }),
        json!({ "results": [], "total": 3 }),
    ];
    for data in something {
        assert!(!is_empty(&data), "{data}");
    }
}

#[test]
fn equal_arguments_are_alike_and_others_are_not() {
    let like = |text: &str| {
        let value: Value = serde_json::from_str(text).unwrap();
        likeness(&Arguments::from(value))
    };
    let alike = [
        (
            r#"{"a": 1, "b": {"c": [1, 2], "d": null}}"#,
            r#"{"b": {"d": null, "c": [1, 2]}, "a": 1}"#,
        ),
        (r#"{"a": 1}"#, r#"{"a": 1.0}"#),
        (r#"{"a": 18446744073709551615}"#, r#"{"a": 18446744073709551615}"#),
    ];
    for (one, other) in alike {
        assert_eq!(like(one), like(other), "{one} {other}");
    }
    let different = [
        (r#"{"a": [1, 2]}"#, r#"{"a": [2, 1]}"#),
        (r#"{"a": 1, "b": 2}"#, r#"{"a": 2, "b": 1}"#),
        (r#"{"a": "1"}"#, r#"{"a": 1}"#),
        (r#"{"a": {"b": 1}}"#, r#"{"b": {"a": 1}}"#),
        (r#"{"a": null}"#, r#"{}"#),
        (r#"{"a": 9007199254740993}"#, r#"{"a": 9007199254740992}"#),
        (r#"{"a": 18446744073709551615}"#, r#"{"a": 18446744073709551614}"#),
        (r#"{"a": 1.5}"#, r#"{"a": 1}"#),
    ];
    for (one, other) in different {
        assert_ne!(like(one), like(other), "{one} {other}");
    }
    assert_eq!(likeness(&Arguments::from("not JSON")), likeness(&Arguments::from(" not JSON\n")));
}
