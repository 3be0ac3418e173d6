//! Partial success: a lenient list keeps its valid items.
//!
//! An array with `"x-onInvalid": "drop"` loses the items that do not fit, and
//! each of them is reported; the call goes on with the others.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::mend::ERRORS_MAX;
use super::words;
use crate::compiled::CompiledSpec;
use crate::error::Fault;

/// Lists inside lists that lose items.
const ROUNDS_MAX: usize = 8;

/// Drops every invalid item of a lenient list and says so.
pub(super) fn drop_invalid_items(
    tool: &CompiledSpec,
    arguments: &mut Value,
    warnings: &mut Vec<Fault>,
) {
    let mut removed = Removed::default();
    for _ in 0..ROUNDS_MAX {
        let invalid = invalid_items(tool, arguments, &removed, warnings);
        if invalid.is_empty() {
            return;
        }
        // From the back: a list stands before the lists inside its items, and
        // their places must hold until they have been seen to.
        for (list, indexes) in invalid.into_iter().rev() {
            if let Some(Value::Array(items)) = arguments.pointer_mut(&list) {
                let mut index = 0..;
                items.retain(|_| index.next().is_none_or(|at| !indexes.contains(&at)));
            }
            removed.0.push((list, indexes));
        }
    }
}

fn invalid_items(
    tool: &CompiledSpec,
    arguments: &Value,
    removed: &Removed,
    warnings: &mut Vec<Fault>,
) -> BTreeMap<String, BTreeSet<usize>> {
    let mut invalid: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
    for error in tool.parameters.iter_errors(arguments).take(ERRORS_MAX) {
        let pointer = error.instance_path().to_string();
        let Some((list, index)) = tool.shape.lenient_item(&pointer) else { continue };
        invalid.entry(list.to_owned()).or_default().insert(index);
        if warnings.len() <= tool.limits().faults_max {
            for fault in words::faults(&error, Some(&tool.shape), 1) {
                let message = format!("{}; the item was left out", fault.message);
                let pointer = removed.place_as_sent(&fault.pointer);
                warnings.push(Fault { message, pointer, ..fault });
            }
        }
    }
    invalid
}

/// What was removed, in the order in which it was.
#[derive(Default)]
struct Removed(Vec<(String, BTreeSet<usize>)>);

impl Removed {
    /// Where something stood before anything was removed.
    fn place_as_sent(&self, pointer: &str) -> String {
        let mut place = pointer.to_owned();
        for (list, indexes) in self.0.iter().rev() {
            let Some(rest) = place.strip_prefix(list.as_str()).and_then(|r| r.strip_prefix('/'))
            else {
                continue;
            };
            let (index, below) = rest.split_once('/').map_or((rest, None), |(i, b)| (i, Some(b)));
            if let Ok(index) = index.parse::<usize>()
                && let Some(sent) = (0..).filter(|at| !indexes.contains(at)).nth(index)
            {
                let below = below.map_or_else(String::new, |below| format!("/{below}"));
                place = format!("{list}/{sent}{below}");
            }
        }
        place
    }
}
