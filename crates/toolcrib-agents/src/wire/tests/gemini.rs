//! Gemini's `streamGenerateContent`, chunk by chunk.

use super::*;

fn parts(parts: Value) -> Value {
    json!({ "candidates": [{ "content": { "role": "model", "parts": parts }, "index": 0 }] })
}

fn piece(call: Value) -> Value {
    parts(json!([{ "functionCall": call }]))
}

fn end(finish_reason: &str) -> Value {
    json!({ "candidates": [{ "content": { "parts": [{ "text": "" }] },
        "finishReason": finish_reason }] })
}

fn generated(events: &[Value]) -> Heard {
    heard(Wire::Gemini, events)
}

#[test]
fn each_part_has_a_whole_call_and_stop_is_the_end_of_those_too() {
    let mut last = parts(json!([
        { "functionCall": { "name": "weather", "args": { "city": "Oslo" }, "id": "fc-2" } },
        { "functionCall": { "name": "time", "args": {} } },
        { "functionCall": { "name": "date" } },
    ]));
    last["candidates"][0]["finishReason"] = json!("STOP");
    let heard = generated(&[
        parts(json!([{ "text": "I look" }, { "text": "." }])),
        piece(json!({ "name": "weather", "args": { "city": "Rome" } })),
        last,
    ]);
    assert_eq!(heard.said().text, "I look.");
    assert_eq!(
        heard.calls(),
        [
            ("weather", "{\"city\":\"Rome\"}"),
            ("weather", "{\"city\":\"Oslo\"}"),
            ("time", "{}"),
            ("date", ""),
        ]
    );
    assert_eq!(heard.wire_ids(), [None, Some("fc-2"), None, None]);
    assert_eq!(heard.finish(), Finish::Stop);
    let ids: std::collections::HashSet<_> = heard.ids().into_iter().collect();
    assert_eq!(ids.len(), 4);
}

#[test]
fn signatures_are_kept_with_their_call_or_for_the_words() {
    let heard = generated(&[
        parts(json!([{ "text": "Hm.", "thought": true }])),
        parts(json!([
            { "functionCall": { "name": "one", "args": {} }, "thoughtSignature": "sig-call" },
            { "functionCall": { "name": "two", "args": {} } },
            { "text": "Well.", "thoughtSignature": "sig-text" },
        ])),
        end("STOP"),
    ]);
    let signatures: Vec<_> =
        heard.said().calls.iter().map(|call| call.signature.as_deref()).collect();
    assert_eq!(signatures, [Some("sig-call"), None]);
    let echo =
        Echo { wire: Wire::Gemini, model: "model".to_owned(), parts: vec![json!("sig-text")] };
    assert_eq!(heard.said().echo, Some(echo));
    assert_eq!(heard.said().text, "Well.");
    assert_eq!(heard.deltas[0], thought("Hm."));
}

#[test]
fn arguments_may_come_member_by_member() {
    let members = |members: Value| piece(json!({ "partialArgs": members, "willContinue": true }));
    let heard = generated(&[
        piece(json!({ "name": "plan", "willContinue": true })),
        members(json!([{ "jsonPath": "$.city", "stringValue": "Ro", "willContinue": true }])),
        members(json!([{ "jsonPath": "$.city", "stringValue": "me", "willContinue": true }])),
        members(json!([{ "jsonPath": "$.city", "stringValue": "" }])),
        members(json!([
            { "jsonPath": "$.days", "numberValue": 3 },
            { "jsonPath": "$.cheap", "boolValue": false },
            { "jsonPath": "$.note", "nullValue": "NULL_VALUE" },
        ])),
        members(json!([{ "jsonPath": "$.stops[1].name", "stringValue": "Ostia" }])),
        members(json!([{ "jsonPath": "$['stops'][0]['full name']", "stringValue": "Lido" }])),
        members(json!([{ "stringValue": "nowhere" }, { "jsonPath": "$.nothing" }])),
        piece(json!({})),
        piece(json!({ "name": "date" })),
        end("STOP"),
    ]);
    let [plan, date] = heard.said().calls.as_slice() else { panic!("{:?}", heard.calls()) };
    assert_eq!((plan.name.as_str(), date.name.as_str()), ("plan", "date"));
    assert_eq!(
        plan.object().unwrap(),
        json!({ "city": "Rome", "days": 3, "cheap": false,
        "note": null, "stops": [{ "full name": "Lido" }, { "name": "Ostia" }] })
    );
    assert_eq!(date.object().unwrap(), json!({}));
    let start =
        |call: &ModelCall| Delta::CallStart { id: call.id.clone(), name: call.name.clone() };
    let arguments = Delta::CallArguments { id: plan.id.clone(), text: plan.arguments.clone() };
    assert_eq!(heard.deltas, [start(plan), arguments, start(date)]);
}

