//! Answers that come in one piece.

use super::*;
use crate::assemble::Assembler;

fn whole(wire: Wire, body: &str) -> Heard {
    let mut assembler = Assembler::with_ids(wire, fastrand::Rng::with_seed(1));
    wire.read_whole(body, &mut assembler);
    let deltas = assembler.deltas().collect();
    Heard { end: assembler.end("model"), deltas }
}

/// The same answer, as each vendor sends it.
fn answers() -> [(Wire, Value, Option<&'static str>); 3] {
    let openai = json!({ "id": "chatcmpl-1", "object": "chat.completion", "choices": [{
        "index": 0, "finish_reason": "tool_calls", "message": { "role": "assistant",
            "content": "I look.", "refusal": null, "tool_calls": [
                { "id": "call_1", "type": "function", "function": { "name": "weather",
                    "arguments": "{\"city\":\"Rome\"}" } },
                { "id": "call_2", "type": "function",
                    "function": { "name": "date", "arguments": "{}" } }] } }],
        "usage": { "prompt_tokens": 20, "completion_tokens": 7 } });
    let anthropic = json!({ "id": "msg_1", "type": "message", "role": "assistant", "content": [
            { "type": "text", "text": "I look." },
            { "type": "tool_use", "id": "call_1", "name": "weather", "input": { "city": "Rome" } },
            { "type": "tool_use", "id": "call_2", "name": "date", "input": {} }],
        "stop_reason": "tool_use", "usage": { "input_tokens": 20, "output_tokens": 7 } });
    let gemini = json!({ "candidates": [{ "finishReason": "STOP", "content": { "role": "model",
            "parts": [{ "text": "I look." },
                { "functionCall": { "name": "weather", "args": { "city": "Rome" } } },
                { "functionCall": { "name": "date", "args": {} } }] } }],
        "usageMetadata": { "promptTokenCount": 20, "candidatesTokenCount": 7 } });
    [
        (Wire::OpenAi, openai, Some("call_")),
        (Wire::Anthropic, anthropic, Some("call_")),
        (Wire::Gemini, gemini, None),
    ]
}

#[test]
fn a_whole_answer_says_what_a_stream_would() {
    for (wire, body, id) in answers() {
        let heard = whole(wire, &body.to_string());
        assert_eq!(heard.said().text, "I look.", "{wire:?}");
        assert_eq!(heard.calls(), [("weather", "{\"city\":\"Rome\"}"), ("date", "{}")], "{wire:?}");
        let ids = [1, 2].map(|number| id.map(|id| format!("{id}{number}")));
        assert_eq!(heard.wire_ids(), ids.each_ref().map(Option::as_deref), "{wire:?}");
        assert_eq!(heard.finish(), Finish::Stop, "{wire:?}");
        let usage = Usage { input_tokens: 20, output_tokens: 7, ..Usage::default() };
        assert_eq!(heard.usage(), usage, "{wire:?}");
        let [words, ..] = heard.deltas.as_slice() else { panic!("nothing is shown") };
        assert_eq!(words, &text("I look."), "{wire:?}");
        // The words, and a start and arguments of each call.
        assert_eq!(heard.deltas.len(), 5, "{wire:?}");
    }
}

#[test]
fn a_whole_answer_has_thoughts_to_echo() {
    let body = json!({ "content": [
            { "type": "thinking", "thinking": "Hm.", "signature": "sig" },
            { "type": "redacted_thinking", "data": "x" },
            { "type": "text", "text": "So." }],
        "stop_reason": "end_turn" });
    let heard = whole(Wire::Anthropic, &body.to_string());
    assert_eq!(heard.deltas, [thought("Hm."), text("So.")]);
    assert_eq!(
        heard.said().echo.as_ref().unwrap().parts,
        [
            json!({ "type": "thinking", "thinking": "Hm.", "signature": "sig" }),
            json!({ "type": "redacted_thinking", "data": "x" }),
        ]
    );
}

#[test]
fn a_whole_answer_may_be_a_failure() {
    let error = json!({ "type": "error", "error": { "type": "api_error", "message": "Busy" } });
    for wire in [Wire::OpenAi, Wire::Anthropic, Wire::Gemini] {
        assert_eq!(whole(wire, &error.to_string()).broken(), &failed("Busy"), "{wire:?}");
        assert_eq!(whole(wire, "{}").broken(), &Broken::BrokeOff, "{wire:?}");
        let why = "a piece of it is not what it should be: expected value at line 1 column 1";
        let unreadable = Broken::Unreadable(why.to_owned());
        assert_eq!(whole(wire, "<html>").broken(), &unreadable, "{wire:?}");
    }
}

#[test]
fn a_whole_answer_that_a_limit_cut_is_short() {
    let body = json!({ "content": [{ "type": "text", "text": "Once up" }],
        "stop_reason": "max_tokens" });
    assert_eq!(whole(Wire::Anthropic, &body.to_string()).finish(), Finish::Length);
}
