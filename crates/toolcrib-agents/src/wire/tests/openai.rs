//! Chat completions, as OpenAI, OpenRouter and others send them.

use super::*;
use crate::assemble::tests::{chunk, end};

fn delta(delta: Value) -> Value {
    json!({ "object": "chat.completion.chunk",
        "choices": [{ "index": 0, "delta": delta, "finish_reason": null }] })
}

fn chat(events: &[Value]) -> Heard {
    heard(Wire::OpenAi, events)
}

#[test]
fn words_come_in_pieces_and_a_role_says_nothing() {
    let heard = chat(&[
        delta(json!({ "role": "assistant", "content": "" })),
        delta(json!({ "role": "assistant", "content": "Grüß" })),
        delta(json!({ "content": null })),
        delta(json!({ "role": "assistant", "content": " \"Gott\"\n" })),
        end("stop"),
    ]);
    assert_eq!(heard.said().text, "Grüß \"Gott\"\n");
    assert_eq!(heard.deltas, [text("Grüß"), text(" \"Gott\"\n")]);
    assert_eq!(heard.finish(), Finish::Stop);
}

#[test]
fn an_error_inside_the_stream_is_a_failure_in_each_of_its_forms() {
    let words = delta(json!({ "content": "So" }));
    let overloaded = json!({ "code": 502, "message": "Overloaded", "metadata": {} });
    let in_choice = json!({ "choices": [{ "delta": {}, "error": overloaded,
        "finish_reason": "error" }] });
    let with_choices = json!({ "error": overloaded,
        "choices": [{ "delta": { "content": "" }, "finish_reason": "error" }] });
    for (event, why) in [
        (json!({ "error": overloaded }), "Overloaded"),
        (json!({ "error": overloaded, "choices": [] }), "Overloaded"),
        (with_choices, "Overloaded"),
        (in_choice, "Overloaded"),
        (json!({ "error": "Overloaded" }), "Overloaded"),
        (json!({ "error": { "code": 502 } }), "{\"code\":502}"),
        (json!({ "object": "error", "message": "Overloaded", "code": 50001 }), "Overloaded"),
        (json!({ "object": "error" }), ""),
        (end("error"), "it stopped with an error"),
    ] {
        let heard = chat(&[words.clone(), event.clone()]);
        assert_eq!(heard.broken(), &failed(why), "{event}");
        assert_eq!(heard.deltas, [text("So")], "what was shown stays shown: {event}");
        // Whatever comes later makes no answer of it.
        let heard = chat(&[words.clone(), event.clone(), end("stop")]);
        assert_eq!(heard.broken(), &failed(why), "{event}");
    }
}

#[test]
fn no_error_is_none() {
    let mut last = end("stop");
    last["error"] = Value::Null;
    last["choices"][0]["error"] = Value::Null;
    assert_eq!(chat(&[last]).finish(), Finish::Stop);
}

#[test]
fn usage_comes_in_a_chunk_without_choices_or_with_the_end_once_more() {
    let counts = json!({ "prompt_tokens": 90, "completion_tokens": 12, "total_tokens": 102,
        "prompt_tokens_details": { "cached_tokens": 64 }, "cost": 0.25 });
    let usage = Usage { input_tokens: 90, output_tokens: 12, cached_tokens: 64, cost: Some(0.25) };
    let without = json!({ "choices": [], "usage": counts });
    let mut again = end("tool_calls");
    again["choices"][0]["delta"] = json!({ "role": "assistant", "content": "" });
    again["usage"] = counts;
    let call = chunk(json!([{ "index": 0, "id": "a",
        "function": { "name": "weather", "arguments": "{}" } }]));
    for last in [without, again] {
        let heard = chat(&[call.clone(), end("tool_calls"), last.clone()]);
        assert_eq!(heard.usage(), usage, "{last}");
        assert_eq!(heard.finish(), Finish::Stop);
        assert_eq!(heard.calls(), [("weather", "{}")]);
    }
    let mut nothing = end("stop");
    nothing["usage"] = Value::Null;
    assert_eq!(chat(&[nothing]).usage(), Usage::default());
}

#[test]
fn a_stream_that_ends_without_a_reason_broke_off() {
    let words = delta(json!({ "content": "So" })).to_string();
    let usage = json!({ "choices": [], "usage": { "prompt_tokens": 1 } }).to_string();
    for events in [vec![], vec!["[DONE]"], vec![&*words, "[DONE]"], vec![&*words, &*usage]] {
        assert_eq!(heard_events(Wire::OpenAi, &events).broken(), &Broken::BrokeOff, "{events:?}");
    }
    let last = end("stop").to_string();
    let heard = heard_events(Wire::OpenAi, &[&words, &last, " [DONE]\n", ""]);
    assert_eq!(heard.said().text, "So");
}

