//! Stage 6: whether the answer is what the tool promises.

use toolcrib_core::limits::{Excess, measure};
use toolcrib_core::{Answer, ErrorType, Fault, Intent, Limits, Spec, ToolError};

use crate::registry::Entry;

/// Holds an answer to the tool's promise and adds what was left out on the way.
/// Also says how many bytes it has.
pub(super) fn check(
    entry: &Entry,
    mut answer: Answer,
    mut warnings: Vec<Fault>,
) -> Result<(Answer, u64), ToolError> {
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
    bound_faults(&mut warnings, limits.faults_max);
    answer.warnings = warnings;
    bound_intents(&mut answer.intents, limits.faults_max);
    let bytes = u64::try_from(limits.answer_bytes_max - left).unwrap_or(u64::MAX);
    Ok((answer, bytes))
}

/// Holds a handler's error to what a handler may say.
pub(super) fn check_error(spec: &Spec, mut error: ToolError, is_late: bool) -> ToolError {
    if error.kind == ErrorType::Timeout && is_late {
        error.retryable = spec.repeatable();
        error.partial_side_effects |= spec.writes();
        return after_run(spec, error);
    }
    if error.kind.is_for_handlers() {
        return after_run(spec, error);
    }
    let claim = format!("claimed {}, which is not a handler's to say", error.kind);
    let mut judged = broken(spec, claim);
    judged.source = error.source;
    judged.intents = error.intents;
    judged
}

/// Bytes of a text that a handler may put into an outcome beside its data.
const TEXT_BYTES_MAX: usize = 8 * 1024;

fn bound_text(text: &mut String) {
    if text.len() > TEXT_BYTES_MAX {
        text.truncate(text.floor_char_boundary(TEXT_BYTES_MAX));
        text.push('…');
    }
}

fn bound_faults(faults: &mut Vec<Fault>, faults_max: usize) {
    let more = faults.len().saturating_sub(faults_max);
    faults.truncate(faults_max);
    for fault in faults.iter_mut() {
        for text in [&mut fault.pointer, &mut fault.message, &mut fault.expected] {
            bound_text(text);
        }
    }
    if more > 0 {
        faults.push(Fault::at("", format!("{more} more were left out")));
    }
}

fn bound_intents(intents: &mut Vec<Intent>, intents_max: usize) {
    intents.truncate(intents_max);
    for intent in intents {
        match intent {
            Intent::SetPendingMessage { message } => bound_text(message),
            Intent::SwitchAgent { agent_id } => bound_text(agent_id),
            _ => {}
        }
    }
}

/// Adds what is true of every failure once the handler has started.
pub(super) fn after_run(spec: &Spec, mut error: ToolError) -> ToolError {
    bound_text(&mut error.message);
    bound_faults(&mut error.details, Limits::DEFAULT.faults_max);
    bound_intents(&mut error.intents, Limits::DEFAULT.faults_max);
    let unexpected = error.kind == ErrorType::Internal;
    error.partial_side_effects |= unexpected && spec.writes();
    error.idempotency_required = !spec.repeatable();
    error
}

fn broken(spec: &Spec, what: String) -> ToolError {
    after_run(spec, ToolError::internal(format!("`{}` {what}.", spec.tool_id)))
}
