//! What comes of a request, piece by piece or whole.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::assemble::{Assembler, Broken, Finish, Fragment};
use crate::wire::not_json;

#[derive(Deserialize)]
struct Chunk<'a> {
    #[serde(borrow, default)]
    choices: First<Choice<'a>>,
    #[serde(borrow, default)]
    usage: Option<&'a RawValue>,
    #[serde(borrow, default)]
    error: Option<&'a RawValue>,
    #[serde(borrow, default)]
    object: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    message: Option<&'a RawValue>,
}

/// The first of a list, without a list.
struct First<T>(Option<T>);

impl<T> Default for First<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for First<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Items<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for Items<T> {
            type Value = First<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list")
            }

            fn visit_unit<E>(self) -> Result<First<T>, E> {
                Ok(First(None))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<First<T>, A::Error> {
                let first = items.next_element()?;
                while items.next_element::<IgnoredAny>()?.is_some() {}
                Ok(First(first))
            }
        }

        deserializer.deserialize_any(Items(PhantomData))
    }
}

#[derive(Deserialize)]
struct Choice<'a> {
    #[serde(borrow, default)]
    delta: Option<Spoken<'a>>,
    /// Where the answer comes whole; read when there is no `delta`.
    #[serde(borrow, default)]
    message: Option<&'a RawValue>,
    #[serde(borrow, default)]
    finish_reason: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    native_finish_reason: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    error: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Spoken<'a> {
    #[serde(borrow, default)]
    content: Option<&'a RawValue>,
    #[serde(borrow, default)]
    reasoning: Option<&'a RawValue>,
    #[serde(borrow, default)]
    reasoning_content: Option<&'a RawValue>,
    #[serde(borrow, default)]
    reasoning_details: Option<&'a RawValue>,
    #[serde(borrow, default)]
    refusal: Option<&'a RawValue>,
    #[serde(borrow, default)]
    tool_calls: Option<Vec<Call<'a>>>,
}

#[derive(Deserialize)]
struct Call<'a> {
    #[serde(default)]
    index: Option<u64>,
    #[serde(borrow, default)]
    id: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    function: Option<Function<'a>>,
}

#[derive(Deserialize)]
struct Function<'a> {
    #[serde(borrow, default)]
    name: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    arguments: Option<&'a RawValue>,
}

pub(in crate::wire) fn read(data: &str, into: &mut Assembler) {
    let chunk: Chunk<'_> = match serde_json::from_str(data) {
        Ok(chunk) => chunk,
        Err(error) => return into.break_off(not_json(&error)),
    };
    if let Some(error) = chunk.error {
        into.break_off(Broken::Failed(said_in(error)));
    } else if chunk.object.as_deref() == Some("error") {
        let message = chunk.message.map_or_else(String::new, said_in);
        into.break_off(Broken::Failed(message));
    }
    if let Some(usage) = chunk.usage.and_then(|raw| serde_json::from_str(raw.get()).ok()) {
        read_usage(&usage, into);
    }
    // Others would be other answers to the same question.
    if let Some(choice) = chunk.choices.0 {
        read_choice(choice, into);
    }
}

fn read_choice(choice: Choice<'_>, into: &mut Assembler) {
    if let Some(error) = choice.error {
        into.break_off(Broken::Failed(said_in(error)));
    }
    let whole = || serde_json::from_str(choice.message?.get()).ok();
    if let Some(delta) = choice.delta.or_else(whole) {
        // Some have one name for thoughts, some the other, and some say them under both.
        if let Some(reasoning) = delta.reasoning.or(delta.reasoning_content).and_then(string) {
            into.reasoning(&reasoning);
        }
        if let Some(details) = delta.reasoning_details {
            keep_details(details, into);
        }
        for words in [delta.content, delta.refusal].into_iter().flatten() {
            read_content(words, into);
        }
        let calls = delta.tool_calls.unwrap_or_default();
        let are_several = calls.len() > 1;
        for (position, call) in calls.into_iter().enumerate() {
            let (name, arguments) =
                call.function.map_or((None, None), |function| (function.name, function.arguments));
            let arguments = arguments.map_or(Cow::Borrowed(""), arguments_text);
            into.fragment(Fragment {
                index: call.index,
                position: (are_several && call.index.is_none()).then_some(position),
                id: call.id.as_deref(),
                name: name.as_deref(),
                arguments: &arguments,
                signature: None,
            });
        }
    }
    const SHORT: [&str; 4] = ["length", "max_tokens", "max_output_tokens", "MAX_TOKENS"];
    let is_short = |reason: &Option<Cow<'_, str>>| {
        reason.as_deref().is_some_and(|reason| SHORT.contains(&reason))
    };
    match choice.finish_reason.as_deref() {
        None | Some("") => {}
        Some(_) if is_short(&choice.finish_reason) || is_short(&choice.native_finish_reason) => {
            into.finish(Finish::Length);
        }
        Some("error") => into.break_off(Broken::Failed("it stopped with an error".to_owned())),
        Some("content_filter") => into.finish(Finish::Filtered),
        Some(_) => into.finish(Finish::Stop),
    }
}

