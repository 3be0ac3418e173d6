//! What becomes of arguments, up to the outcome of the call.

use toolcrib::{
    Answer, CallRequest, Caller, Context, ErrorType, Outcome, Registry, RepairKind, Runtime,
    SideEffects, Spec, Tool, ToolError, ValidCall, async_trait,
};

use super::*;
use crate::wire::{Manner, ModelRequest};

/// A tool that answers with its arguments.
struct Paint;

#[async_trait]
impl Tool for Paint {
    fn spec(&self) -> Spec {
        Spec {
            side_effects: SideEffects::None,
            parameters: json!({ "type": "object", "properties": {
                "coats": { "type": "integer" },
                "glossy": { "type": "boolean" },
                "rooms": { "type": "array", "items": { "type": "string" } },
                "size": { "type": "object", "properties": { "width": { "type": "integer" } } },
                "note": { "type": "string" },
                "color": { "type": "string", "enum": ["red", "Sky Blue"] },
            } }),
            ..Spec::new("paint", "Paints a wall.")
        }
    }

    async fn call(&self, call: &ValidCall, _: &Context) -> Result<Answer, ToolError> {
        Ok(Answer::new(call.arguments().clone()))
    }
}

/// Makes a call as a conversation does.
async fn made(call: &ModelCall) -> Outcome {
    let registry = Registry::new();
    registry.register(Paint).unwrap();
    let request = CallRequest::new(call.name.as_str(), call.arguments.as_str())
        .offered_as(call.wire.provider());
    Runtime::new(registry).call(&Caller::default(), request).await
}

/// The only call of chat completions in which these arguments are sent.
fn call_with(arguments: &Value, finish_reason: &str) -> ModelCall {
    let call = json!([{ "index": 0, "id": "a",
        "function": { "name": "paint", "arguments": arguments } }]);
    let heard = chat(&[call], finish_reason);
    let [call] = heard.said().calls.as_slice() else { panic!("{:?}", heard.calls()) };
    call.clone()
}

/// What the tool got, and where what was mended.
async fn got(arguments: &Value) -> (Value, Vec<(String, RepairKind)>) {
    let outcome = made(&call_with(arguments, "tool_calls")).await;
    let data = outcome.data().unwrap_or_else(|| panic!("{arguments}: {:?}", outcome.error()));
    let repairs = outcome.meta.repairs.iter().map(|repair| (repair.pointer.clone(), repair.kind));
    (data.clone(), repairs.collect())
}

/// Why the call ended in VALIDATION.
async fn refused(call: &ModelCall) -> String {
    let outcome = made(call).await;
    let error = outcome.error().expect("nobody can read this");
    assert_eq!(error.kind, ErrorType::Validation);
    error.message.clone()
}

#[tokio::test]
async fn no_arguments_are_an_empty_object() {
    for arguments in [json!(""), json!(" "), json!(null), json!("{}"), json!({})] {
        assert_eq!(got(&arguments).await, (json!({}), vec![]), "{arguments}");
    }
    for function in [json!({ "name": "paint" }), json!({ "name": "paint", "arguments": null })] {
        let heard = chat(&[json!([{ "index": 0, "id": "a", "function": function }])], "stop");
        assert_eq!(heard.calls(), [("paint", "")]);
        assert_eq!(made(&heard.said().calls[0]).await.data(), Some(&json!({})));
    }
}

#[test]
fn no_arguments_at_a_length_limit_are_a_call_that_was_cut() {
    for arguments in [json!(""), json!(null), json!("{\"coats\": 1"), json!("{\"note\": \"}")] {
        assert!(call_with(&arguments, "length").is_cut, "{arguments}");
        assert!(!call_with(&arguments, "tool_calls").is_cut, "{arguments}");
    }
}

#[test]
fn a_call_that_was_whole_before_the_limit_is_not_cut() {
    let heard = chat(
        &[
            json!([{ "index": 0, "id": "a",
                "function": { "name": "paint", "arguments": "{\"coats\": 1}" } }]),
            json!([{ "index": 1, "id": "b",
                "function": { "name": "paint", "arguments": "{\"coats\": " } }]),
        ],
        "length",
    );
    assert_eq!(heard.finish(), Finish::Length);
    let are_cut: Vec<bool> = heard.said().calls.iter().map(|call| call.is_cut).collect();
    assert_eq!(are_cut, [false, true]);
}

#[tokio::test]
async fn arguments_may_be_the_object_itself() {
    let arguments = json!({ "coats": 2, "rooms": ["hall"] });
    assert_eq!(got(&arguments).await, (arguments.clone(), vec![]));
}

