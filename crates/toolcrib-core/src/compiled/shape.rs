//! The parts of a parameter schema that `prepare` acts on.
//!
//! The validator knows whether a value fits; it cannot say which default stands
//! where, or which list is lenient. A shape keeps just that, with local
//! references followed once and cycles as plain links.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value};

use crate::pointer;

/// Where defaults, lenient lists and named properties stand.
#[derive(Debug)]
pub(crate) struct Shape {
    nodes: Vec<Node>,
    /// Parameters that have a default, or something inside them may.
    fillable: Vec<(String, usize)>,
    has_lenient: bool,
    /// Every name that a parameter has anywhere in the schema's root: in its
    /// parts, its alternatives and its conditions.
    declared: HashSet<String>,
}

/// What is known of the values at one place.
#[derive(Clone, Debug, Default)]
struct Node {
    properties: Vec<(String, usize)>,
    items: Vec<usize>,
    default: Option<Value>,
    lenient: bool,
}

const ROOT: usize = 0;

/// Values looked at to fill in defaults: parts of a schema that each lead to
/// the same place again would otherwise double the work at every level.
const FILLS_MAX: usize = 1_000_000;

impl Shape {
    /// Reads the shape of a schema whose bounds have been checked. Defaults are
    /// kept if they are said to fit; they are asked about by pointer and value.
    pub(super) fn of(schema: &Value, mut fits: impl FnMut(&str, &Value) -> bool) -> Self {
        let drafts = Vec::new();
        let mut builder = Builder { root: schema, drafts, seen: HashMap::new(), fits: &mut fits };
        builder.node("", schema);
        let nodes = builder.merge();
        let has_defaults = nodes.iter().any(|node| node.default.is_some());
        let is_fillable = |child: usize| {
            let node = &nodes[child];
            node.default.is_some() || !node.properties.is_empty() || !node.items.is_empty()
        };
        let fillable = nodes[ROOT].properties.iter().filter(|(_, child)| is_fillable(*child));
        Self {
            fillable: if has_defaults { fillable.cloned().collect() } else { Vec::new() },
            has_lenient: nodes.iter().any(|node| node.lenient),
            nodes,
            declared: declared(schema),
        }
    }

    /// The names of the tool's parameters.
    pub(crate) fn parameter_names(&self) -> impl Iterator<Item = &str> {
        self.nodes[ROOT].properties.iter().map(|(name, _)| name.as_str())
    }

    /// Whether a name is a parameter's, at least under some condition.
    pub(crate) fn declares(&self, name: &str) -> bool {
        self.declared.contains(name)
    }

    /// Whether anything that has a default may have been left out.
    pub(crate) fn lacks_defaults(&self, arguments: &Map<String, Value>) -> bool {
        self.fillable.iter().any(|(name, child)| match arguments.get(name) {
            // What lies deeper is only looked at when it is filled in.
            Some(value) => value.is_object() || value.is_array(),
            None => self.nodes[*child].default.is_some(),
        })
    }

    /// Fills in what the caller left out.
    pub(crate) fn apply_defaults(&self, arguments: &mut Map<String, Value>) {
        let mut fills_left = FILLS_MAX;
        self.fill_properties(&self.fillable, arguments, &mut fills_left);
    }

    /// The innermost item of a lenient list that holds this place: the list's
    /// pointer and the item's index.
    pub(crate) fn lenient_item<'p>(&self, pointer: &'p str) -> Option<(&'p str, usize)> {
        if !self.has_lenient {
            return None;
        }
        let mut found = None;
        let mut here = vec![ROOT];
        let mut end = 0;
        for segment in pointer.split('/').skip(1) {
            if here.iter().any(|node| self.nodes[*node].lenient)
                && let Ok(index) = segment.parse()
            {
                found = Some((&pointer[..end], index));
            }
            here = self.step(&here, segment);
            end += 1 + segment.len();
        }
        found
    }

    fn step(&self, from: &[usize], segment: &str) -> Vec<usize> {
        let key = pointer::unescape(segment);
        from.iter()
            .flat_map(|node| {
                let node = &self.nodes[*node];
                let named = node.properties.iter().filter(|(name, _)| *name == key);
                named.map(|(_, child)| *child).chain(node.items.iter().copied())
            })
            .collect()
    }

    fn fill(&self, node: usize, value: &mut Value, fills_left: &mut usize) {
        let Some(left) = fills_left.checked_sub(1) else { return };
        *fills_left = left;
        match value {
            Value::Object(map) => {
                self.fill_properties(&self.nodes[node].properties, map, fills_left);
            }
            Value::Array(items) => {
                for child in &self.nodes[node].items {
                    items.iter_mut().for_each(|item| self.fill(*child, item, fills_left));
                }
            }
            _ => {}
        }
    }

    fn fill_properties(
        &self,
        properties: &[(String, usize)],
        map: &mut Map<String, Value>,
        fills_left: &mut usize,
    ) {
        for (name, child) in properties {
            match map.get_mut(name) {
                Some(value) => self.fill(*child, value, fills_left),
                None => {
                    if let Some(default) = &self.nodes[*child].default {
                        map.insert(name.clone(), default.clone());
                    }
                }
            }
        }
    }
}

