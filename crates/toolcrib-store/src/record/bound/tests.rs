use std::sync::Arc;

use serde_json::{Value, json};
use toolcrib::console::{ConsoleLine, Level};
use toolcrib::{Answer, Meta, Outcome, ToolError};

use super::{ARGUMENT_BYTES_MAX, RECORD_BYTES_MAX, arguments, console, outcome};

fn ended(result: Result<Answer, ToolError>) -> Outcome {
    let meta = Meta {
        call_id: "c".into(),
        tool_id: "t".into(),
        tool_version: None,
        registry_version: "r".into(),
        duration_ms: 0,
        attempts: 1,
        repairs: Vec::new(),
        response_schema_version: "1.0.0",
    };
    Outcome { result, meta }
}

#[test]
fn only_what_no_column_says_is_kept() {
    let answered = ended(Ok(Answer::new(json!({ "n": 1 }))));
    assert_eq!(outcome(&answered, 0), r#"{"data":{"n":1}}"#);
    let failed = ended(Err(ToolError::transient("no")));
    assert_eq!(outcome(&failed, 0), json!({ "error": failed.error() }).to_string());
}

#[test]
fn secrets_are_replaced_in_data() {
    let whole = ended(Ok(Answer::new(json!({ "n": 1, "secret": "s" }))));
    assert_eq!(outcome(&whole, 0), r#"{"data":{"n":1,"secret":"[redacted]"}}"#);
}

#[test]
fn what_is_too_large_leaves_its_size() {
    let large = ended(Ok(Answer::new("x".repeat(RECORD_BYTES_MAX))));
    let failed = ended(Err(ToolError::permanent("x".repeat(RECORD_BYTES_MAX))));
    for whole in [large, failed] {
        let kept: Value = serde_json::from_str(&outcome(&whole, 0)).unwrap();
        assert!(kept["data"].as_str().unwrap().starts_with("[too large to record: 10"), "{kept}");
        assert!(kept.to_string().len() < 1_000);
    }
}

#[test]
fn arguments_leave_room_for_the_outcome() {
    let large: Value = "x".repeat(ARGUMENT_BYTES_MAX).into();
    let note = format!(r#""[too large to record: {} bytes]""#, ARGUMENT_BYTES_MAX + 2);
    assert_eq!(arguments(Some(&large)), note);
    assert_eq!(arguments(Some(&Arc::new(json!({ "q": 1 })))), r#"{"q":1}"#);
    assert_eq!(arguments(None), "null");
}

#[test]
fn no_lines_are_nothing() {
    assert_eq!(console(&[]), None);
    let line = ConsoleLine { level: Level::Warn, text: "w".to_owned() };
    assert_eq!(console(&[line]).unwrap(), r#"[{"level":"warn","text":"w"}]"#);
}
