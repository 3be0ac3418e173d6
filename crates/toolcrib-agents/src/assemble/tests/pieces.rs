//! Which call a piece belongs to, and what a call is called.

use super::*;

#[test]
fn pieces_with_a_number_go_to_the_call_of_that_number() {
    let heard = chat(
        &[
            json!([{ "index": 0, "id": "a", "type": "function",
                "function": { "name": "one", "arguments": "" } }]),
            json!([{ "index": 0, "function": { "arguments": "{\"x\":" } }]),
            json!([{ "index": 1, "id": "b", "type": "function",
                "function": { "name": "two", "arguments": "{\"y\":" } }]),
            json!([{ "index": 0, "function": { "arguments": "1}" } },
                { "index": 1, "function": { "arguments": "2}" } }]),
        ],
        "tool_calls",
    );
    assert_eq!(heard.calls(), [("one", "{\"x\":1}"), ("two", "{\"y\":2}")]);
    assert_eq!(heard.wire_ids(), [Some("a"), Some("b")]);
}

#[test]
fn pieces_without_a_number_go_by_their_id() {
    let heard = chat(
        &[
            json!([{ "id": "a", "function": { "name": "one", "arguments": "{" } }]),
            json!([{ "id": "b", "function": { "name": "two", "arguments": "{" } }]),
            json!([{ "id": "a", "function": { "arguments": "\"x\":1}" } }]),
            json!([{ "id": "b", "function": { "arguments": "\"y\":2}" } }]),
        ],
        "tool_calls",
    );
    assert_eq!(heard.calls(), [("one", "{\"x\":1}"), ("two", "{\"y\":2}")]);
}

#[test]
fn pieces_without_a_number_or_a_known_id_go_to_the_last_call() {
    let heard = chat(
        &[
            json!([{ "id": "a", "function": { "name": "one", "arguments": "{}" } }]),
            json!([{ "id": "b", "function": { "name": "two", "arguments": "{" } }]),
            json!([{ "function": { "arguments": "\"y\":" } }]),
            json!([{ "id": "", "function": { "name": "", "arguments": "2" } }]),
            json!([{ "id": "chunk-7", "function": { "arguments": "}" } }]),
        ],
        "tool_calls",
    );
    assert_eq!(heard.calls(), [("one", "{}"), ("two", "{\"y\":2}")]);
    assert_eq!(heard.wire_ids(), [Some("a"), Some("b")]);
}

#[test]
fn several_in_a_chunk_without_a_number_or_an_id_go_by_their_position() {
    let heard = chat(
        &[
            json!([{ "function": { "name": "one", "arguments": "{\"x\":" } },
                { "function": { "name": "two", "arguments": "{\"y\":" } }]),
            json!([{ "function": { "arguments": "1}" } }, { "function": { "arguments": "2}" } }]),
        ],
        "tool_calls",
    );
    assert_eq!(heard.calls(), [("one", "{\"x\":1}"), ("two", "{\"y\":2}")]);
}

#[test]
fn whole_calls_are_as_many_as_there_are_names_where_nothing_tells_them_apart() {
    let two = |index: Value| {
        let call = |name: &str, arguments: &str| {
            let mut call =
                json!({ "id": "", "function": { "name": name, "arguments": arguments } });
            if !index.is_null() {
                call["index"] = index.clone();
            }
            call
        };
        (call("one", "{\"x\":1}"), call("one", "{\"x\":2}"), call("two", ""))
    };
    let whole = [("one", "{\"x\":1}"), ("one", "{\"x\":2}"), ("two", "")];
    for index in [json!(null), json!(0)] {
        let (one, other, two) = two(index.clone());
        let heard = chat(&[json!([one]), json!([other]), json!([two])], "tool_calls");
        assert_eq!(heard.calls(), whole, "index {index}");
    }
    let (one, other, two) = two(json!(null));
    let heard = chat(&[json!([one, other]), json!([one, two])], "tool_calls");
    assert_eq!(heard.calls(), [whole[0], whole[1], whole[0], whole[2]]);
}

#[test]
fn another_id_with_a_name_at_the_same_number_is_another_call() {
    let heard = chat(
        &[
            json!([{ "index": 0, "id": "a", "function": { "name": "one", "arguments": "{\"x\":" } }]),
            json!([{ "index": 0, "function": { "arguments": "1}" } }]),
            json!([{ "index": 0, "id": "b", "function": { "name": "one", "arguments": "{\"x\":" } }]),
            json!([{ "index": 0, "function": { "arguments": "2" } }]),
            json!([{ "index": 0, "id": "b", "function": { "arguments": "}" } }]),
            json!([{ "index": 0, "id": "c", "function": { "name": "two", "arguments": "{}" } }]),
        ],
        "tool_calls",
    );
    assert_eq!(heard.calls(), [("one", "{\"x\":1}"), ("one", "{\"x\":2}"), ("two", "{}")]);
    assert_eq!(heard.wire_ids(), [Some("a"), Some("b"), Some("c")]);
}

