//! Keys that nobody declared: maps, and what an object allows beside its own.

use serde_json::{Value, json};

use super::Narrow;
use super::typed::Form;
use crate::vendor::inverse::{Undo, UndoId, Undos};
use crate::vendor::loss::Unlowerable;
use crate::vendor::profile::Untyped;
use crate::vendor::tree::{Body, Entry, Id, Node};
use crate::vendor::types::Types;
use crate::vendor::view::View;

/// What an object says about keys that it does not declare.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Others {
    Unsaid,
    None,
    Schema(Id),
}

impl Narrow<'_> {
    /// What is said about keys that are not declared. Patterns of keys are
    /// lost, but the values they allow are still allowed.
    pub(super) fn others(&mut self, view: &View, form: &mut Form) -> Others {
        let additional = match view.one("additionalProperties") {
            None => Others::Unsaid,
            Some(id) if self.work.tree.node(id).never => Others::None,
            Some(id) => Others::Schema(id),
        };
        let Some(entry) = view.entry("patternProperties") else { return additional };
        form.notes.extend(self.work.lose(entry));
        let mut ids = entry.body.ids();
        if let Others::Schema(id) = additional {
            ids.push(id);
        }
        let entries = vec![Entry::new("anyOf", &entry.at, Body::List(ids))];
        let pointer = view.at.clone();
        Others::Schema(self.work.tree.add(Node { pointer, entries, ..Node::default() }))
    }

    /// Writes what undeclared keys may hold.
    pub(super) fn additional(&mut self, id: Id, form: &mut Form) -> Result<UndoId, Unlowerable> {
        let (schema, undo) = if self.work.tree.node(id).is_anything() {
            (json!(true), Undos::NOTHING)
        } else {
            match self.schema(id)? {
                Some(made) => (Value::Object(made.schema), made.undo),
                None => (json!(false), Undos::NOTHING),
            }
        };
        form.body.insert("additionalProperties".to_owned(), schema);
        Ok(undo)
    }

    /// Writes a map as a list of keys and values.
    pub(super) fn pairs(
        &mut self,
        view: &View,
        others: Others,
        form: &mut Form,
    ) -> Result<(), Unlowerable> {
        let id = match others {
            Others::Schema(id) => id,
            Others::Unsaid | Others::None => {
                let pointer = view.at.clone();
                self.work.tree.add(Node { pointer, ..Node::default() })
            }
        };
        // A list of strings of JSON would be two detours instead of one.
        if self.rules.untyped == Untyped::AsText && self.work.tree.node(id).is_anything() {
            self.as_text(view, Types::OBJECT, form);
            return Ok(());
        }
        let nothing_fits = || Unlowerable::new(&*view.at, "nothing can fit the values of this map");
        let value = self.schema(id)?.ok_or_else(nothing_fits)?;
        let pair = self
            .record([("key", json!({ "type": "string" })), ("value", Value::Object(value.schema))]);
        form.name = "array";
        form.notes.push("An object, given as a list of its keys and values.".to_owned());
        form.body.insert("items".to_owned(), Value::Object(pair));
        form.undo = self.work.undos.add(Undo::Pairs { value: value.undo });
        Ok(())
    }
}
