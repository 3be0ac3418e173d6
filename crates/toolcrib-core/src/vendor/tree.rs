//! A schema as a graph in which every `$ref` is an edge.
//!
//! Owns parsing and the spelling of older drafts: what comes out has
//! `prefixItems`, type arrays and no `nullable`, whatever went in. Only what
//! the root can reach is parsed. It never decides what a vendor accepts.
//! Start at [`Tree::parse`].

mod bounds;
mod keyword;
mod parse;
mod recursion;
mod resources;

use std::rc::Rc;

use serde_json::Value;

use super::types::Types;

pub(crate) use keyword::{Kind, applies_to, is_annotation, kind};
pub(crate) use recursion::{required_cycles, self_reference};

/// The place of a node in its tree.
pub(crate) type Id = usize;

/// All schemas that the root can reach; the root comes first.
pub(crate) struct Tree {
    nodes: Vec<Rc<Node>>,
}

/// One schema.
#[derive(Clone, Default)]
pub(crate) struct Node {
    /// Where it stands in the original.
    pub(crate) pointer: Rc<str>,
    /// The schema `false`, which nothing fits.
    pub(crate) never: bool,
    /// What `type` says, if it is there.
    pub(crate) types: Option<Types>,
    /// All other keywords, in the author's order.
    pub(crate) entries: Vec<Entry>,
}

/// One keyword of a schema.
#[derive(Clone)]
pub(crate) struct Entry {
    pub(crate) keyword: String,
    /// The schema that says it: after a merge not always the one that holds it.
    pub(crate) at: Rc<str>,
    /// Other schemas whose say has been merged into it.
    pub(crate) also_at: Vec<Rc<str>>,
    pub(crate) body: Body,
}

impl Entry {
    pub(crate) fn new(keyword: impl Into<String>, at: &Rc<str>, body: Body) -> Self {
        Self { keyword: keyword.into(), at: Rc::clone(at), also_at: Vec::new(), body }
    }

    /// Every schema that says it.
    pub(crate) fn places(&self) -> impl Iterator<Item = &Rc<str>> {
        std::iter::once(&self.at).chain(&self.also_at)
    }
}

/// What stands behind a keyword.
#[derive(Clone)]
pub(crate) enum Body {
    /// A value that holds no schema.
    Plain(Value),
    /// The schema that a `$ref` means.
    Ref(Id),
    One(Id),
    List(Vec<Id>),
    Map(Vec<(String, Id)>),
}

impl Body {
    /// The schemas behind the keyword.
    pub(crate) fn ids(&self) -> Vec<Id> {
        match self {
            Self::Plain(_) => Vec::new(),
            Self::Ref(id) | Self::One(id) => vec![*id],
            Self::List(ids) => ids.clone(),
            Self::Map(named) => named.iter().map(|(_, id)| *id).collect(),
        }
    }
}

impl Tree {
    /// The place of the root.
    pub(crate) const ROOT: Id = 0;

    pub(crate) fn node(&self, id: Id) -> Rc<Node> {
        Rc::clone(&self.nodes[id])
    }

    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Adds a schema that nobody wrote but that follows from what was written.
    pub(crate) fn add(&mut self, node: Node) -> Id {
        self.nodes.push(Rc::new(node));
        self.nodes.len() - 1
    }
}

impl Node {
    /// The schema that this one only refers to, if it says nothing else.
    pub(crate) fn bare_reference(&self) -> Option<Id> {
        match self.entries.as_slice() {
            [Entry { body: Body::Ref(target), .. }] if self.types.is_none() => Some(*target),
            _ => None,
        }
    }

    pub(crate) fn entry(&self, keyword: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.keyword == keyword)
    }

    /// The schema `true` or `{}`.
    pub(crate) fn is_anything(&self) -> bool {
        !self.never && self.types.is_none() && self.entries.is_empty()
    }
}

/// The strings of a list that was checked to hold strings.
pub(crate) fn strings(value: &Value) -> impl Iterator<Item = &str> {
    value.as_array().into_iter().flatten().filter_map(Value::as_str)
}
