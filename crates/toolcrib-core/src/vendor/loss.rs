//! What a lowering could not say in the vendor's words.
//!
//! A loss is not a fault: the arguments are checked against the original
//! schema before a tool runs. It tells whoever writes the tool what the model
//! will not be held to.

use std::collections::HashSet;

use serde::Serialize;

/// One keyword of the original schema that the lowered one does not hold.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Loss {
    /// The schema that says it, as a JSON pointer into the original.
    pub pointer: String,
    /// The keyword, or `strict` for a tool that goes out without that promise.
    pub keyword: String,
    /// What became of it.
    pub disposition: Disposition,
}

/// What became of a keyword that the vendor does not understand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Disposition {
    /// The description says it in words; the run-time check still holds it.
    MovedToDescription,
    /// Only the run-time check still holds it.
    DroppedCheckedAtRunTime,
    /// The lowered schema says something near to it.
    Approximated,
}

/// Why a schema cannot be put in a vendor's words at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {reason}", shown(pointer))]
pub struct Unlowerable {
    /// Where, as a JSON pointer into the original.
    pub pointer: String,
    /// What is in the way.
    pub reason: String,
}

impl Unlowerable {
    pub(crate) fn new(pointer: impl Into<String>, reason: impl Into<String>) -> Self {
        Self { pointer: pointer.into(), reason: reason.into() }
    }
}

fn shown(pointer: &str) -> &str {
    if pointer.is_empty() { "the schema" } else { pointer }
}

/// The losses of one lowering, each listed once, in the order they were met.
#[derive(Default)]
pub(crate) struct Losses {
    list: Vec<Loss>,
    known: HashSet<Loss>,
}

impl Losses {
    pub(crate) fn add(&mut self, pointer: &str, keyword: &str, disposition: Disposition) {
        let loss = Loss { pointer: pointer.to_owned(), keyword: keyword.to_owned(), disposition };
        if self.known.insert(loss.clone()) {
            self.list.push(loss);
        }
    }

    pub(crate) fn into_list(self) -> Vec<Loss> {
        self.list
    }
}