/// Every property that a schema names for the value it speaks of, itself or
/// through whatever it is put together from.
fn declared(root: &Value) -> HashSet<String> {
    let mut names = HashSet::new();
    let mut seen = HashSet::new();
    let mut waiting = vec![root];
    while let Some(schema) = waiting.pop() {
        let Value::Object(keywords) = schema else { continue };
        for (keyword, value) in keywords {
            match (keyword.as_str(), value) {
                ("properties", Value::Object(properties)) => {
                    names.extend(properties.keys().cloned());
                }
                ("allOf" | "anyOf" | "oneOf", Value::Array(members)) => waiting.extend(members),
                ("if" | "then" | "else", member) => waiting.push(member),
                ("dependentSchemas", Value::Object(members)) => waiting.extend(members.values()),
                ("$ref", Value::String(target)) if seen.insert(target) => {
                    waiting.extend(target.strip_prefix('#').and_then(|place| root.pointer(place)));
                }
                _ => {}
            }
        }
    }
    names
}

/// A node as it stands in the schema, and the others that speak of the same
/// value: a `$ref`'s target, the members of an `allOf`.
#[derive(Default)]
struct Draft {
    node: Node,
    also: Vec<usize>,
}

struct Builder<'a> {
    root: &'a Value,
    drafts: Vec<Draft>,
    /// Pointer to node: what has been read, or is being read further up.
    seen: HashMap<String, usize>,
    /// Whether the default at a pointer fits.
    fits: &'a mut dyn FnMut(&str, &Value) -> bool,
}

impl<'a> Builder<'a> {
    fn node(&mut self, pointer: &str, schema: &'a Value) -> usize {
        if let Some(&known) = self.seen.get(pointer) {
            return known;
        }
        let index = self.drafts.len();
        self.drafts.push(Draft::default());
        self.seen.insert(pointer.to_owned(), index);
        if let Value::Object(schema) = schema {
            self.drafts[index] = self.read(pointer, schema);
        }
        index
    }

    fn read(&mut self, pointer: &str, schema: &'a Map<String, Value>) -> Draft {
        let mut draft = Draft::default();
        draft.node.default =
            schema.get("default").filter(|default| (self.fits)(pointer, default)).cloned();
        draft.node.lenient = schema.get("x-onInvalid").and_then(Value::as_str) == Some("drop");
        if let Some(Value::Object(properties)) = schema.get("properties") {
            for (name, child) in properties {
                let place = pointer::child(&format!("{pointer}/properties"), name);
                draft.node.properties.push((name.clone(), self.node(&place, child)));
            }
        }
        if let Some(items) = schema.get("items") {
            draft.node.items.push(self.node(&format!("{pointer}/items"), items));
        }
        if let Some(Value::Array(members)) = schema.get("allOf") {
            for (index, member) in members.iter().enumerate() {
                draft.also.push(self.node(&format!("{pointer}/allOf/{index}"), member));
            }
        }
        if let Some(target) = schema.get("$ref").and_then(Value::as_str)
            && let Some(place) = target.strip_prefix('#')
            && let Some(schema) = self.root.pointer(place)
        {
            draft.also.push(self.node(place, schema));
        }
        draft
    }

    /// Joins each node with all that speak of the same value.
    fn merge(self) -> Vec<Node> {
        let merged = |start: usize| {
            let mut family = vec![start];
            let mut node = Node::default();
            let mut next = 0;
            while let Some(&member) = family.get(next) {
                let draft = &self.drafts[member];
                node.properties.extend(draft.node.properties.iter().cloned());
                node.items.extend(&draft.node.items);
                node.default = node.default.or_else(|| draft.node.default.clone());
                node.lenient |= draft.node.lenient;
                for other in &draft.also {
                    if !family.contains(other) {
                        family.push(*other);
                    }
                }
                next += 1;
            }
            node
        };
        (0..self.drafts.len()).map(merged).collect()
    }
}
