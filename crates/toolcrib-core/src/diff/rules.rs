//! What each keyword demands, and how that can change.
//!
//! Owns the table from keyword to rule; the rules for plain values are in
//! `turns` and `values`. Absent means whatever demands nothing. A keyword that
//! is not in the table must stay as it is.

use std::collections::HashSet;

use serde_json::Value;

use super::changes::was_is;
use super::document::{DRAFT_DEFAULT, Spot, is_annotation};
use super::schema::Work;
use super::view::{Side, Turn, View};
use super::{turns, values};
use crate::pointer::{child, escape};
use crate::vendor::{KeywordKind, applies_to, keyword_kind};

/// Keywords that are compared together, under the first of their names.
fn group(keyword: &str) -> &str {
    match keyword {
        "nullable" => "type",
        "const" => "enum",
        "exclusiveMinimum" => "minimum",
        "exclusiveMaximum" => "maximum",
        "additionalProperties" | "unevaluatedProperties" => "properties",
        "prefixItems" | "additionalItems" => "items",
        alone => alone,
    }
}

impl<'a> Work<'a> {
    pub(super) fn compare_keywords(&mut self, old: &Spot<'a>, new: &Spot<'a>, view: View) {
        let keywords = |spot: &Spot<'a>| spot.keywords().into_iter().flat_map(|map| map.keys());
        let values = |spot: &Spot<'a>| spot.get("enum").map_or(0, turns::nodes);
        let cost = keywords(old).count() + keywords(new).count() + values(old) + values(new);
        if !self.spend(cost, &new.at) {
            return;
        }
        // What is counted as seen by `unevaluatedItems` is not taken apart.
        let strict = [old, new].iter().any(|spot| spot.get("unevaluatedItems").is_some());
        let view = if strict { view.exact() } else { view };
        let inner = if self.is_entangled(old, new) { view.exact() } else { view };
        let concerned = values::concerned(old, new, view.side);
        let mut done = HashSet::new();
        for keyword in keywords(old).chain(keywords(new)) {
            let group = group(keyword);
            if !done.insert(group) || is_annotation(group) {
                continue;
            }
            // A demand on a type of which there were no values breaks nobody.
            let free = !applies_to(group).meets(concerned);
            let here = if free { View { side: Side::Free, ..view } } else { view };
            match group {
                "type" => self.types(old, new, here.side),
                "enum" => self.allowed(old, new, here.side),
                "properties" => self.members(old, new, here),
                "required" => self.required(old, new, here),
                "items" => self.items(old, new, here),
                "anyOf" | "allOf" | "oneOf" => self.union(group, old, new, here.side, inner),
                "$ref" => self.reference(old, new, inner),
                _ => self.value(group, old, new, here),
            }
        }
        self.annotations(old, new);
    }

    /// What only describes: told, and nobody breaks.
    pub(super) fn annotations(&mut self, old: &Spot<'a>, new: &Spot<'a>) {
        let keywords = |spot: &Spot<'a>| spot.keywords().into_iter().flat_map(|map| map.keys());
        let mut done = HashSet::new();
        for keyword in keywords(old).chain(keywords(new)) {
            let told =
                is_annotation(keyword) && !["$defs", "definitions"].contains(&keyword.as_str());
            let (was, is) = (old.get(keyword), new.get(keyword));
            if told && done.insert(keyword) && was != is {
                let at = child(&new.at, keyword);
                self.told(&at, Side::Free, Turn::Same, || was_is(was, is));
            }
        }
    }

    /// A reference with demands of its own beside it is one more demand.
    fn reference(&mut self, old: &Spot<'a>, new: &Spot<'a>, view: View) {
        match (self.old.target(old), self.new.target(new)) {
            (Some(old), Some(new)) => self.later(old, new, view),
            _ => self.opaque("$ref", old, new, view.side),
        }
    }

    fn value(&mut self, keyword: &str, old: &Spot<'a>, new: &Spot<'a>, view: View) {
        let (was, is) = (old.get(keyword), new.get(keyword));
        let mut side = view.side;
        let turn = match keyword {
            "minimum" | "maximum" => return self.bound(keyword, old, new, side),
            "minLength" | "minItems" | "minProperties" => turns::least(was, is),
            "maxLength" | "maxItems" | "maxProperties" => turns::most(was, is),
            "multipleOf" => turns::multiple(was, is),
            "uniqueItems" => turns::flag(is_true(was), is_true(is)),
            "pattern" | "format" => turns::demand(was, is),
            "x-onInvalid" => {
                // An answer is checked as it is: nothing is ever left out of it.
                side = if side == Side::Answer { Side::Free } else { side };
                turns::flag(!is_drop(was), !is_drop(is))
            }
            _ => match keyword_kind(keyword) {
                KeywordKind::Schema => return self.one_exactly(keyword, old, new, view),
                KeywordKind::SchemaMap => return self.map_exactly(keyword, old, new, view),
                _ => return self.opaque(keyword, old, new, side),
            },
        };
        if was != is {
            self.told(&child(&new.at, keyword), side, turn, || was_is(was, is));
        }
    }

    /// A schema of which less may mean more, such as that of `not`.
    fn one_exactly(&mut self, keyword: &str, old: &Spot<'a>, new: &Spot<'a>, view: View) {
        match (old.get(keyword), new.get(keyword)) {
            (Some(was), Some(is)) => {
                self.compare(old.under(keyword, was), new.under(keyword, is), view.exact());
            }
            _ => self.opaque(keyword, old, new, view.side),
        }
    }

    /// Schemas by name, where it matters which names there are.
    fn map_exactly(&mut self, keyword: &str, old: &Spot<'a>, new: &Spot<'a>, view: View) {
        for name in
            old.names(keyword).chain(new.names(keyword).filter(|name| !old.has(keyword, name)))
        {
            match (old.member(keyword, name), new.member(keyword, name)) {
                (Some(was), Some(is)) => self.compare(was, is, view.exact()),
                (was, is) => {
                    let at = format!("{}/{keyword}/{}", new.at, escape(name));
                    let (was, is) = (was.map(|spot| spot.schema), is.map(|spot| spot.schema));
                    self.told(&at, view.side, Turn::Other, || was_is(was, is));
                }
            }
        }
    }

    /// A keyword that nobody here understands: it must be what it was, and so
    /// must everything that it may refer to.
    pub(super) fn opaque(&mut self, keyword: &str, old: &Spot<'a>, new: &Spot<'a>, side: Side) {
        let draft = Value::from(DRAFT_DEFAULT);
        let vacuous = (keyword == "$schema").then_some(&draft);
        let (was, is) = (old.get(keyword).or(vacuous), new.get(keyword).or(vacuous));
        let mut keys = HashSet::new();
        let nodes = was.map_or(0, |value| turns::keys_in(value, &mut keys));
        if !self.spend(nodes, &new.at) {
            return;
        }
        let refers = REFERENCES.iter().any(|name| *name == keyword || keys.contains(name));
        if was != is {
            self.told(&child(&new.at, keyword), side, Turn::Other, || was_is(was, is));
        } else if refers && self.differ {
            let fact = || "refers to what may have changed".to_owned();
            self.told(&child(&new.at, keyword), side, Turn::Other, fact);
        }
    }
}

/// Keywords that lead to other schemas.
const REFERENCES: [&str; 3] = ["$ref", "$dynamicRef", "$recursiveRef"];

fn is_true(value: Option<&Value>) -> bool {
    value == Some(&Value::Bool(true))
}

fn is_drop(value: Option<&Value>) -> bool {
    value.and_then(Value::as_str) == Some("drop")
}
