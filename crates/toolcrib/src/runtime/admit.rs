//! Stage 2: whether this caller may make this call.

use std::sync::Arc;

use toolcrib_core::{CallRequest, Caller, ErrorType, ToolError};

use super::{How, Runtime};
use crate::context::Context;
use crate::panics::{Panicked, caught};
use crate::policy::Admission;
use crate::registry::{Broken, Entry};

impl Runtime {
    pub(super) fn admit(
        &self,
        caller: &Caller,
        entry: &Entry,
        request: &CallRequest,
        how: &How<'_>,
    ) -> Result<Admission, ToolError> {
        let spec = entry.spec();
        if let Some(parent) = how.parent {
            admit_inside(parent, &spec.tool_id)?;
        }
        if !spec.enabled {
            let message = format!("`{}` is switched off.", spec.tool_id);
            return Err(ToolError::new(ErrorType::Disabled, message));
        }
        if !spec.allowed_modes.contains(&request.mode) {
            let message = format!("`{}` may not be called in {} mode.", spec.tool_id, request.mode);
            return Err(ToolError::new(ErrorType::ModeRestricted, message));
        }
        // A rule that cannot be evaluated denies.
        let admission = caught(|| self.0.policy.admit(caller, entry, request))
            .unwrap_or_else(|Panicked| Err(unevaluated(&spec.tool_id)))?;
        if let Some(turn) = how.within.turn.as_ref().filter(|_| !request.dry_run) {
            turn.spend(spec)?;
        }
        Ok(admission)
    }

    /// The version of a tool that the caller works with, if that is a certain one.
    pub(super) fn pinned(
        &self,
        caller: &Caller,
        tool_id: &str,
    ) -> Result<Option<Arc<Entry>>, ToolError> {
        // Another version than the one it was pinned to must not serve.
        caught(|| self.0.policy.pinned(caller, tool_id)).map_err(|Panicked| unevaluated(tool_id))
    }

    /// Whether the caller may know of a tool; not if the rule cannot tell.
    pub(super) fn sees(&self, caller: &Caller, entry: &Entry) -> bool {
        caught(|| self.0.policy.sees(caller, entry)).unwrap_or(false)
    }

    /// The same of a tool that nobody can call.
    pub(super) fn sees_broken(&self, caller: &Caller, broken: &Broken) -> bool {
        caught(|| self.0.policy.sees_broken(caller, broken)).unwrap_or(false)
    }
}

fn unevaluated(tool_id: &str) -> ToolError {
    let message = format!("A rule about `{tool_id}` could not be evaluated.");
    ToolError::new(ErrorType::PermissionDenied, message)
}

/// How deep calls may be nested in each other.
const DEPTH_MAX: usize = 3;

/// Whether the handler of one tool may call another.
fn admit_inside(parent: &Context, tool_id: &str) -> Result<(), ToolError> {
    let outer = parent.tool().spec();
    if !outer.uses.iter().any(|used| used == tool_id) {
        let message = format!(
            "`{}` may not call `{tool_id}`: its manifest does not list it in `uses`.",
            outer.tool_id
        );
        return Err(ToolError::new(ErrorType::PermissionDenied, message));
    }
    if parent.chain().any(|outer| outer.tool().spec().tool_id == tool_id) {
        let message = format!("`{tool_id}` is already running further out: it would call itself.");
        return Err(ToolError::new(ErrorType::LoopDetected, message));
    }
    if parent.chain().count() >= DEPTH_MAX {
        let message = format!("Calls may be nested {DEPTH_MAX} deep, and this one is deeper.");
        return Err(ToolError::new(ErrorType::LoopDetected, message));
    }
    Ok(())
}
