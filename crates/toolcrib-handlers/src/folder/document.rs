//! A JSON text and the place of everything in it.
//!
//! (1) Strict: no comments, no trailing commas, no key twice.
//! (2) What is wrong with the text is said at its place, once.

use std::collections::HashMap;
use std::ops::Range;

use jsonc_parser::ast::{Object, Value as Node};
use jsonc_parser::common::Ranged as _;
use jsonc_parser::errors::ParseErrorKind as Kind;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use serde_json::Value;
use toolcrib::arguments::too_deep_at;

use super::places::{floor, line_and_column, on_one_line, word_at};

/// Levels of nesting; the same number at which `serde_json` stops.
const DEPTH_MAX: usize = 127;

/// Keys that stand twice of which somebody is told.
const TWICE_MAX: usize = 20;

/// A JSON text that could be read.
pub(super) struct Document<'a> {
    text: &'a str,
    root: Node<'a>,
    /// What it says.
    pub(super) value: Value,
}

/// What is wrong with a JSON text.
pub(super) struct Fault {
    pub(super) span: Range<usize>,
    pub(super) message: String,
    pub(super) help: String,
}

/// Which part of a member is meant.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Key,
    Value,
}

impl<'a> Document<'a> {
    /// Reads a JSON text.
    pub(super) fn parse(text: &'a str) -> Result<Self, Vec<Fault>> {
        if let Some(at) = too_deep_at(text, DEPTH_MAX) {
            let message = format!("this is nested more than {DEPTH_MAX} levels deep");
            return Err(vec![fault(at..at + 1, message, "make it flatter")]);
        }
        let read = parse_to_ast(text, &CollectOptions::default(), &strict());
        let root = match read.map(|read| read.value) {
            Ok(Some(root)) => root,
            Ok(None) => {
                let message = "there is nothing here but white space";
                return Err(vec![fault(0..0, message, "write a JSON object: `{ … }`")]);
            }
            Err(error) => return Err(vec![in_words(text, error.kind(), error.range())]),
        };
        let mut twice = keys_twice(text, &root);
        twice.truncate(TWICE_MAX);
        if !twice.is_empty() {
            return Err(twice);
        }
        match serde_json::from_str(text) {
            Ok(value) => Ok(Self { text, root, value }),
            // A few things pass the one reader and not the other, such as a
            // line break inside a string.
            Err(error) => {
                let at = byte_at(text, error.line(), error.column());
                let said = error.to_string();
                let message = said.split(" at line ").next().unwrap_or_default();
                let help = match message.starts_with("control character") {
                    true => "write `\\n` for a line break and `\\t` for a tab",
                    false => NOT_JSON,
                };
                Err(vec![fault(at..at, format!("this is not JSON: {message}"), help)])
            }
        }
    }

    /// The place of a JSON pointer: the key or the value that it names. Where
    /// it names nothing, the opening of the innermost object that is there.
    pub(super) fn locate(&self, pointer: &str, part: Part) -> Range<usize> {
        let mut node = &self.root;
        let mut key: Option<Range<usize>> = None;
        for segment in pointer.split('/').skip(1) {
            let name = segment.replace("~1", "/").replace("~0", "~");
            let inner = match node {
                Node::Object(object) => object
                    .properties
                    .iter()
                    .find(|property| property.name.as_str() == name)
                    .map(|property| (Some(bytes(property.name.range())), &property.value)),
                Node::Array(array) => name
                    .parse::<usize>()
                    .ok()
                    .and_then(|index| array.elements.get(index))
                    .map(|item| (None, item)),
                _ => None,
            };
            let Some((inner_key, inner)) = inner else {
                let start = bytes(node.range()).start;
                return start..start + 1;
            };
            (key, node) = (inner_key, inner);
        }
        match (part, key) {
            (Part::Key, Some(key)) => key,
            _ => on_one_line(self.text, bytes(node.range())),
        }
    }
}

fn strict() -> ParseOptions {
    ParseOptions {
        allow_comments: false,
        allow_loose_object_property_names: false,
        allow_trailing_commas: false,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: false,
        allow_extended_string_escapes: false,
    }
}

