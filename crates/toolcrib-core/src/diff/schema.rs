//! How two schemas compare.
//!
//! A schema is taken apart into demands, one for each keyword or group of
//! keywords that belong together; a schema takes no less than before if each of
//! its demands was met before. Definitions wait in a queue and are compared
//! once for each use that differs, so a cycle ends and the stack stays flat.

use std::collections::{HashSet, VecDeque};
use std::mem;

use serde_json::Value;

use super::Effect;
use super::changes::Changes;
use super::document::{Document, Spot};
use super::view::{Side, Turn, View};
use crate::compiled::Defaults;
use crate::spec::Spec;

/// Keywords and values looked at before a comparison is given up.
const STEPS_MAX: usize = 1_000_000;

/// The state of one comparison.
pub(super) struct Work<'a> {
    pub(super) old: Document<'a>,
    pub(super) new: Document<'a>,
    /// Whether anything differs at all.
    pub(super) differ: bool,
    steps_left: usize,
    found: Found<'a>,
    /// Which defaults of the old and of the new schema fit; made when asked.
    pub(super) defaults: [Option<Defaults<'a>>; 2],
}

/// What belongs to one pass: a judgement on the side has its own.
#[derive(Default)]
struct Found<'a> {
    changes: Changes,
    waiting: VecDeque<(Spot<'a>, Spot<'a>, View)>,
    seen: HashSet<(String, String, View)>,
    gave_up: bool,
}

/// Compares what two versions take.
pub(super) fn compare_parameters(old: &Spec, new: &Spec, changes: &mut Changes) {
    let documents = (
        Document::parameters(&old.parameters, old.unknown_arguments),
        Document::parameters(&new.parameters, new.unknown_arguments),
    );
    let view = View { side: Side::Arguments, filled_old: true, filled_new: true };
    compare(documents, view, changes);
}

/// Compares what two versions answer.
pub(super) fn compare_outputs(old: Option<&Value>, new: Option<&Value>, changes: &mut Changes) {
    let at = "/output";
    match (old, new) {
        (Some(old), Some(new)) => {
            let documents = (Document::output(at, old), Document::output(at, new));
            let view = View { side: Side::Answer, filled_old: false, filled_new: false };
            compare(documents, view, changes);
        }
        (None, Some(_)) => {
            let message = || "is new: nothing was promised before".to_owned();
            changes.tell(at, Effect::Compatible, message);
        }
        (Some(_), None) => {
            let message = || "is gone; readers count on what it promised".to_owned();
            changes.tell(at, Effect::Breaking, message);
        }
        (None, None) => {}
    }
}

fn compare<'a>((old, new): (Document<'a>, Document<'a>), view: View, changes: &mut Changes) {
    let found = Found { changes: mem::take(changes), ..Found::default() };
    let (differ, defaults) = (old.root != new.root, [None, None]);
    let mut work = Work { old, new, differ, steps_left: STEPS_MAX, found, defaults };
    // The roots are definitions too: `#` refers to them.
    work.later(work.old.start(), work.new.start(), view);
    work.finish();
    *changes = work.found.changes;
}

impl<'a> Work<'a> {
    /// Compares two schemas that stand in the same place.
    pub(super) fn compare(&mut self, old: Spot<'a>, new: Spot<'a>, view: View) {
        match (self.old.follow(&old), self.new.follow(&new)) {
            (None, None) => self.compare_here(old, new, view),
            (Some(old_target), Some(new_target)) => {
                self.annotations(&old, &new);
                self.later(old_target, new_target, view);
            }
            (Some(old_target), None) => self.later(old_target, new, view),
            (None, Some(new_target)) => self.later(old, new_target, view),
        }
    }

    /// Compares a pair of definitions when its turn comes, unless it has come.
    pub(super) fn later(&mut self, old: Spot<'a>, new: Spot<'a>, view: View) {
        if self.found.seen.insert((old.at.clone(), new.at.clone(), view)) {
            self.found.waiting.push_back((old, new, view));
        }
    }

    fn finish(&mut self) {
        while let Some((old, new, view)) = self.found.waiting.pop_front() {
            self.compare_here(old, new, view);
        }
    }

    fn compare_here(&mut self, old: Spot<'a>, new: Spot<'a>, view: View) {
        // A long pointer costs its copying.
        if !self.spend(1 + new.at.len() / 64, &new.at) {
            return;
        }
        let never = |spot: &Spot<'a>| spot.schema == &Value::Bool(false);
        match (never(&old), never(&new)) {
            (true, true) => {}
            (false, true) => {
                self.told(&new.at, view.side, Turn::Narrower, || "takes nothing now".into());
            }
            (true, false) => {
                self.told(&new.at, view.side, Turn::Wider, || "took nothing before".into());
            }
            (false, false) => self.compare_keywords(&old, &new, view),
        }
    }

    /// Whether two schemas that may stand in different places differ in a way
    /// that breaks. Nothing of it is listed. Nobody knows if it is given up.
    pub(super) fn breaks(&mut self, old: Spot<'a>, new: Spot<'a>, view: View) -> Option<bool> {
        let at = new.at.clone();
        let outer = mem::take(&mut self.found);
        self.compare(old, new, view);
        self.finish();
        let inner = mem::replace(&mut self.found, outer);
        let known = !inner.gave_up || self.spend(usize::MAX, &at);
        known.then_some(inner.changes.breaking)
    }

    /// Takes steps, if there are any left; what is left out then breaks.
    pub(super) fn spend(&mut self, steps: usize, at: &str) -> bool {
        if let Some(left) = self.steps_left.checked_sub(steps) {
            self.steps_left = left;
            return true;
        }
        self.steps_left = 0;
        self.found.waiting.clear();
        if !mem::replace(&mut self.found.gave_up, true) {
            let message = || "is too large to compare, and so is what follows".to_owned();
            self.found.changes.tell(at, Effect::Breaking, message);
        }
        false
    }

    /// Tells how a demand has changed.
    pub(super) fn told(&mut self, at: &str, side: Side, turn: Turn, fact: impl FnOnce() -> String) {
        let effect = side.effect(turn);
        self.found.changes.tell(at, effect, || match effect {
            Effect::Breaking => format!("{}; {}", fact(), side.reason(turn)),
            Effect::Compatible => fact(),
        });
    }
}
