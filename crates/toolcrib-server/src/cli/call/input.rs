//! The arguments as typed: JSON, `@file`, `-`, or `key=value` pairs.

use std::fs::File;
use std::io::{self, Read};

use serde_json::{Map, Value};
use toolcrib::Arguments;

/// Why the typed arguments make no sense.
#[derive(Debug, thiserror::Error)]
pub(super) enum InputError {
    #[error("`{0}` is none of a JSON object, @file, - or key=value")]
    Unclear(String),
    #[error("`{0}` is given twice")]
    Twice(String),
    #[error("cannot read {path}: {source}")]
    Unreadable { path: String, source: io::Error },
}

/// Reads the arguments. Of a file or the input no more is read than can be used.
pub(super) fn read(
    typed: &[String],
    input: &mut dyn Read,
    bytes_max: usize,
) -> Result<Arguments, InputError> {
    match typed {
        [] => Ok(Value::Object(Map::new()).into()),
        [only] if only == "-" => read_text("standard input", input, bytes_max),
        [only] if let Some(path) = only.strip_prefix('@') => {
            let unreadable = |source| InputError::Unreadable { path: path.to_owned(), source };
            let mut file = File::open(path).map_err(unreadable)?;
            read_text(path, &mut file, bytes_max)
        }
        [only] if only.trim_start().starts_with(['{', '[', '"']) => {
            Ok(Arguments::Text(only.clone()))
        }
        pairs => read_pairs(pairs),
    }
}

fn read_text(path: &str, reader: &mut dyn Read, bytes_max: usize) -> Result<Arguments, InputError> {
    let unreadable = |source| InputError::Unreadable { path: path.to_owned(), source };
    let mut bytes = Vec::new();
    // One byte more than allowed is enough for the runtime to see the excess.
    reader.take(bytes_max as u64 + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() > bytes_max {
        // The cut may fall inside a character; it is refused for its size.
        return Ok(Arguments::Text(String::from_utf8_lossy(&bytes).into_owned()));
    }
    let text = String::from_utf8(bytes).map_err(|_| {
        unreadable(io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8 text"))
    })?;
    Ok(Arguments::Text(text))
}

/// Values stay texts: the tool's schema says what they are, and coercion reads
/// them by it.
fn read_pairs(pairs: &[String]) -> Result<Arguments, InputError> {
    let mut map = Map::new();
    for pair in pairs {
        let Some((key, value)) = pair.split_once('=').filter(|(key, _)| !key.is_empty()) else {
            return Err(InputError::Unclear(pair.clone()));
        };
        if map.insert(key.to_owned(), Value::from(value)).is_some() {
            return Err(InputError::Twice(key.to_owned()));
        }
    }
    Ok(Value::Object(map).into())
}
