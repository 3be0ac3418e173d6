//! The demands on a value as a whole: its type, its bounds, the values allowed.

use std::collections::HashSet;

use serde_json::Value;

use super::changes::{quoted, was_is};
use super::document::Spot;
use super::schema::Work;
use super::turns::{Bound, turn};
use super::view::{Side, Turn};
use crate::pointer::child;
use crate::vendor::Types;

/// What `nullable` adds to a list.
static NULL: Value = Value::Null;

impl<'a> Work<'a> {
    pub(super) fn types(&mut self, old: &Spot<'a>, new: &Spot<'a>, side: Side) {
        let (was, is) = (declared(old), declared(new));
        let turn = turn(is.holds(implied(old)), was.holds(implied(new)));
        if was != is {
            let at = child(&new.at, "type");
            let name = |spot: &Spot<'a>, types: Types| spot.get("type").map(|_| types.keyword());
            let (was, is) = (name(old, was), name(new, is));
            self.told(&at, side, turn, || was_is(was.as_ref(), is.as_ref()));
        }
        // Without `type`, `nullable` lets null past everything else.
        let past = |spot: &Spot<'a>| is_nullable(spot) && spot.get("type").is_none();
        if past(old) != past(new) {
            let turn = if past(new) { Turn::Wider } else { Turn::Narrower };
            let (was, is) = (old.get("nullable"), new.get("nullable"));
            self.told(&child(&new.at, "nullable"), side, turn, || was_is(was, is));
        }
    }

    pub(super) fn allowed(&mut self, old: &Spot<'a>, new: &Spot<'a>, side: Side) {
        let (was, is) = (values(old), values(new));
        let set = |list: &Option<Vec<&'a Value>>| {
            list.as_ref().map(|list| list.iter().copied().collect::<HashSet<_>>())
        };
        let (was_set, is_set) = (set(&was), set(&is));
        let keyword = if new.get("const").or(old.get("const").filter(|_| is.is_none())).is_some() {
            "const"
        } else {
            "enum"
        };
        let turn = match (&was_set, &is_set) {
            (Some(was), Some(is)) if was == is => return,
            (Some(was), Some(is)) => turn(was.is_subset(is), is.is_subset(was)),
            (None, Some(_)) => Turn::Narrower,
            (Some(_), None) => Turn::Wider,
            (None, None) => return,
        };
        self.told(&child(&new.at, keyword), side, turn, || difference(was, is));
    }

    /// A bound, said by one of two keywords or by both.
    pub(super) fn bound(&mut self, keyword: &str, old: &Spot<'a>, new: &Spot<'a>, side: Side) {
        let exclusive = if keyword == "minimum" { "exclusiveMinimum" } else { "exclusiveMaximum" };
        let names = [keyword, exclusive];
        let odd = |name: &&str| {
            [old, new].iter().any(|spot| spot.get(name).is_some_and(|value| !value.is_number()))
        };
        if names.iter().any(odd) {
            // In draft 4 the second was a flag.
            return names.iter().for_each(|name| self.opaque(name, old, new, side));
        }
        let (was, is) = (Bound::of(old, names), Bound::of(new, names));
        let Some(turn) = Bound::turn(was.as_ref(), is.as_ref()) else { return };
        let Some(at) = is.as_ref().or(was.as_ref()).map(|bound| child(&new.at, bound.keyword))
        else {
            return;
        };
        let value = |bound: &Bound<'_>| Value::Number(bound.value.clone());
        self.told(&at, side, turn, || match (&was, &is) {
            (Some(was), Some(is)) if was.keyword != is.keyword => {
                format!("was `{}` {}, is {}", was.keyword, was.value, is.value)
            }
            _ => was_is(was.as_ref().map(value).as_ref(), is.as_ref().map(value).as_ref()),
        });
    }
}

/// The types of the values that a change can break.
pub(super) fn concerned(old: &Spot<'_>, new: &Spot<'_>, side: Side) -> Types {
    match side {
        Side::Arguments => implied(old),
        Side::Answer => implied(new),
        Side::Exact | Side::Free => Types::ANY,
    }
}

/// The types that a schema names.
fn declared(spot: &Spot<'_>) -> Types {
    let types = spot.get("type").and_then(Types::of_keyword).unwrap_or(Types::ANY);
    if is_nullable(spot) { types.or(Types::NULL) } else { types }
}

/// The types that its values can have, as far as can be seen.
fn implied(spot: &Spot<'_>) -> Types {
    // Null may get past the list without being in it.
    let past = if is_nullable(spot) { Types::NULL } else { Types::NONE };
    let of_values =
        |list: Vec<&Value>| list.into_iter().fold(past, |types, value| types.or(Types::of(value)));
    declared(spot).and(values(spot).map_or(Types::ANY, of_values))
}

/// OpenAPI's way to let null in.
fn is_nullable(spot: &Spot<'_>) -> bool {
    spot.get("nullable") == Some(&Value::Bool(true))
}

/// The values that a schema lists, if it does.
fn values<'a>(spot: &Spot<'a>) -> Option<Vec<&'a Value>> {
    let listed = spot.get("enum").and_then(Value::as_array);
    match (spot.get("const"), listed) {
        (Some(only), Some(list)) => Some(list.iter().filter(|one| *one == only).collect()),
        (Some(only), None) => Some(vec![only]),
        (None, Some(list)) => {
            let null = is_nullable(spot) && spot.get("type").is_some();
            Some(list.iter().chain(null.then_some(&NULL)).collect())
        }
        (None, None) => None,
    }
}

/// What is no longer allowed and what is now.
fn difference(was: Option<Vec<&Value>>, is: Option<Vec<&Value>>) -> String {
    let value = |list: &Vec<&Value>| list.iter().copied().cloned().collect::<Value>();
    let (Some(was), Some(is)) = (&was, &is) else {
        return was_is(was.as_ref().map(value).as_ref(), is.as_ref().map(value).as_ref());
    };
    let without = |list: &[&'_ Value], other: &[&Value]| {
        let other: HashSet<&Value> = other.iter().copied().collect();
        list.iter()
            .filter(|one| !other.contains(*one))
            .map(|one| (*one).clone())
            .collect::<Vec<_>>()
    };
    let told = [("takes no more", without(was, is)), ("takes now", without(is, was))];
    let told = told.into_iter().filter(|(_, list)| !list.is_empty());
    let told = told.map(|(what, list)| format!("{what} {}", quoted(&Value::from(list))));
    told.collect::<Vec<_>>().join(", ")
}
