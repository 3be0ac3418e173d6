//! Anthropic's messages, event by event.

use super::*;

fn start() -> Value {
    json!({ "type": "message_start", "message": { "id": "msg_1", "type": "message",
        "role": "assistant", "content": [], "stop_reason": null,
        "usage": { "input_tokens": 20, "output_tokens": 1 } } })
}

fn block(index: u64, block: Value) -> Value {
    json!({ "type": "content_block_start", "index": index, "content_block": block })
}

fn tool_use(index: u64, id: &str) -> Value {
    block(index, json!({ "type": "tool_use", "id": id, "name": "weather", "input": {} }))
}

fn delta(index: u64, delta: Value) -> Value {
    json!({ "type": "content_block_delta", "index": index, "delta": delta })
}

fn words(index: u64, text: &str) -> Value {
    delta(index, json!({ "type": "text_delta", "text": text }))
}

fn input(index: u64, json: &str) -> Value {
    delta(index, json!({ "type": "input_json_delta", "partial_json": json }))
}

fn stop(index: u64) -> Value {
    json!({ "type": "content_block_stop", "index": index })
}

fn end(stop_reason: &str) -> Value {
    json!({ "type": "message_delta", "delta": { "stop_reason": stop_reason, "stop_sequence": null },
        "usage": { "output_tokens": 65 } })
}

fn messages(events: &[Value]) -> Heard {
    heard(Wire::Anthropic, events)
}

#[test]
fn blocks_become_words_and_calls_and_pings_come_anywhere() {
    let ping = json!({ "type": "ping" });
    let heard = messages(&[
        ping.clone(),
        start(),
        ping.clone(),
        block(0, json!({ "type": "text", "text": "" })),
        words(0, "I will "),
        ping.clone(),
        words(0, "look."),
        stop(0),
        tool_use(1, "toolu_1"),
        input(1, ""),
        input(1, "{\"city\": "),
        ping.clone(),
        tool_use(2, "toolu_2"),
        input(2, "{\"city\": \"Oslo\"}"),
        input(1, "\"Rome\"}"),
        stop(1),
        stop(2),
        end("tool_use"),
        json!({ "type": "message_stop" }),
        ping,
    ]);
    assert_eq!(heard.said().text, "I will look.");
    assert_eq!(
        heard.calls(),
        [("weather", "{\"city\": \"Rome\"}"), ("weather", "{\"city\": \"Oslo\"}"),]
    );
    assert_eq!(heard.wire_ids(), [Some("toolu_1"), Some("toolu_2")]);
    assert_eq!(heard.said().echo, None);
    assert_eq!(heard.finish(), Finish::Stop);
    assert_eq!(heard.usage(), Usage { input_tokens: 20, output_tokens: 65, ..Usage::default() });
}

#[test]
fn an_empty_partial_json_or_none_means_no_arguments() {
    let heard = messages(&[
        start(),
        tool_use(0, "toolu_1"),
        input(0, ""),
        stop(0),
        tool_use(1, "toolu_2"),
        stop(1),
        end("tool_use"),
    ]);
    assert_eq!(heard.calls(), [("weather", ""), ("weather", "")]);
    for call in &heard.said().calls {
        assert_eq!((call.object().unwrap(), call.is_cut), (json!({}), false));
    }
}

#[test]
fn input_that_is_there_from_the_start_counts() {
    let call = json!({ "type": "tool_use", "id": "t", "name": "weather", "input": { "n": 1 } });
    let heard = messages(&[start(), block(0, call), stop(0), end("tool_use")]);
    assert_eq!(heard.calls(), [("weather", "{\"n\":1}")]);
}

#[test]
fn an_error_in_the_middle_is_a_failure() {
    let error = json!({ "type": "error",
        "error": { "type": "overloaded_error", "message": "Overloaded" } });
    let heard = messages(&[start(), words(0, "So"), error, end("end_turn")]);
    assert_eq!(heard.broken(), &failed("Overloaded"));
    assert_eq!(heard.deltas, [text("So")]);
    assert_eq!(messages(&[json!({ "type": "error" })]).broken(), &failed(""));
}

#[test]
fn a_stream_that_ends_without_a_reason_broke_off() {
    let no_reason = json!({ "type": "message_delta", "delta": { "stop_reason": null } });
    let last = json!({ "type": "message_stop" });
    for events in [vec![start()], vec![start(), words(0, "So"), no_reason], vec![start(), last]] {
        assert_eq!(messages(&events).broken(), &Broken::BrokeOff);
    }
}

#[test]
fn each_reason_to_stop_is_one_of_three() {
    for (reason, finish) in [
        ("end_turn", Finish::Stop),
        ("stop_sequence", Finish::Stop),
        ("tool_use", Finish::Stop),
        ("pause_turn", Finish::Stop),
        ("max_tokens", Finish::Length),
        ("model_context_window_exceeded", Finish::Length),
        ("refusal", Finish::Filtered),
    ] {
        assert_eq!(messages(&[start(), end(reason)]).finish(), finish, "{reason}");
    }
}