#[test]
fn another_id_without_a_name_is_not_another_call() {
    let heard = chat(
        &[
            json!([{ "index": 0, "id": "a", "function": { "name": "one", "arguments": "{" } }]),
            json!([{ "index": 0, "id": "b", "function": { "arguments": "}" } }]),
        ],
        "tool_calls",
    );
    assert_eq!(heard.calls(), [("one", "{}")]);
    assert_eq!(heard.wire_ids(), [Some("a")]);
}

#[test]
fn a_whole_call_in_one_chunk_is_taken_but_not_before_the_stream_ends() {
    let call = json!([{ "index": 0, "id": "a", "type": "function",
        "function": { "name": "one", "arguments": "{\"x\":1}" } }]);
    assert_eq!(chat(std::slice::from_ref(&call), "tool_calls").calls(), [("one", "{\"x\":1}")]);
    let broken = heard(Wire::OpenAi, &[chunk(call)]);
    assert_eq!(broken.broken(), &Broken::BrokeOff);
}

#[test]
fn the_last_name_that_says_something_wins() {
    for (names, name) in [
        (["get_weather", "", ""], "get_weather"),
        (["get_weather", "get_weather", "get_weather"], "get_weather"),
        (["get", "get_weather", ""], "get_weather"),
        (["", "", "get_weather"], "get_weather"),
    ] {
        for index in [json!(0), json!(null)] {
            let piece = |name: &str, arguments: &str| {
                json!([{ "index": index, "id": null,
                    "function": { "name": name, "arguments": arguments } }])
            };
            let pieces = [piece(names[0], "{"), piece(names[1], "}"), piece(names[2], "")];
            let heard = chat(&pieces, "tool_calls");
            assert_eq!(heard.calls(), [(name, "{}")], "{names:?} at {index}");
        }
    }
}

#[test]
fn arguments_wait_for_the_name() {
    let heard = chat(
        &[
            json!([{ "index": 0, "id": "a", "function": { "arguments": "{\"x\"" } }]),
            json!([{ "index": 0, "function": { "arguments": ":" } }]),
            json!([{ "index": 0, "function": { "name": "one", "arguments": "1" } }]),
            json!([{ "index": 0, "function": { "arguments": "}" } }]),
        ],
        "tool_calls",
    );
    assert_eq!(heard.calls(), [("one", "{\"x\":1}")]);
    let id = heard.ids()[0].to_owned();
    let arguments = |text: &str| Delta::CallArguments { id: id.clone(), text: text.to_owned() };
    assert_eq!(
        heard.deltas,
        [
            Delta::CallStart { id: id.clone(), name: "one".to_owned() },
            arguments("{\"x\":1"),
            arguments("}"),
        ]
    );
}

#[test]
fn ids_that_are_empty_missing_or_double_are_minted_and_the_vendors_is_kept() {
    let call = |index: u64, id: Value| json!([{ "index": index, "id": id, "function": { "name": "one", "arguments": "{}" } }]);
    let heard = chat(
        &[call(0, json!("")), call(1, json!(null)), call(2, json!("x")), call(3, json!("x"))],
        "tool_calls",
    );
    assert_eq!(heard.wire_ids(), [None, None, Some("x"), Some("x")]);
    let ids = heard.ids();
    let distinct: std::collections::HashSet<_> = ids.iter().collect();
    assert_eq!(distinct.len(), 4, "{ids:?}");
    for id in ids {
        let is_plain = id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
        assert_eq!((id.len(), is_plain), (9, true), "{id}");
    }
}

#[test]
fn two_in_a_chunk_that_share_an_id_are_two() {
    let calls = json!([{ "id": "x", "function": { "name": "one", "arguments": "{\"x\":1}" } },
        { "id": "x", "function": { "name": "two", "arguments": "" } }]);
    let heard = chat(&[calls], "tool_calls");
    assert_eq!(heard.calls(), [("one", "{\"x\":1}"), ("two", "")]);
    assert_eq!(heard.wire_ids(), [Some("x"), Some("x")]);
}

#[test]
fn calls_decide_whatever_the_reason_to_stop() {
    let call = json!([{ "index": 0, "id": "a", "function": { "name": "one", "arguments": "{}" } }]);
    for reason in ["stop", "tool_calls", "function_call", "end_turn"] {
        let heard = chat(std::slice::from_ref(&call), reason);
        assert_eq!(heard.calls(), [("one", "{}")], "{reason}");
        assert_eq!(heard.finish(), Finish::Stop, "{reason}");
    }
}

#[test]
fn an_end_that_comes_twice_is_one_end() {
    let call = json!([{ "index": 0, "id": "a", "function": { "name": "one", "arguments": "{}" } }]);
    let once = heard(Wire::OpenAi, &[chunk(call.clone()), end("tool_calls")]);
    let twice =
        heard(Wire::OpenAi, &[chunk(call), end("tool_calls"), end("tool_calls"), end("stop")]);
    assert_eq!(twice.end, once.end);
    assert_eq!(twice.deltas, once.deltas);
    assert_eq!(once.finish(), Finish::Stop);
}

#[test]
fn an_end_at_a_limit_counts_even_if_another_was_told() {
    for reasons in [["stop", "length"], ["length", "stop"], ["length", "length"]] {
        let heard = heard(Wire::OpenAi, &reasons.map(end));
        assert_eq!(heard.finish(), Finish::Length, "{reasons:?}");
    }
}
