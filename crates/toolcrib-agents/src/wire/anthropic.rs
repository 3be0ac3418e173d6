//! Anthropic's messages.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::ids::{Ids, name, readable};
use super::openai::said_in;
use super::{Manner, ModelRequest, not_json};
use crate::assemble::{Assembler, Broken, Finish, Fragment};
use crate::message::{Message, Said};
use crate::wire::Wire;

/// The vendor wants a limit; this is the one where nobody set another.
const TOKENS_MAX: u32 = 8_192;

pub(super) fn body(manner: &Manner, request: &ModelRequest<'_>) -> Value {
    let ids = Ids::of(request.messages, Wire::Anthropic);
    let mut messages: Vec<Value> = Vec::new();
    let mut say = |role: &str, mut blocks: Vec<Value>| {
        // Outcomes and what the user says next are one message, outcomes first.
        match messages.last_mut().filter(|last| last["role"] == role) {
            Some(last) => match last["content"].as_array_mut() {
                Some(content) => content.append(&mut blocks),
                None => last["content"] = blocks.into(),
            },
            None => messages.push(json!({ "role": role, "content": blocks })),
        }
    };
    for message in request.messages {
        match message {
            Message::User { text } => say("user", vec![words(text)]),
            Message::Assistant(said) => say("assistant", blocks(said, manner, &ids)),
            Message::Outcomes { outcomes } => {
                let outcomes = outcomes.iter().filter_map(|outcome| {
                    let id = ids.of_call(ids.call(&outcome.id)?);
                    Some(json!({ "type": "tool_result", "tool_use_id": id,
                        "content": outcome.text, "is_error": outcome.is_error }))
                });
                say("user", outcomes.collect());
            }
        }
    }
    let max_tokens = manner.max_tokens.unwrap_or(TOKENS_MAX);
    let mut body = json!({ "model": manner.model, "max_tokens": max_tokens,
        "messages": messages, "stream": manner.stream });
    if !request.system.is_empty() {
        body["system"] = request.system.into();
    }
    if request.tools.as_array().is_some_and(|tools| !tools.is_empty()) {
        body["tools"] = request.tools.clone();
    }
    if let Some(temperature) = manner.temperature {
        body["temperature"] = temperature.into();
    }
    body
}

fn blocks<'a>(said: &'a Said, manner: &Manner, ids: &Ids<'a>) -> Vec<Value> {
    let echo = said.echo.as_ref();
    let echo = echo.filter(|echo| echo.wire == Wire::Anthropic && echo.model == manner.model);
    let mut blocks: Vec<Value> = echo.map(|echo| echo.parts.clone()).unwrap_or_default();
    if !said.text.trim().is_empty() {
        blocks.push(words(said.text.trim_end()));
    }
    for call in &said.calls {
        blocks.push(json!({ "type": "tool_use", "id": ids.of_call(call), "name": name(call),
            "input": readable(call) }));
    }
    blocks
}

/// The vendor takes no empty text.
fn words(text: &str) -> Value {
    let text = if text.trim().is_empty() { "(nothing)" } else { text };
    json!({ "type": "text", "text": text })
}

#[derive(Deserialize)]
struct Event<'a> {
    #[serde(rename = "type", borrow)]
    kind: Cow<'a, str>,
    #[serde(default)]
    index: Option<u64>,
    #[serde(borrow, default)]
    content_block: Option<Block<'a>>,
    #[serde(borrow, default)]
    delta: Option<Change<'a>>,
    #[serde(borrow, default)]
    message: Option<&'a RawValue>,
    #[serde(default)]
    usage: Option<Counts>,
    #[serde(borrow, default)]
    error: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Block<'a> {
    #[serde(rename = "type", borrow)]
    kind: Cow<'a, str>,
    #[serde(borrow, default)]
    id: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    name: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    text: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    thinking: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    signature: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    data: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    input: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Change<'a> {
    #[serde(borrow, default)]
    text: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    thinking: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    signature: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    partial_json: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    stop_reason: Option<Cow<'a, str>>,
}

#[derive(Deserialize)]
struct Counts {
    #[serde(default)]
    input_tokens: Option<u64>,
    #[serde(default)]
    output_tokens: Option<u64>,
    #[serde(default)]
    cache_read_input_tokens: Option<u64>,
    #[serde(default)]
    cache_creation_input_tokens: Option<u64>,
}

