//! Stage 4: whether a person agrees.

use std::sync::Arc;
use std::time::Duration;

use tokio_util::sync::CancellationToken;
use toolcrib_core::{Caller, ErrorType, ToolError, ValidCall};

use super::Runtime;
use super::run::{cancelled, or_cancelled};
use crate::approval::{Question, Verdict};
use crate::panics::caught_future;
use crate::registry::Entry;
use crate::turn::Turn;

/// What an approval has to do with, beside the call itself.
pub(super) struct Asked<'a> {
    pub(super) call_id: &'a Arc<str>,
    pub(super) approval: Option<&'a Arc<str>>,
    pub(super) turn: Option<&'a Turn>,
    pub(super) patience: Duration,
    pub(super) dry_run: bool,
}

impl Runtime {
    pub(super) async fn confirm(
        &self,
        caller: &Caller,
        tool: &Entry,
        call: &ValidCall,
        asked: Asked<'_>,
        cancel: Option<&CancellationToken>,
    ) -> Result<Option<Arc<str>>, ToolError> {
        let spec = tool.spec();
        if !spec.requires_confirmation {
            return Ok(None);
        }
        let Asked { call_id, approval, turn, patience, dry_run } = asked;
        let question = Question { caller, tool, call, call_id, approval, turn, patience };
        let approver = &self.0.approver;
        // A dry run disturbs nobody.
        let asked = if dry_run { approver.look(question) } else { approver.ask(question) };
        let asked = caught_future(asked);
        let verdict = or_cancelled(asked, cancel).await.ok_or_else(|| cancelled(spec))?;
        match verdict.unwrap_or(Verdict::Unattended) {
            Verdict::Approved => Ok(None),
            Verdict::ApprovedAs(id) => Ok((!dry_run).then_some(id)),
            Verdict::Denied(why) => {
                let why = format!("the user did not approve it: {why}");
                Err(required(&spec.tool_id, &why).because("DENIED"))
            }
            Verdict::Unattended => {
                let why = "a person must approve it, and nobody could be asked";
                Err(required(&spec.tool_id, why).because("UNATTENDED"))
            }
            Verdict::Held(request, why) => {
                let why = why.unwrap_or_else(|| "a person must approve it first".to_owned());
                Err(required(&spec.tool_id, &why).because("HELD").asking(request))
            }
            Verdict::WouldAsk(why) => {
                let why = why.unwrap_or_else(|| "a person would be asked to approve it".to_owned());
                Err(required(&spec.tool_id, &why))
            }
        }
    }
}

fn required(tool_id: &str, why: &str) -> ToolError {
    let message = format!("`{tool_id}` was not called: {why}.");
    ToolError::new(ErrorType::ConfirmationRequired, message).by_rule("confirmation")
}
