//! Whether a value has the form of a lowered schema.
//!
//! This is not validation: it tells the branches of a union apart, and looks
//! at what tells them apart. `understands` says where that is all there is.

use std::cell::Cell;

use serde_json::{Map, Value};

use super::apply::DEPTH_MAX;
use crate::vendor::tree::strings;
use crate::vendor::types::Types;
use crate::vendor::view::same;

/// The keywords that are looked at, or that demand nothing.
const UNDERSTOOD: [&str; 17] = [
    "type",
    "enum",
    "const",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "prefixItems",
    "anyOf",
    "allOf",
    "$ref",
    "minItems",
    "maxItems",
    "title",
    "description",
    "default",
    "examples",
];

/// What is needed to look at a schema: its definitions, and steps left to
/// take. The steps are shared by everything that one undoing looks at.
pub(super) struct Fit<'a> {
    pub(super) definitions: &'a Map<String, Value>,
    pub(super) steps_left: &'a Cell<usize>,
}

impl Fit<'_> {
    pub(super) fn fits(&self, schema: &Value, value: &Value, depth: usize) -> bool {
        let steps_left = self.steps_left.get();
        if depth == DEPTH_MAX || steps_left == 0 {
            return false;
        }
        self.steps_left.set(steps_left - 1);
        let Value::Object(schema) = schema else { return schema != &Value::Bool(false) };
        schema.iter().all(|(keyword, demand)| self.meets(keyword, demand, schema, value, depth + 1))
    }

    fn meets(
        &self,
        keyword: &str,
        demand: &Value,
        schema: &Map<String, Value>,
        value: &Value,
        depth: usize,
    ) -> bool {
        match (keyword, value) {
            ("type", _) => {
                Types::of_keyword(demand).is_none_or(|types| types.holds(Types::of(value)))
            }
            ("const", _) => same(demand, value),
            ("enum", _) => each(demand).iter().any(|one| same(one, value)),
            ("anyOf" | "oneOf", _) => each(demand).iter().any(|one| self.fits(one, value, depth)),
            ("allOf", _) => each(demand).iter().all(|one| self.fits(one, value, depth)),
            ("$ref", _) => self.definition(demand).is_none_or(|one| self.fits(one, value, depth)),
            ("required", Value::Object(map)) => strings(demand).all(|key| map.contains_key(key)),
            ("properties", Value::Object(map)) => map.iter().all(|(key, value)| {
                demand.get(key).is_none_or(|property| self.fits(property, value, depth))
            }),
            ("additionalProperties", Value::Object(map)) => map
                .iter()
                .all(|(key, value)| is_declared(schema, key) || self.fits(demand, value, depth)),
            ("prefixItems", Value::Array(items)) => {
                each(demand).iter().zip(items).all(|(one, item)| self.fits(one, item, depth))
            }
            ("items", Value::Array(items)) => {
                let first = schema.get("prefixItems").map_or(0, |first| each(first).len());
                items.iter().skip(first).all(|item| self.fits(demand, item, depth))
            }
            ("minItems", Value::Array(items)) => demand.as_f64() <= Some(items.len() as f64),
            ("maxItems", Value::Array(items)) => demand.as_f64() >= Some(items.len() as f64),
            _ => true,
        }
    }

    fn definition(&self, reference: &Value) -> Option<&Value> {
        self.definitions.get(reference.as_str()?.strip_prefix("#/$defs/")?)
    }
}

fn each(list: &Value) -> &[Value] {
    list.as_array().map_or(&[], Vec::as_slice)
}

fn is_declared(schema: &Map<String, Value>, key: &str) -> bool {
    schema.get("properties").is_some_and(|properties| properties.get(key).is_some())
        || schema.contains_key("patternProperties")
}

/// Whether a schema demands nothing but what `fits` looks at.
pub(super) fn understands(schema: &Value) -> bool {
    let Value::Object(map) = schema else { return true };
    map.iter().all(|(keyword, demand)| {
        UNDERSTOOD.contains(&keyword.as_str())
            && match (keyword.as_str(), demand) {
                ("properties", Value::Object(named)) => named.values().all(understands),
                ("items" | "additionalProperties", schema) => understands(schema),
                ("anyOf" | "allOf" | "prefixItems", Value::Array(all)) => {
                    all.iter().all(understands)
                }
                _ => true,
            }
    })
}

/// The types that a schema says it is for; a reference may mean any.
pub(super) fn types(schema: &Value) -> Types {
    schema.get("type").and_then(Types::of_keyword).unwrap_or(Types::ANY)
}
