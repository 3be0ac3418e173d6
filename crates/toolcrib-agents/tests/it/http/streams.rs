//! One answer, as each of the three vendors sends it.

use serde_json::{Value, json};
use toolcrib_agents::assemble::Finish;
use toolcrib_agents::wire::Wire;

use super::Heard;
use crate::vendors::USED;

const OPENAI: &str = r#": OPENROUTER PROCESSING

data: {"choices":[{"index":0,"delta":{"role":"assistant","content":"Grüße, "}}]}

data:{"choices":[{"index":0,"delta":
data: {"role":"assistant","content":"東京 ☀️"}}]}

: OPENROUTER PROCESSING

data: {"choices":[{"delta":{"tool_calls":[{"index":0,"id":"call_a","type":"function","function":{"name":"weather","arguments":""}}]}}]}

data: {"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\"city\":\"東"}}]}}]}

data: {"choices":[{"delta":{"tool_calls":[{"index":1,"id":"call_b","type":"function","function":{"name":"clock","arguments":"{}"}}]}}]}

data: {"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":"京\"}"}}]}}]}

data: {"choices":[{"delta":{},"finish_reason":"tool_calls"}]}

data: {"choices":[{"delta":{},"finish_reason":"tool_calls"}],"usage":{"prompt_tokens":10,"completion_tokens":3}}

data: [DONE]

"#;

const ANTHROPIC: &str = r#"event: message_start
data: {"type":"message_start","message":{"id":"msg_1","usage":{"input_tokens":10,"output_tokens":1}}}

event: content_block_start
data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}

event: ping
data: {"type": "ping"}

event: content_block_delta
data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Grüße, "}}

event: content_block_delta
data: {"type":"content_block_delta","index":0,
data:"delta":{"type":"text_delta","text":"東京 ☀️"}}

event: content_block_stop
data: {"type":"content_block_stop","index":0}

event: content_block_start
data: {"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"call_a","name":"weather","input":{}}}

event: content_block_delta
data: {"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{\"city\":\"東"}}

event: content_block_delta
data: {"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"京\"}"}}

event: content_block_stop
data: {"type":"content_block_stop","index":1}

event: content_block_start
data: {"type":"content_block_start","index":2,"content_block":{"type":"tool_use","id":"call_b","name":"clock","input":{}}}

event: content_block_delta
data: {"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":"{}"}}

event: content_block_stop
data: {"type":"content_block_stop","index":2}

event: message_delta
data: {"type":"message_delta","delta":{"stop_reason":"tool_use"},"usage":{"output_tokens":3}}

event: message_stop
data: {"type":"message_stop"}

"#;

const GEMINI: &str = r#"data: {"candidates":[{"content":{"role":"model","parts":[{"text":"Grüße, "}]}}]}

data: {"candidates":
data: [{"content":{"role":"model","parts":[{"text":"東京 ☀️"}]}}]}

data: {"candidates":[{"content":{"parts":[{"functionCall":{"id":"call_a","name":"weather","args":{"city":"東京"}},"thoughtSignature":"c2ln"}]}}]}

data: {"candidates":[{"content":{"parts":[{"functionCall":{"id":"call_b","name":"clock","args":{}}}]}}]}

data: {"candidates":[{"content":{"parts":[]},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":10,"candidatesTokenCount":3}}

"#;

/// An answer with words and two calls, as a vendor streams it.
pub(super) fn stream(wire: Wire) -> &'static str {
    match wire {
        Wire::Anthropic => ANTHROPIC,
        Wire::Gemini => GEMINI,
        _ => OPENAI,
    }
}

/// What all three streams say.
pub(super) fn expected() -> Heard {
    let call = |id: &str, name: &str, arguments: &str| {
        (Some(id.to_owned()), name.to_owned(), arguments.to_owned())
    };
    Heard {
        text: "Grüße, 東京 ☀️".to_owned(),
        calls: vec![call("call_a", "weather", r#"{"city":"東京"}"#), call("call_b", "clock", "{}")],
        finish: Finish::Stop,
        usage: USED,
    }
}

/// The same answer in one piece.
pub(super) fn whole(wire: Wire) -> Value {
    match wire {
        Wire::Anthropic => json!({
            "id": "msg_1", "type": "message", "role": "assistant", "content": [
                { "type": "text", "text": "Grüße, 東京 ☀️" },
                { "type": "tool_use", "id": "call_a", "name": "weather", "input": { "city": "東京" } },
                { "type": "tool_use", "id": "call_b", "name": "clock", "input": {} },
            ],
            "stop_reason": "tool_use", "usage": { "input_tokens": 10, "output_tokens": 3 },
        }),
        Wire::Gemini => json!({
            "candidates": [{ "content": { "role": "model", "parts": [
                { "text": "Grüße, 東京 ☀️" },
                { "functionCall": { "id": "call_a", "name": "weather", "args": { "city": "東京" } } },
                { "functionCall": { "id": "call_b", "name": "clock", "args": {} } },
            ] }, "finishReason": "STOP" }],
            "usageMetadata": { "promptTokenCount": 10, "candidatesTokenCount": 3 },
        }),
        _ => json!({
            "object": "chat.completion", "choices": [{ "index": 0, "message": {
                "role": "assistant", "content": "Grüße, 東京 ☀️", "tool_calls": [
                    { "id": "call_a", "type": "function",
                        "function": { "name": "weather", "arguments": r#"{"city":"東京"}"# } },
                    { "id": "call_b", "type": "function",
                        "function": { "name": "clock", "arguments": "{}" } },
                ],
            }, "finish_reason": "tool_calls" }],
            "usage": { "prompt_tokens": 10, "completion_tokens": 3 },
        }),
    }
}