#[derive(Deserialize)]
struct Whole<'a> {
    #[serde(borrow, default)]
    content: Vec<Block<'a>>,
    #[serde(borrow, default)]
    stop_reason: Option<Cow<'a, str>>,
    #[serde(default)]
    usage: Option<Counts>,
    #[serde(borrow, default)]
    error: Option<&'a RawValue>,
}

pub(super) fn read(data: &str, into: &mut Assembler) {
    let event: Event<'_> = match serde_json::from_str(data) {
        Ok(event) => event,
        Err(error) => return into.break_off(not_json(&error)),
    };
    match &*event.kind {
        "message_start" => {
            // One that begins in the middle takes the place of what came before.
            into.restart();
            let message =
                event.message.and_then(|raw| serde_json::from_str::<Whole<'_>>(raw.get()).ok());
            count(message.and_then(|message| message.usage), into);
        }
        "content_block_start" => {
            if let Some(block) = event.content_block {
                begin(event.index, &block, false, into);
            }
        }
        "content_block_delta" => {
            if let Some(delta) = event.delta {
                change(event.index, &delta, into);
            }
        }
        "message_delta" => {
            count(event.usage, into);
            stop(event.delta.and_then(|delta| delta.stop_reason).as_deref(), into);
        }
        "message_stop" => into.over(),
        "error" => {
            let why = event.error.map_or_else(String::new, said_in);
            into.break_off(Broken::Failed(why));
        }
        _ => {}
    }
}

pub(super) fn read_whole(body: &str, into: &mut Assembler) {
    let whole: Whole<'_> = match serde_json::from_str(body) {
        Ok(whole) => whole,
        Err(error) => return into.break_off(not_json(&error)),
    };
    if let Some(error) = whole.error {
        into.break_off(Broken::Failed(said_in(error)));
    }
    for (index, block) in whole.content.iter().enumerate() {
        begin(Some(index as u64), block, true, into);
    }
    count(whole.usage, into);
    stop(whole.stop_reason.as_deref(), into);
}

fn begin(index: Option<u64>, block: &Block<'_>, is_whole: bool, into: &mut Assembler) {
    match &*block.kind {
        "text" => into.text(block.text.as_deref().unwrap_or_default()),
        "tool_use" => {
            // In a stream the input stands empty here and comes in pieces.
            let input = block.input.map(RawValue::get).filter(|input| is_whole || *input != "{}");
            into.fragment(Fragment {
                index,
                id: block.id.as_deref(),
                name: block.name.as_deref(),
                arguments: input.unwrap_or_default(),
                ..Fragment::default()
            });
        }
        "thinking" => {
            let thinking = block.thinking.as_deref().unwrap_or_default();
            into.reasoning(thinking);
            let signature = block.signature.as_deref().unwrap_or_default();
            into.echo(json!({ "type": "thinking", "thinking": thinking, "signature": signature }));
        }
        "redacted_thinking" => {
            into.echo(json!({ "type": "redacted_thinking", "data": block.data.as_deref() }));
        }
        // Tools that the vendor runs itself are its own business.
        _ => {}
    }
}

fn change(index: Option<u64>, delta: &Change<'_>, into: &mut Assembler) {
    if let Some(text) = &delta.text {
        into.text(text);
    }
    if let Some(json) = &delta.partial_json {
        into.more(index, json);
    }
    for (key, more) in [("thinking", &delta.thinking), ("signature", &delta.signature)] {
        let Some(more) = more else { continue };
        if key == "thinking" {
            into.reasoning(more);
        }
        if let Some(Value::String(text)) = into.echoed().last_mut().map(|last| &mut last[key]) {
            text.push_str(more);
            into.hold(more.len());
        }
    }
}

fn stop(reason: Option<&str>, into: &mut Assembler) {
    match reason {
        None => {}
        Some("max_tokens" | "model_context_window_exceeded") => into.finish(Finish::Length),
        Some("refusal") => into.finish(Finish::Filtered),
        Some(_) => into.finish(Finish::Stop),
    }
}

fn count(counts: Option<Counts>, into: &mut Assembler) {
    let Some(counts) = counts else { return };
    let usage = into.usage();
    if let Some(fresh) = counts.input_tokens {
        // What came from the cache was read all the same.
        let cached = counts.cache_read_input_tokens.unwrap_or_default();
        let written = counts.cache_creation_input_tokens.unwrap_or_default();
        usage.input_tokens = fresh + cached + written;
        usage.cached_tokens = cached;
    }
    usage.output_tokens = counts.output_tokens.unwrap_or(usage.output_tokens);
}
