//! Which way a plain value has turned: does it demand more or less?

use std::cmp::Ordering;
use std::collections::HashSet;

use serde_json::{Number, Value};

use super::document::Spot;
use super::view::Turn;

/// What it is called when the old fits the new, and the new the old.
pub(super) fn turn(old_fits_new: bool, new_fits_old: bool) -> Turn {
    match (old_fits_new, new_fits_old) {
        (true, true) => Turn::Same,
        (true, false) => Turn::Wider,
        (false, true) => Turn::Narrower,
        (false, false) => Turn::Other,
    }
}

/// A demand that is made or not.
pub(super) fn flag(was: bool, is: bool) -> Turn {
    turn(was || !is, is || !was)
}

/// A demand that cannot be weighed against another of its kind.
pub(super) fn demand(was: Option<&Value>, is: Option<&Value>) -> Turn {
    turn(is.is_none() || was == is, was.is_none() || was == is)
}

/// A least count; none is zero.
pub(super) fn least(was: Option<&Value>, is: Option<&Value>) -> Turn {
    let zero = Value::from(0);
    by_order(order(is.unwrap_or(&zero), was.unwrap_or(&zero)))
}

/// A greatest count; none is endless.
pub(super) fn most(was: Option<&Value>, is: Option<&Value>) -> Turn {
    match (was, is) {
        (Some(was), Some(is)) => by_order(order(was, is)),
        _ => demand(was, is),
    }
}

/// What is a multiple of ten is one of five.
pub(super) fn multiple(was: Option<&Value>, is: Option<&Value>) -> Turn {
    let whole = |value: &Value| value.as_number().and_then(whole).filter(|whole| *whole > 0);
    match (was.and_then(whole), is.and_then(whole)) {
        (Some(was), Some(is)) => turn(was % is == 0, is % was == 0),
        _ => demand(was, is),
    }
}

/// From how much the new demand exceeds the old.
fn by_order(excess: Option<Ordering>) -> Turn {
    match excess {
        Some(Ordering::Less) => Turn::Wider,
        Some(Ordering::Equal) => Turn::Same,
        Some(Ordering::Greater) => Turn::Narrower,
        None => Turn::Other,
    }
}

/// The tighter of an inclusive and an exclusive bound.
pub(super) struct Bound<'a> {
    pub(super) keyword: &'a str,
    pub(super) value: &'a Number,
    exclusive: bool,
    lower: bool,
}

impl<'a> Bound<'a> {
    pub(super) fn of(spot: &Spot<'a>, [inclusive, exclusive]: [&'a str; 2]) -> Option<Self> {
        let read = |keyword: &'a str, exclusive| {
            let value = spot.get(keyword)?.as_number()?;
            Some(Self { keyword, value, exclusive, lower: inclusive == "minimum" })
        };
        match (read(inclusive, false), read(exclusive, true)) {
            (Some(one), Some(other)) if one.excess(&other) == Ordering::Greater => Some(one),
            (one, other) => other.or(one),
        }
    }

    /// How the bound has turned, if it has.
    pub(super) fn turn(was: Option<&Self>, is: Option<&Self>) -> Option<Turn> {
        match (was, is) {
            (Some(was), Some(is)) => {
                let excess = is.excess(was);
                excess.is_ne().then(|| by_order(Some(excess)))
            }
            (None, Some(_)) => Some(Turn::Narrower),
            (Some(_), None) => Some(Turn::Wider),
            (None, None) => None,
        }
    }

    fn excess(&self, other: &Self) -> Ordering {
        let order = number_order(self.value, other.value).unwrap_or(Ordering::Greater);
        let order = if self.lower { order } else { order.reverse() };
        order.then(self.exclusive.cmp(&other.exclusive))
    }
}

fn order(one: &Value, other: &Value) -> Option<Ordering> {
    number_order(one.as_number()?, other.as_number()?)
}

/// Exact also where floating point is not.
fn number_order(one: &Number, other: &Number) -> Option<Ordering> {
    match (whole(one), whole(other)) {
        (Some(one), Some(other)) => Some(one.cmp(&other)),
        _ => one.as_f64()?.partial_cmp(&other.as_f64()?),
    }
}

/// A number without a fraction, unless it is enormous.
fn whole(number: &Number) -> Option<i128> {
    let integer = number.as_i64().map(i128::from).or(number.as_u64().map(i128::from));
    let fits = |float: &f64| float.fract() == 0.0 && float.abs() < 1e30;
    integer.or_else(|| number.as_f64().filter(fits).map(|float| float as i128))
}

/// Collects every key inside a value and counts the values.
pub(super) fn keys_in<'v>(value: &'v Value, keys: &mut HashSet<&'v str>) -> usize {
    match value {
        Value::Object(map) => {
            keys.extend(map.keys().map(String::as_str));
            1 + map.values().map(|value| keys_in(value, keys)).sum::<usize>()
        }
        Value::Array(items) => 1 + items.iter().map(|value| keys_in(value, keys)).sum::<usize>(),
        _ => 1,
    }
}

/// Counts the values that a value is made of.
pub(super) fn nodes(value: &Value) -> usize {
    keys_in(value, &mut HashSet::new())
}
