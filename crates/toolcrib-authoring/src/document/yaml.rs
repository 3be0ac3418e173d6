//! YAML 1.2, as far as JSON can say the same.
//!
//! (1) Words mean what the core schema says: `yes` is a text, `true` is not.
//! (2) An alias is a copy, and copies are bounded: a few lines can ask for
//!     millions of nodes.

use std::collections::HashMap;
use std::ops::Range;

use granit_parser::{Event, Parser, ScalarStyle, ScanError, Span};
use serde_json::{Map, Number, Value};

use super::{DEPTH_MAX, Document, Fault, Inner, Member, Spot, fault, keys_twice, nothing_here};
use crate::places::floor;

/// Nodes of a text, copies included; as many as a schema may have.
const NODES_MAX: usize = 100_000;

/// The key that takes over what another object has.
const MERGE: &str = "<<";

impl<'a> Document<'a> {
    pub(super) fn yaml(text: &'a str) -> Result<Self, Vec<Fault>> {
        let mut reading = Reading {
            text,
            parser: Parser::new_from_str(text),
            anchors: HashMap::new(),
            nodes_left: NODES_MAX,
            faults: Vec::new(),
        };
        let read = reading.documents();
        let mut faults = reading.faults;
        match read {
            Err(Stopped(Some(fault))) => faults.push(fault),
            Err(Stopped(None)) => {}
            Ok(None) => return Err(nothing_here("an object: `definitions:` and what is in it")),
            Ok(Some(node)) => {
                faults.extend(keys_twice(text, &node.spot));
                if faults.is_empty() {
                    return Ok(Self { text, root: node.spot, value: node.value });
                }
            }
        }
        faults.sort_by_key(|fault| fault.span.start);
        Err(faults)
    }
}

#[derive(Clone)]
struct Node {
    spot: Spot,
    value: Value,
}

struct Reading<'a> {
    text: &'a str,
    parser: Parser<'a, granit_parser::StrInput<'a>>,
    anchors: HashMap<usize, Node>,
    nodes_left: usize,
    /// What is wrong and lets the reading go on.
    faults: Vec<Fault>,
}

/// The reading cannot go on, for a reason that is not yet told.
struct Stopped(Option<Fault>);

impl From<Fault> for Stopped {
    fn from(fault: Fault) -> Self {
        Self(Some(fault))
    }
}

impl<'a> Reading<'a> {
    /// The only document of the text.
    fn documents(&mut self) -> Result<Option<Node>, Stopped> {
        let mut only = None;
        loop {
            let (event, span) = self.next()?;
            match event {
                Event::StreamEnd => return Ok(only),
                Event::StreamStart | Event::DocumentStart(..) | Event::DocumentEnd => {}
                _ if only.is_some() => {
                    let message = "a second document starts here";
                    let help = "keep one document in a file, and take the `---` out";
                    return Err(fault(self.bytes(&span), message, help).into());
                }
                event => only = Some(self.node(event, &span, 0)?),
            }
        }
    }

    fn next(&mut self) -> Result<(Event<'a>, Span), Stopped> {
        loop {
            match self.parser.next() {
                Some(Ok((Event::Anchor(..), _))) => {}
                Some(Ok(read)) => return Ok(read),
                Some(Err(error)) => return Err(self.in_words(&error).into()),
                None => return Err(Stopped(None)),
            }
        }
    }

    fn node(&mut self, event: Event<'a>, span: &Span, depth: usize) -> Result<Node, Stopped> {
        let at = self.bytes(span);
        if depth > DEPTH_MAX {
            let message = format!("this is nested more than {DEPTH_MAX} levels deep");
            return Err(fault(at, message, "make it flatter").into());
        }
        self.take_nodes(1, &at)?;
        let (anchor, node) = match event {
            Event::Scalar(text, style, anchor, tag) => {
                let tag = tag.as_ref().map(|tag| tag.suffix().to_owned());
                let value = self.scalar(&text, style, tag.as_deref(), &at);
                (anchor, Node { spot: Spot { span: at, inner: Inner::Scalar }, value })
            }
            Event::SequenceStart(_, anchor, _) => (anchor, self.sequence(at, depth)?),
            Event::MappingStart(_, anchor, _) => (anchor, self.mapping(at, depth)?),
            Event::Alias(anchor) => return self.alias(anchor, at),
            _ => return Err(fault(at, "a value is missing here", "write `key: value`").into()),
        };
        if anchor > 0 {
            self.anchors.insert(anchor, node.clone());
        }
        Ok(node)
    }

    fn sequence(&mut self, opening: Range<usize>, depth: usize) -> Result<Node, Stopped> {
        let (mut spots, mut values) = (Vec::new(), Vec::new());
        loop {
            match self.next()? {
                (Event::SequenceEnd, span) => {
                    let end = self.bytes(&span).end.max(opening.end);
                    let spot = Spot { span: opening.start..end, inner: Inner::Array(spots) };
                    return Ok(Node { spot, value: Value::Array(values) });
                }
                (event, span) => {
                    let item = self.node(event, &span, depth + 1)?;
                    spots.push(item.spot);
                    values.push(item.value);
                }
            }
        }
    }

