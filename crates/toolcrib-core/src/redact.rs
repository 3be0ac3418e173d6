//! Secrets stay out of logs and records.
//!
//! A value is a secret by the name of its key. Answers that go to a model are
//! never altered; what is written down always is.

use std::sync::Arc;

use serde_json::Value;

/// What stands in for a secret.
pub const REDACTED: &str = "[redacted]";

/// A value in which every secret is replaced: a copy if there are any, else
/// the value itself.
pub fn redacted(value: &Arc<Value>) -> Arc<Value> {
    without_secrets(value).map_or_else(|| Arc::clone(value), Arc::new)
}

/// A copy in which every secret is replaced, if there are any.
pub fn without_secrets(value: &Value) -> Option<Value> {
    has_secret(value).then(|| replaced(value))
}

fn has_secret(value: &Value) -> bool {
    match value {
        Value::Object(map) => {
            map.iter().any(|(key, value)| is_secret_key(key) || has_secret(value))
        }
        Value::Array(items) => items.iter().any(has_secret),
        Value::String(text) => may_hold_secret(text),
        _ => false,
    }
}

fn replaced(value: &Value) -> Value {
    match value {
        Value::Object(map) => Value::Object(
            map.iter()
                .map(|(key, value)| {
                    let safe =
                        if is_secret_key(key) { Value::from(REDACTED) } else { replaced(value) };
                    (key.clone(), safe)
                })
                .collect(),
        ),
        Value::Array(items) => Value::Array(items.iter().map(replaced).collect()),
        Value::String(text) if may_hold_secret(text) => match serde_json::from_str(text) {
            Ok(inner) => Value::from(replaced(&inner).to_string()),
            Err(_) => Value::from(REDACTED),
        },
        other => other.clone(),
    }
}

/// Whether a text looks like JSON in which a secret has a name.
pub(crate) fn may_hold_secret(text: &str) -> bool {
    text.trim_start().starts_with(['{', '[', '"']) && is_suspicious(text)
}

/// Whether a key is worth a closer look: it holds a word that every secret key
/// holds one of, in some case. No two of them begin alike.
fn is_suspicious(key: &str) -> bool {
    let key = key.as_bytes();
    (0..key.len()).any(|at| {
        let mark: &[u8] = match key[at] | 0x20 {
            b'k' => b"key",
            b'p' => b"passw",
            b'a' => b"authorization",
            b's' => b"secret",
            b't' => b"token",
            _ => return false,
        };
        key[at..].get(..mark.len()).is_some_and(|part| part.eq_ignore_ascii_case(mark))
    })
}

/// Whether the value under this key must not be written down.
pub fn is_secret_key(key: &str) -> bool {
    // Every call's keys pass here, and next to none of them is a secret.
    if !is_suspicious(key) {
        return false;
    }
    // `apiKey`, `API-Key` and `api_key` are one word to a person.
    let mut word = String::with_capacity(key.len() + 2);
    let mut after_lower = false;
    for c in key.chars() {
        if c.is_uppercase() && after_lower {
            word.push('_');
        }
        after_lower = c.is_lowercase() || c.is_ascii_digit();
        word.extend(if c == '-' || c == ' ' || c == '.' { '_' } else { c }.to_lowercase());
    }
    ["api_key", "apikey", "password", "passwd", "authorization", "secret"]
        .iter()
        .any(|secret| word.contains(secret))
        || word == "token"
        || word.ends_with("_token")
}

#[cfg(test)]
mod tests;
