//! What changed between two versions of a tool, and whom it breaks.
//!
//! Owns the judgement and nothing else: it keeps no versions and compiles no
//! schema. A change is compatible only if that can be shown; whatever cannot is
//! breaking. Start at [`Diff::between`], then `schema` for how schemas compare.
//!
//! (1) A call that was valid before stays valid, or the diff is breaking.
//! (2) An answer that is valid now was valid before, or the diff is breaking.
//! (3) What is not listed for want of room still counts.

mod changes;
mod document;
mod fields;
mod items;
mod members;
mod required;
mod rules;
mod schema;
#[cfg(test)]
mod tests;
mod turns;
mod unions;
mod values;
mod view;

use serde::Serialize;

use self::changes::Changes;
use crate::spec::Spec;

/// The most changes that one diff lists.
pub const CHANGES_MAX: usize = 200;

/// What changed between two versions of a tool.
///
/// ```
/// use serde_json::json;
/// use toolcrib_core::diff::{Diff, Effect};
/// use toolcrib_core::Spec;
///
/// let version = |maximum: u32| Spec {
///     parameters: json!({
///         "type": "object",
///         "properties": { "limit": { "type": "integer", "maximum": maximum } },
///     }),
///     ..Spec::new("search", "Finds articles.")
/// };
/// let diff = Diff::between(&version(50), &version(20));
/// assert!(diff.breaking);
/// assert_eq!(diff.changes[0].pointer, "/parameters/properties/limit/maximum");
/// assert_eq!(
///     diff.changes[0].message,
///     "was 50, is 20; arguments that were valid may be refused",
/// );
/// assert_eq!(Diff::between(&version(20), &version(50)).changes[0].effect, Effect::Compatible);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub struct Diff {
    /// Whether any change breaks somebody, listed or not.
    pub breaking: bool,
    /// The changes, in the order of the manifest; at most [`CHANGES_MAX`], then
    /// one that says how many more there are.
    pub changes: Vec<Change>,
}

/// One change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub struct Change {
    /// Where in the manifest, as a JSON pointer. What was taken out stands
    /// there only in the old one.
    pub pointer: String,
    /// Whether it breaks somebody.
    pub effect: Effect,
    /// What was, what is, and why it breaks; for people.
    pub message: String,
}

/// What a change does to those who use the tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// Somebody who did everything right may fail now.
    Breaking,
    /// Nobody who did everything right notices.
    Compatible,
}

impl Diff {
    /// Compares what two versions of a tool promise.
    ///
    /// What is filled in by a default is taken to trip no other rule of the
    /// schema, such as `maxProperties` or `dependentRequired`.
    pub fn between(old: &Spec, new: &Spec) -> Self {
        let mut changes = Changes::listing(CHANGES_MAX);
        fields::compare(old, new, &mut changes);
        changes.into()
    }

    /// Adds a change that the specs do not show: of the guide, of the handler.
    #[must_use]
    pub fn with(mut self, change: Change) -> Self {
        self.breaking |= change.effect == Effect::Breaking;
        self.changes.push(change);
        self
    }
}

impl Change {
    /// A change that breaks somebody.
    pub fn breaking(pointer: impl Into<String>, message: impl Into<String>) -> Self {
        let (pointer, message) = (pointer.into(), message.into());
        Self { pointer, effect: Effect::Breaking, message }
    }

    /// A change that breaks nobody.
    pub fn compatible(pointer: impl Into<String>, message: impl Into<String>) -> Self {
        Self { effect: Effect::Compatible, ..Self::breaking(pointer, message) }
    }
}