/// Words, or a list of parts that are words and thoughts.
fn read_content(raw: &RawValue, into: &mut Assembler) {
    if let Some(text) = string(raw) {
        return into.text(&text);
    }
    let Ok(Value::Array(parts)) = serde_json::from_str(raw.get()) else { return };
    for part in parts {
        if let Some(text) = part["text"].as_str() {
            into.text(text);
        }
        for thought in part["thinking"].as_array().into_iter().flatten() {
            into.reasoning(thought["text"].as_str().unwrap_or_default());
        }
    }
}

/// Thoughts that come in pieces are put together, for the next request.
fn keep_details(raw: &RawValue, into: &mut Assembler) {
    let Ok(parts) = serde_json::from_str::<Vec<Map<String, Value>>>(raw.get()) else { return };
    for part in parts {
        let same = |known: &&mut Value| {
            known["index"] == part.get("index").cloned().unwrap_or_default()
                && known["type"] == part.get("type").cloned().unwrap_or_default()
        };
        let Some(known) = into.echoed().iter_mut().rev().find(same) else {
            into.echo(Value::Object(part));
            continue;
        };
        let mut bytes = 0;
        for (key, value) in part {
            match (&mut known[key.as_str()], value) {
                (Value::String(text), Value::String(more))
                    if ["text", "summary", "data"].contains(&key.as_str()) =>
                {
                    text.push_str(&more);
                    bytes += more.len();
                }
                (_, Value::Null) => {}
                (known, value) => *known = value,
            }
        }
        into.hold(bytes);
    }
}

fn read_usage(usage: &Value, into: &mut Assembler) {
    let known = into.usage();
    let count = |field: &str| usage[field].as_u64();
    known.input_tokens = count("prompt_tokens").unwrap_or(known.input_tokens);
    known.output_tokens = count("completion_tokens").unwrap_or(known.output_tokens);
    let cached = usage["prompt_tokens_details"]["cached_tokens"].as_u64();
    known.cached_tokens = cached.unwrap_or(known.cached_tokens);
    known.cost = usage["cost"].as_f64().or(known.cost);
}

fn string(raw: &RawValue) -> Option<Cow<'_, str>> {
    let text = raw.get();
    if !text.starts_with('"') {
        return None;
    }
    // Borrowed where nothing is escaped.
    match serde_json::from_str::<&str>(text) {
        Ok(text) => Some(Cow::Borrowed(text)),
        Err(_) => serde_json::from_str::<String>(text).ok().map(Cow::Owned),
    }
}

/// Arguments come as text, and from some as the object itself.
fn arguments_text(raw: &RawValue) -> Cow<'_, str> {
    match raw.get() {
        "null" => Cow::Borrowed(""),
        text => string(raw).unwrap_or(Cow::Borrowed(text)),
    }
}

/// What a vendor says of an error.
pub(in crate::wire) fn said_in(raw: &RawValue) -> String {
    let value: Value = serde_json::from_str(raw.get()).unwrap_or_default();
    let message = value["message"].as_str().or(value.as_str());
    message.map_or_else(|| raw.get().chars().take(500).collect(), str::to_owned)
}
