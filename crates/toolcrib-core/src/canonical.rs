//! Canonical JSON (RFC 8785): one value, one spelling.
//!
//! Everything that is hashed or compared goes through here, because the order
//! of keys in plain JSON text is an accident.

use std::fmt::Write as _;

use serde::Serialize;
use serde_json::Value;
use sha2::{Digest, Sha256};

/// The canonical bytes of a value.
///
/// The types of this crate always serialize: their keys are strings and their
/// numbers are finite, which is all that canonical JSON asks for.
pub fn to_bytes(value: &impl Serialize) -> Vec<u8> {
    serde_json_canonicalizer::to_vec(value)
        .expect("string keys and finite numbers always serialize")
}

/// The digest of a JSON value that does not depend on the order of its keys.
pub fn digest(value: &Value) -> [u8; 32] {
    Sha256::digest(to_bytes(value)).into()
}

/// Bytes as lower-case hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("writing to a string cannot fail");
        text
    })
}

#[cfg(test)]
mod tests;
