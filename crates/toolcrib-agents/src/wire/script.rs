//! Prepared answers, in their own plain words.

use serde::Deserialize;
use serde_json::Value;

use super::not_json;
use crate::assemble::{Assembler, Broken, Finish, Fragment};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Piece {
    #[serde(default)]
    text: Option<String>,
    #[serde(default)]
    call: Option<Call>,
    #[serde(default)]
    error: Option<String>,
    #[serde(default)]
    is_end: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Call {
    name: String,
    #[serde(default)]
    arguments: Value,
}

pub(super) fn read(data: &str, into: &mut Assembler) {
    let piece: Piece = match serde_json::from_str(data) {
        Ok(piece) => piece,
        Err(error) => return into.break_off(not_json(&error)),
    };
    if let Some(text) = piece.text {
        into.text(&text);
    }
    if let Some(call) = piece.call {
        let arguments = match call.arguments {
            Value::Null => String::new(),
            // What a model wrote, right or wrong.
            Value::String(text) => text,
            value => value.to_string(),
        };
        into.open(Fragment {
            name: Some(&call.name),
            arguments: &arguments,
            ..Fragment::default()
        });
    }
    if let Some(error) = piece.error {
        into.break_off(Broken::Failed(error));
    }
    if piece.is_end {
        into.finish(Finish::Stop);
    }
}