#[tokio::test]
async fn arguments_that_were_encoded_twice_are_read_once_more() {
    let twice = json!(json!({ "coats": 2 }).to_string()).to_string();
    let mended = vec![(String::new(), RepairKind::ParsedTwice)];
    assert_eq!(got(&json!(twice)).await, (json!({ "coats": 2 }), mended));
    for other in ["\"[1]\"", "\"two\"", "[1]", "7"] {
        let call = call_with(&json!(other), "tool_calls");
        assert!(refused(&call).await.starts_with("The arguments must be a JSON object"), "{other}");
    }
}

#[tokio::test]
async fn what_stands_in_quotes_is_taken_out_where_the_schema_says_so() {
    use RepairKind::*;
    for (name, sent, meant, kind) in [
        ("coats", json!("2"), json!(2), StringToNumber),
        ("glossy", json!("true"), json!(true), StringToBoolean),
        ("rooms", json!("[\"hall\"]"), json!(["hall"]), StringToArray),
        ("size", json!("{\"width\": 3}"), json!({ "width": 3 }), StringToObject),
        ("color", json!("RED"), json!("red"), EnumCase),
        ("color", json!("sky blue"), json!("Sky Blue"), EnumCase),
    ] {
        let sent = json!(json!({ name: sent }).to_string());
        let expected = (json!({ name: meant }), vec![(format!("/{name}"), kind)]);
        assert_eq!(got(&sent).await, expected, "{sent}");
    }
}

#[tokio::test]
async fn a_text_is_never_touched_and_nothing_is_mended_that_would_not_fit() {
    for note in ["2", "true", "[1]", "{\"a\": 1}", "null", "RED"] {
        let arguments = json!(json!({ "note": note }).to_string());
        assert_eq!(got(&arguments).await, (json!({ "note": note }), vec![]), "{note}");
    }
    for (name, sent) in
        [("coats", "two"), ("coats", "2.5"), ("glossy", "maybe"), ("color", "green")]
    {
        let call = call_with(&json!(json!({ name: sent }).to_string()), "tool_calls");
        let outcome = made(&call).await;
        let error = outcome.error().expect("it does not fit");
        let faults: Vec<&str> = error.details.iter().map(|fault| fault.pointer.as_str()).collect();
        assert_eq!((error.kind, faults), (ErrorType::Validation, vec![&*format!("/{name}")]));
    }
}

#[tokio::test]
async fn a_text_that_is_nearly_json_is_mended() {
    for (sent, meant) in [
        ("{\"note\": \"one\ntwo\tthree\"}", json!({ "note": "one\ntwo\tthree" })),
        ("{\"rooms\": [\"hall\",], \"coats\": 2, }", json!({ "rooms": ["hall"], "coats": 2 })),
        ("```json\n{\"coats\": 2}\n```", json!({ "coats": 2 })),
        ("```\n{\"coats\": 2}\n```", json!({ "coats": 2 })),
    ] {
        let mended = vec![(String::new(), RepairKind::Reread)];
        assert_eq!(got(&json!(sent)).await, (meant, mended), "{sent}");
    }
}

#[tokio::test]
async fn arguments_that_cannot_be_read_are_a_fault_and_spoil_no_later_request() {
    let call = call_with(&json!("{\"coats\": 2"), "tool_calls");
    assert_eq!(
        refused(&call).await,
        "The arguments cannot be read: EOF while parsing an object at line 1 column 11."
    );
    let said = Said { calls: vec![call], ..Said::default() };
    let messages = [crate::Message::Assistant(said)];
    let request = ModelRequest {
        agent: "painter",
        system: "",
        messages: &messages,
        tools: &Value::Null,
        web_search: false,
    };
    let body = |wire: Wire| wire.body(&Manner::default(), &request);
    let stands = json!({ "INVALID_JSON": "{\"coats\": 2" });
    let function = &body(Wire::OpenAi)["messages"][0]["tool_calls"][0]["function"];
    assert_eq!(function["arguments"], stands.to_string());
    assert_eq!(body(Wire::Anthropic)["messages"][0]["content"][0]["input"], stands);
    let part = &body(Wire::Gemini)["contents"][0]["parts"][0];
    assert_eq!(part["functionCall"]["args"], stands);
}

#[tokio::test]
async fn a_name_that_is_misspelt_is_told_the_nearest() {
    for (name, message) in [
        ("pain", "There is no tool `pain`. Did you mean `paint`?"),
        ("Paint!", "There is no tool `Paint!`. Did you mean `paint`?"),
        ("fly_to_the_moon", "There is no tool `fly_to_the_moon`."),
        ("", "There is no tool ``."),
    ] {
        let call = ModelCall { name: name.to_owned(), ..call_with(&json!("{}"), "tool_calls") };
        let outcome = made(&call).await;
        let error = outcome.error().expect("there is no such tool");
        assert_eq!((error.kind, error.message.as_str()), (ErrorType::NotFound, message));
    }
}
