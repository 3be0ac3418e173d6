//! Gemini's `generateContent`.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use super::ids::{Ids, name, readable};
use super::openai::said_in;
use super::{Manner, ModelRequest, not_json};
use crate::assemble::{Assembler, Broken, Finish, Fragment};
use crate::message::{Message, Said};
use crate::wire::Wire;

pub(super) fn body(manner: &Manner, request: &ModelRequest<'_>) -> Value {
    let ids = Ids::of(request.messages, Wire::Gemini);
    let mut contents: Vec<Value> = Vec::new();
    let mut say = |role: &str, mut parts: Vec<Value>| match contents
        .last_mut()
        .filter(|last| last["role"] == role)
    {
        Some(last) => match last["parts"].as_array_mut() {
            Some(known) => known.append(&mut parts),
            None => last["parts"] = parts.into(),
        },
        None => contents.push(json!({ "role": role, "parts": parts })),
    };
    for message in request.messages {
        match message {
            Message::User { text } => say("user", vec![json!({ "text": text })]),
            Message::Assistant(said) => say("model", parts(said, manner, &ids)),
            Message::Outcomes { outcomes } => {
                let outcomes = outcomes.iter().filter_map(|outcome| {
                    let call = ids.call(&outcome.id)?;
                    let key = if outcome.is_error { "error" } else { "output" };
                    let response = json!({ key: outcome.text });
                    let mut answer = json!({ "name": name(call), "response": response });
                    if let Some(id) = ids.own(call) {
                        answer["id"] = id.into();
                    }
                    Some(json!({ "functionResponse": answer }))
                });
                say("user", outcomes.collect());
            }
        }
    }
    let mut body = json!({ "contents": contents });
    if !request.system.is_empty() {
        body["systemInstruction"] = json!({ "parts": [{ "text": request.system }] });
    }
    if request.tools.as_array().is_some_and(|tools| !tools.is_empty()) {
        body["tools"] = request.tools.clone();
    }
    let mut manners = Map::new();
    if let Some(tokens) = manner.max_tokens {
        manners.insert("maxOutputTokens".to_owned(), tokens.into());
    }
    if let Some(temperature) = manner.temperature {
        manners.insert("temperature".to_owned(), temperature.into());
    }
    if !manners.is_empty() {
        body["generationConfig"] = manners.into();
    }
    body
}

fn parts<'a>(said: &'a Said, manner: &Manner, ids: &Ids<'a>) -> Vec<Value> {
    let mut parts = Vec::new();
    let echo = said.echo.as_ref();
    let echo = echo.filter(|echo| echo.wire == Wire::Gemini && echo.model == manner.model);
    if !said.text.is_empty() {
        let mut words = json!({ "text": said.text });
        if let Some(signature) = echo.and_then(|echo| echo.parts.last()) {
            words["thoughtSignature"] = signature.clone();
        }
        parts.push(words);
    }
    for call in &said.calls {
        let mut wanted = json!({ "name": name(call), "args": readable(call) });
        if let Some(id) = ids.own(call) {
            wanted["id"] = id.into();
        }
        let mut part = json!({ "functionCall": wanted });
        if let Some(signature) = call.signature.as_ref().filter(|_| call.wire == Wire::Gemini) {
            part["thoughtSignature"] = signature.as_str().into();
        }
        parts.push(part);
    }
    parts
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Chunk<'a> {
    #[serde(borrow, default)]
    candidates: Vec<Candidate<'a>>,
    #[serde(default)]
    usage_metadata: Option<Counts>,
    #[serde(borrow, default)]
    prompt_feedback: Option<Feedback<'a>>,
    #[serde(borrow, default)]
    error: Option<&'a RawValue>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Candidate<'a> {
    #[serde(borrow, default)]
    content: Option<Content<'a>>,
    #[serde(borrow, default)]
    finish_reason: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    finish_message: Option<Cow<'a, str>>,
}

