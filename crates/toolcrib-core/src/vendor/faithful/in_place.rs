//! What is to be undone at one value, gathered keyword by keyword.

use std::collections::HashMap;

use crate::vendor::inverse::{Field, Undo, UndoId, Undos};

/// The undos of all keywords that speak of one value.
#[derive(Default)]
pub(super) struct InPlace {
    pub(super) same_value: Vec<UndoId>,
    fields: HashMap<String, Field>,
    pub(super) others: Vec<UndoId>,
    pub(super) first: Vec<UndoId>,
    pub(super) items: Vec<UndoId>,
}

impl InPlace {
    /// Notes a property. It may be met again under its own name, when another
    /// keyword about the same object has already given it back.
    pub(super) fn field(&mut self, lowered: String, name: String, undo: UndoId) {
        for key in [lowered, name.clone()] {
            let field = Field { name: name.clone(), undo, drops_null: false };
            let known = self.fields.entry(key).or_insert(field);
            if undo != Undos::NOTHING {
                known.undo = undo;
            }
        }
    }

    pub(super) fn into_one(self, undos: &mut Undos) -> UndoId {
        let Self { mut same_value, fields, others, first, items } = self;
        let items = undos.all(items);
        if !fields.is_empty() || !others.is_empty() {
            same_value.push(undos.add(Undo::Object { fields, others }));
        }
        if !first.is_empty() || items != Undos::NOTHING {
            same_value.push(undos.add(Undo::Array { first, others: items }));
        }
        undos.all(same_value)
    }
}
