//! What must be given.
//!
//! The runtime fills defaults in before it checks, so a parameter with one need
//! not be given however loudly the schema requires it.

use std::collections::HashSet;

use serde_json::Value;

use super::document::{Document, HOPS_MAX, Spot};
use super::schema::Work;
use super::turns::turn;
use super::view::{Turn, View};
use crate::compiled::Defaults;
use crate::pointer::child;

/// Which of the two schemas.
const OLD: usize = 0;
const NEW: usize = 1;

impl<'a> Work<'a> {
    pub(super) fn required(&mut self, old: &Spot<'a>, new: &Spot<'a>, view: View) {
        let (was, is) = (names(old), names(new));
        if !self.spend(was.len() + is.len(), &new.at) {
            return;
        }
        let at = child(&new.at, "required");
        let was_set: HashSet<&str> = was.iter().copied().collect();
        let is_set: HashSet<&str> = is.iter().copied().collect();
        let mut done = HashSet::new();
        for name in was.into_iter().chain(is).filter(|name| done.insert(*name)) {
            let (listed_old, listed_new) = (was_set.contains(name), is_set.contains(name));
            let must_old = listed_old && !(view.filled_old && self.fills(OLD, old, name));
            let must_new = listed_new && !(view.filled_new && self.fills(NEW, new, name));
            let turn = turn(must_old || !must_new, must_new || !must_old);
            if turn == Turn::Same && listed_old == listed_new {
                continue;
            }
            self.told(&at, view.side, turn, || {
                let what = match (turn, listed_old, listed_new) {
                    (Turn::Narrower, true, _) => "must be given: its default is filled in no more",
                    (Turn::Narrower, ..) => "is required now",
                    (Turn::Wider, _, true) => "need not be given: its default is filled in now",
                    (Turn::Wider, ..) => "is required no more",
                    (_, _, true) => "is required now, and its default is filled in",
                    _ => "is required no more; its default was filled in",
                };
                format!("`{name}` {what}")
            });
        }
    }

    /// Whether the runtime fills in a property that was left out, with
    /// something that fits. It takes the first default that fits where it
    /// stands: the property's own, then those of its parts.
    fn fills(&mut self, which: usize, object: &Spot<'a>, name: &str) -> bool {
        let document = if which == OLD { self.old } else { self.new };
        let Some(property) = object.member("properties", name) else { return false };
        let mut family = vec![property.clone()];
        let mut next = 0;
        while let Some(spot) = family.get(next).cloned().filter(|_| next < HOPS_MAX) {
            if let Some(default) = spot.get("default")
                && self.fits(which, &document, &spot.at, default)
            {
                return next == 0 || self.fits(which, &document, &property.at, default);
            }
            let parts = spot.get("allOf").and_then(Value::as_array).into_iter().flatten();
            let part = |(index, schema)| spot.among("allOf", &format!("{index}"), schema);
            family.extend(parts.enumerate().map(part));
            family.extend(document.target(&spot));
            next += 1;
        }
        false
    }

    fn fits(&mut self, which: usize, of: &Document<'a>, at: &str, default: &Value) -> bool {
        // A validator is made for it, of as much as the schema reaches.
        self.spend(of.nodes, at)
            && self.defaults[which]
                .get_or_insert_with(|| Defaults::of(of.root))
                .fits(of.inside(at), default)
    }
}

fn names<'a>(spot: &Spot<'a>) -> Vec<&'a str> {
    let list = spot.get("required").and_then(Value::as_array);
    list.into_iter().flatten().filter_map(Value::as_str).collect()
}
