//! From JSON to a tree.
//!
//! Every schema is placed once, by its pointer, and filled in from a queue:
//! the length of a chain of `$ref`s is bounded by the document, not the stack.

use std::collections::{HashMap, VecDeque};
use std::rc::Rc;

use serde_json::{Map, Value};

use super::keyword::{Kind, kind};
use super::resources::Resources;
use super::{Body, Entry, Id, Node, Tree, bounds, recursion};
use crate::limits::Limits;
use crate::pointer::child;
use crate::vendor::loss::Unlowerable;
use crate::vendor::types::Types;

impl Tree {
    /// Reads a schema, within the limits, with all its references resolved.
    pub(crate) fn parse(document: &Value, limits: &Limits) -> Result<Self, Unlowerable> {
        bounds::check(document, limits)?;
        let mut parser = Parser {
            document,
            resources: Resources::of(document),
            nodes: Vec::new(),
            places: HashMap::new(),
            waiting: VecDeque::new(),
        };
        parser.place(String::new());
        while let Some((id, pointer)) = parser.waiting.pop_front() {
            parser.nodes[id] = parser.read(&pointer)?;
        }
        let tree = Self { nodes: parser.nodes.into_iter().map(Rc::new).collect() };
        recursion::ends(&tree)?;
        Ok(tree)
    }
}

struct Parser<'a> {
    document: &'a Value,
    resources: Resources<'a>,
    nodes: Vec<Node>,
    places: HashMap<String, Id>,
    waiting: VecDeque<(Id, String)>,
}

impl Parser<'_> {
    /// The node for the schema at a pointer, which is read when its turn comes.
    fn place(&mut self, pointer: String) -> Id {
        if let Some(id) = self.places.get(&pointer) {
            return *id;
        }
        let id = self.add(Node::default());
        self.places.insert(pointer.clone(), id);
        self.waiting.push_back((id, pointer));
        id
    }

    fn add(&mut self, node: Node) -> Id {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    fn read(&mut self, pointer: &str) -> Result<Node, Unlowerable> {
        let at = Rc::<str>::from(pointer);
        match self.document.pointer(pointer) {
            Some(Value::Bool(fits)) => Ok(Node { pointer: at, never: !fits, ..Node::default() }),
            Some(Value::Object(map)) => self.read_keywords(&at, map),
            _ => Err(Unlowerable::new(pointer, "a schema must be an object, true or false")),
        }
    }

    fn read_keywords(
        &mut self,
        at: &Rc<str>,
        map: &Map<String, Value>,
    ) -> Result<Node, Unlowerable> {
        let mut node = Node { pointer: Rc::clone(at), ..Node::default() };
        for (keyword, value) in map {
            let kind = kind(keyword);
            if let Some(wanted) = complaint(keyword, kind, value) {
                return Err(Unlowerable::new(&**at, format!("`{keyword}` must be {wanted}")));
            }
            match kind {
                Kind::Ignored | Kind::Definitions => {}
                Kind::Type => node.types = Types::of_keyword(value),
                _ if keyword == "nullable" => {}
                _ => {
                    let (keyword, body) = self.body(at, keyword, kind, value)?;
                    node.entries.push(Entry::new(keyword, at, body));
                }
            }
        }
        if map.get("items").is_some_and(Value::is_array) && map.contains_key("additionalItems") {
            let body = Body::One(self.place(format!("{at}/additionalItems")));
            node.entries.push(Entry::new("items", at, body));
        }
        if map.contains_key("$ref") && map.contains_key("$dynamicRef") {
            return Err(Unlowerable::new(&**at, "`$ref` and `$dynamicRef` stand side by side"));
        }
        if map.get("nullable") == Some(&Value::Bool(true)) {
            node = self.nullable(node);
        }
        Ok(node)
    }

    fn body(
        &mut self,
        at: &str,
        keyword: &str,
        kind: Kind,
        value: &Value,
    ) -> Result<(String, Body), Unlowerable> {
        let below = child(at, keyword);
        let body = match (kind, value) {
            // Before 2020-12 a list behind `items` was a tuple.
            (Kind::Schema | Kind::Schemas, Value::Array(schemas)) => {
                let ids = (0..schemas.len()).map(|index| self.place(format!("{below}/{index}")));
                let body = Body::List(ids.collect());
                let keyword = if keyword == "items" { "prefixItems" } else { keyword };
                return Ok((keyword.to_owned(), body));
            }
            (Kind::Schema, _) => Body::One(self.place(below)),
            (Kind::SchemaMap, Value::Object(named)) => Body::Map(
                named.keys().map(|name| (name.clone(), self.place(child(&below, name)))).collect(),
            ),
            (Kind::Reference, Value::String(reference)) => {
                return Ok(("$ref".to_owned(), self.reference(at, keyword, reference)?));
            }
            _ => Body::Plain(value.clone()),
        };
        Ok((keyword.to_owned(), body))
    }

    fn reference(&mut self, at: &str, keyword: &str, reference: &str) -> Result<Body, Unlowerable> {
        if keyword == "$dynamicRef" && !self.resources.is_static(reference) {
            let reason = format!("`$dynamicRef` to `{reference}` can mean more than one schema");
            return Err(Unlowerable::new(at, reason));
        }
        let target = self.resources.resolve(at, reference)?;
        Ok(Body::Ref(self.place(target)))
    }

    /// OpenAPI's way to admit null, in the words of JSON Schema.
    fn nullable(&mut self, mut node: Node) -> Node {
        if let Some(types) = node.types {
            node.types = Some(types.or(Types::NULL));
            node.entries.iter_mut().for_each(admit_null);
            return node;
        }
        let in_place = ["$ref", "allOf", "anyOf", "oneOf"];
        if !node.entries.iter().any(|entry| in_place.contains(&entry.keyword.as_str())) {
            return node;
        }
        let at = Rc::clone(&node.pointer);
        let (outer, inner): (Vec<Entry>, Vec<Entry>) =
            node.entries.into_iter().partition(|entry| super::is_annotation(&entry.keyword));
        let inner = self.add(Node { pointer: Rc::clone(&at), entries: inner, ..Node::default() });
        let types = Some(Types::NULL);
        let null = self.add(Node { pointer: Rc::clone(&at), types, ..Node::default() });
        let body = Body::List(vec![inner, null]);
        let union = Entry::new("anyOf", &at, body);
        let entries = outer.into_iter().chain([union]).collect();
        Node { pointer: at, entries, ..Node::default() }
    }
}

fn complaint(keyword: &str, kind: Kind, value: &Value) -> Option<&'static str> {
    if kind == Kind::Schema && value.is_array() && keyword != "items" {
        return Some("a schema");
    }
    kind.complaint(value)
}

fn admit_null(entry: &mut Entry) {
    let Body::Plain(value) = &mut entry.body else { return };
    match (entry.keyword.as_str(), value) {
        ("enum", Value::Array(values)) if !values.contains(&Value::Null) => {
            values.push(Value::Null);
        }
        ("const", value) if !value.is_null() => {
            *value = Value::Array(vec![value.take(), Value::Null]);
            entry.keyword = "enum".to_owned();
        }
        _ => {}
    }
}
