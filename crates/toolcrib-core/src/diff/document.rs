//! One side of a comparison: a schema and where its references lead.
//!
//! Only references inside the schema are followed, and only where their meaning
//! is plain; every other one is a word that must stay as it is.

use serde_json::{Map, Value};

use crate::pointer::{child, escape};
use crate::spec::UnknownArguments;

/// The schema that everything fits.
pub(super) static ANYTHING: Value = Value::Bool(true);

/// The schema that nothing fits.
pub(super) static NOTHING: Value = Value::Bool(false);

/// References to references that are followed in one go.
pub(super) const HOPS_MAX: usize = 32;

/// What schemas mean that say nothing else.
pub(super) const DRAFT_DEFAULT: &str = "https://json-schema.org/draft/2020-12/schema";

/// A schema and what stands around it.
#[derive(Clone, Copy)]
pub(super) struct Document<'a> {
    pub(super) root: &'a Value,
    /// Where the root stands in the manifest.
    base: &'static str,
    /// What the root says of properties it does not name, if nothing.
    silence: &'static Value,
    /// A name of its own inside the schema gives references another meaning.
    named_inside: bool,
    /// Before 2019-09, nothing that stood beside a reference counted.
    reference_alone: bool,
    /// How many values it is made of.
    pub(super) nodes: usize,
}

/// A schema and where it stands in the manifest.
#[derive(Clone, Debug)]
pub(super) struct Spot<'a> {
    pub(super) schema: &'a Value,
    pub(super) at: String,
}

impl<'a> Spot<'a> {
    pub(super) fn new(schema: &'a Value, at: impl Into<String>) -> Self {
        Self { schema, at: at.into() }
    }

    pub(super) fn get(&self, keyword: &str) -> Option<&'a Value> {
        self.schema.get(keyword)
    }

    /// The schema behind a keyword.
    pub(super) fn under(&self, keyword: &str, schema: &'a Value) -> Self {
        Self::new(schema, child(&self.at, keyword))
    }

    /// A schema in a list or a map of schemas behind a keyword.
    pub(super) fn among(&self, keyword: &str, name: &str, schema: &'a Value) -> Self {
        Self::new(schema, format!("{}/{}/{}", self.at, escape(keyword), escape(name)))
    }

    /// The names behind a keyword that gives schemas names.
    pub(super) fn names(&self, keyword: &str) -> impl Iterator<Item = &'a str> + use<'a> {
        let map = self.get(keyword).and_then(Value::as_object);
        map.into_iter().flat_map(|map| map.keys().map(String::as_str))
    }

    pub(super) fn has(&self, keyword: &str, name: &str) -> bool {
        self.get(keyword).is_some_and(|map| map.get(name).is_some())
    }

    /// The schema with this name behind a keyword.
    pub(super) fn member(&self, keyword: &str, name: &str) -> Option<Self> {
        Some(self.among(keyword, name, self.get(keyword)?.get(name)?))
    }

    pub(super) fn keywords(&self) -> Option<&'a Map<String, Value>> {
        self.schema.as_object()
    }
}

impl<'a> Document<'a> {
    pub(super) fn parameters(root: &'a Value, unknown: UnknownArguments) -> Self {
        let silence = match unknown {
            UnknownArguments::Reject => &NOTHING,
            UnknownArguments::Drop => &ANYTHING,
        };
        Self { silence, ..Self::output("/parameters", root) }
    }

    pub(super) fn output(base: &'static str, root: &'a Value) -> Self {
        let draft = root.get("$schema").and_then(Value::as_str).unwrap_or(DRAFT_DEFAULT);
        let mut nodes = 0;
        let mut names = 0;
        survey(root, &mut nodes, &mut names);
        Self {
            root,
            base,
            silence: &ANYTHING,
            named_inside: names > usize::from(root.get("$id").is_some()),
            reference_alone: draft.contains("/draft-0"),
            nodes,
        }
    }

    pub(super) fn start(&self) -> Spot<'a> {
        Spot::new(self.root, self.base)
    }

    pub(super) fn is_root(&self, spot: &Spot<'a>) -> bool {
        spot.at == self.base
    }

    /// What the root says of properties it does not name when it is silent.
    pub(super) fn silence(&self) -> &'static Value {
        self.silence
    }

    /// Where the schema's reference leads, if it leads anywhere plain.
    pub(super) fn target(&self, spot: &Spot<'a>) -> Option<Spot<'a>> {
        let place = spot.get("$ref")?.as_str()?.strip_prefix('#')?;
        if self.named_inside || place.contains('%') {
            return None;
        }
        Some(Spot::new(self.root.pointer(place)?, format!("{}{place}", self.base)))
    }

    /// Where a schema that is a reference and nothing else leads in the end.
    /// The root is never left: what it says of unknown arguments is its own.
    pub(super) fn follow(&self, spot: &Spot<'a>) -> Option<Spot<'a>> {
        let mut found: Option<Spot<'a>> = None;
        for _ in 0..HOPS_MAX {
            let here = found.as_ref().unwrap_or(spot);
            let alone = here.keywords().is_some_and(|keywords| {
                let beside = |keyword: &String| keyword != "$ref" && !is_annotation(keyword);
                self.reference_alone || !keywords.keys().any(beside)
            });
            match self.target(here).filter(|_| alone && !self.is_root(here)) {
                Some(next) => found = Some(next),
                None => break,
            }
        }
        found
    }

    /// A pointer into the schema rather than the manifest.
    pub(super) fn inside<'s>(&self, at: &'s str) -> &'s str {
        at.strip_prefix(self.base).unwrap_or(at)
    }
}

/// Counts the values, and the names that schemas among them have of their own.
fn survey(value: &Value, nodes: &mut usize, names: &mut usize) {
    *nodes += 1;
    match value {
        Value::Object(map) => {
            *names += usize::from(map.get("$id").is_some_and(Value::is_string));
            map.values().for_each(|value| survey(value, nodes, names));
        }
        Value::Array(items) => items.iter().for_each(|value| survey(value, nodes, names)),
        _ => {}
    }
}

/// Whether a keyword only describes. Definitions count where they are used.
pub(super) fn is_annotation(keyword: &str) -> bool {
    match keyword {
        "title" | "description" | "default" | "examples" | "$comment" | "deprecated"
        | "readOnly" | "writeOnly" | "$defs" | "definitions" => true,
        "x-onInvalid" | "x-enumFrom" => false,
        other => other.starts_with("x-"),
    }
}
