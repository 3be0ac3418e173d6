//! Mends arguments that do not fit, guided by what the validator says.
//!
//! The validator names each place that does not fit and what was wanted there;
//! only those places are touched. So a value that fits can never be changed,
//! and references, unions and conditions need no second reading of the schema.

use jsonschema::error::ValidationErrorKind as Kind;
use serde_json::Value;

use super::{Repair, coerce, lenient, words};
use crate::compiled::CompiledSpec;
use crate::error::Fault;
use crate::pointer;
use crate::spec::UnknownArguments;

/// Validator errors looked at in one go.
pub(super) const ERRORS_MAX: usize = 10_000;

/// Mends the arguments in place; on failure says every fault that is left.
pub(super) fn mend(
    tool: &CompiledSpec,
    arguments: &mut Value,
    repairs: &mut Vec<Repair>,
    warnings: &mut Vec<Fault>,
) -> Result<(), Vec<Fault>> {
    drop_unknown(tool, arguments, warnings);
    if tool.spec().coerce {
        coerce::coerce(&tool.parameters, arguments, repairs);
    }
    if let Value::Object(map) = arguments {
        // What came out of a string may have gaps of its own.
        tool.shape.apply_defaults(map);
    }
    lenient::drop_invalid_items(tool, arguments, warnings);
    let mut faults: Vec<Fault> = tool
        .parameters
        .iter_errors(arguments)
        .take(ERRORS_MAX)
        .flat_map(|error| words::faults(&error, Some(&tool.shape)))
        .collect();
    faults.sort_by(|a, b| a.pointer.cmp(&b.pointer));
    if faults.is_empty() { Ok(()) } else { Err(faults) }
}

/// Leaves out arguments that nobody declared, where the tool wants that.
fn drop_unknown(tool: &CompiledSpec, arguments: &mut Value, warnings: &mut Vec<Fault>) {
    if tool.spec().unknown_arguments != UnknownArguments::Drop || !tool.unknown_is_open {
        return;
    }
    let unknown: Vec<String> = tool
        .parameters
        .iter_errors(arguments)
        .filter(|error| error.instance_path().is_empty())
        .flat_map(|error| match error.kind() {
            Kind::AdditionalProperties { unexpected }
            | Kind::UnevaluatedProperties { unexpected } => unexpected.clone(),
            _ => Vec::new(),
        })
        .collect();
    let Value::Object(map) = arguments else { return };
    for name in unknown {
        map.shift_remove(&name);
        warnings.push(
            Fault::at(
                pointer::child("", &name),
                "is not a parameter of this tool and was left out",
            )
            .expecting(words::parameter_list(&tool.shape)),
        );
    }
}
