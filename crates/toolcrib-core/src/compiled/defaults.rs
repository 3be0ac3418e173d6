//! Which defaults can be used.
//!
//! JSON Schema lets a default contradict its own schema. Filling such a one in
//! would refuse calls for something the caller never sent, so it is left out
//! and its author is told.

use jsonschema::Registry;
use serde_json::{Value, json};

use super::schema;
use crate::spec::Problem;

/// The name under which the parameters can be referred to.
const BASE: &str = "urn:toolcrib:parameters";

/// Tells defaults that fit their place from those that do not.
pub(crate) struct Defaults<'a> {
    registry: Option<Registry<'a>>,
    pub(super) unfit: Vec<Problem>,
}

impl<'a> Defaults<'a> {
    pub(crate) fn of(parameters: &'a Value) -> Self {
        let registry = Registry::new().add(BASE, parameters).and_then(|new| new.prepare());
        Self { registry: registry.ok(), unfit: Vec::new() }
    }

    /// Whether the default of the schema at this pointer fits that schema.
    pub(crate) fn fits(&mut self, pointer: &str, default: &Value) -> bool {
        let fits = self.registry.as_ref().is_some_and(|registry| {
            let place = json!({ "$ref": format!("{BASE}#{}", fragment(pointer)) });
            let validator = schema::options().with_registry(registry).build(&place);
            validator.is_ok_and(|validator| validator.is_valid(default))
        });
        if !fits {
            self.unfit.push(Problem::warning(
                format!("/parameters{pointer}/default"),
                "the default does not fit and is not used",
                "change the default or what the parameter accepts",
            ));
        }
        fits
    }
}

/// A JSON pointer as it stands in a URI.
fn fragment(pointer: &str) -> String {
    pointer.bytes().fold(String::new(), |mut text, byte| {
        match byte {
            b'/' | b'~' | b'$' | b'_' | b'-' | b'.' => text.push(char::from(byte)),
            _ if byte.is_ascii_alphanumeric() => text.push(char::from(byte)),
            _ => {
                use std::fmt::Write as _;
                write!(text, "%{byte:02X}").expect("writing to a string cannot fail");
            }
        }
        text
    })
}
