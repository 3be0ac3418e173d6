//! The three test cases of the design, over real sockets and for every vendor.

use serde_json::{Value, json};
use toolcrib_agents::Ended;
use toolcrib_agents::model::HttpModel;
use toolcrib_agents::wire::Wire;

use crate::replay::{Replay, Reply};
use crate::stage::{Played, Stage};
use crate::tools::{profile, specialist, web_search};
use crate::vendors::{USED, WIRES, calls, offered, says, settings, told};

/// The assistant and its specialists, all at one vendor.
async fn cast(wire: Wire, vendor: &Replay, specialists: &[&str]) -> Stage {
    let stage = Stage::new(vec![specialist(web_search()), specialist(profile("code_gen"))]);
    let mut settings = settings(wire, &vendor.url);
    settings.manner.is_openrouter = true;
    let model = std::sync::Arc::new(HttpModel::new(settings).unwrap());
    stage.crew.hire("assistant", model.clone(), specialists);
    stage.crew.hire("web_search", model.clone(), &[]);
    stage.crew.hire("code_gen", model, &[]);
    stage.crew.change("web_search", |agent| agent.web_search = true);
    stage
}

fn assert_answered(played: &Played, text: &str, called: &[(&str, &str, &str)]) {
    assert!(matches!(played.end.how, Ended::Answered), "{:?}", played.end);
    assert_eq!((played.end.text.as_str(), played.shown().as_str()), (text, text));
    let calls = played.end.calls.iter();
    let calls = calls.map(|call| (&*call.agent_id, call.tool.as_str(), call.arguments.as_str()));
    assert_eq!(calls.collect::<Vec<_>>(), called);
    assert!(played.end.calls.iter().all(|call| call.ok), "{:?}", played.end.calls);
}

const QUERY: &str = r#"{"query":"current weather in Tokyo"}"#;

#[tokio::test]
async fn the_weather_in_tokyo_comes_from_the_agent_web_search() {
    for wire in WIRES {
        let query = json!({ "query": "current weather in Tokyo" });
        let vendor = Replay::new([
            Reply::ok(calls(wire, &[("call_abc123", "web_search", query)])),
            Reply::ok(says(wire, &["Tokyo weather: ", "72°F, sunny"])).in_pieces_of(3),
            Reply::ok(says(wire, &["The current weather in Tokyo ", "is 72°F and sunny."])),
        ])
        .await;
        let stage = cast(wire, &vendor, &["web_search"]).await;
        let played = stage.play("assistant", "What's the weather in Tokyo?").await;
        let text = "The current weather in Tokyo is 72°F and sunny.";
        assert_answered(&played, text, &[("assistant", "web_search", QUERY)]);
        let [first, inner, last] = vendor.bodies().try_into().unwrap();
        assert_eq!(first, asked(wire, false), "{wire:?}");
        assert_eq!(inner, searched(wire), "{wire:?}");
        assert_eq!(last, asked(wire, true), "{wire:?}");
        let used = played.end.usage_by_agent.iter().map(|(agent, usage)| (&**agent, *usage));
        let twice = {
            let mut twice = USED;
            twice += USED;
            twice
        };
        assert_eq!(used.collect::<Vec<_>>(), [("assistant", twice), ("web_search", USED)]);
    }
}

