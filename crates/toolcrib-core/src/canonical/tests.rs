use serde_json::json;

use super::*;

fn text(value: &Value) -> String {
    String::from_utf8(to_bytes(value)).unwrap()
}

#[test]
fn keys_are_sorted_as_rfc_8785_sorts_them() {
    // By UTF-16 code units: the emoji's surrogates come before U+FB33.
    let value =
        json!({ "\u{20ac}": 1, "\r": 2, "\u{fb33}": 3, "1": 4, "\u{1f600}": 5, "\u{80}": 6 });
    assert_eq!(
        text(&value),
        "{\"\\r\":2,\"1\":4,\"\u{80}\":6,\"\u{20ac}\":1,\"\u{1f600}\":5,\"\u{fb33}\":3}"
    );
}

#[test]
fn numbers_are_written_as_ecmascript_writes_them() {
    let value = json!([333333333.3333333, 1e30, 4.50, 2e-3, 1e-27, -0.0, 5.0, 100]);
    assert_eq!(text(&value), "[333333333.3333333,1e+30,4.5,0.002,1e-27,0,5,100]");
}

#[test]
fn a_digest_does_not_depend_on_the_order_of_keys() {
    let one = json!({ "a": [1, { "x": 1, "y": 2 }], "b": null });
    let two = json!({ "b": null, "a": [1, { "y": 2, "x": 1 }] });
    assert_eq!(digest(&one), digest(&two));
    assert_ne!(digest(&one), digest(&json!({ "a": [{ "x": 1, "y": 2 }, 1], "b": null })));
}
