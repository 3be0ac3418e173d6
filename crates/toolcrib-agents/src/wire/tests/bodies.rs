//! The bodies of requests.

use super::*;

/// Two calls, one of them unreadable, and what the user says next.
fn history(wire: Wire, id: Option<&str>) -> Vec<Message> {
    let rome = ModelCall {
        arguments: "{\"city\": \"Rome\"}".to_owned(),
        ..call(wire, "ours00001", id.map(|id| format!("{id}1")).as_deref())
    };
    let oslo = ModelCall {
        arguments: "{\"city\": \"Os".to_owned(),
        ..call(wire, "ours00002", id.map(|id| format!("{id}2")).as_deref())
    };
    let failed = CallOutcome { is_error: true, ..outcome("ours00002", "VALIDATION: unreadable") };
    vec![
        Message::user("How warm is it?"),
        said("Let me look.", vec![rome, oslo]),
        Message::Outcomes { outcomes: vec![outcome("ours00001", "21 degrees"), failed] },
        Message::user("And tomorrow?"),
    ]
}

#[test]
fn a_request_of_chat_completions() {
    let (messages, tools) = (history(Wire::OpenAi, Some("call_")), json!([{ "name": "weather" }]));
    let request = ModelRequest { system: "Be brief.", tools: &tools, ..request(&messages) };
    let manner =
        Manner { stream: true, max_tokens: Some(100), temperature: Some(0.5), ..manner("gpt") };
    let call = |id: &str, arguments: &str| {
        json!({ "id": id, "type": "function",
            "function": { "name": "weather", "arguments": arguments } })
    };
    let body = json!({
        "model": "gpt",
        "messages": [
            { "role": "system", "content": "Be brief." },
            { "role": "user", "content": "How warm is it?" },
            { "role": "assistant", "content": "Let me look.", "tool_calls": [
                call("call_1", "{\"city\":\"Rome\"}"),
                call("call_2", "{\"INVALID_JSON\":\"{\\\"city\\\": \\\"Os\"}")] },
            { "role": "tool", "tool_call_id": "call_1", "content": "21 degrees" },
            { "role": "tool", "tool_call_id": "call_2", "content": "VALIDATION: unreadable" },
            { "role": "user", "content": "And tomorrow?" },
        ],
        "stream": true,
        "stream_options": { "include_usage": true },
        "tools": [{ "name": "weather" }],
        "max_tokens": 100,
        "temperature": 0.5,
    });
    assert_eq!(Wire::OpenAi.body(&manner, &request), body);
    assert_eq!(Wire::Script.body(&manner, &request), body);
}

#[test]
fn a_request_of_anthropics_messages_has_outcomes_first_and_with_what_the_user_says_next() {
    let (messages, tools) =
        (history(Wire::Anthropic, Some("toolu_")), json!([{ "name": "weather" }]));
    let request = ModelRequest { system: "Be brief.", tools: &tools, ..request(&messages) };
    let manner =
        Manner { stream: true, max_tokens: Some(100), temperature: Some(0.5), ..manner("claude") };
    let outcome = |id: &str, content: &str, is_error: bool| {
        json!({ "type": "tool_result", "tool_use_id": id, "content": content,
            "is_error": is_error })
    };
    let body = json!({
        "model": "claude",
        "max_tokens": 100,
        "system": "Be brief.",
        "messages": [
            { "role": "user", "content": [{ "type": "text", "text": "How warm is it?" }] },
            { "role": "assistant", "content": [
                { "type": "text", "text": "Let me look." },
                { "type": "tool_use", "id": "toolu_1", "name": "weather",
                    "input": { "city": "Rome" } },
                { "type": "tool_use", "id": "toolu_2", "name": "weather",
                    "input": { "INVALID_JSON": "{\"city\": \"Os" } }] },
            { "role": "user", "content": [
                outcome("toolu_1", "21 degrees", false),
                outcome("toolu_2", "VALIDATION: unreadable", true),
                { "type": "text", "text": "And tomorrow?" }] },
        ],
        "stream": true,
        "tools": [{ "name": "weather" }],
        "temperature": 0.5,
    });
    assert_eq!(Wire::Anthropic.body(&manner, &request), body);
}

