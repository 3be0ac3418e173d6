//! Stage 2: whether this caller may make this call.

use toolcrib_core::{CallRequest, Caller, ErrorType, ToolError};

use super::Runtime;
use crate::panics::{Panicked, caught};
use crate::policy::Admission;
use crate::registry::Entry;

impl Runtime {
    pub(super) fn admit(
        &self,
        caller: &Caller,
        entry: &Entry,
        request: &CallRequest,
    ) -> Result<Admission, ToolError> {
        let spec = entry.spec();
        if !spec.enabled {
            let message = format!("`{}` is switched off.", spec.tool_id);
            return Err(ToolError::new(ErrorType::Disabled, message));
        }
        if !spec.allowed_modes.contains(&request.mode) {
            let message = format!("`{}` may not be called in {} mode.", spec.tool_id, request.mode);
            return Err(ToolError::new(ErrorType::ModeRestricted, message));
        }
        // A rule that cannot be evaluated denies.
        caught(|| self.0.policy.admit(caller, entry, request)).unwrap_or_else(|Panicked| {
            let message = format!("A rule about `{}` could not be evaluated.", spec.tool_id);
            Err(ToolError::new(ErrorType::PermissionDenied, message))
        })
    }

    /// Whether the caller may know of a tool; not if the rule cannot tell.
    pub(super) fn sees(&self, caller: &Caller, entry: &Entry) -> bool {
        caught(|| self.0.policy.sees(caller, entry)).unwrap_or(false)
    }
}
