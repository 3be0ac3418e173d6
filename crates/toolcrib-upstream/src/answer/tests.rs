use std::time::Duration;

use serde_json::{Value, json};
use toolcrib::{Answer, ErrorType, SideEffects, Spec, ToolError};

use super::{broken_off, failed, read};
use crate::link::{Link, Now};
use crate::text::Secrets;
use crate::wire::Failure;

fn link() -> Link {
    let mut secrets = Secrets::default();
    secrets.add("hunter2hunter2");
    Link::new("files", secrets, Now::connecting(Duration::from_secs(1)))
}

fn writes() -> Spec {
    Spec { side_effects: SideEffects::Writes, idempotent: false, ..Spec::new("write", "Writes.") }
}

fn answered(result: Value) -> Answer {
    read(result, &writes(), &link()).unwrap()
}

fn refused(result: Value) -> ToolError {
    read(result, &writes(), &link()).unwrap_err()
}

#[test]
fn an_answer_is_what_it_says() {
    for (result, data) in [
        (json!({ "structuredContent": { "a": 1 }, "content": [] }), json!({ "a": 1 })),
        (json!({ "structuredContent": [1, 2], "resultType": "complete" }), json!([1, 2])),
        (json!({ "content": [{ "type": "text", "text": " [1, 2] " }] }), json!([1, 2])),
        (json!({ "content": [{ "type": "text", "text": "{broken" }] }), json!("{broken")),
        (json!({ "content": [{ "type": "text", "text": "12" }] }), json!("12")),
        (
            json!({ "content": [{ "type": "text", "text": "a" }, { "type": "text", "text": "{}" }] }),
            json!("a\n{}"),
        ),
        (json!({ "content": [] }), Value::Null),
        (json!({ "structuredContent": null, "content": "odd" }), Value::Null),
        (
            json!({ "content": [{ "type": "image", "data": "AAAA", "mimeType": "image/png" }] }),
            json!({ "type": "image", "mimeType": "image/png", "data": "AAAA" }),
        ),
        (
            json!({ "content": [
                { "type": "text", "text": "see" },
                { "type": "resource", "resource": { "uri": "f:///a", "text": "b" } },
                { "type": "resource_link", "uri": "f:///c", "name": "c" },
                { "type": "hologram", "rays": 5 },
            ] }),
            json!([
                { "type": "text", "text": "see" },
                { "type": "resource", "uri": "f:///a", "text": "b" },
                { "type": "resource_link", "uri": "f:///c", "name": "c" },
                { "type": "hologram" },
            ]),
        ),
    ] {
        assert_eq!(answered(result.clone()).data, data, "{result}");
    }
}

#[test]
fn what_is_too_large_is_left_out_and_said() {
    let data = "A".repeat(600 * 1024);
    let answer = answered(
        json!({ "content": [{ "type": "audio", "data": data, "mimeType": "audio/wav" }] }),
    );
    assert_eq!(
        answer.data,
        json!({ "type": "audio", "mimeType": "audio/wav", "leftOut": { "bytes": 600 * 1024 } })
    );
    assert_eq!(answer.warnings.len(), 1);
}

#[test]
fn a_failure_has_its_own_words() {
    let said =
        |text: &str| json!({ "isError": true, "content": [{ "type": "text", "text": text }] });
    let error = refused(said("no such file"));
    assert_eq!((error.kind, error.message.as_str()), (ErrorType::Permanent, "no such file"));
    assert_eq!(refused(said("hunter2hunter2!")).message, "[redacted]!");
    assert!(refused(said(&"x".repeat(5000))).message.len() < 2100);
    assert_eq!(refused(said("\u{1b}[2Ja\n\tb\u{9b}1m")).message, "[2Ja\n\tb1m");
    assert_eq!(refused(said("")).message, "The tool failed and did not say why.");
    for kind in ["input_required", "task"] {
        assert_eq!(refused(json!({ "resultType": kind })).kind, ErrorType::Permanent);
    }
}

#[test]
fn every_failure_has_a_fitting_type() {
    let kind = |failure| failed(failure, &link()).kind;
    let refused = |code| Failure::Refused { code, message: "no".to_owned() };
    let status = |status| Failure::Status { status, retry_after_ms: Some(7) };
    assert_eq!(kind(refused(-32602)), ErrorType::Validation);
    assert_eq!(kind(refused(-32603)), ErrorType::Permanent);
    assert_eq!(kind(Failure::Gone("it died".to_owned())), ErrorType::Transient);
    assert_eq!(kind(Failure::BrokeOff), ErrorType::Transient);
    assert_eq!(kind(Failure::Unreachable("refused".to_owned())), ErrorType::Transient);
    assert_eq!(kind(status(429)), ErrorType::RateLimit);
    assert_eq!(kind(status(503)), ErrorType::Transient);
    assert_eq!(kind(status(401)), ErrorType::Auth);
    assert_eq!(kind(status(404)), ErrorType::Permanent);
    assert_eq!(kind(Failure::TooLarge { bytes_max: 5 }), ErrorType::Permanent);
    assert_eq!(failed(status(503), &link()).retry_after_ms, Some(7));
}

#[test]
fn what_was_broken_off_may_have_been_done() {
    let reads = Spec { side_effects: SideEffects::ReadOnly, idempotent: true, ..writes() };
    let said = |failure, spec: &Spec| {
        let error = broken_off(failure, spec, &link());
        (error.partial_side_effects, error.retryable)
    };
    let gone = || Failure::Gone("it died".to_owned());
    let status = |status| Failure::Status { status, retry_after_ms: None };
    let cut_off = Failure::CutOff("reset".to_owned());
    for failure in [gone(), Failure::BrokeOff, cut_off, status(502)] {
        assert_eq!(said(failure, &writes()), (true, false));
    }
    assert_eq!(said(Failure::Unexpected, &writes()), (true, false));
    assert_eq!(said(gone(), &Spec { idempotent: true, ..writes() }), (true, true));
    assert_eq!(said(gone(), &reads), (false, true));
    // What did not get there was not done.
    assert_eq!(said(status(503), &writes()), (false, true));
    assert_eq!(said(Failure::Unreachable("no route".to_owned()), &writes()), (false, true));
    let message = broken_off(gone(), &writes(), &link()).message;
    assert!(message.ends_with("is not known. Find out before you make it again."), "{message}");
}
