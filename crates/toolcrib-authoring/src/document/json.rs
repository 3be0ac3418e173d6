//! Strict JSON: no comments, no trailing commas.

use jsonc_parser::ast::Value as Node;
use jsonc_parser::common::Ranged as _;
use jsonc_parser::errors::ParseErrorKind as Kind;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use toolcrib_core::arguments::too_deep_at;

use super::{DEPTH_MAX, Document, Fault, Inner, Member, Spot, fault, keys_twice, nothing_here};
use crate::places::{floor, line_and_column, on_one_line, word_at};

impl<'a> Document<'a> {
    pub(super) fn json(text: &'a str) -> Result<Self, Vec<Fault>> {
        if let Some(at) = too_deep_at(text, DEPTH_MAX) {
            let message = format!("this is nested more than {DEPTH_MAX} levels deep");
            return Err(vec![fault(at..at + 1, message, "make it flatter")]);
        }
        let read = parse_to_ast(text, &CollectOptions::default(), &strict());
        let root = match read.map(|read| read.value) {
            Ok(Some(root)) => spot(&root),
            Ok(None) => return Err(nothing_here("a JSON object: `{ … }`")),
            Err(error) => return Err(vec![in_words(text, error.kind(), error.range())]),
        };
        let twice = keys_twice(text, &root);
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
}

fn spot(node: &Node<'_>) -> Spot {
    let inner = match node {
        Node::Object(object) => {
            let members = object.properties.iter().map(|property| Member {
                name: property.name.as_str().to_owned(),
                key: bytes(property.name.range()),
                value: spot(&property.value),
            });
            Inner::Object(members.collect())
        }
        Node::Array(array) => Inner::Array(array.elements.iter().map(spot).collect()),
        _ => Inner::Scalar,
    };
    Spot { span: bytes(node.range()), inner }
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

fn bytes(range: jsonc_parser::common::Range) -> std::ops::Range<usize> {
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

/// The byte at a line and a column that `serde_json` counted, in bytes.
fn byte_at(text: &str, line: usize, column: usize) -> usize {
    let before: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    floor(text, (before + column).saturating_sub(1))
}
