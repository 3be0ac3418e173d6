//! What the three vendors send, and what they were sent.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use toolcrib_agents::model::{ANSWER, HttpModel, HttpSettings};
use toolcrib_agents::wire::{Manner, Wire};
use toolcrib_agents::{Model, Usage};

/// The vendors that are reached over HTTP.
pub(crate) const WIRES: [Wire; 3] = [Wire::OpenAi, Wire::Anthropic, Wire::Gemini];

/// A key that must be seen in one header and nowhere else.
pub(crate) const KEY: &str = "sk-test-0123456789";

/// What every prepared stream says it used up.
pub(crate) const USED: Usage =
    Usage { input_tokens: 10, output_tokens: 3, cached_tokens: 0, cost: None };

/// A model at this address.
pub(crate) fn settings(wire: Wire, url: &str) -> HttpSettings {
    HttpSettings {
        wire,
        base_url: format!("{url}/v1"),
        manner: Manner { model: "test-1".to_owned(), stream: true, ..Manner::default() },
        key: Some(KEY.to_owned()),
        headers: Vec::new(),
        patience: Duration::from_secs(10),
        answer_max: ANSWER,
        retries: 2,
        context_tokens: 128_000,
    }
}

/// The same, ready to be asked.
pub(crate) fn model(wire: Wire, url: &str) -> Arc<dyn Model> {
    Arc::new(HttpModel::new(settings(wire, url)).unwrap())
}

/// A stream that says these words, one after another.
pub(crate) fn says(wire: Wire, words: &[&str]) -> String {
    let words = words.iter();
    let stream: Vec<Value> = match wire {
        Wire::Anthropic => {
            let words = words.map(|word| {
                json!({ "type": "content_block_delta", "index": 0,
                    "delta": { "type": "text_delta", "text": word } })
            });
            let start = json!({ "type": "content_block_start", "index": 0,
                "content_block": { "type": "text", "text": "" } });
            let stop = json!({ "type": "content_block_stop", "index": 0 });
            let blocks = [start].into_iter().chain(words).chain([stop]).collect();
            anthropic(blocks, "end_turn")
        }
        Wire::Gemini => words
            .map(|word| json!({ "candidates": [{ "content": { "parts": [{ "text": word }] } }] }))
            .chain([gemini_end()])
            .collect(),
        _ => {
            let words = words.map(|word| json!({ "content": word })).collect();
            openai(words, "stop")
        }
    };
    written(wire, &stream)
}

/// A stream that calls tools: ids, names and arguments.
pub(crate) fn calls(wire: Wire, wanted: &[(&str, &str, Value)]) -> String {
    let wanted = wanted.iter();
    let stream: Vec<Value> = match wire {
        Wire::Anthropic => {
            let blocks = wanted.enumerate().flat_map(|(index, (id, name, arguments))| {
                let arguments = arguments.to_string();
                let (one, two) = arguments.split_at(arguments.len() / 2);
                let more = |json: &str| {
                    json!({ "type": "content_block_delta", "index": index,
                        "delta": { "type": "input_json_delta", "partial_json": json } })
                };
                [
                    json!({ "type": "content_block_start", "index": index, "content_block":
                        { "type": "tool_use", "id": id, "name": name, "input": {} } }),
                    more(""),
                    more(one),
                    more(two),
                    json!({ "type": "content_block_stop", "index": index }),
                ]
            });
            anthropic(blocks.collect(), "tool_use")
        }
        Wire::Gemini => wanted
            .map(|(id, name, arguments)| {
                let call = json!({ "id": id, "name": name, "args": arguments });
                json!({ "candidates": [{ "content": { "parts": [
                    { "functionCall": call, "thoughtSignature": format!("signed {id}") }] } }] })
            })
            .chain([gemini_end()])
            .collect(),
        _ => {
            let deltas = wanted.enumerate().flat_map(|(index, (id, name, arguments))| {
                let arguments = arguments.to_string();
                let (one, two) = arguments.split_at(arguments.len() / 2);
                let more = |text| json!({ "index": index, "function": { "arguments": text } });
                [
                    json!({ "index": index, "id": id, "type": "function",
                        "function": { "name": name, "arguments": "" } }),
                    more(one),
                    more(two),
                ]
            });
            let deltas = deltas.map(|call| json!({ "tool_calls": [call] })).collect();
            openai(deltas, "tool_calls")
        }
    };
    written(wire, &stream)
}

fn openai(deltas: Vec<Value>, finish: &str) -> Vec<Value> {
    let chunk = |delta: Value| json!({ "choices": [{ "index": 0, "delta": delta }] });
    let first = chunk(json!({ "role": "assistant", "content": "" }));
    let mut stream: Vec<Value> = [first].into_iter().chain(deltas.into_iter().map(chunk)).collect();
    stream.push(json!({ "choices": [{ "index": 0, "delta": {}, "finish_reason": finish }] }));
    let usage = json!({ "prompt_tokens": 10, "completion_tokens": 3, "total_tokens": 13 });
    stream.push(json!({ "choices": [], "usage": usage }));
    stream
}

fn anthropic(blocks: Vec<Value>, reason: &str) -> Vec<Value> {
    let message = json!({ "id": "msg_1", "type": "message", "role": "assistant", "content": [],
        "stop_reason": null, "usage": { "input_tokens": 10, "output_tokens": 1 } });
    let mut stream =
        vec![json!({ "type": "message_start", "message": message }), json!({ "type": "ping" })];
    stream.extend(blocks);
    stream.push(json!({ "type": "message_delta", "delta": { "stop_reason": reason },
        "usage": { "output_tokens": 3 } }));
    stream.push(json!({ "type": "message_stop" }));
    stream
}

fn gemini_end() -> Value {
    json!({ "candidates": [{ "content": { "parts": [{ "text": "" }] }, "finishReason": "STOP" }],
        "usageMetadata": { "promptTokenCount": 10, "candidatesTokenCount": 3 } })
}

fn written(wire: Wire, stream: &[Value]) -> String {
    let events = stream.iter().map(|event| match wire {
        Wire::Anthropic => {
            format!("event: {}\ndata: {event}\n\n", event["type"].as_str().unwrap())
        }
        _ => format!("data: {event}\n\n"),
    });
    let events: String = events.collect();
    match wire {
        Wire::OpenAi => format!(": OPENROUTER PROCESSING\n\n{events}data: [DONE]\n\n"),
        _ => events,
    }
}

/// The names of the tools that a vendor was offered.
pub(crate) fn offered(body: &Value) -> Vec<&str> {
    let tools = body["tools"].as_array().into_iter().flatten();
    // Gemini has its declarations in a list of their own.
    let tools = tools.flat_map(|tool| match tool["functionDeclarations"].as_array() {
        Some(declarations) => declarations.iter().collect(),
        None => vec![tool],
    });
    let names = tools.map(|tool| tool["function"]["name"].as_str().or(tool["name"].as_str()));
    names.map(Option::unwrap).collect()
}

/// What a vendor's model was told beside the conversation.
pub(crate) fn told(body: &Value) -> &str {
    let places = [
        &body["messages"][0]["content"],
        &body["system"],
        &body["systemInstruction"]["parts"][0]["text"],
    ];
    places.into_iter().find_map(Value::as_str).unwrap()
}
