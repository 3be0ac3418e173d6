//! Where a `$ref` leads, inside one document.
//!
//! Knows every `$id`, `$anchor` and `$dynamicAnchor` of the document and turns
//! a reference into a JSON pointer. It never fetches anything: a reference
//! that leaves the document is an error.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::keyword::{Kind, kind};
use crate::pointer::child;
use crate::vendor::loss::Unlowerable;

/// The named places of a document.
pub(super) struct Resources<'a> {
    document: &'a Value,
    /// The URI of each schema that has one, by its pointer.
    uris: HashMap<String, String>,
    /// The same, the other way round.
    pointers: HashMap<String, String>,
    /// The schemas with an anchor, by the pointer of their resource and name.
    anchors: HashMap<(String, String), String>,
    /// How many schemas have a dynamic anchor of this name.
    dynamic: HashMap<String, usize>,
}

impl<'a> Resources<'a> {
    pub(super) fn of(document: &'a Value) -> Self {
        let (uris, pointers) = (HashMap::new(), HashMap::new());
        let (anchors, dynamic) = (HashMap::new(), HashMap::new());
        let mut resources = Self { document, uris, pointers, anchors, dynamic };
        resources.name(String::new(), String::new());
        resources.index(document, String::new(), "");
        resources
    }

    /// The pointer that a reference means.
    pub(super) fn resolve(&self, at: &str, reference: &str) -> Result<String, Unlowerable> {
        let (uri, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let here = self.resource_of(at);
        let resource = if uri.is_empty() {
            here
        } else {
            let uri = join(&self.uris[here], uri);
            self.pointers.get(&uri).ok_or_else(|| {
                let reason = "leaves this schema, and nothing is ever fetched";
                Unlowerable::new(at, format!("`$ref` to `{reference}` {reason}"))
            })?
        };
        let fragment = percent_decoded(fragment);
        let pointer = if fragment.is_empty() || fragment.starts_with('/') {
            Some(format!("{resource}{fragment}"))
        } else {
            self.anchors.get(&(resource.to_owned(), fragment)).cloned()
        };
        pointer.filter(|pointer| self.document.pointer(pointer).is_some()).ok_or_else(|| {
            Unlowerable::new(at, format!("`$ref` to `{reference}` points nowhere in this schema"))
        })
    }

    /// Whether a dynamic reference can only mean one schema, whoever asks.
    pub(super) fn is_static(&self, reference: &str) -> bool {
        let name = reference.split_once('#').map_or("", |(_, name)| name);
        self.dynamic.get(name).is_none_or(|count| *count == 1)
    }

    /// The nearest schema above a place that has a URI.
    fn resource_of<'p>(&self, mut pointer: &'p str) -> &'p str {
        while !self.uris.contains_key(pointer) {
            pointer = pointer.rsplit_once('/').map_or("", |(above, _)| above);
        }
        pointer
    }

    fn name(&mut self, pointer: String, uri: String) {
        self.pointers.insert(uri.clone(), pointer.clone());
        self.uris.insert(pointer, uri);
    }

    /// Looks for names wherever a schema can stand; an `$id` inside an `enum`
    /// is a value, not a name.
    fn index(&mut self, schema: &Value, pointer: String, resource: &str) {
        let Value::Object(map) = schema else { return };
        let resource = match map.get("$id").and_then(Value::as_str) {
            Some(id) => {
                let uri = join(&self.uris[resource], id.trim_end_matches('#'));
                self.name(pointer.clone(), uri);
                pointer.clone()
            }
            None => resource.to_owned(),
        };
        self.index_anchors(map, &pointer, &resource);
        for (keyword, value) in map {
            let below = child(&pointer, keyword);
            match (kind(keyword), value) {
                (Kind::Schema | Kind::Schemas, Value::Array(schemas)) => {
                    for (index, schema) in schemas.iter().enumerate() {
                        self.index(schema, format!("{below}/{index}"), &resource);
                    }
                }
                (Kind::Schema, schema) => self.index(schema, below, &resource),
                (Kind::SchemaMap | Kind::Definitions, Value::Object(named)) => {
                    for (name, schema) in named {
                        self.index(schema, child(&below, name), &resource);
                    }
                }
                _ => {}
            }
        }
    }

    fn index_anchors(&mut self, map: &Map<String, Value>, pointer: &str, resource: &str) {
        let named = |keyword| map.get(keyword).and_then(Value::as_str);
        if let Some(name) = named("$dynamicAnchor") {
            *self.dynamic.entry(name.to_owned()).or_default() += 1;
        }
        for name in [named("$anchor"), named("$dynamicAnchor")].into_iter().flatten() {
            self.anchors.insert((resource.to_owned(), name.to_owned()), pointer.to_owned());
        }
    }
}

/// A relative URI against its base, as far as names inside one document go.
fn join(base: &str, reference: &str) -> String {
    if has_scheme(reference) {
        return reference.to_owned();
    }
    let host_end = base.find("://").map_or(0, |scheme| {
        base[scheme + 3..].find('/').map_or(base.len(), |path| scheme + 3 + path)
    });
    let (host, path) = base.split_at(host_end);
    let path = match reference.strip_prefix('/') {
        Some(absolute) => absolute.to_owned(),
        None => {
            let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
            format!("{folder}/{reference}")
        }
    };
    format!("{host}/{}", without_dots(&path))
}

fn has_scheme(reference: &str) -> bool {
    let scheme = reference.split_once(':').map_or("", |(scheme, _)| scheme);
    scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+.-".contains(c))
}

fn without_dots(path: &str) -> String {
    let mut segments = Vec::new();
    for segment in path.split('/') {
        match segment {
            "" | "." => {}
            ".." => drop(segments.pop()),
            name => segments.push(name),
        }
    }
    segments.join("/")
}

fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        let hex = after.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        match hex.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) if *first == b'%' => {
                bytes.push(byte);
                rest = &after[2..];
            }
            _ => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