#[test]
fn a_request_of_gemini_has_outcomes_that_are_objects() {
    let tools = json!([{ "functionDeclarations": [{ "name": "weather" }] }]);
    let manner = Manner { max_tokens: Some(100), temperature: Some(0.5), ..manner("gemini") };
    for id in [Some("fc-"), None] {
        let messages = history(Wire::Gemini, id);
        let request = ModelRequest { system: "Be brief.", tools: &tools, ..request(&messages) };
        let with_id = |number: u64, mut part: Value| {
            if let Some(id) = id {
                part["id"] = format!("{id}{number}").into();
            }
            part
        };
        let body = json!({
            "contents": [
                { "role": "user", "parts": [{ "text": "How warm is it?" }] },
                { "role": "model", "parts": [
                    { "text": "Let me look." },
                    { "functionCall": with_id(1, json!({ "name": "weather",
                        "args": { "city": "Rome" } })) },
                    { "functionCall": with_id(2, json!({ "name": "weather",
                        "args": { "INVALID_JSON": "{\"city\": \"Os" } })) }] },
                { "role": "user", "parts": [
                    { "functionResponse": with_id(1, json!({ "name": "weather",
                        "response": { "output": "21 degrees" } })) },
                    { "functionResponse": with_id(2, json!({ "name": "weather",
                        "response": { "error": "VALIDATION: unreadable" } })) },
                    { "text": "And tomorrow?" }] },
            ],
            "systemInstruction": { "parts": [{ "text": "Be brief." }] },
            "tools": [{ "functionDeclarations": [{ "name": "weather" }] }],
            "generationConfig": { "maxOutputTokens": 100, "temperature": 0.5 },
        });
        assert_eq!(Wire::Gemini.body(&manner, &request), body);
    }
}

#[test]
fn what_is_not_there_is_not_sent() {
    let messages = [Message::user("Hello.")];
    for tools in [Value::Null, json!([])] {
        let request = ModelRequest { tools: &tools, ..request(&messages) };
        let openai = json!({ "model": "m", "stream": false,
            "messages": [{ "role": "user", "content": "Hello." }] });
        assert_eq!(Wire::OpenAi.body(&manner("m"), &request), openai);
        // This vendor wants a limit.
        let anthropic = json!({ "model": "m", "stream": false, "max_tokens": 8192, "messages": [
            { "role": "user", "content": [{ "type": "text", "text": "Hello." }] }] });
        assert_eq!(Wire::Anthropic.body(&manner("m"), &request), anthropic);
        let gemini = json!({ "contents": [{ "role": "user", "parts": [{ "text": "Hello." }] }] });
        assert_eq!(Wire::Gemini.body(&manner("m"), &request), gemini);
    }
}

#[test]
fn calls_without_words_are_sent_without_words() {
    let messages = [said("", vec![call(Wire::Script, "ours00001", None)])];
    let request = request(&messages);
    let body = |wire: Wire| wire.body(&manner("m"), &request);
    let function = json!({ "name": "weather", "arguments": "{}" });
    assert_eq!(
        body(Wire::OpenAi)["messages"],
        json!([{ "role": "assistant", "content": null,
        "tool_calls": [{ "id": "ours00001", "type": "function", "function": function }] }])
    );
    assert_eq!(
        body(Wire::Anthropic)["messages"],
        json!([{ "role": "assistant", "content": [
        { "type": "tool_use", "id": "ours00001", "name": "weather", "input": {} }] }])
    );
    assert_eq!(
        body(Wire::Gemini)["contents"],
        json!([{ "role": "model", "parts": [
        { "functionCall": { "name": "weather", "args": {} } }] }])
    );
}

#[test]
fn anthropic_takes_no_text_that_is_empty_or_ends_in_a_space() {
    let messages = [Message::user(" "), said("Yes. \n", vec![])];
    let body = Wire::Anthropic.body(&manner("m"), &request(&messages));
    assert_eq!(
        body["messages"],
        json!([
            { "role": "user", "content": [{ "type": "text", "text": "(nothing)" }] },
            { "role": "assistant", "content": [{ "type": "text", "text": "Yes." }] },
        ])
    );
}

#[test]
fn openrouter_looks_on_the_web_only_when_it_shall_and_others_never_do() {
    let messages = [Message::user("Hello.")];
    for (is_openrouter, web_search, plugins) in [
        (true, true, json!([{ "id": "web" }])),
        (true, false, Value::Null),
        (false, true, Value::Null),
        (false, false, Value::Null),
    ] {
        let manner = Manner { is_openrouter, ..manner("m") };
        let request = ModelRequest { web_search, ..request(&messages) };
        let body = Wire::OpenAi.body(&manner, &request);
        assert_eq!(body["plugins"], plugins);
        assert_eq!(body.get("plugins").is_some(), is_openrouter && web_search);
        let usage = if is_openrouter { json!({ "include": true }) } else { Value::Null };
        assert_eq!(body["usage"], usage);
    }
}

#[test]
fn each_wire_has_its_path() {
    for (wire, stream, path) in [
        (Wire::OpenAi, true, "/chat/completions"),
        (Wire::Anthropic, false, "/messages"),
        (Wire::Gemini, true, "/models/m:streamGenerateContent?alt=sse"),
        (Wire::Gemini, false, "/models/m:generateContent"),
    ] {
        assert_eq!(wire.path(&Manner { stream, ..manner("m") }), path);
    }
}
