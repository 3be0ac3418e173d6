//! Chat completions, as OpenAI began them and many others speak them.

mod stream;

use serde_json::{Value, json};

use super::ids::{Ids, name, readable};
use super::{Manner, ModelRequest};
use crate::message::Message;
use crate::wire::Wire;

pub(super) use stream::{read, said_in};

pub(super) fn body(manner: &Manner, request: &ModelRequest<'_>) -> Value {
    let ids = Ids::of(request.messages, Wire::OpenAi);
    let mut messages = Vec::with_capacity(request.messages.len() + 1);
    if !request.system.is_empty() {
        messages.push(json!({ "role": "system", "content": request.system }));
    }
    for message in request.messages {
        match message {
            Message::User { text } => messages.push(json!({ "role": "user", "content": text })),
            Message::Assistant(said) => {
                let mut spoken = json!({ "role": "assistant", "content": said.text });
                if !said.calls.is_empty() {
                    if said.text.is_empty() {
                        spoken["content"] = Value::Null;
                    }
                    let calls = said.calls.iter().map(|call| {
                        let arguments = readable(call).to_string();
                        json!({ "id": ids.of_call(call), "type": "function",
                            "function": { "name": name(call), "arguments": arguments } })
                    });
                    spoken["tool_calls"] = calls.collect();
                }
                let echo = said.echo.as_ref();
                let own = |echo: &&crate::message::Echo| {
                    echo.wire == Wire::OpenAi && echo.model == manner.model
                };
                if let Some(echo) = echo.filter(own) {
                    spoken["reasoning_details"] = echo.parts.clone().into();
                }
                messages.push(spoken);
            }
            Message::Outcomes { outcomes } => {
                for outcome in outcomes {
                    let Some(call) = ids.call(&outcome.id) else { continue };
                    messages.push(json!({ "role": "tool", "tool_call_id": ids.of_call(call),
                        "content": outcome.text }));
                }
            }
        }
    }
    let mut body = json!({ "model": manner.model, "messages": messages, "stream": manner.stream });
    if manner.stream {
        body["stream_options"] = json!({ "include_usage": true });
    }
    if request.tools.as_array().is_some_and(|tools| !tools.is_empty()) {
        body["tools"] = request.tools.clone();
    }
    if let Some(tokens) = manner.max_tokens {
        body["max_tokens"] = tokens.into();
    }
    if let Some(temperature) = manner.temperature {
        body["temperature"] = temperature.into();
    }
    if manner.is_openrouter {
        body["usage"] = json!({ "include": true });
        if request.web_search {
            body["plugins"] = json!([{ "id": "web" }]);
        }
    }
    body
}
