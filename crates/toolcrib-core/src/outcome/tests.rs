use serde_json::json;

use super::*;
use crate::error::ErrorType;
use crate::intent::After;

fn outcome(result: Result<Answer, ToolError>) -> Outcome {
    let meta = Meta {
        call_id: "c1".into(),
        tool_id: "t".into(),
        tool_version: Some("1.0.0".into()),
        registry_version: "1.0.1a2b3c4d".into(),
        duration_ms: 12,
        attempts: 1,
        repairs: vec![],
        response_schema_version: RESPONSE_SCHEMA_VERSION,
    };
    Outcome { result, meta }
}

fn answered(data: Value) -> Outcome {
    outcome(Ok(Answer::new(data)))
}

#[test]
fn an_answer_reads_on_the_wire_as_designed() {
    let answer = Answer {
        data: json!({ "x": 1 }),
        warnings: vec![Fault::at("/kinds/1", "is unknown")],
        intents: vec![Intent::EndVoiceSession { after: After::CurrentTurn }],
    };
    let text = serde_json::to_string(&outcome(Ok(answer))).unwrap();
    assert_eq!(
        text,
        r#"{"ok":true,"data":{"x":1},"warnings":[{"pointer":"/kinds/1","message":"is unknown"}],"#
            .to_owned()
            + r#""intents":[{"type":"END_VOICE_SESSION","after":"current_turn"}],"#
            + r#""meta":{"callId":"c1","toolId":"t","toolVersion":"1.0.0","#
            + r#""registryVersion":"1.0.1a2b3c4d","duration":12,"attempts":1,"repairs":[],"#
            + r#""responseSchemaVersion":"1.0.0"}}"#
    );
}

#[test]
fn a_failure_carries_its_intents() {
    let mut error = ToolError::new(ErrorType::SessionInactive, "Over.");
    error.intents.push(Intent::SuppressAudio { value: true });
    let value = json!(outcome(Err(error)));
    assert_eq!(value["ok"], json!(false));
    assert_eq!(value["intents"], json!([{ "type": "SUPPRESS_AUDIO", "value": true }]));
    assert_eq!(value["error"].get("intents"), None);
}

#[test]
fn a_model_never_reads_nothing() {
    for empty in [json!(null), json!(""), json!("  "), json!({})] {
        assert_eq!(answered(empty).model_text(1000), "Done. The tool returned no data.");
    }
    assert_eq!(answered(json!([])).model_text(1000), "[]");
    assert_eq!(answered(json!(false)).model_text(1000), "false");
}

#[test]
fn a_string_stays_a_string_and_warnings_follow() {
    let answer = Answer { warnings: vec![Fault::at("/a", "was odd")], ..Answer::new("hello") };
    assert_eq!(
        outcome(Ok(answer)).model_text(1000),
        "hello\n\nWarnings (the rest was done):\n- /a: was odd"
    );
}

#[test]
fn an_error_says_what_to_do_next() {
    let error = ToolError::validation(
        "Two faults.",
        vec![Fault::at("/a", "must be even"), Fault::at("/b", "is required but missing")],
    );
    assert_eq!(
        outcome(Err(error)).model_text(1000),
        "VALIDATION: Two faults.\n- /a: must be even\n- /b: is required but missing\n\
         Next: Correct the arguments and call the tool again."
    );
}

#[test]
fn a_cut_keeps_json_whole_and_says_that_it_is_one() {
    let long: Vec<String> = (0..1000).map(|n| format!("item {n} \"quoted\" ü")).collect();
    let whole = json!({ "items": long, "after": true });
    for bytes_max in [0, 10, 60, 61, 100, 500, 4096] {
        let text = answered(whole.clone()).model_text(bytes_max);
        let (data, notice) = text.split_once('\n').unwrap();
        let bytes = whole.to_string().len();
        assert_eq!(notice, format!("[cut: the whole answer of call c1 has {bytes} bytes]"));
        if !data.is_empty() {
            assert!(text.len() <= bytes_max, "{} > {bytes_max}", text.len());
            serde_json::from_str::<Value>(data).unwrap();
        }
    }
    let text = answered(whole.clone()).model_text(500);
    assert!(text.starts_with(r#"{"items":["item 0 \"quoted\" ü","item 1"#), "{text}");
    assert_eq!(answered(whole.clone()).model_text(1_000_000), whole.to_string());
}

#[test]
fn a_long_text_is_cut_at_a_character() {
    let text = answered(json!("ü".repeat(1000))).model_text(101);
    let (data, _) = text.split_once('\n').unwrap();
    assert!(data.chars().all(|c| c == 'ü') && text.len() <= 101, "{text}");
}

#[test]
fn intents_that_nobody_knows_are_reported_and_ignored() {
    let (intents, warnings) = Intent::read_all(&[
        json!({ "type": "SWITCH_AGENT", "agentId": "coder" }),
        json!({ "type": "DANCE" }),
        json!({ "type": "SET_PENDING_MESSAGE", "message": "later" }),
    ]);
    assert_eq!(
        intents,
        [
            Intent::SwitchAgent { agent_id: "coder".into() },
            Intent::SetPendingMessage { message: "later".into() },
        ]
    );
    assert_eq!(warnings.len(), 1);
    assert_eq!(warnings[0].pointer, "/intents/1");
}
