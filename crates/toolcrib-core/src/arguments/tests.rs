use serde_json::json;

use super::*;

fn read(arguments: impl Into<Arguments>) -> Result<Value, String> {
    let mut repairs = Vec::new();
    let object = arguments.into().into_object(&Limits::DEFAULT, &mut repairs);
    object.map(|object| Value::clone(&object)).map_err(|error| {
        assert_eq!(error.kind, ErrorType::Validation);
        error.message
    })
}

fn nested(levels: usize) -> String {
    format!("{}1{}", "{\"a\":".repeat(levels), "}".repeat(levels))
}

#[test]
fn text_and_values_read_alike() {
    assert_eq!(
        read(r#"{"a": [1, 2.5, "x", null, true]}"#),
        read(json!({"a": [1, 2.5, "x", null, true]}))
    );
    assert_eq!(read(""), Ok(json!({})));
    assert_eq!(read(" \n"), Ok(json!({})));
}

#[test]
fn a_key_that_stands_twice_is_refused_at_any_depth() {
    for text in [r#"{"a": 1, "a": 2}"#, r#"{"b": [{"a": 1, "a": 1}]}"#] {
        let message = read(text).unwrap_err();
        assert!(message.contains(r#"the key "a" stands twice"#), "{message}");
    }
}

#[test]
fn depth_is_bounded_in_text_and_value() {
    let value = |levels| serde_json::from_str::<Value>(&nested(levels)).unwrap();
    assert!(read(nested(64)).is_ok() && read(value(64)).is_ok());
    let message = "The arguments are nested too deeply: more than 64 levels.";
    for too_deep in [Arguments::from(nested(65)), value(65).into(), "[".repeat(100_000).into()] {
        assert_eq!(read(too_deep).unwrap_err(), message);
    }
    let twice = Value::from(nested(65)).to_string();
    assert_eq!(read(twice).unwrap_err(), message);
    // Brackets in a string are no levels.
    let text = format!(r#"{{"a": "\"{}"}}"#, "[".repeat(100));
    assert!(read(text).is_ok());
}

#[test]
fn size_is_bounded_in_text_and_value() {
    let fits = format!(r#"{{"a": "{}"}}"#, "x".repeat(255 * 1024));
    let too_large = format!(r#"{{"a": "{}"}}"#, "x".repeat(257 * 1024));
    let message = "The arguments are too large: more than 262144 bytes.";
    for (text, expected) in [(fits, None), (too_large, Some(message))] {
        let value: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(read(text).err().as_deref(), expected);
        assert_eq!(read(value).err().as_deref(), expected);
    }
    let many = json!({ "a": vec![0; 100_000] });
    assert_eq!(read(many).err().as_deref(), Some(message));
}

#[test]
fn unreadable_text_says_where() {
    assert_eq!(
        read(r#"{"a": 1e400}"#).unwrap_err(),
        "The arguments cannot be read: number out of range at line 1 column 11."
    );
    assert_eq!(
        read(r#"{"a": 1"#).unwrap_err(),
        "The arguments cannot be read: EOF while parsing an object at line 1 column 7."
    );
    assert!(read(r#"{"a": 1} x"#).unwrap_err().contains("trailing characters"));
    assert!(read(r#"{"a": NaN}"#).is_err());
}

#[test]
fn only_an_object_will_do() {
    for (value, got) in [
        (json!([1]), "an array"),
        (json!(1), "an integer"),
        (json!(1.5), "a number"),
        (json!(null), "null"),
        (json!(true), "a boolean"),
        (json!("x"), "a string"),
        (json!("[1]"), "a string"),
    ] {
        let message = format!("The arguments must be a JSON object: got {got}.");
        assert_eq!(read(value), Err(message));
    }
}

#[test]
fn an_object_encoded_twice_is_decoded_and_said_so() {
    let mut repairs = Vec::new();
    let text = Arguments::from(r#""{\"a\": 1}""#);
    let object = text.into_object(&Limits::DEFAULT, &mut repairs).unwrap();
    assert_eq!(*object, json!({ "a": 1 }));
    assert_eq!(repairs, [Repair::new("", RepairKind::ParsedTwice)]);
}

#[test]
fn what_is_nearly_json_is_mended_and_said_so() {
    for (text, value) in [
        ("```json\n{\"a\": 1}\n```", json!({ "a": 1 })),
        ("```{\"a\": 1}```", json!({ "a": 1 })),
        (
            "{\"a\": [1, 2, ], \"b\": {\"c\": \"},\" ,\n} , }",
            json!({ "a": [1, 2], "b": { "c": "}," } }),
        ),
        ("{\"a\": \"one\ntwo\t\u{1}\\\"\"}", json!({ "a": "one\ntwo\t\u{1}\"" })),
    ] {
        let mut repairs = Vec::new();
        let object = Arguments::from(text).into_object(&Limits::DEFAULT, &mut repairs).unwrap();
        assert_eq!(*object, value, "{text}");
        assert_eq!(repairs, [Repair::new("", RepairKind::Reread)]);
    }
    // What could mean two things is refused, with the fault of the text as it came.
    for text in
        ["{\"a\": 1 \"b\": 2}", "{\"a\": 1", "{a: 1}", "{\"a\": 1,,}", "{\"a\": 1, \"a\": 2,}"]
    {
        let error = Arguments::from(text).into_object(&Limits::DEFAULT, &mut Vec::new());
        let message = error.unwrap_err().message;
        assert!(message.starts_with("The arguments cannot be read: "), "{text}: {message}");
    }
}

#[test]
fn what_is_written_down_has_no_secrets() {
    let secret = r#"{"api_key": "k", "deep": [{"user_token": 1, "ok": 2}]}"#;
    assert_eq!(
        *Arguments::from(secret).redacted(),
        json!({ "api_key": "[redacted]", "deep": [{ "user_token": "[redacted]", "ok": 2 }] })
    );
    assert_eq!(*Arguments::from("{password").redacted(), json!("[unreadable: 9 bytes]"));
}

#[test]
fn what_is_too_large_is_not_written_down() {
    let text = format!(r#"{{"a": "{}"}}"#, "x".repeat(2 * 1024 * 1024));
    let value: Value = serde_json::from_str(&text).unwrap();
    let bytes = text.len();
    assert_eq!(
        *Arguments::from(text).redacted(),
        json!(format!("[too large to record: {bytes} bytes]"))
    );
    assert_eq!(*Arguments::from(value).redacted(), json!("[too large to record]"));
}
