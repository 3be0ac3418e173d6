//! Arrays and tuples.

use std::collections::HashSet;

use serde_json::{Map, Value, json};

use super::typed::Form;
use super::{Made, Narrow};
use crate::vendor::inverse::{Undo, UndoId, Undos};
use crate::vendor::loss::{Disposition, Unlowerable};
use crate::vendor::tree::{Id, Node};
use crate::vendor::types::Types;
use crate::vendor::view::View;

impl Narrow<'_> {
    /// Writes an array; there is always one that fits, be it the empty one.
    pub(super) fn array(&mut self, view: &View, form: &mut Form) -> Result<bool, Unlowerable> {
        match view.list("prefixItems") {
            [] => self.list(view, form)?,
            first => self.tuple(view, first, form)?,
        }
        Ok(true)
    }

    fn list(&mut self, view: &View, form: &mut Form) -> Result<(), Unlowerable> {
        let items = view.one("items").unwrap_or_else(|| {
            self.work.tree.add(Node { pointer: view.at.clone(), ..Node::default() })
        });
        match self.schema(items)? {
            Some(made) => {
                let undo = Undo::Array { first: Vec::new(), others: made.undo };
                form.undo = self.undo_unless_nothing(&[made.undo], undo);
                form.body.insert("items".to_owned(), Value::Object(made.schema));
            }
            None => {
                form.body.insert("items".to_owned(), json!({ "type": "string" }));
                self.cap(view, 0, form);
            }
        }
        Ok(())
    }

    fn tuple(&mut self, view: &View, ids: &[Id], form: &mut Form) -> Result<(), Unlowerable> {
        let mut first = Vec::new();
        for id in ids {
            let Some(made) = self.schema(*id)? else { break };
            first.push(made);
        }
        let others = match view.one("items") {
            Some(id) if first.len() == ids.len() => self.schema(id)?,
            _ => None,
        };
        let says_others = view.one("items").is_some() || first.len() < ids.len();
        self.undo_tuple(&first, others.as_ref(), form);
        if self.allows(Types::ARRAY, "prefixItems") && !first.is_empty() {
            if others.is_none() && says_others {
                self.cap(view, first.len(), form);
            }
            let first = first.into_iter().map(|made| Value::Object(made.schema));
            form.body.insert("prefixItems".to_owned(), first.collect());
            form.body.extend(others.map(|made| ("items".to_owned(), Value::Object(made.schema))));
        } else {
            self.tuple_as_list(view, first, others, form);
        }
        Ok(())
    }

    /// A tuple as a list whose items may each be any of the tuple's.
    fn tuple_as_list(
        &mut self,
        view: &View,
        first: Vec<Made>,
        others: Option<Made>,
        form: &mut Form,
    ) {
        let mut order: Vec<String> = first.iter().map(|made| kind(&made.schema)).collect();
        order
            .extend(others.iter().map(|made| format!("then any number of {}", kind(&made.schema))));
        if !order.is_empty() {
            form.notes.push(format!("The items are, in this order: {}.", order.join(", ")));
        }
        if others.is_none() {
            self.cap(view, first.len(), form);
        }
        self.work.losses.add(&view.at, "prefixItems", Disposition::Approximated);
        let undo = form.undo;
        let mut known = HashSet::new();
        let all = first.into_iter().chain(others);
        let all = all.filter(|made| known.insert(Value::Object(made.schema.clone()).to_string()));
        let all: Vec<Made> = all.collect();
        let items =
            self.alternatives(all, "anyOf", (&view.at, "prefixItems"), Vec::new(), Vec::new());
        let items =
            items.map_or_else(|| json!({ "type": "string" }), |made| Value::Object(made.schema));
        form.body.insert("items".to_owned(), items);
        form.undo = undo;
    }

    fn undo_tuple(&mut self, first: &[Made], others: Option<&Made>, form: &mut Form) {
        let others = others.map_or(Undos::NOTHING, |made| made.undo);
        let first: Vec<UndoId> = first.iter().map(|made| made.undo).collect();
        let all: Vec<UndoId> = first.iter().copied().chain([others]).collect();
        form.undo = self.undo_unless_nothing(&all, Undo::Array { first, others });
    }

    /// Allows no more than so many items, as `items` demands.
    fn cap(&mut self, view: &View, items_max: usize, form: &mut Form) {
        if self.allows(Types::ARRAY, "maxItems") {
            let said = view.plain("maxItems").and_then(Value::as_u64).unwrap_or(u64::MAX);
            form.body.insert("maxItems".to_owned(), json!(said.min(items_max as u64)));
        } else {
            form.notes.push(format!("Maximum number of items: {items_max}."));
            self.work.losses.add(&view.at, "items", Disposition::MovedToDescription);
        }
    }
}

/// The type of a schema in a word.
fn kind(schema: &Map<String, Value>) -> String {
    match schema.get("type") {
        Some(Value::String(name)) => name.clone(),
        Some(Value::Array(names)) => {
            names.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" or ")
        }
        _ => match schema.get("$ref").and_then(Value::as_str) {
            Some(reference) => reference.trim_start_matches("#/$defs/").to_owned(),
            None => "one of several forms".to_owned(),
        },
    }
}