    fn mapping(&mut self, opening: Range<usize>, depth: usize) -> Result<Node, Stopped> {
        let (mut members, mut map) = (Vec::new(), Map::new());
        let mut merged = Vec::new();
        loop {
            let (name, key) = match self.next()? {
                (Event::MappingEnd, span) => {
                    let end = self.bytes(&span).end.max(opening.end);
                    for Node { spot, value } in merged {
                        take_over(spot, value, &mut members, &mut map);
                    }
                    let spot = Spot { span: opening.start..end, inner: Inner::Object(members) };
                    return Ok(Node { spot, value: Value::Object(map) });
                }
                (Event::Scalar(name, ..), span) => (name.into_owned(), self.bytes(&span)),
                (_, span) => {
                    let message = "a key must be a text";
                    return Err(fault(self.bytes(&span), message, "write `key: value`").into());
                }
            };
            let (event, span) = self.next()?;
            let node = self.node(event, &span, depth + 1)?;
            if name == MERGE {
                merged.extend(self.merged(node));
                continue;
            }
            members.push(Member { name: name.clone(), key, value: node.spot });
            map.insert(name, node.value);
        }
    }

    /// The objects that a `<<` names.
    fn merged(&mut self, node: Node) -> Vec<Node> {
        match (node.spot.inner, node.value) {
            (Inner::Array(spots), Value::Array(values)) => {
                let each = spots.into_iter().zip(values);
                each.flat_map(|(spot, value)| self.merged(Node { spot, value })).collect()
            }
            (inner @ Inner::Object(_), value) => {
                vec![Node { spot: Spot { span: node.spot.span, inner }, value }]
            }
            _ => {
                let message = "`<<` takes over what an object has, and this is none";
                let help = "write `<<: *name` with the name of an object";
                self.faults.push(fault(node.spot.span, message, help));
                Vec::new()
            }
        }
    }

    /// (2)
    fn alias(&mut self, anchor: usize, at: Range<usize>) -> Result<Node, Stopped> {
        let Some(node) = self.anchors.get(&anchor).cloned() else {
            let message = "this stands for something that it is itself a part of";
            return Err(fault(at, message, "use `$ref` for what refers to itself").into());
        };
        self.take_nodes(count(&node.value), &at)?;
        Ok(Node { spot: Spot { span: at, ..node.spot }, ..node })
    }

    fn take_nodes(&mut self, nodes: usize, at: &Range<usize>) -> Result<(), Stopped> {
        match self.nodes_left.checked_sub(nodes) {
            Some(left) => {
                self.nodes_left = left;
                Ok(())
            }
            None => {
                let message = format!("this has more than {NODES_MAX} values, copies included");
                Err(fault(at.clone(), message, "make it smaller, or split it").into())
            }
        }
    }

    /// (1)
    fn scalar(
        &mut self,
        text: &str,
        style: ScalarStyle,
        tag: Option<&str>,
        at: &Range<usize>,
    ) -> Value {
        match (tag, style) {
            (Some("str"), _) => return text.into(),
            (None, ScalarStyle::Plain) | (Some("int" | "float" | "bool" | "null"), _) => {}
            (None, _) => return text.into(),
            (Some(tag), _) => {
                let message = format!("nobody knows what the tag `{tag}` means here");
                self.faults.push(fault(at.clone(), message, "take the tag out"));
                return Value::Null;
            }
        }
        match text {
            "" | "~" | "null" | "Null" | "NULL" => Value::Null,
            "true" | "True" | "TRUE" => true.into(),
            "false" | "False" | "FALSE" => false.into(),
            ".inf" | ".Inf" | ".INF" | "+.inf" | "-.inf" | ".nan" | ".NaN" | ".NAN" => {
                let message = format!("`{text}` is a number that JSON does not have");
                self.faults.push(fault(at.clone(), message, "leave it out"));
                Value::Null
            }
            text => number(text).map_or_else(|| text.into(), Value::Number),
        }
    }

    fn bytes(&self, span: &Span) -> Range<usize> {
        let range = span.byte_range().unwrap_or_default();
        let (start, end) = (floor(self.text, range.start), floor(self.text, range.end));
        // A block ends where the next line starts; what is meant ends before.
        let trimmed = self.text[start..end.max(start)].trim_end().len();
        start..start + trimmed
    }

    fn in_words(&self, error: &ScanError) -> Fault {
        let at = floor(self.text, error.marker().byte_offset().unwrap_or_default());
        let said = error.info();
        let tab = self.text[at..].starts_with('\t') || said.contains("tab");
        let help = match tab {
            true => "YAML is indented with spaces: put spaces in place of the tab",
            false => "look at the indentation, the colons and the quotes here and just above",
        };
        fault(at..at, format!("this is not YAML: {said}"), help)
    }
}

/// Adds what an object does not have itself.
fn take_over(spot: Spot, value: Value, members: &mut Vec<Member>, map: &mut Map<String, Value>) {
    let (Inner::Object(others), Value::Object(mut values)) = (spot.inner, value) else { return };
    for member in others {
        if !map.contains_key(&member.name)
            && let Some(value) = values.remove(&member.name)
        {
            map.insert(member.name.clone(), value);
            members.push(member);
        }
    }
}

fn count(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(count).sum::<usize>(),
        Value::Object(map) => 1 + map.values().map(count).sum::<usize>(),
        _ => 1,
    }
}

/// A number of the core schema.
fn number(text: &str) -> Option<Number> {
    let radix = |prefix: &str, radix| {
        text.strip_prefix(prefix).and_then(|digits| u64::from_str_radix(digits, radix).ok())
    };
    if let Some(number) = radix("0x", 16).or_else(|| radix("0o", 8)) {
        return Some(number.into());
    }
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if !digits.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        return None;
    }
    let positive = text.strip_prefix('+').unwrap_or(text);
    if digits.bytes().all(|byte| byte.is_ascii_digit()) {
        if let Ok(number) = positive.parse::<i64>() {
            return Some(number.into());
        }
        if let Ok(number) = positive.parse::<u64>() {
            return Some(number.into());
        }
    }
    let is_float =
        digits.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'.' | b'e' | b'E' | b'+' | b'-'));
    is_float.then(|| positive.parse::<f64>().ok()).flatten().and_then(Number::from_f64)
}
