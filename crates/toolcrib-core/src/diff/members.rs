//! The properties of objects, named and not.
//!
//! A property that a schema does not name is not free: it must fit whatever
//! the schema says of the rest. So naming one, or naming it no more, is a
//! change from one schema to another like any other.

use std::collections::HashSet;

use serde_json::Value;

use super::changes::{quoted, was_is};
use super::document::{ANYTHING, Document, Spot};
use super::schema::Work;
use super::turns::keys_in;
use super::view::{Side, Turn, View};
use crate::pointer::child;

/// Keywords whose schemas speak of the same object.
const INDIRECT: [&str; 11] = [
    "$ref",
    "$dynamicRef",
    "$recursiveRef",
    "allOf",
    "anyOf",
    "oneOf",
    "not",
    "if",
    "then",
    "else",
    "dependentSchemas",
];

/// Keywords that speak of properties without naming them.
const UNNAMED: [&str; 6] = [
    "patternProperties",
    "additionalProperties",
    "unevaluatedProperties",
    "$ref",
    "$dynamicRef",
    "$recursiveRef",
];

/// What a schema says of the properties that it does not name.
struct Rest<'a> {
    /// Where it says so; nowhere if it is silent.
    keyword: Option<&'static str>,
    schema: &'a Value,
    /// Names that other parts of the schema may speak of instead.
    elsewhere: HashSet<&'a str>,
    anywhere: bool,
}

impl<'a> Work<'a> {
    pub(super) fn members(&mut self, old: &Spot<'a>, new: &Spot<'a>, view: View) {
        let (mut old_rest, mut new_rest) = (Rest::said(&self.old, old), Rest::said(&self.new, new));
        let cost = old_rest.look_elsewhere(old) + new_rest.look_elsewhere(new);
        if !self.spend(cost, &new.at) {
            return;
        }
        let added = new.names("properties").filter(|name| !old.has("properties", name));
        for name in old.names("properties").chain(added) {
            match (old.member("properties", name), new.member("properties", name)) {
                (Some(was), Some(is)) => self.compare(was, is, view),
                (Some(was), None) => {
                    let is = new_rest.of(name, new, view.side == Side::Answer);
                    let (at, schema) = (child(&child(&new.at, "properties"), name), was.schema);
                    let view = View { filled_new: false, ..view };
                    self.replaced(&at, was, is, view, || {
                        format!("is gone: was {}", quoted(schema))
                    });
                }
                (None, Some(is)) => {
                    let was = old_rest.of(name, old, view.side == Side::Arguments);
                    let (at, schema) = (is.at.clone(), is.schema);
                    let view = View { filled_old: false, ..view };
                    self.replaced(&at, was, is, view, || format!("is new: {}", quoted(schema)));
                }
                (None, None) => {}
            }
        }
        // Where both are silent, `unknownArguments` has the say, and is told.
        let Some(keyword) = new_rest.keyword.or(old_rest.keyword) else { return };
        if old_rest.speaks_like(&new_rest) {
            self.compare(old_rest.spot(old), new_rest.spot(new), view.unfilled());
        } else {
            let (was, is) = (old.get(keyword), new.get(keyword));
            self.told(&child(&new.at, keyword), view.side, Turn::Other, || was_is(was, is));
        }
    }

    /// Tells of a place that another schema speaks of now, as one change.
    pub(super) fn replaced(
        &mut self,
        at: &str,
        old: Spot<'a>,
        new: Spot<'a>,
        view: View,
        fact: impl FnOnce() -> String,
    ) {
        let turn = match view.side {
            Side::Free => Turn::Same,
            Side::Exact => Turn::Other,
            side => match self.breaks(old, new, view) {
                Some(true) => side.breaking_turn(),
                Some(false) => Turn::Same,
                None => return,
            },
        };
        self.told(at, view.side, turn, fact);
    }

    /// Whether what the alternatives and parts of a schema say decides which
    /// properties it knows, so that they cannot be compared one by one.
    pub(super) fn is_entangled(&self, old: &Spot<'a>, new: &Spot<'a>) -> bool {
        let entangled = |document: &Document<'a>, spot: &Spot<'a>| {
            let rest = Rest::said(document, spot);
            rest.keyword != Some("additionalProperties") && rest.schema != &ANYTHING
        };
        entangled(&self.old, old) || entangled(&self.new, new)
    }
}

impl<'a> Rest<'a> {
    fn said(document: &Document<'a>, spot: &Spot<'a>) -> Self {
        let said = ["additionalProperties", "unevaluatedProperties"]
            .into_iter()
            .find_map(|keyword| Some((keyword, spot.get(keyword)?)));
        let (keyword, schema) = match said {
            Some((keyword, schema)) => (Some(keyword), schema),
            None if document.is_root(spot) => (None, document.silence()),
            None => (None, &ANYTHING),
        };
        Self { keyword, schema, elsewhere: HashSet::new(), anywhere: false }
    }

    /// Finds out what other parts may speak of; says what that took.
    fn look_elsewhere(&mut self, spot: &Spot<'a>) -> usize {
        self.anywhere = spot.get("patternProperties").is_some();
        if self.keyword == Some("additionalProperties") || self.schema == &ANYTHING {
            return 0;
        }
        let mut cost = 0;
        for keyword in INDIRECT {
            let Some(value) = spot.get(keyword) else { continue };
            self.elsewhere.insert(keyword);
            cost += keys_in(value, &mut self.elsewhere);
        }
        self.anywhere |= UNNAMED.iter().any(|keyword| self.elsewhere.contains(keyword));
        cost
    }

    /// Whether both mean the same properties. What other parts speak of is
    /// among them for `additionalProperties`, and for nothing else.
    fn speaks_like(&self, other: &Self) -> bool {
        let direct = |rest: &Self| rest.keyword == Some("additionalProperties");
        direct(self) == direct(other) || self.elsewhere.is_empty() && other.elsewhere.is_empty()
    }

    fn spot(&self, object: &Spot<'a>) -> Spot<'a> {
        object.under(self.keyword.unwrap_or("additionalProperties"), self.schema)
    }

    /// The schema for a property with this name. What other parts say of it is
    /// their business; if they may, it is anything here for the `generous`, and
    /// else the rest.
    fn of(&self, name: &str, object: &Spot<'a>, generous: bool) -> Spot<'a> {
        let elsewhere = self.anywhere || self.elsewhere.contains(name);
        let spot = self.spot(object);
        if generous && elsewhere { Spot { schema: &ANYTHING, ..spot } } else { spot }
    }
}