#[derive(Deserialize)]
struct Content<'a> {
    #[serde(borrow, default)]
    parts: Vec<Part<'a>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Part<'a> {
    #[serde(borrow, default)]
    text: Option<Cow<'a, str>>,
    #[serde(default)]
    thought: Option<bool>,
    #[serde(borrow, default)]
    thought_signature: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    function_call: Option<Call<'a>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Call<'a> {
    #[serde(borrow, default)]
    id: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    name: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    args: Option<&'a RawValue>,
    #[serde(default)]
    partial_args: Vec<Map<String, Value>>,
    #[serde(default)]
    will_continue: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Feedback<'a> {
    #[serde(borrow, default)]
    block_reason: Option<Cow<'a, str>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Counts {
    #[serde(default)]
    prompt_token_count: Option<u64>,
    #[serde(default)]
    candidates_token_count: Option<u64>,
    #[serde(default)]
    thoughts_token_count: Option<u64>,
    #[serde(default)]
    cached_content_token_count: Option<u64>,
}

pub(super) fn read(data: &str, into: &mut Assembler) {
    let chunk: Chunk<'_> = match serde_json::from_str(data) {
        Ok(chunk) => chunk,
        Err(error) => return into.break_off(not_json(&error)),
    };
    if let Some(error) = chunk.error {
        into.break_off(Broken::Failed(said_in(error)));
    }
    if let Some(reason) = chunk.prompt_feedback.and_then(|feedback| feedback.block_reason) {
        into.break_off(Broken::Failed(format!("the vendor refused the request: {reason}")));
    }
    if let Some(counts) = chunk.usage_metadata {
        let usage = into.usage();
        usage.input_tokens = counts.prompt_token_count.unwrap_or(usage.input_tokens);
        usage.cached_tokens = counts.cached_content_token_count.unwrap_or(usage.cached_tokens);
        if let Some(said) = counts.candidates_token_count {
            usage.output_tokens = said + counts.thoughts_token_count.unwrap_or_default();
        }
    }
    // Others would be other answers to the same question.
    let Some(candidate) = chunk.candidates.into_iter().next() else { return };
    for part in candidate.content.map(|content| content.parts).unwrap_or_default() {
        read_part(part, into);
    }
    match candidate.finish_reason.as_deref() {
        None | Some("" | "FINISH_REASON_UNSPECIFIED") => {}
        Some("STOP") => into.finish(Finish::Stop),
        Some("MAX_TOKENS") => into.finish(Finish::Length),
        Some(reason @ ("MALFORMED_FUNCTION_CALL" | "UNEXPECTED_TOOL_CALL" | "OTHER")) => {
            let why = candidate.finish_message.as_deref().unwrap_or(reason);
            into.break_off(Broken::Failed(why.to_owned()));
        }
        Some(_) => into.finish(Finish::Filtered),
    }
}

fn read_part(part: Part<'_>, into: &mut Assembler) {
    let signature = part.thought_signature.as_deref();
    if let Some(call) = part.function_call {
        read_call(&call, signature, into);
    } else if let Some(signature) = signature {
        into.echo(signature.into());
    }
    match (part.text, part.thought) {
        (Some(text), Some(true)) => into.reasoning(&text),
        (Some(text), _) => into.text(&text),
        (None, _) => {}
    }
}

/// A call comes whole, or begun by its name and then member by member.
fn read_call(call: &Call<'_>, signature: Option<&str>, into: &mut Assembler) {
    if let Some(name) = call.name.as_deref() {
        into.open(Fragment {
            id: call.id.as_deref(),
            name: Some(name),
            arguments: call.args.map_or("", RawValue::get),
            signature,
            ..Fragment::default()
        });
    }
    for piece in &call.partial_args {
        let Some(path) = piece.get("jsonPath").and_then(Value::as_str) else { continue };
        let value = ["stringValue", "numberValue", "boolValue", "nullValue"]
            .iter()
            .find_map(|kind| piece.get(*kind).map(|value| (*kind, value)));
        match value {
            Some(("nullValue", _)) => into.member(path, Value::Null),
            Some((_, value)) => into.member(path, value.clone()),
            None => {}
        }
    }
    if !call.will_continue {
        into.end_members();
    }
}
