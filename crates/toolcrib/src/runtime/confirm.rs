//! Stage 4: whether a person agrees.

use tokio_util::sync::CancellationToken;
use toolcrib_core::{Caller, ErrorType, ToolError, ValidCall};

use super::Runtime;
use super::run::{cancelled, or_cancelled};
use super::trail::Trail;
use crate::approval::{Question, Verdict};
use crate::panics::caught_future;
use crate::registry::Entry;

impl Runtime {
    pub(super) async fn confirm(
        &self,
        caller: &Caller,
        tool: &Entry,
        call: &ValidCall,
        trail: &Trail,
        cancel: Option<&CancellationToken>,
    ) -> Result<(), ToolError> {
        let spec = tool.spec();
        if !spec.requires_confirmation {
            return Ok(());
        }
        if trail.ends_here() {
            // A dry run disturbs nobody.
            return Err(required(&spec.tool_id, "a person would be asked to approve it"));
        }
        let question = Question { caller, tool, call };
        let asked = caught_future(self.0.approver.ask(question));
        let verdict = or_cancelled(asked, cancel).await.ok_or_else(|| cancelled(spec))?;
        match verdict.unwrap_or(Verdict::Unattended) {
            Verdict::Approved => Ok(()),
            Verdict::Denied(why) => {
                Err(required(&spec.tool_id, &format!("the user did not approve it: {why}")))
            }
            Verdict::Unattended => {
                Err(required(&spec.tool_id, "a person must approve it, and nobody could be asked"))
            }
        }
    }
}

fn required(tool_id: &str, why: &str) -> ToolError {
    let message = format!("`{tool_id}` was not called: {why}.");
    ToolError::new(ErrorType::ConfirmationRequired, message)
}
