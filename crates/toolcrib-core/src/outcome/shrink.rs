//! The longest beginning of a JSON value that fits into so many bytes.
//!
//! The result is a JSON value again: a model that was promised JSON gets JSON,
//! with later items, keys and characters missing.

use serde_json::{Map, Value};

/// Shrinks a value until its compact text has at most `bytes_max` bytes.
///
/// `None` when not even an empty form of it fits.
pub(super) fn shrink(value: &Value, bytes_max: usize) -> Option<Value> {
    match value {
        Value::String(text) => shrink_text(text, bytes_max).map(Value::from),
        Value::Array(items) => shrink_items(items, bytes_max),
        Value::Object(map) => shrink_map(map, bytes_max),
        scalar => (text_bytes(scalar) <= bytes_max).then(|| scalar.clone()),
    }
}

fn shrink_items(items: &[Value], bytes_max: usize) -> Option<Value> {
    let mut left = bytes_max.checked_sub(2)?;
    let mut kept = Vec::new();
    for item in items {
        let comma = usize::from(!kept.is_empty());
        let Some(small) = left.checked_sub(comma).and_then(|room| shrink(item, room)) else {
            break;
        };
        left -= comma + text_bytes(&small);
        let whole = small == *item;
        kept.push(small);
        if !whole {
            break;
        }
    }
    Some(Value::Array(kept))
}

fn shrink_map(map: &Map<String, Value>, bytes_max: usize) -> Option<Value> {
    let mut left = bytes_max.checked_sub(2)?;
    let mut kept = Map::new();
    for (key, value) in map {
        let frame = usize::from(!kept.is_empty()) + quoted_bytes(key) + 1;
        let Some(small) = left.checked_sub(frame).and_then(|room| shrink(value, room)) else {
            break;
        };
        left -= frame + text_bytes(&small);
        let whole = small == *value;
        kept.insert(key.clone(), small);
        if !whole {
            break;
        }
    }
    Some(Value::Object(kept))
}

fn shrink_text(text: &str, bytes_max: usize) -> Option<String> {
    let mut left = bytes_max.checked_sub(2)?;
    let mut kept = String::new();
    for c in text.chars() {
        let bytes = quoted_bytes(c.encode_utf8(&mut [0; 4])) - 2;
        if bytes > left {
            break;
        }
        left -= bytes;
        kept.push(c);
    }
    Some(kept)
}

fn quoted_bytes(text: &str) -> usize {
    text_bytes(&Value::from(text))
}

fn text_bytes(value: &Value) -> usize {
    value.to_string().len()
}
