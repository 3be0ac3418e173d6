//! A text and the place of everything in it.
//!
//! JSON or YAML, read strictly: no key twice, nothing that JSON cannot say. What
//! is wrong with the text is said at its place, once. Start at
//! [`Document::parse`].

mod json;
#[cfg(test)]
mod tests;
mod yaml;

use std::collections::HashMap;
use std::ops::Range;
use std::path::Path;

use serde_json::Value;
use toolcrib_core::pointer;

use crate::places::{line_and_column, on_one_line};

/// Levels of nesting; the same number at which `serde_json` stops.
const DEPTH_MAX: usize = 127;

/// Keys that stand twice of which somebody is told.
const TWICE_MAX: usize = 20;

/// A text that could be read.
pub struct Document<'a> {
    text: &'a str,
    root: Spot,
    /// What it says.
    pub value: Value,
}

/// What is wrong with a text.
#[derive(Debug)]
pub struct Fault {
    /// Where.
    pub span: Range<usize>,
    /// What.
    pub message: String,
    /// How to mend it.
    pub help: String,
}

/// Which part of a member is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Its name.
    Key,
    /// What it holds.
    Value,
}

/// How a text is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// JSON, without comments and trailing commas.
    Json,
    /// YAML 1.2: `yes` is a text.
    Yaml,
}

impl Language {
    /// How a file is written, by the end of its name.
    pub fn of(file: &Path) -> Option<Self> {
        match file.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "json" => Some(Self::Json),
            "yaml" | "yml" => Some(Self::Yaml),
            _ => None,
        }
    }
}

/// Where a value stands, and what is in it.
#[derive(Clone, Debug)]
struct Spot {
    span: Range<usize>,
    inner: Inner,
}

#[derive(Clone, Debug)]
enum Inner {
    Object(Vec<Member>),
    Array(Vec<Spot>),
    Scalar,
}

#[derive(Clone, Debug)]
struct Member {
    name: String,
    key: Range<usize>,
    value: Spot,
}

impl<'a> Document<'a> {
    /// Reads a text.
    ///
    /// # Errors
    ///
    /// Everything that keeps it from being read.
    pub fn parse(text: &'a str, language: Language) -> Result<Self, Vec<Fault>> {
        match language {
            Language::Json => Self::json(text),
            Language::Yaml => Self::yaml(text),
        }
    }

    /// The text itself.
    pub fn text(&self) -> &'a str {
        self.text
    }

    /// The place of a JSON pointer: the key or the value that it names. Where
    /// it names nothing, the opening of the innermost object that is there.
    pub fn locate(&self, pointer: &str, part: Part) -> Range<usize> {
        let mut spot = &self.root;
        let mut key: Option<Range<usize>> = None;
        for name in pointer::segments(pointer) {
            let inner = match &spot.inner {
                Inner::Object(members) => members
                    .iter()
                    .find(|member| member.name == name)
                    .map(|member| (Some(member.key.clone()), &member.value)),
                Inner::Array(items) => name
                    .parse::<usize>()
                    .ok()
                    .and_then(|index| items.get(index))
                    .map(|item| (None, item)),
                Inner::Scalar => None,
            };
            let Some((inner_key, inner)) = inner else {
                // In YAML an object has no opening; its own name shows it better.
                let opening = self.text[spot.span.start..].starts_with(['{', '[']);
                return match key {
                    Some(key) if !opening => key,
                    _ => self.first_of(&spot.span),
                };
            };
            (key, spot) = (inner_key, inner);
        }
        match (part, key) {
            (Part::Key, Some(key)) => key,
            _ => on_one_line(self.text, spot.span.clone()),
        }
    }

    fn first_of(&self, span: &Range<usize>) -> Range<usize> {
        let first = self.text[span.start..].chars().next().map_or(0, char::len_utf8);
        span.start..span.start + first
    }
}

fn fault(span: Range<usize>, message: impl Into<String>, help: impl Into<String>) -> Fault {
    Fault { span, message: message.into(), help: help.into() }
}

fn nothing_here(example: &str) -> Vec<Fault> {
    let message = "there is nothing here but white space";
    vec![fault(0..0, message, format!("write {example}"))]
}

/// Every key that stands in its object for a second time.
fn keys_twice(text: &str, root: &Spot) -> Vec<Fault> {
    let mut faults = Vec::new();
    collect_twice(text, root, &mut faults);
    faults.truncate(TWICE_MAX);
    faults
}

fn collect_twice(text: &str, spot: &Spot, faults: &mut Vec<Fault>) {
    match &spot.inner {
        Inner::Object(members) => {
            let mut first: HashMap<&str, usize> = HashMap::new();
            for member in members {
                match first.get(member.name.as_str()) {
                    Some(at) => {
                        let (line, _) = line_and_column(text, *at);
                        let name = &member.name;
                        let message =
                            format!("the key `{name}` stands twice; it was first on line {line}");
                        faults.push(fault(member.key.clone(), message, "keep one of the two"));
                    }
                    None => drop(first.insert(&member.name, member.key.start)),
                }
            }
            members.iter().for_each(|member| collect_twice(text, &member.value, faults));
        }
        Inner::Array(items) => items.iter().for_each(|item| collect_twice(text, item, faults)),
        Inner::Scalar => {}
    }
}
