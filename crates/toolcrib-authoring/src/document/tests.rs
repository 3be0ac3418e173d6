use serde_json::json;

use super::{Document, Language, Part};

fn fault(text: &str) -> (String, usize) {
    let faults = Document::parse(text, Language::Json).err().unwrap();
    assert_eq!(faults.len(), 1);
    (faults[0].message.clone(), faults[0].span.start)
}

#[test]
fn every_pointer_has_a_place() {
    let text = r#"{ "a/b": { "~": [1, "two"] }, "": 3 }"#;
    let document = Document::parse(text, Language::Json).ok().unwrap();
    for (pointer, part, shown) in [
        ("", Part::Value, text),
        ("/a~1b", Part::Key, "\"a/b\""),
        ("/a~1b/~0/1", Part::Value, "\"two\""),
        ("/", Part::Value, "3"),
        // What is not there is shown by the opening of what should hold it.
        ("/c", Part::Value, "{"),
        ("/a~1b/~0/9", Part::Key, "["),
        ("/a~1b/~0/0/x", Part::Key, "1"),
    ] {
        assert_eq!(&text[document.locate(pointer, part)], shown, "{pointer}");
    }
    let text = "{\n  \"a\": {\n  }\n}";
    let document = Document::parse(text, Language::Json).ok().unwrap();
    assert_eq!(document.locate("/a", Part::Value), 9..10);
}

#[test]
fn json_is_read_strictly() {
    for (text, message, at) in [
        ("", "there is nothing here but white space", 0),
        ("{\"a\": 1,}", "there is a comma after the last item", 7),
        ("[1,]", "there is a comma after the last item", 2),
        ("{\"a\": 1 \"b\": 2}", "a comma is missing here", 7),
        ("{ // x\n}", "JSON has no comments", 2),
        ("{ /* x */ }", "JSON has no comments", 2),
        ("{'a': 1}", "JSON strings stand in double quotes", 1),
        ("{a: 1}", "a key must stand in double quotes", 1),
        ("{\"a\" 1}", "a colon is missing after the key", 5),
        ("{\"a\":", "a value is missing", 5),
        ("{\"a\": }", "a value is missing before this `}`", 6),
        ("[,]", "a value is missing before this `,`", 1),
        ("{\"a\": {", "this `{` is never closed", 6),
        ("[[1]", "this `[` is never closed", 0),
        ("{} {}", "something follows after the end of the JSON", 3),
        ("[True]", "`True` is not a JSON value", 1),
        ("{\"a\": 1, \"a\": 2}", "the key `a` stands twice; it was first on line 1", 9),
        (
            "[\"a\nb\"]",
            "this is not JSON: control character (\\u0000-\\u001F) found while parsing a string",
            3,
        ),
        ("[1e999]", "this is not JSON: number out of range", 5),
    ] {
        assert_eq!(fault(text), (message.to_owned(), at), "{text}");
    }
}

#[test]
fn depth_is_bounded_where_the_reader_would_give_up() {
    let nested = |levels: usize| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
    assert!(Document::parse(&nested(127), Language::Json).is_ok());
    let (message, at) = fault(&nested(128));
    assert_eq!((message.as_str(), at), ("this is nested more than 127 levels deep", 127));
    // Far deeper than any stack, and not even closed.
    assert_eq!(fault(&"{\"a\":".repeat(200_000)).1, 127 * 5);
    // Brackets in a string are no nesting.
    assert!(Document::parse(&format!("[\"\\\"{}\"]", "[".repeat(500)), Language::Json).is_ok());
}

#[test]
fn a_flood_of_keys_is_cut_off() {
    let text = format!("{{{}\"a\":1}}", "\"a\":1,".repeat(1_000));
    assert_eq!(Document::parse(&text, Language::Json).err().unwrap().len(), 20);
}

fn yaml(text: &str) -> serde_json::Value {
    Document::parse(text, Language::Yaml).unwrap_or_else(|faults| panic!("{faults:?}")).value
}

#[test]
fn words_of_yaml_mean_what_its_core_schema_says() {
    for (text, value) in [
        ("yes", json!("yes")),
        ("on", json!("on")),
        ("true", json!(true)),
        ("'true'", json!("true")),
        ("~", json!(null)),
        ("", json!("")),
        ("12", json!(12)),
        ("+12", json!(12)),
        ("-0x1", json!("-0x1")),
        ("0x1F", json!(31)),
        ("0o17", json!(15)),
        ("1.5", json!(1.5)),
        ("1e3", json!(1000.0)),
        ("1_000", json!("1_000")),
        ("2024-01-01", json!("2024-01-01")),
        ("1.2.3", json!("1.2.3")),
        ("12:30", json!("12:30")),
        ("!!str 12", json!("12")),
        ("18446744073709551615", json!(u64::MAX)),
        ("|\n  a\n  b\n", json!("a\nb\n")),
    ] {
        let expected = if text.is_empty() { json!(null) } else { value };
        assert_eq!(yaml(&format!("a: {text}")), json!({ "a": expected }), "{text}");
    }
    assert_eq!(yaml("200: ok\ntrue: 1"), json!({ "200": "ok", "true": 1 }));
    assert_eq!(
        yaml("a: &x {b: 1, c: 2}\nd: {<<: *x, c: 3}\ne: *x"),
        json!({ "a": { "b": 1, "c": 2 }, "d": { "c": 3, "b": 1 }, "e": { "b": 1, "c": 2 } })
    );
}

#[test]
fn yaml_has_places_too() {
    let text =
        "a:\n  b: [1, two]\n  c:\n    d: |\n      long\n      text\ne: *x\n".replace("*x", "5");
    let document = Document::parse(&text, Language::Yaml).ok().unwrap();
    for (pointer, part, shown) in [
        ("/a", Part::Key, "a"),
        ("/a/b", Part::Value, "[1, two]"),
        ("/a/b/1", Part::Value, "two"),
        ("/a/c/d", Part::Key, "d"),
        ("/e", Part::Value, "5"),
        // What is not there is shown by the name of what should hold it.
        ("/a/c/x", Part::Value, "c"),
        ("/a/x", Part::Value, "a"),
        ("/x", Part::Value, "a"),
    ] {
        assert_eq!(&text[document.locate(pointer, part)], shown, "{pointer}");
    }
}

#[test]
fn yaml_that_cannot_be_read_is_said_at_its_place() {
    for (text, line) in [
        ("a: [1,\nb: 2\n", 1),
        ("a:\n\tb: 1\n", 2),
        ("a: 'x\n", 2),
        ("a: *x\n", 1),
        ("a: b: c\n", 1),
    ] {
        let faults = Document::parse(text, Language::Yaml).err().unwrap();
        assert_eq!(faults.len(), 1, "{faults:?}");
        let (at, _) = crate::places::line_and_column(text, faults[0].span.start);
        assert_eq!(at, line, "{text:?}: {faults:?}");
        assert!(faults[0].message.starts_with("this is not YAML: "), "{faults:?}");
    }
    let deep = "[".repeat(300) + &"]".repeat(300);
    assert!(Document::parse(&deep, Language::Yaml).is_err());
}
