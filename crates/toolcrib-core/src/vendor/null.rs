//! Whether the original schema admits null.
//!
//! For this one value every keyword that matters can be followed exactly, so a
//! null that stands for "left out" is never mistaken for one that was meant.

use super::tree::{Body, Entry, Id, Tree};

/// How far a chain of schemas about one value is followed.
const DEPTH_MAX: usize = 200;

/// How many schemas are looked at for one answer.
const STEPS_MAX: usize = 1_000;

/// Whether null fits the schema. A schema too tangled to follow is taken to
/// admit it: a null that was meant must not be dropped.
pub(crate) fn admits_null(tree: &Tree, id: Id) -> bool {
    Search { tree, steps_left: STEPS_MAX }.admits(id, 0)
}

struct Search<'a> {
    tree: &'a Tree,
    steps_left: usize,
}

impl Search<'_> {
    fn admits(&mut self, mut id: Id, depth: usize) -> bool {
        while let Some(target) = self.tree.node(id).bare_reference() {
            id = target;
        }
        if depth == DEPTH_MAX || self.steps_left == 0 {
            return true;
        }
        self.steps_left -= 1;
        let node = self.tree.node(id);
        let type_fits = node.types.is_none_or(|types| types.holds(super::types::Types::NULL));
        let mut demands = node.entries.iter();
        type_fits && !node.never && demands.all(|entry| self.meets(entry, &node.entries, depth + 1))
    }

    fn meets(&mut self, entry: &Entry, all: &[Entry], depth: usize) -> bool {
        match (entry.keyword.as_str(), &entry.body) {
            ("enum", Body::Plain(values)) => {
                values.as_array().is_some_and(|values| values.iter().any(|value| value.is_null()))
            }
            ("const", Body::Plain(value)) => value.is_null(),
            ("$ref", Body::Ref(id)) => self.admits(*id, depth),
            ("not", Body::One(id)) => !self.admits(*id, depth),
            ("allOf", Body::List(ids)) => ids.iter().all(|id| self.admits(*id, depth)),
            ("anyOf", Body::List(ids)) => ids.iter().any(|id| self.admits(*id, depth)),
            ("oneOf", Body::List(ids)) => {
                ids.iter().filter(|id| self.admits(**id, depth)).count() == 1
            }
            ("if", Body::One(condition)) => {
                let next = if self.admits(*condition, depth) { "then" } else { "else" };
                match all.iter().find(|entry| entry.keyword == next).map(|entry| &entry.body) {
                    Some(Body::One(id)) => self.admits(*id, depth),
                    _ => true,
                }
            }
            _ => true,
        }
    }
}
