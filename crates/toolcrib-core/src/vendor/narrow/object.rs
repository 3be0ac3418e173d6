//! Objects with fixed keys.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value};

use super::map::Others;
use super::nullable::nullable;
use super::typed::Form;
use super::{Made, Narrow, Place};
use crate::vendor::inverse::{Field, Undo, Undos};
use crate::vendor::loss::{Disposition, Unlowerable};
use crate::vendor::null::admits_null;
use crate::vendor::profile::Maps;
use crate::vendor::sentence::joined;
use crate::vendor::tree::{Body, Id, Node, strings};
use crate::vendor::types::Types;
use crate::vendor::view::View;

/// The properties of an object, as they are written.
#[derive(Default)]
struct Written {
    properties: Map<String, Value>,
    required: Vec<String>,
    fields: HashMap<String, Field>,
}

impl Narrow<'_> {
    /// Writes an object; false where none can fit.
    pub(super) fn object(
        &mut self,
        view: &View,
        form: &mut Form,
        place: Place,
    ) -> Result<bool, Unlowerable> {
        let others = self.others(view, form);
        let mut properties = view.map("properties").to_vec();
        let required: HashSet<&str> =
            view.plain("required").into_iter().flat_map(strings).collect();
        if !self.add_undeclared(view, others, &mut properties) {
            return Ok(false);
        }
        let free = match others {
            Others::Unsaid => place == Place::Inside,
            Others::None => false,
            Others::Schema(_) => true,
        };
        if properties.is_empty() && free && self.rules.maps == Maps::Pairs {
            self.pairs(view, others, form)?;
            return Ok(true);
        }
        let mut written = Written::default();
        for (key, id) in &properties {
            let required = required.contains(key.as_str());
            if !self.property(view, (key, *id), required, form, &mut written)? {
                return Ok(false);
            }
        }
        if written.properties.is_empty() && place == Place::Inside && !self.rules.empty_objects {
            self.as_text(view, Types::OBJECT, form);
            return Ok(true);
        }
        self.finish_object(view, others, written, form)?;
        Ok(true)
    }

    /// Declares the keys that are required and nowhere declared; false where
    /// they are forbidden, too.
    fn add_undeclared(
        &mut self,
        view: &View,
        others: Others,
        properties: &mut Vec<(String, Id)>,
    ) -> bool {
        let declared: HashSet<String> = properties.iter().map(|(key, _)| key.clone()).collect();
        let required = view.plain("required").into_iter().flat_map(strings);
        for key in required.filter(|key| !declared.contains(*key)) {
            let id = match others {
                Others::None => return false,
                Others::Schema(id) => id,
                Others::Unsaid => {
                    let pointer = view.at.clone();
                    self.work.tree.add(Node { pointer, ..Node::default() })
                }
            };
            properties.push((key.to_owned(), id));
        }
        true
    }

    /// Writes one property; false where it is required and cannot be.
    fn property(
        &mut self,
        view: &View,
        (key, id): (&str, Id),
        required: bool,
        form: &mut Form,
        written: &mut Written,
    ) -> Result<bool, Unlowerable> {
        let Some(made) = self.schema(id)? else { return Ok(!required) };
        let name = self.work.keys.lowered(key).to_owned();
        form.notes.extend(self.said_beside_reference(&name, id, &made));
        let loosened = required && self.is_on_required_cycle(id);
        if loosened {
            self.work.losses.add(&view.at, "required", Disposition::MovedToDescription);
            form.notes.push(format!("`{name}` is required."));
        }
        let drops_null = !required && self.rules.all_required && !admits_null(&self.work.tree, id);
        let schema = match !required && self.rules.all_required {
            true => nullable(made.schema),
            false => made.schema,
        };
        if self.rules.all_required || (required && !loosened) {
            written.required.push(name.clone());
        }
        written.properties.insert(name.clone(), Value::Object(schema));
        let field = Field { name: key.to_owned(), undo: made.undo, drops_null };
        written.fields.insert(name, field);
        Ok(true)
    }

    /// What the author said of a property whose schema is now a bare reference.
    fn said_beside_reference(&self, name: &str, id: Id, made: &Made) -> Option<String> {
        let node = self.work.tree.node(id);
        match &node.entry("description")?.body {
            Body::Plain(Value::String(text)) if made.schema.contains_key("$ref") => {
                Some(format!("`{name}`: {}", joined(text, &[])))
            }
            _ => None,
        }
    }

    fn is_on_required_cycle(&self, id: Id) -> bool {
        let mut waiting = vec![id];
        while let Some(id) = waiting.pop() {
            match self.required_cycles.get(id) {
                Some(true) => return true,
                Some(false) => {}
                // Put together after the cycles were looked for.
                None if self.required_cycles.is_empty() => return false,
                None => {
                    let node = self.work.tree.node(id);
                    waiting.extend(node.entries.iter().flat_map(|entry| entry.body.ids()));
                }
            }
        }
        false
    }

    fn finish_object(
        &mut self,
        view: &View,
        others: Others,
        written: Written,
        form: &mut Form,
    ) -> Result<(), Unlowerable> {
        let Written { properties, required, fields } = written;
        if !properties.is_empty() || self.rules.maps == Maps::Pairs {
            form.body.insert("properties".to_owned(), Value::Object(properties));
        }
        if self.rules.all_required || !required.is_empty() {
            form.body.insert("required".to_owned(), required.into());
        }
        let undo = match (self.rules.maps, others) {
            (Maps::Kept, Others::Schema(id)) => self.additional(id, form)?,
            (Maps::Kept, Others::Unsaid) => Undos::NOTHING,
            (Maps::Pairs, Others::Schema(_)) => {
                for at in view.entry("additionalProperties").iter().flat_map(|entry| entry.places())
                {
                    self.work.losses.add(at, "additionalProperties", Disposition::Approximated);
                }
                self.close(&mut form.body);
                Undos::NOTHING
            }
            (_, Others::None) | (Maps::Pairs, Others::Unsaid) => {
                self.close(&mut form.body);
                Undos::NOTHING
            }
        };
        let changes = |(name, field): (&String, &Field)| {
            field.drops_null || *name != field.name || field.undo != Undos::NOTHING
        };
        if undo != Undos::NOTHING || fields.iter().any(changes) {
            form.undo = self.work.undos.add(Undo::Object { fields, others: vec![undo] });
        }
        Ok(())
    }
}
