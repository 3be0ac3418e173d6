//! From JSON Schema to shapes.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::{Field, Named, Object, Shape, described};
use crate::names::{Unique, pascal_case};

/// References that are looked through where a shape must be merged.
const HOPS_MAX: usize = 16;

/// Levels of schemas inside schemas.
const DEPTH_MAX: usize = 100;

/// Keywords that make a type.
const TYPES: [&str; 11] = [
    "type",
    "properties",
    "$ref",
    "allOf",
    "anyOf",
    "oneOf",
    "enum",
    "const",
    "items",
    "prefixItems",
    "additionalProperties",
];

pub(super) struct Reader<'a> {
    root: &'a Value,
    prefix: &'a str,
    root_name: &'a str,
    names: &'a mut Unique,
    /// Where definitions stand, and the names they have here.
    known: BTreeMap<String, String>,
    waiting: Vec<String>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(
        root: &'a Value,
        prefix: &'a str,
        root_name: &'a str,
        names: &'a mut Unique,
    ) -> Self {
        let known = BTreeMap::from([(String::new(), root_name.to_owned())]);
        Self { root, prefix, root_name, names, known, waiting: Vec::new() }
    }

    pub(super) fn root(&mut self) -> Shape {
        match self.shape(self.root, 0) {
            // A type that is nothing but itself says nothing.
            Shape::Named(name) if name == self.root_name => Shape::Any,
            shape => shape,
        }
    }

    /// The definitions that were used, and those that they use.
    pub(super) fn finish(mut self) -> Vec<Named> {
        let mut all = Vec::new();
        while let Some(place) = self.waiting.pop() {
            let name = self.known[&place].clone();
            let schema = self.root.pointer(&place).unwrap_or(&Value::Null);
            let shape = match self.shape(schema, 0) {
                Shape::Named(other) if other == name => Shape::Any,
                shape => shape,
            };
            all.push(Named { name, shape, description: described(schema) });
        }
        all
    }

    fn shape(&mut self, schema: &Value, depth: usize) -> Shape {
        let Value::Object(keywords) = schema else { return Shape::Any };
        if depth > DEPTH_MAX {
            return Shape::Any;
        }
        let shape = self.of_keywords(keywords, depth);
        match keywords.get("nullable") {
            Some(Value::Bool(true)) => Shape::union([shape, Shape::Null]),
            _ => shape,
        }
    }

    fn of_keywords(&mut self, keywords: &Map<String, Value>, depth: usize) -> Shape {
        if let Some(value) = keywords.get("const") {
            return Shape::Literals(vec![value.clone()]);
        }
        if let Some(Value::Array(values)) = keywords.get("enum") {
            return match values.is_empty() {
                true => Shape::Any,
                false => Shape::Literals(values.clone()),
            };
        }
        let parts = |keyword| match keywords.get(keyword) {
            Some(Value::Array(members)) if !members.is_empty() => Some(members),
            _ => None,
        };
        // What stands beside each other holds together: one object of it all.
        if (keywords.contains_key("properties") || parts("allOf").is_some())
            && let Some(object) = self.merged(keywords, depth, 0)
            && !object.fields.is_empty()
        {
            return Shape::Object(object);
        }
        if let Some(reference) = keywords.get("$ref").and_then(Value::as_str) {
            return self.reference(reference);
        }
        if let Some(members) = parts("anyOf").or(parts("oneOf")) {
            let shapes: Vec<Shape> =
                members.iter().map(|member| self.shape(member, depth + 1)).collect();
            return Shape::union(shapes);
        }
        if let Some([only]) = parts("allOf").map(Vec::as_slice) {
            return self.shape(only, depth + 1);
        }
        match keywords.get("type") {
            Some(Value::String(kind)) => self.typed(kind, keywords, depth),
            Some(Value::Array(kinds)) => {
                let kinds = kinds.iter().filter_map(Value::as_str);
                let shapes: Vec<Shape> =
                    kinds.map(|kind| self.typed(kind, keywords, depth)).collect();
                Shape::union(shapes)
            }
            _ => Shape::Any,
        }
    }

    fn typed(&mut self, kind: &str, keywords: &Map<String, Value>, depth: usize) -> Shape {
        match kind {
            "null" => Shape::Null,
            "boolean" => Shape::Boolean,
            // More than the integers of most languages hold.
            "integer" if keywords.get("maximum").is_some_and(is_huge) => Shape::Number,
            "integer" => Shape::Integer,
            "number" => Shape::Number,
            "string" => Shape::Text,
            "array" => self.array(keywords, depth),
            "object" => match self.merged(keywords, depth, 0) {
                Some(object) if !object.fields.is_empty() => Shape::Object(object),
                _ => self.map(keywords, depth),
            },
            _ => Shape::Any,
        }
    }

    fn map(&mut self, keywords: &Map<String, Value>, depth: usize) -> Shape {
        if keywords.contains_key("patternProperties") {
            return Shape::Map(Box::new(Shape::Any));
        }
        match keywords.get("additionalProperties").or(keywords.get("unevaluatedProperties")) {
            Some(Value::Bool(false)) => Shape::Object(Object::default()),
            Some(schema) => Shape::Map(Box::new(self.shape(schema, depth + 1))),
            None => Shape::Map(Box::new(Shape::Any)),
        }
    }

    fn array(&mut self, keywords: &Map<String, Value>, depth: usize) -> Shape {
        let is_prefixed = keywords.contains_key("prefixItems");
        let first = keywords.get("prefixItems").or(keywords.get("items"));
        let Some(Value::Array(first)) = first else {
            let item = keywords.get("items").map(|item| self.shape(item, depth + 1));
            return Shape::List(Box::new(item.unwrap_or(Shape::Any)));
        };
        let items: Vec<Shape> = first.iter().map(|item| self.shape(item, depth + 1)).collect();
        let is_whole = |keyword: &str| {
            keywords.get(keyword).and_then(Value::as_u64) == Some(items.len() as u64)
        };
        let rest = keywords.get(if is_prefixed { "items" } else { "additionalItems" });
        let is_closed = is_whole("maxItems") || rest == Some(&Value::Bool(false));
        // An array may end early unless the schema says how long it is.
        if is_whole("minItems") && is_closed && !items.is_empty() {
            return Shape::Tuple(items);
        }
        let rest = match rest {
            _ if is_closed => None,
            Some(rest) => Some(self.shape(rest, depth + 1)),
            None => Some(Shape::Any),
        };
        Shape::List(Box::new(Shape::union(items.into_iter().chain(rest))))
    }

    /// The object that a schema and all that holds beside it make, if all of it
    /// is objects.
    fn merged(
        &mut self,
        keywords: &Map<String, Value>,
        depth: usize,
        hops: usize,
    ) -> Option<Object> {
        if hops > HOPS_MAX || keywords.get("type").is_some_and(|kind| kind != "object") {
            return None;
        }
        let is_closed = keywords.get("additionalProperties") == Some(&Value::Bool(false));
        let mut object = Object { fields: Vec::new(), is_open: !is_closed };
        let required: Vec<&str> = match keywords.get("required") {
            Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        };
        if let Some(Value::Object(properties)) = keywords.get("properties") {
            for (name, schema) in properties {
                object.fields.push(Field {
                    name: name.clone(),
                    shape: self.shape(schema, depth + 1),
                    required: false,
                    description: described(schema),
                });
            }
        }
        let mut parts: Vec<Value> = Vec::new();
        if let Some(reference) = keywords.get("$ref").and_then(Value::as_str) {
            parts.push(self.root.pointer(reference.strip_prefix('#')?)?.clone());
        }
        if let Some(Value::Array(members)) = keywords.get("allOf") {
            parts.extend(members.iter().cloned());
        }
        for part in &parts {
            match part {
                // A condition or a bound: nothing that a type could say.
                part if says_no_type(part) => {}
                Value::Object(part) => {
                    if part.contains_key("anyOf") || part.contains_key("oneOf") {
                        return None;
                    }
                    let other = self.merged(part, depth + 1, hops + 1)?;
                    object.is_open &= other.is_open;
                    for field in other.fields {
                        match object.fields.iter_mut().find(|known| known.name == field.name) {
                            Some(known) => known.required |= field.required,
                            None => object.fields.push(field),
                        }
                    }
                }
                _ => return None,
            }
        }
        for field in &mut object.fields {
            field.required |= required.contains(&field.name.as_str());
        }
        Some(object)
    }

    fn reference(&mut self, reference: &str) -> Shape {
        let Some(place) = reference.strip_prefix('#') else { return Shape::Any };
        if let Some(name) = self.known.get(place) {
            return Shape::Named(name.clone());
        }
        if self.root.pointer(place).is_none() {
            return Shape::Any;
        }
        let own = place.rsplit('/').next().unwrap_or_default();
        let name = self.names.take(format!("{}{}", self.prefix, pascal_case(own)));
        self.known.insert(place.to_owned(), name.clone());
        self.waiting.push(place.to_owned());
        Shape::Named(name)
    }
}

fn is_huge(number: &Value) -> bool {
    number.as_i64().is_none() && number.as_f64().is_some_and(|number| number > 9e18)
}

/// Whether a schema has only conditions and bounds, which no type could say.
fn says_no_type(schema: &Value) -> bool {
    let Value::Object(keywords) = schema else { return schema == &Value::Bool(true) };
    keywords.iter().all(|(keyword, value)| match (keyword.as_str(), value) {
        ("anyOf" | "oneOf" | "allOf", Value::Array(members)) => members.iter().all(says_no_type),
        (keyword, _) => !TYPES.contains(&keyword),
    })
}
