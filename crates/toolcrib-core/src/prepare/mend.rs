//! Mends arguments that do not fit, guided by what the validator says.
//!
//! The validator names each place that does not fit and what was wanted there;
//! only those places are touched. So a value that fits can never be changed,
//! and references, unions and conditions need no second reading of the schema.

use std::collections::HashSet;

use jsonschema::error::ValidationErrorKind as Kind;
use serde_json::Value;

use super::{Repair, coerce, lenient, words};
use crate::compiled::CompiledSpec;
use crate::error::Fault;
use crate::pointer;
use crate::spec::UnknownArguments;

/// Validator errors looked at in one go.
pub(super) const ERRORS_MAX: usize = 10_000;

/// What is still wrong: the first faults, and how many there are.
pub(super) struct Faults {
    pub(super) shown: Vec<Fault>,
    pub(super) count: usize,
}

/// Mends the arguments in place; on failure says what is left.
pub(super) fn mend(
    tool: &CompiledSpec,
    arguments: &mut Value,
    repairs: &mut Vec<Repair>,
    warnings: &mut Vec<Fault>,
) -> Result<(), Faults> {
    if tool.spec().coerce {
        coerce::coerce(&tool.parameters, arguments, repairs);
    }
    drop_unknown(tool, arguments, warnings);
    if let Value::Object(map) = arguments {
        // What came out of a string may have gaps of its own.
        tool.shape.apply_defaults(map);
    }
    lenient::drop_invalid_items(tool, arguments, warnings);
    let faults = faults(tool, arguments);
    if faults.count == 0 { Ok(()) } else { Err(faults) }
}

fn faults(tool: &CompiledSpec, arguments: &Value) -> Faults {
    let most = tool.limits().faults_max;
    let mut faults = Faults { shown: Vec::new(), count: 0 };
    let mut misplaced = Vec::new();
    for error in tool.parameters.iter_errors(arguments).take(ERRORS_MAX) {
        match error.kind() {
            // A part that does not fit has evaluated none of its properties, so
            // they are all called unknown; the fault is elsewhere.
            Kind::UnevaluatedProperties { unexpected } if error.instance_path().is_empty() => {
                let (known, unknown): (Vec<_>, Vec<_>) =
                    unexpected.iter().partition(|name| tool.shape.declares(name));
                misplaced.extend(known.into_iter().cloned());
                faults.count += unknown.len();
                let unknown = unknown.into_iter().take(most.saturating_sub(faults.shown.len()));
                faults
                    .shown
                    .extend(unknown.map(|name| words::unknown("", name, Some(&tool.shape))));
                continue;
            }
            Kind::AdditionalProperties { unexpected } => faults.count += unexpected.len(),
            _ => faults.count += 1,
        }
        let room = most.saturating_sub(faults.shown.len());
        if room > 0 {
            faults.shown.extend(words::faults(&error, Some(&tool.shape), room));
        }
    }
    if faults.count == 0 {
        faults.count = misplaced.len();
        faults.shown.extend(misplaced.into_iter().take(most).map(|name| {
            Fault::at(pointer::child("", &name), "is not allowed together with what else was sent")
        }));
    }
    faults.shown.sort_by(|a, b| a.pointer.cmp(&b.pointer));
    faults
}

/// Leaves out arguments that nobody declared, where the tool wants that.
fn drop_unknown(tool: &CompiledSpec, arguments: &mut Value, warnings: &mut Vec<Fault>) {
    if tool.spec().unknown_arguments != UnknownArguments::Drop || !tool.unknown_is_open {
        return;
    }
    let unknown: HashSet<String> = tool
        .parameters
        .iter_errors(arguments)
        .take(ERRORS_MAX)
        .filter(|error| error.instance_path().is_empty())
        .flat_map(|error| match error.kind() {
            Kind::AdditionalProperties { unexpected }
            | Kind::UnevaluatedProperties { unexpected } => unexpected.clone(),
            _ => Vec::new(),
        })
        .filter(|name| !tool.shape.declares(name))
        .collect();
    let Value::Object(map) = arguments else { return };
    let expected = words::parameter_list(&tool.shape);
    map.retain(|name, _| {
        let dropped = unknown.contains(name);
        if dropped && warnings.len() <= tool.limits().faults_max {
            let what = "is not a parameter of this tool and was left out";
            warnings.push(Fault::at(pointer::child("", name), what).expecting(&*expected));
        }
        !dropped
    });
}
