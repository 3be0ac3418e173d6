//! The parts of an answer: texts, pictures, sounds, resources.

use serde_json::{Map, Value, json};
use toolcrib::{Answer, Fault};

/// Bytes of one picture, sound or file, as text.
const DATA_BYTES_MAX: usize = 512 * 1024;

/// What the parts of an answer say.
pub(super) fn read_content(content: Value) -> Answer {
    let Value::Array(mut parts) = content else { return Answer::new(Value::Null) };
    if parts.iter().all(|part| part["type"] == "text") {
        return Answer::new(match &parts[..] {
            [] => Value::Null,
            [one] => read_text(one["text"].as_str().unwrap_or_default()),
            _ => Value::from(texts(&Value::Array(parts))),
        });
    }
    let mut warnings = Vec::new();
    let read = parts.drain(..).enumerate().map(|(index, part)| {
        let (object, left_out) = read_part(part);
        if let Some(bytes) = left_out {
            let message = format!("{bytes} bytes of data were left out");
            warnings.push(Fault::at(format!("/{index}"), message));
        }
        object
    });
    let mut read: Vec<Value> = read.collect();
    let data = if read.len() == 1 { read.remove(0) } else { Value::Array(read) };
    Answer { data, warnings, ..Answer::default() }
}

/// All texts of an answer, one after the other.
pub(super) fn texts(content: &Value) -> String {
    let parts = content.as_array().into_iter().flatten();
    let texts = parts.filter_map(|part| part["text"].as_str());
    texts.collect::<Vec<_>>().join("\n")
}

/// An object or a list that stands in a text is what the text says.
fn read_text(text: &str) -> Value {
    if text.trim_start().starts_with(['{', '[']) {
        return serde_json::from_str(text).unwrap_or_else(|_| Value::from(text));
    }
    Value::from(text)
}

/// A part as an object, and how much of it was left out.
fn read_part(mut part: Value) -> (Value, Option<usize>) {
    let kind = part["type"].as_str().unwrap_or("unknown").to_owned();
    let mut read = Map::new();
    read.insert("type".to_owned(), Value::from(kind.as_str()));
    let mut left_out = None;
    // A resource stands one level deeper than the others.
    let mut inner = if kind == "resource" { part["resource"].take() } else { part };
    for key in ["uri", "name", "title", "description", "mimeType", "text", "data", "blob"] {
        let value = inner.get_mut(key).map(Value::take).unwrap_or_default();
        match value.as_str() {
            Some(text) if text.len() > DATA_BYTES_MAX => left_out = Some(text.len()),
            Some(_) => drop(read.insert(key.to_owned(), value)),
            None => {}
        }
    }
    if let Some(bytes) = left_out {
        read.insert("leftOut".to_owned(), json!({ "bytes": bytes }));
    }
    (Value::Object(read), left_out)
}
