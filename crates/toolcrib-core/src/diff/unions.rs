//! Alternatives and parts: `anyOf`, `oneOf`, `allOf`.
//!
//! Branches that are the same in both are paired wherever they stand; those
//! that are left are paired in their order, and then some are new or gone.

use std::collections::HashMap;

use serde_json::Value;

use super::changes::quoted;
use super::document::Spot;
use super::schema::Work;
use super::view::{Side, Turn, View};

impl<'a> Work<'a> {
    /// The branches are looked at as `inner` says, the list of them as `side`.
    pub(super) fn union(
        &mut self,
        keyword: &str,
        old: &Spot<'a>,
        new: &Spot<'a>,
        side: Side,
        inner: View,
    ) {
        let (was, is) = (branches(old, keyword), branches(new, keyword));
        let inner_side = inner.side;
        let inner = match keyword {
            "allOf" => inner,
            "anyOf" => inner.unfilled(),
            // Of one that takes more, another may now take the same.
            _ => inner.exact(),
        };
        // Without the keyword there is no demand: the first branch makes one.
        let (fewer, more) = match keyword {
            "allOf" => (Turn::Wider, Turn::Narrower),
            "anyOf" if was.is_empty() => (Turn::Narrower, Turn::Narrower),
            "anyOf" if is.is_empty() => (Turn::Wider, Turn::Wider),
            "anyOf" => (Turn::Narrower, Turn::Wider),
            _ => (Turn::Other, Turn::Other),
        };
        // Another alternative never hides a property; all else may.
        let both = !was.is_empty() && !is.is_empty();
        let side = if keyword == "anyOf" && both { side } else { inner_side };
        let mut left = Vec::new();
        let places: HashMap<&Value, usize> =
            is.iter().enumerate().map(|(at, one)| (*one, at)).collect();
        let mut taken = vec![false; is.len()];
        let branch =
            |spot: &Spot<'a>, index: usize, schema| spot.among(keyword, &index.to_string(), schema);
        for (index, schema) in was.into_iter().enumerate() {
            match places.get(schema) {
                Some(&place) if !taken[place] => {
                    taken[place] = true;
                    self.compare(branch(old, index, schema), branch(new, place, is[place]), inner);
                }
                _ => left.push(branch(old, index, schema)),
            }
        }
        let mut left = left.into_iter();
        for (index, schema) in is.into_iter().enumerate().filter(|(index, _)| !taken[*index]) {
            let here = branch(new, index, schema);
            match left.next() {
                Some(was) => self.compare(was, here, inner),
                None => self.told(&here.at, side, more, || format!("is new: {}", quoted(schema))),
            }
        }
        for gone in left {
            self.told(&gone.at, side, fewer, || format!("is gone: was {}", quoted(gone.schema)));
        }
    }
}

fn branches<'a>(spot: &Spot<'a>, keyword: &str) -> Vec<&'a Value> {
    spot.get(keyword).and_then(Value::as_array).into_iter().flatten().collect()
}