const NOT_JSON: &str = "write strict JSON";

fn fault(span: Range<usize>, message: impl Into<String>, help: impl Into<String>) -> Fault {
    Fault { span, message: message.into(), help: help.into() }
}

fn bytes(range: jsonc_parser::common::Range) -> Range<usize> {
    range.start..range.end
}

fn in_words(text: &str, kind: &Kind, range: jsonc_parser::common::Range) -> Fault {
    let (start, end) = (floor(text, range.start), floor(text, range.end));
    let span = on_one_line(text, start..end.max(start));
    match kind {
        Kind::TrailingCommasNotAllowed => {
            fault(span, "there is a comma after the last item", "take the comma out")
        }
        Kind::ExpectedComma => {
            fault(span, "a comma is missing here", "put a comma between the two")
        }
        Kind::CommentsNotAllowed => {
            fault(span, "JSON has no comments", "take it out, or say it in guide.md")
        }
        Kind::SingleQuotedStringsNotAllowed => {
            fault(span, "JSON strings stand in double quotes", "write \"…\" in place of '…'")
        }
        Kind::ExpectedStringObjectProperty => {
            fault(span, "a key must stand in double quotes", "put quotes around it")
        }
        Kind::ExpectedColonAfterObjectKey => {
            fault(span, "a colon is missing after the key", "write \"key\": value")
        }
        Kind::ExpectedObjectValue => fault(span, "a value is missing", "write \"key\": value"),
        Kind::UnterminatedObject => fault(span, "this `{` is never closed", "add the missing `}`"),
        Kind::UnterminatedArray => fault(span, "this `[` is never closed", "add the missing `]`"),
        Kind::MultipleRootJsonValues => {
            fault(span, "something follows after the end of the JSON", "take it out")
        }
        Kind::UnexpectedCloseBrace
        | Kind::UnexpectedCloseBracket
        | Kind::UnexpectedComma
        | Kind::UnexpectedColon => fault(
            span,
            format!("a value is missing before this `{}`", &text[start..end]),
            "write the value, or take out what wants one",
        ),
        Kind::UnexpectedWord | Kind::UnexpectedToken => {
            let (line, column) = line_and_column(text, start);
            let span = word_at(text, line, column);
            let message = format!("`{}` is not a JSON value", &text[span.clone()]);
            let help = "write true, false, null, a number, or a text in double quotes";
            fault(span, message, help)
        }
        other => {
            let said = other.to_string();
            let mut letters = said.chars();
            let first = letters.next().map(|first| first.to_ascii_lowercase());
            let said: String = first.into_iter().chain(letters).collect();
            fault(span, format!("this is not JSON: {said}"), NOT_JSON)
        }
    }
}

/// Every key that stands in its object for a second time.
fn keys_twice(text: &str, node: &Node<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    match node {
        Node::Object(object) => {
            faults.extend(keys_twice_in(text, object));
            for property in &object.properties {
                faults.extend(keys_twice(text, &property.value));
            }
        }
        Node::Array(array) => {
            array.elements.iter().for_each(|item| faults.extend(keys_twice(text, item)));
        }
        _ => {}
    }
    faults
}

fn keys_twice_in(text: &str, object: &Object<'_>) -> Vec<Fault> {
    let mut first: HashMap<&str, usize> = HashMap::new();
    let mut faults = Vec::new();
    for property in &object.properties {
        let (name, range) = (property.name.as_str(), bytes(property.name.range()));
        match first.get(name) {
            Some(at) => {
                let (line, _) = line_and_column(text, *at);
                let message = format!("the key `{name}` stands twice; it was first on line {line}");
                faults.push(fault(range, message, "keep one of the two"));
            }
            None => {
                first.insert(name, range.start);
            }
        }
    }
    faults
}

/// The byte at a line and a column that `serde_json` counted, in bytes.
fn byte_at(text: &str, line: usize, column: usize) -> usize {
    let before: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    floor(text, (before + column).saturating_sub(1))
}