#[test]
fn what_is_no_json_cannot_be_read() {
    let heard = heard_events(Wire::OpenAi, &["<html>", &end("stop").to_string()]);
    let why = "a piece of it is not what it should be: expected value at line 1 column 1";
    assert_eq!(heard.broken(), &Broken::Unreadable(why.to_owned()));
}

#[test]
fn each_reason_to_stop_is_one_of_three() {
    for (reason, native, finish) in [
        ("stop", None, Finish::Stop),
        ("tool_calls", Some("tool_calls"), Finish::Stop),
        ("eos", None, Finish::Stop),
        ("length", None, Finish::Length),
        ("max_tokens", None, Finish::Length),
        // OpenRouter says that there are calls; only the vendor says that they are cut.
        ("tool_calls", Some("length"), Finish::Length),
        ("tool_calls", Some("max_output_tokens"), Finish::Length),
        ("stop", Some("MAX_TOKENS"), Finish::Length),
        ("content_filter", None, Finish::Filtered),
    ] {
        let mut last = end(reason);
        last["choices"][0]["native_finish_reason"] = json!(native);
        assert_eq!(chat(&[last]).finish(), finish, "{reason}, {native:?}");
    }
    assert_eq!(chat(&[end("")]).broken(), &Broken::BrokeOff);
}

#[test]
fn content_may_be_a_list_of_words_and_thoughts() {
    let heard = chat(&[
        delta(json!({ "content": [{ "type": "thinking",
            "thinking": [{ "type": "text", "text": "Two and two" }] }] })),
        delta(json!({ "content": [
            { "type": "thinking", "thinking": [{ "type": "text", "text": " is four." }] },
            { "type": "text", "text": "It is " },
            { "type": "reference", "reference_ids": [1] }] })),
        delta(json!({ "content": [{ "type": "text", "text": "4" }] })),
        delta(json!({ "content": "." })),
        end("stop"),
    ]);
    assert_eq!(heard.said().text, "It is 4.");
    assert_eq!(
        heard.deltas,
        [thought("Two and two"), thought(" is four."), text("It is "), text("4"), text("."),]
    );
}

#[test]
fn thoughts_have_two_names_and_are_shown_once() {
    for thoughts in [
        json!({ "reasoning": "Hm." }),
        json!({ "reasoning_content": "Hm." }),
        json!({ "reasoning": "Hm.", "reasoning_content": "Hm." }),
        json!({ "reasoning": null, "reasoning_content": "Hm.", "content": null }),
    ] {
        let heard = chat(&[delta(thoughts.clone()), end("stop")]);
        assert_eq!(heard.deltas, [thought("Hm.")], "{thoughts}");
        assert_eq!(heard.said(), &Said::default(), "{thoughts}");
    }
}

#[test]
fn a_chunk_with_an_empty_message_beside_the_delta_is_read() {
    let mut words = delta(json!({ "content": "So" }));
    words["choices"][0]["message"] = Value::Null;
    let mut last = end("stop");
    last["choices"][0]["message"] = json!({ "role": "assistant", "content": "So" });
    assert_eq!(chat(&[words, last]).said().text, "So");
}

#[test]
fn a_refusal_is_words() {
    let heard = chat(&[delta(json!({ "content": null, "refusal": "No." })), end("stop")]);
    assert_eq!(heard.said().text, "No.");
}

#[test]
fn details_of_thoughts_are_put_together_for_the_next_request() {
    let details = |details: Value| delta(json!({ "reasoning_details": details }));
    let heard = chat(&[
        details(json!([{ "type": "reasoning.text", "index": 0, "text": "Let", "format": "f" }])),
        details(json!([{ "type": "reasoning.text", "index": 0, "text": " me", "format": "f" }])),
        details(json!([{ "type": "reasoning.text", "index": 0, "text": null, "signature": "s" }])),
        details(json!([{ "type": "reasoning.encrypted", "index": 1, "data": "x" },
            { "type": "reasoning.encrypted", "index": 2, "data": "y" }])),
        details(json!([{ "type": "reasoning.encrypted", "index": 1, "data": "X" }])),
        end("stop"),
    ]);
    let parts = vec![
        json!({ "type": "reasoning.text", "index": 0, "text": "Let me", "format": "f",
            "signature": "s" }),
        json!({ "type": "reasoning.encrypted", "index": 1, "data": "xX" }),
        json!({ "type": "reasoning.encrypted", "index": 2, "data": "y" }),
    ];
    let echo = Echo { wire: Wire::OpenAi, model: "model".to_owned(), parts };
    assert_eq!(heard.said().echo, Some(echo));
}