/// What the assistant's model is asked: first, and when the outcome is there.
fn asked(wire: Wire, is_later: bool) -> Value {
    let description = "Search the web for current information.";
    let parameters = json!({
        "type": "object",
        "properties": {
            "query": { "type": "string", "description": "The search query to execute" },
        },
        "required": ["query"],
    });
    let question = "What's the weather in Tokyo?";
    let outcome = "Tokyo weather: 72°F, sunny";
    let query = json!({ "query": "current weather in Tokyo" });
    let (mut body, later) = match wire {
        Wire::Anthropic => (
            json!({
                "model": "test-1", "max_tokens": 8192, "stream": true,
                "system": "You are assistant.",
                "messages": [{ "role": "user", "content": [{ "type": "text", "text": question }] }],
                "tools": [{ "name": "web_search", "description": description,
                    "input_schema": parameters }],
            }),
            json!([
                { "role": "assistant", "content": [{ "type": "tool_use", "id": "call_abc123",
                    "name": "web_search", "input": query }] },
                { "role": "user", "content": [{ "type": "tool_result",
                    "tool_use_id": "call_abc123", "content": outcome, "is_error": false }] },
            ]),
        ),
        Wire::Gemini => (
            json!({
                "systemInstruction": { "parts": [{ "text": "You are assistant." }] },
                "contents": [{ "role": "user", "parts": [{ "text": question }] }],
                "tools": [{ "functionDeclarations": [{ "name": "web_search",
                    "description": description, "parametersJsonSchema": parameters }] }],
            }),
            json!([
                { "role": "model", "parts": [{
                    "functionCall": { "name": "web_search", "args": query, "id": "call_abc123" },
                    "thoughtSignature": "signed call_abc123" }] },
                { "role": "user", "parts": [{ "functionResponse": { "name": "web_search",
                    "response": { "output": outcome }, "id": "call_abc123" } }] },
            ]),
        ),
        _ => (
            json!({
                "model": "test-1", "stream": true, "stream_options": { "include_usage": true },
                "usage": { "include": true },
                "messages": [
                    { "role": "system", "content": "You are assistant." },
                    { "role": "user", "content": question },
                ],
                "tools": [{ "type": "function", "function": { "name": "web_search",
                    "description": description, "parameters": parameters } }],
            }),
            json!([
                { "role": "assistant", "content": null, "tool_calls": [{ "id": "call_abc123",
                    "type": "function",
                    "function": { "name": "web_search", "arguments": QUERY } }] },
                { "role": "tool", "tool_call_id": "call_abc123", "content": outcome },
            ]),
        ),
    };
    let messages = if wire == Wire::Gemini { "contents" } else { "messages" };
    if is_later {
        let messages = body[messages].as_array_mut().unwrap();
        messages.extend(later.as_array().unwrap().clone());
    }
    body
}

/// What the specialist's model is asked: what the call says, and nothing else.
fn searched(wire: Wire) -> Value {
    let (system, query) = ("You are web_search.", "current weather in Tokyo");
    match wire {
        Wire::Anthropic => json!({
            "model": "test-1", "max_tokens": 8192, "stream": true, "system": system,
            "messages": [{ "role": "user", "content": [{ "type": "text", "text": query }] }],
        }),
        Wire::Gemini => json!({
            "systemInstruction": { "parts": [{ "text": system }] },
            "contents": [{ "role": "user", "parts": [{ "text": query }] }],
        }),
        _ => json!({
            "model": "test-1", "stream": true, "stream_options": { "include_usage": true },
            "usage": { "include": true }, "plugins": [{ "id": "web" }],
            "messages": [
                { "role": "system", "content": system },
                { "role": "user", "content": query },
            ],
        }),
    }
}

#[tokio::test]
async fn two_and_two_needs_no_call() {
    for wire in WIRES {
        let vendor = Replay::new([Reply::ok(says(wire, &["4"]))]).await;
        let stage = cast(wire, &vendor, &["web_search"]).await;
        let played = stage.play("assistant", "What is 2+2?").await;
        assert_answered(&played, "4", &[]);
        let [only] = vendor.bodies().try_into().unwrap();
        assert_eq!(offered(&only), ["web_search"], "{wire:?}");
    }
}

#[tokio::test]
async fn news_of_python_are_searched_for_and_no_code_is_written() {
    for wire in WIRES {
        let query = json!({ "query": "latest Python news" });
        let vendor = Replay::new([
            Reply::ok(calls(wire, &[("call_1", "web_search", query)])),
            Reply::ok(says(wire, &["Python 3.14 is out."])),
            Reply::ok(says(wire, &["The news: Python 3.14 is out."])),
        ])
        .await;
        let stage = cast(wire, &vendor, &["web_search", "code_gen"]).await;
        let played = stage.play("assistant", "Search for the latest Python news").await;
        let called = [("assistant", "web_search", r#"{"query":"latest Python news"}"#)];
        assert_answered(&played, "The news: Python 3.14 is out.", &called);
        assert_eq!(played.outcomes(), ["Python 3.14 is out."]);
        let bodies = vendor.bodies();
        let seen: Vec<_> = bodies.iter().map(|body| (told(body), offered(body))).collect();
        let both = vec!["code_gen", "web_search"];
        let expected = [
            ("You are assistant.", both.clone()),
            ("You are web_search.", vec![]),
            ("You are assistant.", both),
        ];
        assert_eq!(seen, expected, "{wire:?}");
    }
}