#[test]
fn members_stay_with_their_call_when_another_begins() {
    let city = json!([{ "jsonPath": "$.city", "stringValue": "Rome" }]);
    let heard = generated(&[
        piece(json!({ "name": "one", "willContinue": true })),
        piece(json!({ "partialArgs": city, "willContinue": true })),
        piece(json!({ "name": "two", "args": {} })),
        end("STOP"),
    ]);
    assert_eq!(heard.calls(), [("one", "{\"city\":\"Rome\"}"), ("two", "{}")]);
}

#[test]
fn a_call_that_a_limit_cuts_must_not_run() {
    let begun = piece(json!({ "name": "write", "willContinue": true }));
    let whole = piece(json!({ "name": "look", "args": {} }));
    let member = json!([{ "jsonPath": "$.text", "stringValue": "Once up", "willContinue": true }]);
    let some = piece(json!({ "partialArgs": member, "willContinue": true }));
    let done = piece(json!({}));
    for (pieces, is_cut) in [
        (vec![begun.clone()], true),
        (vec![begun.clone(), some.clone()], true),
        (vec![begun, some, done], false),
    ] {
        let mut events = vec![whole.clone()];
        events.extend(pieces);
        events.push(end("MAX_TOKENS"));
        let heard = generated(&events);
        assert_eq!(heard.finish(), Finish::Length);
        let are_cut: Vec<bool> = heard.said().calls.iter().map(|call| call.is_cut).collect();
        assert_eq!(are_cut, [false, is_cut], "{:?}", heard.calls());
    }
}

#[test]
fn each_reason_to_stop_is_an_end_or_a_failure() {
    for (reason, finish) in [
        ("STOP", Finish::Stop),
        ("MAX_TOKENS", Finish::Length),
        ("SAFETY", Finish::Filtered),
        ("PROHIBITED_CONTENT", Finish::Filtered),
    ] {
        assert_eq!(generated(&[end(reason)]).finish(), finish, "{reason}");
    }
    for reason in ["MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "OTHER"] {
        assert_eq!(generated(&[end(reason)]).broken(), &failed(reason));
    }
    let mut malformed = end("MALFORMED_FUNCTION_CALL");
    malformed["candidates"][0]["finishMessage"] = json!("Malformed: print(1)");
    assert_eq!(generated(&[malformed]).broken(), &failed("Malformed: print(1)"));
    for events in [vec![], vec![parts(json!([{ "text": "So" }]))], vec![end("")]] {
        assert_eq!(generated(&events).broken(), &Broken::BrokeOff);
    }
}

#[test]
fn an_error_inside_the_stream_is_a_failure() {
    let error =
        json!({ "error": { "code": 503, "message": "Overloaded", "status": "UNAVAILABLE" } });
    let heard = generated(&[parts(json!([{ "text": "So" }])), error, end("STOP")]);
    assert_eq!(heard.broken(), &failed("Overloaded"));
    assert_eq!(heard.deltas, [text("So")]);
    let blocked = json!({ "promptFeedback": { "blockReason": "SAFETY" } });
    let why = "the vendor refused the request: SAFETY";
    assert_eq!(generated(&[blocked]).broken(), &failed(why));
}

#[test]
fn usage_grows_and_thoughts_are_part_of_it() {
    let counts = |counts: Value| json!({ "usageMetadata": counts });
    let heard = generated(&[
        counts(json!({ "promptTokenCount": 30, "trafficType": "ON_DEMAND" })),
        counts(json!({ "promptTokenCount": 30, "candidatesTokenCount": 5,
            "cachedContentTokenCount": 10 })),
        counts(json!({ "promptTokenCount": 30, "candidatesTokenCount": 9,
            "thoughtsTokenCount": 100, "totalTokenCount": 139 })),
        end("STOP"),
    ]);
    let usage = Usage { input_tokens: 30, output_tokens: 109, cached_tokens: 10, cost: None };
    assert_eq!(heard.usage(), usage);
}

#[test]
fn another_answer_to_the_same_question_is_not_heard() {
    let mut two = parts(json!([{ "text": "one" }]));
    let other = parts(json!([{ "text": "two" }]))["candidates"][0].clone();
    two["candidates"].as_array_mut().unwrap().push(other);
    assert_eq!(generated(&[two, end("STOP")]).said().text, "one");
}
