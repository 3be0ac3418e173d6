//! Prepared answers.

use super::*;

fn played(pieces: &[Value]) -> Heard {
    heard(Wire::Script, pieces)
}

#[test]
fn words_and_calls_are_played_as_they_are_written() {
    let heard = played(&[
        json!({ "text": "I " }),
        json!({ "text": "look." }),
        json!({ "call": { "name": "weather", "arguments": { "city": "Rome" } } }),
        json!({ "call": { "name": "weather", "arguments": "{\"city\": " } }),
        json!({ "call": { "name": "date" } }),
        json!({ "is_end": true }),
    ]);
    assert_eq!(heard.said().text, "I look.");
    assert_eq!(
        heard.calls(),
        [("weather", "{\"city\":\"Rome\"}"), ("weather", "{\"city\": "), ("date", ""),]
    );
    assert_eq!(heard.finish(), Finish::Stop);
}

#[test]
fn a_failure_is_played_too() {
    let heard = played(&[json!({ "text": "I " }), json!({ "error": "out of tokens" })]);
    assert_eq!(heard.broken(), &failed("out of tokens"));
    assert_eq!(heard.deltas, [text("I ")]);
    assert_eq!(played(&[json!({ "text": "I " })]).broken(), &Broken::BrokeOff);
}

#[test]
fn what_is_written_wrongly_cannot_be_read() {
    for piece in [json!({ "txt": "I" }), json!({ "call": { "arguments": {} } }), json!("I")] {
        assert!(matches!(played(&[piece]).broken(), Broken::Unreadable(_)));
    }
}
