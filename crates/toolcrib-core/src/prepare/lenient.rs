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
    for _ in 0..ROUNDS_MAX {
        let invalid = invalid_items(tool, arguments, warnings);
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
        }
    }
}

fn invalid_items(
    tool: &CompiledSpec,
    arguments: &Value,
    warnings: &mut Vec<Fault>,
) -> BTreeMap<String, BTreeSet<usize>> {
    let mut invalid: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
    for error in tool.parameters.iter_errors(arguments).take(ERRORS_MAX) {
        let pointer = error.instance_path().to_string();
        if let Some((list, index)) = tool.shape.lenient_item(&pointer) {
            invalid.entry(list.to_owned()).or_default().insert(index);
            for fault in words::faults(&error, Some(&tool.shape)) {
                let message = format!("{}; the item was left out", fault.message);
                warnings.push(Fault { message, ..fault });
            }
        }
    }
    invalid
}
