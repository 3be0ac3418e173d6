//! Stage 6: whether the answer is what the tool promises.

use toolcrib_core::limits::{Excess, measure};
use toolcrib_core::{Answer, Fault, Spec, ToolError};

use crate::registry::Entry;

/// Holds an answer to the tool's promise and adds what was left out on the way.
pub(super) fn check(
    entry: &Entry,
    mut answer: Answer,
    mut warnings: Vec<Fault>,
) -> Result<Answer, ToolError> {
    let spec = entry.spec();
    let limits = entry.compiled().limits();
    let mut left = limits.answer_bytes_max;
    measure(&answer.data, limits.answer_depth_max, &mut left).map_err(|excess| match excess {
        Excess::Bytes => {
            broken(spec, format!("answered with more than {} bytes", limits.answer_bytes_max))
        }
        Excess::Depth => {
            let depth = limits.answer_depth_max;
            broken(spec, format!("answered with JSON nested more than {depth} levels deep"))
        }
    })?;
    entry.compiled().check_output(&answer.data).map_err(|error| after_run(spec, error))?;
    warnings.append(&mut answer.warnings);
    answer.warnings = warnings;
    Ok(answer)
}

/// Holds a handler's error to what a handler may say.
pub(super) fn check_error(spec: &Spec, error: ToolError) -> ToolError {
    if error.kind.is_for_handlers() {
        return after_run(spec, error);
    }
    let claim = format!("claimed {}, which is not a handler's to say", error.kind);
    let mut judged = broken(spec, claim);
    judged.source = error.source;
    judged.intents = error.intents;
    judged
}

/// Adds what is true of every failure once the handler has started.
pub(super) fn after_run(spec: &Spec, mut error: ToolError) -> ToolError {
    let unexpected = error.kind == toolcrib_core::ErrorType::Internal;
    error.partial_side_effects |= unexpected && spec.writes();
    error.idempotency_required = !spec.repeatable();
    error
}

fn broken(spec: &Spec, what: String) -> ToolError {
    after_run(spec, ToolError::internal(format!("`{}` {what}.", spec.tool_id)))
}
