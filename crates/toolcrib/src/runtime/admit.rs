//! Stage 2: whether this caller may make this call.

use std::sync::Arc;

use toolcrib_core::{CallRequest, Caller, ErrorType, ToolError};

use super::ticket::Ticket;
use super::{How, Runtime};
use crate::context::Context;
use crate::panics::{Panicked, caught};
use crate::policy::Admission;
use crate::registry::{Broken, Entry};
use crate::rules::Rules;

impl Runtime {
    /// Every rule about a call that needs no look at its arguments.
    pub(super) async fn admit<'a>(
        &'a self,
        caller: &Caller,
        entry: &Entry,
        request: &CallRequest,
        how: &How<'_>,
        ticket: &mut Ticket<'a>,
    ) -> Result<(Admission, Rules), ToolError> {
        let admission = self.allow(caller, entry, request, how)?;
        let rules = admission.rules.unwrap_or(self.0.rules);
        if !rules.allows(request.mode) {
            return Err(wrong_mode(&entry.spec().tool_id, request).by_rule("modes"));
        }
        ticket.keep_rule(admission.rule);
        let cancel = how.within.cancel.as_ref();
        self.claim(caller, entry, request, ticket, cancel).await?;
        // What was done before costs nothing.
        if !ticket.is_replayed() {
            self.charge(caller, entry, request, &rules, how)?;
        }
        Ok((admission, rules))
    }

    /// Whether this caller may make this call at all.
    fn allow(
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
            return Err(ToolError::new(ErrorType::Disabled, message).by_rule("enabled"));
        }
        if !spec.allowed_modes.contains(&request.mode) {
            return Err(wrong_mode(&spec.tool_id, request).by_rule("allowed_modes"));
        }
        // A rule that cannot be evaluated denies.
        caught(|| self.0.policy.admit(caller, entry, request))
            .unwrap_or_else(|Panicked| Err(unevaluated(&spec.tool_id)))
            .map_err(|error| match error.rule() {
                Some(_) => error,
                None => error.by_rule("policy"),
            })
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

fn wrong_mode(tool_id: &str, request: &CallRequest) -> ToolError {
    let message = format!("`{tool_id}` may not be called in {} mode.", request.mode);
    ToolError::new(ErrorType::ModeRestricted, message)
}

fn unevaluated(tool_id: &str) -> ToolError {
    let message = format!("A rule about `{tool_id}` could not be evaluated.");
    ToolError::new(ErrorType::PermissionDenied, message).by_rule("policy")
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
        return Err(ToolError::new(ErrorType::PermissionDenied, message).by_rule("uses"));
    }
    if parent.chain().any(|outer| outer.tool().spec().tool_id == tool_id) {
        let message = format!("`{tool_id}` is already running further out: it would call itself.");
        return Err(ToolError::new(ErrorType::LoopDetected, message).by_rule("nesting"));
    }
    if parent.chain().count() >= DEPTH_MAX {
        let message = format!("Calls may be nested {DEPTH_MAX} deep, and this one is deeper.");
        return Err(ToolError::new(ErrorType::LoopDetected, message).by_rule("nesting"));
    }
    Ok(())
}
