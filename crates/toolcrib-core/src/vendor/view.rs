//! One schema, ready to be written.

use std::rc::Rc;

use serde_json::Value;

use super::tree::{Body, Entry, Id, is_annotation};
use super::types::Types;

/// One schema, all of whose parts speak for themselves.
#[derive(Clone, Default)]
pub(crate) struct View {
    /// The schema that was looked at.
    pub(crate) at: Rc<str>,
    pub(crate) never: bool,
    pub(crate) types: Option<Types>,
    /// The schemas that say so.
    pub(crate) typed_at: Vec<Rc<str>>,
    pub(crate) entries: Vec<Entry>,
    /// Demands that could not be joined with the others.
    pub(crate) lost: Vec<Entry>,
    /// The schemas that were referred to and folded in.
    pub(crate) expanded: Vec<Id>,
}

impl View {
    pub(crate) fn entry(&self, keyword: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.keyword == keyword)
    }

    pub(crate) fn plain(&self, keyword: &str) -> Option<&Value> {
        match self.entry(keyword)?.body {
            Body::Plain(ref value) => Some(value),
            _ => None,
        }
    }

    pub(crate) fn one(&self, keyword: &str) -> Option<Id> {
        match self.entry(keyword)?.body {
            Body::One(id) => Some(id),
            _ => None,
        }
    }

    pub(crate) fn list(&self, keyword: &str) -> &[Id] {
        match self.entry(keyword).map(|entry| &entry.body) {
            Some(Body::List(ids)) => ids,
            _ => &[],
        }
    }

    pub(crate) fn map(&self, keyword: &str) -> &[(String, Id)] {
        match self.entry(keyword).map(|entry| &entry.body) {
            Some(Body::Map(named)) => named,
            _ => &[],
        }
    }

    /// The values that `enum` and `const` allow, if one of them is there.
    pub(crate) fn values(&self) -> Option<Vec<Value>> {
        match (self.plain("enum"), self.plain("const")) {
            (Some(Value::Array(values)), None) => Some(values.clone()),
            (None, Some(value)) => Some(vec![value.clone()]),
            (Some(Value::Array(values)), Some(value)) => {
                Some(values.iter().filter(|known| same(known, value)).cloned().collect())
            }
            _ => None,
        }
    }

    pub(crate) fn take(&mut self, keyword: &str) -> Option<Entry> {
        let index = self.entries.iter().position(|entry| entry.keyword == keyword)?;
        Some(self.entries.remove(index))
    }

    /// What the author says about the schema, for the model to read.
    pub(crate) fn annotations(&self) -> Vec<Entry> {
        let says = |entry: &&Entry| matches!(entry.keyword.as_str(), "title" | "description");
        self.entries.iter().filter(says).cloned().collect()
    }

    /// Takes out everything that demands nothing.
    pub(crate) fn take_annotations(&mut self) -> Vec<Entry> {
        self.entries.extract_if(.., |entry| is_annotation(&entry.keyword)).collect()
    }

    pub(crate) fn says_nothing(&self) -> bool {
        !self.never && self.types.is_none() && self.entries.is_empty() && self.lost.is_empty()
    }
}

/// Whether two values are equal in JSON, where `1` is `1.0`.
pub(crate) fn same(one: &Value, two: &Value) -> bool {
    match (one, two) {
        (Value::Number(one), Value::Number(two)) => one.as_f64() == two.as_f64(),
        _ => one == two,
    }
}
