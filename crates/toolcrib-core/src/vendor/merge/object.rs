//! What two schemas demand of one object.
//!
//! `additionalProperties` speaks of the keys that its own schema does not
//! declare. Before two sets of properties become one, each property that only
//! one side declares takes on what the other side says about additional ones.

use std::collections::HashMap;

use crate::vendor::tree::{Body, Entry, Id};
use crate::vendor::view::View;
use crate::vendor::work::Work;

impl Work<'_> {
    pub(super) fn join_objects(&mut self, view: &mut View, other: &mut View) {
        let (here, there) = (Keyed::of(view), Keyed::of(other));
        for (one, two) in [(&here, &there), (&there, &here)] {
            // Which keys it speaks of now hangs on regular expressions.
            let blurred = !two.says_nothing() && (one.has_patterns || two.has_patterns);
            if blurred && one.additional.is_some_and(|id| !self.tree.node(id).is_anything()) {
                view.lost.extend(one.entry.clone());
            }
        }
        let mut all = Vec::new();
        let declared_there: HashMap<&str, Id> = there.by_key();
        for (key, id) in &here.properties {
            let id = match declared_there.get(key.as_str()) {
                Some(also) => self.both_schemas(*id, *also),
                None => self.restricted(*id, &there),
            };
            all.push((key.clone(), id));
        }
        let declared_here: HashMap<&str, Id> = here.by_key();
        for (key, id) in &there.properties {
            if !declared_here.contains_key(key.as_str()) {
                all.push((key.clone(), self.restricted(*id, &here)));
            }
        }
        let entry = view.take("properties").into_iter().chain(other.take("properties")).next();
        view.entries.extend(entry.map(|entry| Entry { body: Body::Map(all), ..entry }));
    }

    /// A property under the other side's demand on additional ones.
    fn restricted(&mut self, id: Id, side: &Keyed) -> Id {
        match side.additional {
            Some(additional) if !side.has_patterns => self.both_schemas(id, additional),
            _ => id,
        }
    }
}

/// What one side says about the keys of the object.
struct Keyed {
    properties: Vec<(String, Id)>,
    additional: Option<Id>,
    entry: Option<Entry>,
    has_patterns: bool,
}

impl Keyed {
    fn of(view: &View) -> Self {
        Self {
            properties: view.map("properties").to_vec(),
            additional: view.one("additionalProperties"),
            entry: view.entry("additionalProperties").cloned(),
            has_patterns: !view.map("patternProperties").is_empty(),
        }
    }

    fn says_nothing(&self) -> bool {
        self.properties.is_empty() && !self.has_patterns
    }

    fn by_key(&self) -> HashMap<&str, Id> {
        self.properties.iter().map(|(key, id)| (key.as_str(), *id)).collect()
    }
}
