//! The items of lists: those with a place of their own, then the rest.

use serde_json::Value;

use super::changes::quoted;
use super::document::{ANYTHING, Spot};
use super::schema::Work;
use super::view::View;
use crate::pointer::child;

/// What a schema says of the items of a list.
struct Items<'a> {
    /// The keyword of the items with a place of their own, and their schemas.
    first: &'static str,
    places: &'a [Value],
    /// The same of all others.
    other: &'static str,
    rest: &'a Value,
}

impl<'a> Work<'a> {
    pub(super) fn items(&mut self, old: &Spot<'a>, new: &Spot<'a>, view: View) {
        let (was, is) = (Items::of(old), Items::of(new));
        for index in 0..was.places.len().max(is.places.len()) {
            let (old_item, new_item) = (was.place(old, index), is.place(new, index));
            if index < was.places.len() && index < is.places.len() {
                self.compare(old_item, new_item, view.unfilled());
                continue;
            }
            let keyword = if is.places.is_empty() { was.first } else { is.first };
            let at = child(&child(&new.at, keyword), &index.to_string());
            let fact = || match is.places.get(index) {
                Some(schema) => format!("is new: {}", quoted(schema)),
                None => "is gone: it is an item like all others".to_owned(),
            };
            self.replaced(&at, old_item, new_item, view.unfilled(), fact);
        }
        // Defaults are filled in behind `items`, and behind nothing else here.
        let filled = |items: &Items<'a>| items.other == "items";
        let view = View {
            filled_old: view.filled_old && filled(&was),
            filled_new: view.filled_new && filled(&is),
            ..view
        };
        self.compare(old.under(was.other, was.rest), new.under(is.other, is.rest), view);
    }
}

impl<'a> Items<'a> {
    fn of(spot: &Spot<'a>) -> Self {
        // Before 2020-12 a list behind `items` gave each item its place.
        let (first, places, other) = match spot.get("items") {
            Some(Value::Array(places)) => ("items", places.as_slice(), "additionalItems"),
            _ => {
                let places = spot.get("prefixItems").and_then(Value::as_array);
                ("prefixItems", places.map_or(&[][..], Vec::as_slice), "items")
            }
        };
        Self { first, places, other, rest: spot.get(other).unwrap_or(&ANYTHING) }
    }

    fn place(&self, spot: &Spot<'a>, index: usize) -> Spot<'a> {
        match self.places.get(index) {
            Some(schema) => spot.among(self.first, &index.to_string(), schema),
            None => spot.under(self.other, self.rest),
        }
    }
}
