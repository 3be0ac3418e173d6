//! Undoing, one value at a time.

use std::cell::Cell;
use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value};

use super::fit::{Fit, types};
use super::{Branch, Field, Inverse, Undo, UndoId};
use crate::vendor::types::Types;

/// How deep arguments are looked into. Arguments that may be nested deeper
/// than this are refused before a tool sees them.
pub(super) const DEPTH_MAX: usize = 256;

/// How many values are looked at before the rest is left as it is.
const STEPS_MAX: usize = 1_000_000;

impl Inverse {
    /// The arguments as the tool's own schema means them.
    pub fn apply(&self, arguments: Value) -> Value {
        if self.is_identity() {
            return arguments;
        }
        let steps_left = Cell::new(STEPS_MAX);
        let fit = Fit { definitions: &self.definitions, steps_left: &steps_left };
        Applied { undos: &self.undos, fit }.undo(self.root, arguments, 0)
    }
}

struct Applied<'a> {
    undos: &'a [Undo],
    fit: Fit<'a>,
}

impl Applied<'_> {
    fn undo(&self, id: UndoId, value: Value, depth: usize) -> Value {
        let steps_left = self.fit.steps_left.get();
        if depth == DEPTH_MAX || steps_left == 0 {
            return value;
        }
        self.fit.steps_left.set(steps_left - 1);
        let depth = depth + 1;
        match (&self.undos[id], value) {
            (Undo::Nothing, value) => value,
            (Undo::All(undos), value) => {
                undos.iter().fold(value, |value, undo| self.undo(*undo, value, depth))
            }
            (Undo::Union(branches), value) => self.undo_union(branches, value, depth),
            (Undo::Text { wanted }, Value::String(text)) => parsed(text, *wanted),
            (Undo::Unwrap { property, inner }, value) => {
                self.undo(*inner, unwrapped(property, value), depth)
            }
            (Undo::Pairs { value: undo }, Value::Array(pairs)) => match unpaired(pairs) {
                Ok(map) => self.undo_values(map, &[*undo], depth),
                Err(pairs) => pairs,
            },
            // A model that was asked for pairs may send the map they stand for.
            (Undo::Pairs { value: undo }, Value::Object(map)) => {
                self.undo_values(map, &[*undo], depth)
            }
            (Undo::Object { fields, others }, Value::Object(map)) => {
                self.undo_object(map, fields, others, depth)
            }
            (Undo::Array { first, others }, Value::Array(items)) => {
                let undos = first.iter().chain(std::iter::repeat(others));
                items
                    .into_iter()
                    .zip(undos)
                    .map(|(item, undo)| self.undo(*undo, item, depth))
                    .collect()
            }
            (_, value) => value,
        }
    }

    fn undo_object(
        &self,
        map: Map<String, Value>,
        fields: &HashMap<String, Field>,
        others: &[UndoId],
        depth: usize,
    ) -> Value {
        let mut undone = Map::new();
        for (key, value) in map {
            match fields.get(&key) {
                Some(field) if field.drops_null && value.is_null() => {}
                Some(field) => {
                    undone.insert(field.name.clone(), self.undo(field.undo, value, depth));
                }
                None => {
                    undone.insert(key, self.undo_each(others, value, depth));
                }
            }
        }
        Value::Object(undone)
    }

    fn undo_values(&self, map: Map<String, Value>, undos: &[UndoId], depth: usize) -> Value {
        map.into_iter().map(|(key, value)| (key, self.undo_each(undos, value, depth))).collect()
    }

    fn undo_each(&self, undos: &[UndoId], value: Value, depth: usize) -> Value {
        undos.iter().fold(value, |value, undo| self.undo(*undo, value, depth))
    }

    /// A value that fits no branch is undone by the first of its type that has
    /// something to undo: what is wrong with it can then be said in the tool's
    /// own words.
    fn undo_union(&self, branches: &[Branch], value: Value, depth: usize) -> Value {
        let fits = |branch: &&Branch| self.fit.fits(&branch.schema, &value, depth);
        let near = |branch: &&Branch| {
            let acts = !matches!(self.undos[branch.undo], Undo::Nothing);
            acts && types(&branch.schema).meets(Types::of(&value))
        };
        match branches.iter().find(fits).or_else(|| branches.iter().find(near)) {
            Some(branch) => self.undo(branch.undo, value, depth),
            None => value,
        }
    }
}

fn unwrapped(property: &str, value: Value) -> Value {
    match value {
        Value::Object(mut map) if map.len() == 1 => match map.remove(property) {
            Some(inner) => inner,
            None => Value::Object(map),
        },
        value => value,
    }
}

fn parsed(text: String, wanted: Types) -> Value {
    match serde_json::from_str::<Value>(&text) {
        Ok(value) if wanted.holds(Types::of(&value)) => value,
        _ => Value::String(text),
    }
}

/// The object that a list of pairs stands for, or the list, if it is none.
fn unpaired(pairs: Vec<Value>) -> Result<Map<String, Value>, Value> {
    let is_pair = |pair: &Value| match pair.as_object() {
        Some(pair) => {
            pair.len() == 2
                && pair.contains_key("value")
                && pair.get("key").is_some_and(Value::is_string)
        }
        None => false,
    };
    let keys: HashSet<&str> = pairs.iter().filter_map(|pair| pair["key"].as_str()).collect();
    // Two values for one key are two different maps; nobody knows which is meant.
    if !pairs.iter().all(is_pair) || keys.len() < pairs.len() {
        return Err(Value::Array(pairs));
    }
    Ok(pairs.into_iter().filter_map(key_and_value).collect())
}

fn key_and_value(mut pair: Value) -> Option<(String, Value)> {
    match (pair["key"].take(), pair["value"].take()) {
        (Value::String(key), value) => Some((key, value)),
        _ => None,
    }
}