#[test]
fn a_call_that_a_limit_cuts_must_not_run() {
    let heard = messages(&[
        start(),
        tool_use(0, "toolu_1"),
        input(0, "{\"city\": \"Ro"),
        end("max_tokens"),
    ]);
    assert_eq!(heard.calls(), [("weather", "{\"city\": \"Ro")]);
    assert!(heard.said().calls[0].is_cut);
}

#[test]
fn a_message_that_begins_anew_takes_the_place_of_the_one_before() {
    let thinking = |text: &str, signature: &str| {
        [
            block(0, json!({ "type": "thinking", "thinking": "" })),
            delta(0, json!({ "type": "thinking_delta", "thinking": text })),
            delta(0, json!({ "type": "signature_delta", "signature": signature })),
        ]
    };
    let mut events = vec![start()];
    events.extend(thinking("First.", "sig-1"));
    events.extend([tool_use(1, "toolu_1"), input(1, "{\"city\": \"Ro"), start()]);
    events.extend(thinking("Second.", "sig-2"));
    events.extend([tool_use(1, "toolu_2"), input(1, "{\"city\": \"Oslo\"}"), end("tool_use")]);
    let heard = messages(&events);
    assert_eq!(heard.calls(), [("weather", "{\"city\": \"Oslo\"}")]);
    assert_eq!(heard.wire_ids(), [Some("toolu_2")]);
    let parts = &heard.said().echo.as_ref().unwrap().parts;
    assert_eq!(
        parts,
        &[json!({ "type": "thinking", "thinking": "Second.", "signature": "sig-2" })]
    );
}

#[test]
fn thoughts_are_kept_with_their_signatures() {
    let heard = messages(&[
        start(),
        block(0, json!({ "type": "thinking", "thinking": "", "signature": "" })),
        delta(0, json!({ "type": "thinking_delta", "thinking": "Let me" })),
        delta(0, json!({ "type": "thinking_delta", "thinking": " see." })),
        delta(0, json!({ "type": "signature_delta", "signature": "EqQ" })),
        delta(0, json!({ "type": "signature_delta", "signature": "BC==" })),
        stop(0),
        block(1, json!({ "type": "redacted_thinking", "data": "Emw" })),
        stop(1),
        words(2, "Fine."),
        end("end_turn"),
    ]);
    assert_eq!(heard.deltas, [thought("Let me"), thought(" see."), text("Fine.")]);
    assert_eq!(heard.said().text, "Fine.");
    let parts = vec![
        json!({ "type": "thinking", "thinking": "Let me see.", "signature": "EqQBC==" }),
        json!({ "type": "redacted_thinking", "data": "Emw" }),
    ];
    let echo = Echo { wire: Wire::Anthropic, model: "model".to_owned(), parts };
    assert_eq!(heard.said().echo, Some(echo));
}

#[test]
fn tools_that_the_vendor_runs_are_no_calls() {
    let search = json!({ "type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search",
        "input": {} });
    let found = json!({ "type": "web_search_tool_result", "tool_use_id": "srvtoolu_1",
        "content": [{ "type": "web_search_result", "url": "https://example.com" }] });
    let citation = json!({ "type": "citations_delta", "citation": { "cited_text": "x" } });
    let heard = messages(&[
        start(),
        block(0, search),
        input(0, "{\"query\": \"Rome\"}"),
        stop(0),
        block(1, found),
        stop(1),
        words(2, "Warm."),
        delta(2, citation),
        json!({ "type": "something_new", "payload": { "index": "x" } }),
        end("end_turn"),
    ]);
    assert_eq!(heard.calls(), []);
    assert_eq!(heard.said().text, "Warm.");
}

#[test]
fn what_came_from_the_cache_was_read_too() {
    let mut first = start();
    first["message"]["usage"] = json!({ "input_tokens": 5, "cache_creation_input_tokens": 100,
        "cache_read_input_tokens": 1000, "output_tokens": 1 });
    let usage = Usage { input_tokens: 1105, output_tokens: 65, cached_tokens: 1000, cost: None };
    assert_eq!(messages(&[first.clone(), end("end_turn")]).usage(), usage);
    let mut last = end("end_turn");
    last["usage"] = first["message"]["usage"].clone();
    last["usage"]["output_tokens"] = json!(65);
    assert_eq!(messages(&[start(), last]).usage(), usage);
}

#[test]
fn what_is_no_event_cannot_be_read() {
    let heard = heard_events(Wire::Anthropic, &["{\"index\": 0}"]);
    let why = "a piece of it is not what it should be: missing field `type` at line 1 column 12";
    assert_eq!(heard.broken(), &Broken::Unreadable(why.to_owned()));
}
