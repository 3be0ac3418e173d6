//! Who may call what.
//!
//! The runtime asks a [`Policy`] before anything else looks at a call. What
//! follows from a tool's own spec (enabled, allowed modes) the runtime checks
//! itself, whatever the policy says.

use std::sync::Arc;

use serde_json::{Map, Value};
use toolcrib_core::{CallRequest, Caller, ToolError};

use crate::registry::{Broken, Entry};
use crate::rules::Rules;

/// Decides which calls may run. A rule that cannot be evaluated must deny.
pub trait Policy: Send + Sync + 'static {
    /// Whether a caller may know that a tool exists.
    fn sees(&self, caller: &Caller, tool: &Entry) -> bool;

    /// Whether a caller may know of a tool that nobody can call, and why not.
    fn sees_broken(&self, _caller: &Caller, _tool: &Broken) -> bool {
        true
    }

    /// The version of a tool that a caller works with, where that is not the
    /// present one. The caller sees the tool, or there is no present one.
    fn pinned(&self, _caller: &Caller, _tool_id: &str) -> Option<Arc<Entry>> {
        None
    }

    /// Whether a caller may make this call, and under which settings.
    fn admit(
        &self,
        caller: &Caller,
        tool: &Entry,
        request: &CallRequest,
    ) -> Result<Admission, ToolError>;
}

/// The terms under which a call is let in.
#[derive(Clone, Debug, Default)]
pub struct Admission {
    /// The agent's settings for this tool.
    pub config: Option<Arc<Map<String, Value>>>,
    /// The rules that hold for it, where they are not the runtime's own.
    pub rules: Option<Rules>,
    /// What let it in, for the record.
    pub rule: Option<&'static str>,
}

/// Everybody may call everything: the policy of a program that embeds the
/// library for itself.
#[derive(Clone, Copy, Debug, Default)]
pub struct OpenPolicy;

impl Policy for OpenPolicy {
    fn sees(&self, _: &Caller, _: &Entry) -> bool {
        true
    }

    fn admit(&self, _: &Caller, _: &Entry, _: &CallRequest) -> Result<Admission, ToolError> {
        Ok(Admission::default())
    }
}
