//! The changes found so far, and the words for them.
//!
//! Lists as many as there is room for and counts the others. It judges nothing.

use serde_json::Value;

use super::{Change, Diff, Effect};

/// The longest piece of JSON that a message quotes.
const QUOTED_CHARS_MAX: usize = 80;

/// What has been found.
#[derive(Default)]
pub(super) struct Changes {
    room: usize,
    listed: Vec<Change>,
    unlisted: usize,
    pub(super) breaking: bool,
}

impl Changes {
    /// With room for so many; with none, only whether something breaks is kept.
    pub(super) fn listing(room: usize) -> Self {
        Self { room, ..Self::default() }
    }

    /// Tells of a change. The message is made only if there is room for it.
    pub(super) fn tell(&mut self, at: &str, effect: Effect, message: impl FnOnce() -> String) {
        self.breaking |= effect == Effect::Breaking;
        if self.listed.len() == self.room {
            self.unlisted += 1;
            return;
        }
        let change = Change { pointer: at.to_owned(), effect, message: message() };
        // A definition that is used in several ways is compared in each of them.
        match self.listed.iter_mut().find(|known| is_same(known, &change)) {
            Some(known) if effect == Effect::Breaking => *known = change,
            Some(_) => {}
            None => self.listed.push(change),
        }
    }
}

/// Whether two changes say the same, one perhaps with the reason why it breaks.
fn is_same(known: &Change, change: &Change) -> bool {
    let extends = |long: &str, short: &str| {
        long.strip_prefix(short).is_some_and(|rest| rest.is_empty() || rest.starts_with("; "))
    };
    let (one, other) = (&known.message, &change.message);
    known.pointer == change.pointer && (extends(one, other) || extends(other, one))
}

impl From<Changes> for Diff {
    fn from(changes: Changes) -> Self {
        let Changes { mut listed, unlisted, breaking, .. } = changes;
        if unlisted > 0 {
            let hidden = breaking && listed.iter().all(|one| one.effect == Effect::Compatible);
            let message = match hidden {
                true => format!("{unlisted} more changes are not listed, breaking ones among them"),
                false => format!("{unlisted} more changes are not listed"),
            };
            let effect = if hidden { Effect::Breaking } else { Effect::Compatible };
            listed.push(Change { pointer: String::new(), effect, message });
        }
        Self { breaking, changes: listed }
    }
}

/// What was and what is.
pub(super) fn was_is(old: Option<&Value>, new: Option<&Value>) -> String {
    match (old, new) {
        (Some(old), Some(new)) => format!("was {}, is {}", quoted(old), quoted(new)),
        (None, Some(new)) => format!("is new: {}", quoted(new)),
        (Some(old), None) => format!("was {}, is gone", quoted(old)),
        (None, None) => "is unchanged".to_owned(),
    }
}

/// A value, short enough to stand in a message.
pub(super) fn quoted(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(QUOTED_CHARS_MAX) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
