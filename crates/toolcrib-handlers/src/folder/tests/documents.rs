use super::super::document::{Document, Part};

fn fault(text: &str) -> (String, usize) {
    let faults = Document::parse(text).err().unwrap();
    assert_eq!(faults.len(), 1);
    (faults[0].message.clone(), faults[0].span.start)
}

#[test]
fn every_pointer_has_a_place() {
    let text = r#"{ "a/b": { "~": [1, "two"] }, "": 3 }"#;
    let document = Document::parse(text).ok().unwrap();
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
    let document = Document::parse(text).ok().unwrap();
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
    assert!(Document::parse(&nested(127)).is_ok());
    let (message, at) = fault(&nested(128));
    assert_eq!((message.as_str(), at), ("this is nested more than 127 levels deep", 127));
    // Far deeper than any stack, and not even closed.
    assert_eq!(fault(&"{\"a\":".repeat(200_000)).1, 127 * 5);
    // Brackets in a string are no nesting.
    assert!(Document::parse(&format!("[\"\\\"{}\"]", "[".repeat(500))).is_ok());
}

#[test]
fn a_flood_of_keys_is_cut_off() {
    let text = format!("{{{}\"a\":1}}", "\"a\":1,".repeat(1_000));
    assert_eq!(Document::parse(&text).err().unwrap().len(), 20);
}
