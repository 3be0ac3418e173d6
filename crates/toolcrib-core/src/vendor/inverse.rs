//! The way back from a model's arguments to the tool's own.
//!
//! A lowering renames keys, makes optional properties nullable, turns maps
//! into pairs and wraps the root. Each change leaves an [`Undo`] where it was
//! made, and [`Inverse::apply`] walks them along with the arguments.
//!
//! (1) It is total: arguments that do not fit the lowered schema are undone as
//!     far as they can be, and the check against the original says the rest.
//! (2) It is bounded: neither deep arguments nor a tangled schema make it run
//!     long.

mod apply;
mod fit;
mod undos;

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::types::Types;

pub(crate) use undos::Undos;

/// Undoes on a model's arguments what the lowering did to the schema.
#[derive(Clone, Debug, Default)]
pub struct Inverse {
    /// Empty where there is nothing to undo.
    undos: Vec<Undo>,
    root: UndoId,
    /// The definitions that branches of a union refer to.
    definitions: Map<String, Value>,
}

impl Inverse {
    /// Whether the arguments come back as they are.
    pub fn is_identity(&self) -> bool {
        self.undos.is_empty()
    }
}

/// The place of an undo among all of one lowering.
pub(crate) type UndoId = usize;

/// What is to be undone at one place of the arguments.
#[derive(Clone, Debug)]
pub(crate) enum Undo {
    Nothing,
    /// Take the arguments out of the property they were wrapped in.
    Unwrap {
        property: String,
        inner: UndoId,
    },
    /// Make a list of keys and values an object again.
    Pairs {
        value: UndoId,
    },
    /// Read JSON from a string, where that gives a value of these types.
    Text {
        wanted: Types,
    },
    /// Give properties their names back and drop the nulls of absent ones.
    Object {
        fields: HashMap<String, Field>,
        others: Vec<UndoId>,
    },
    /// Go through the items; those past the first few have one form.
    Array {
        first: Vec<UndoId>,
        others: UndoId,
    },
    /// Undo all of these, one after another.
    All(Vec<UndoId>),
    /// Undo what the first branch that the value fits has to undo.
    Union(Vec<Branch>),
}

/// What is to be undone for one property.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    /// The property's name in the original.
    pub(crate) name: String,
    pub(crate) undo: UndoId,
    /// Whether null stands for a property that was left out.
    pub(crate) drops_null: bool,
}

/// One form that a value may have.
#[derive(Clone, Debug)]
pub(crate) struct Branch {
    pub(crate) schema: Value,
    pub(crate) undo: UndoId,
}
