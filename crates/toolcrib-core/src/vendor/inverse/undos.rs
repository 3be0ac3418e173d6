//! The undos of one lowering, while they are gathered.

use serde_json::{Map, Value};

use super::fit::{types, understands};
use super::{Inverse, Undo, UndoId};
use crate::vendor::loss::{Disposition, Losses};
use crate::vendor::types::Types;

/// All undos of one lowering; the first is the one that does nothing.
pub(crate) struct Undos {
    list: Vec<Undo>,
    /// Where the unions stand, for those that cannot be told apart.
    unions: Vec<(UndoId, String, String)>,
}

impl Default for Undos {
    fn default() -> Self {
        Self { list: vec![Undo::Nothing], unions: Vec::new() }
    }
}

impl Undos {
    /// The undo that does nothing.
    pub(crate) const NOTHING: UndoId = 0;

    pub(crate) fn add(&mut self, undo: Undo) -> UndoId {
        self.list.push(undo);
        self.list.len() - 1
    }

    /// One undo for several on the same value.
    pub(crate) fn all(&mut self, mut undos: Vec<UndoId>) -> UndoId {
        undos.retain(|undo| *undo != Self::NOTHING);
        match undos.as_slice() {
            [] => Self::NOTHING,
            [only] => *only,
            _ => self.add(Undo::All(undos)),
        }
    }

    pub(crate) fn set(&mut self, id: UndoId, undo: Undo) {
        self.list[id] = undo;
    }

    /// Adds the undo of a union, told by the keyword that stands at a pointer.
    pub(crate) fn add_union(&mut self, undo: Undo, pointer: &str, keyword: &str) -> UndoId {
        let id = self.add(undo);
        self.unions.push((id, pointer.to_owned(), keyword.to_owned()));
        id
    }

    /// Ends the gathering, and reports the unions that cannot be undone for
    /// sure because two branches differ only in what is not looked at.
    pub(crate) fn finish(
        self,
        root: UndoId,
        definitions: &Map<String, Value>,
        losses: &mut Losses,
    ) -> Inverse {
        let acting = self.acting();
        if !acting[root] {
            return Inverse::default();
        }
        let clear = definitions.values().all(understands);
        for (id, pointer, keyword) in &self.unions {
            if acting[*id] && !(clear && is_clear(&self.list[*id])) {
                losses.add(pointer, keyword, Disposition::Approximated);
            }
        }
        let undos = self
            .list
            .into_iter()
            .zip(&acting)
            .map(|(undo, acts)| if *acts { undo } else { Undo::Nothing });
        Inverse { undos: undos.collect(), root, definitions: definitions.clone() }
    }

    /// Which undos change anything, by themselves or further in.
    fn acting(&self) -> Vec<bool> {
        let mut users = vec![Vec::new(); self.list.len()];
        for (id, undo) in self.list.iter().enumerate() {
            for inner in undo.inner() {
                users[inner].push(id);
            }
        }
        let mut acting = vec![false; self.list.len()];
        let mut waiting: Vec<UndoId> =
            (0..self.list.len()).filter(|id| self.list[*id].acts()).collect();
        while let Some(id) = waiting.pop() {
            if !std::mem::replace(&mut acting[id], true) {
                waiting.extend(&users[id]);
            }
        }
        acting
    }
}

impl Undo {
    /// Whether it changes something by itself.
    fn acts(&self) -> bool {
        match self {
            Self::Unwrap { .. } | Self::Pairs { .. } | Self::Text { .. } => true,
            Self::Object { fields, .. } => {
                fields.iter().any(|(key, field)| field.drops_null || *key != field.name)
            }
            Self::Nothing | Self::Array { .. } | Self::All(_) | Self::Union(_) => false,
        }
    }

    fn inner(&self) -> Vec<UndoId> {
        match self {
            Self::Nothing | Self::Text { .. } => Vec::new(),
            Self::Unwrap { inner, .. } => vec![*inner],
            Self::Pairs { value } => vec![*value],
            Self::Object { fields, others } => {
                fields.values().map(|field| field.undo).chain(others.iter().copied()).collect()
            }
            Self::Array { first, others } => first.iter().copied().chain([*others]).collect(),
            Self::All(undos) => undos.clone(),
            Self::Union(branches) => branches.iter().map(|branch| branch.undo).collect(),
        }
    }
}

/// Whether looking at a value tells which branch it belongs to.
fn is_clear(union: &Undo) -> bool {
    let Undo::Union(branches) = union else { return true };
    let mut seen = Types::NONE;
    let overlaps = branches.iter().any(|branch| {
        let types = types(&branch.schema);
        let met = seen.meets(types);
        seen = seen.or(types);
        met
    });
    !overlaps || branches.iter().all(|branch| understands(&branch.schema))
}
