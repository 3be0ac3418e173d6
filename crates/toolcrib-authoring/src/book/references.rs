//! Which definitions a schema reaches, and a copy of it that carries them.
//!
//! (1) A copy stands alone: everything that it refers to is in its `$defs`, and
//!     nothing else is.

use std::collections::BTreeMap;

use serde_json::{Map, Value};
use toolcrib_core::compiled::each_schema;
use toolcrib_core::{names, pointer};

use super::definitions::{Definitions, Place};
use crate::document::Part;
use crate::finding::Finding;

/// References that lead to references.
const HOPS_MAX: usize = 32;

/// Where a `$ref` leads: into a definition.
struct Target {
    definition: Place,
    name: String,
    /// The rest of the pointer, inside the definition.
    below: String,
}

impl Definitions<'_> {
    /// Follows a schema that is nothing but a reference to the one that is meant.
    pub(super) fn resolved(&self, mut place: Place) -> Option<Place> {
        for _ in 0..HOPS_MAX {
            let schema = self.value(&place)?;
            match schema.get("$ref").and_then(Value::as_str) {
                Some(reference) if says_nothing_else(schema) => {
                    let target = self.target(place.file, reference).ok()?;
                    let pointer = format!("{}{}", target.definition.pointer, target.below);
                    place = Place { file: target.definition.file, pointer };
                }
                _ => return Some(place),
            }
        }
        None
    }

    /// Every `$ref` of a file that leads nowhere.
    pub(super) fn dangling(&self, file: usize) -> Vec<Finding> {
        let mut findings = Vec::new();
        for (_, place) in self.of_file(file) {
            let Some(schema) = self.value(&place) else { continue };
            each_schema(schema, &mut |at, part| {
                let Some(reference) = part.get("$ref").and_then(Value::as_str) else { return };
                if let Err((message, help)) = self.target(file, reference) {
                    let pointer = format!("{}{at}/$ref", place.pointer);
                    let place = Place { file, pointer };
                    let finding = Finding::error("", message, help);
                    findings.push(self.at(&place, Part::Value, finding));
                }
            });
        }
        findings
    }

    /// A copy of a schema with the definitions that it reaches (1), and which
    /// of them has which name in it.
    pub(super) fn carry(&self, place: &Place) -> (Value, BTreeMap<String, Place>) {
        let mut carrying = Carrying { book: self, names: BTreeMap::new(), waiting: Vec::new() };
        let mut root = carrying.copy(place);
        let mut definitions = Map::new();
        while let Some((name, place)) = carrying.waiting.pop() {
            let copy = carrying.copy(&place);
            definitions.insert(name, copy);
        }
        definitions.sort_keys();
        if let Value::Object(root) = &mut root {
            for own in ["definitions", "$defs"] {
                root.remove(own);
            }
            if !definitions.is_empty() {
                root.insert("$defs".to_owned(), Value::Object(definitions));
            }
        }
        let names = carrying.names.into_iter().map(|(place, name)| (name, place));
        (root, names.collect())
    }

    fn target(&self, file: usize, reference: &str) -> Result<Target, (String, String)> {
        let (other, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let file = match other.trim_start_matches("./") {
            "" => file,
            name => self.file_named(name).ok_or_else(|| {
                let message = format!("`$ref` names `{name}`, which is no file of this book");
                (message, "put the file beside this one, or the definition into this file".into())
            })?,
        };
        let fragment = decoded(fragment);
        let mut segments = pointer::segments(&fragment);
        let (Some(group), Some(name)) = (segments.next(), segments.next()) else {
            let message = format!("`{reference}` leads to no definition");
            return Err((message, "write `#/definitions/Name`".to_owned()));
        };
        if !matches!(group.as_str(), "definitions" | "$defs") {
            let message = format!("`{reference}` leads to no definition");
            return Err((message, "write `#/definitions/Name`".to_owned()));
        }
        let below = segments.fold(String::new(), |at, name| pointer::child(&at, &name));
        let Some(definition) = self.named(file, &name) else {
            let message = format!("`{reference}` leads to nothing: there is no `{name}`");
            let near = names::nearest(&name, self.of_file(file).map(|(name, _)| name));
            let help = match near.first() {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("define `{name}` under `definitions`"),
            };
            return Err((message, help));
        };
        let inside = Place { file, pointer: format!("{}{below}", definition.pointer) };
        if self.value(&inside).is_none() {
            let message = format!("`{reference}` leads to nothing: `{name}` has no `{below}`");
            return Err((message, "refer to the definition as a whole".to_owned()));
        }
        Ok(Target { definition, name, below })
    }
}

struct Carrying<'a, 'b> {
    book: &'a Definitions<'b>,
    /// The names of definitions in the copy.
    names: BTreeMap<Place, String>,
    /// Those that are not in it yet.
    waiting: Vec<(String, Place)>,
}

impl Carrying<'_, '_> {
    fn copy(&mut self, place: &Place) -> Value {
        let Some(original) = self.book.value(place) else { return Value::Bool(true) };
        let mut references = Vec::new();
        each_schema(original, &mut |at, part| {
            if let Some(reference) = part.get("$ref").and_then(Value::as_str) {
                references.push((format!("{at}/$ref"), reference));
            }
        });
        let mut copy = original.clone();
        for (at, reference) in references {
            // What leads nowhere was told; it stays as it is.
            let Ok(target) = self.book.target(place.file, reference) else { continue };
            let name = self.name(target.definition, &target.name);
            if let Some(slot) = copy.pointer_mut(&at) {
                *slot = format!("#{}{}", pointer::child("/$defs", &name), target.below).into();
            }
        }
        copy
    }

    /// The name of a definition in the copy; its own, unless another has that.
    fn name(&mut self, definition: Place, name: &str) -> String {
        if let Some(known) = self.names.get(&definition) {
            return known.clone();
        }
        let is_free = |name: &str| self.names.values().all(|taken| taken != name);
        // A reference is an address, in which not every letter can stand.
        let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
        let name: String = name.chars().map(|c| if is_plain(c) { c } else { '_' }).collect();
        let mut free = name.clone();
        let mut number = 2;
        while !is_free(&free) {
            free = format!("{name}{number}");
            number += 1;
        }
        self.names.insert(definition.clone(), free.clone());
        self.waiting.push((free.clone(), definition));
        free
    }
}

/// Whether nothing but words for people stands beside a reference.
fn says_nothing_else(schema: &Value) -> bool {
    const WORDS: [&str; 5] = ["$ref", "title", "description", "$comment", "deprecated"];
    schema.as_object().is_some_and(|map| map.keys().all(|key| WORDS.contains(&key.as_str())))
}

/// A fragment without what is written as `%20` in it.
fn decoded(fragment: &str) -> String {
    let mut bytes = Vec::with_capacity(fragment.len());
    let mut rest = fragment.as_bytes();
    while let [first, after @ ..] = rest {
        let digits = after.get(..2).filter(|_| *first == b'%');
        let digits = digits.and_then(|digits| std::str::from_utf8(digits).ok());
        match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            None => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| fragment.to_owned())
}
