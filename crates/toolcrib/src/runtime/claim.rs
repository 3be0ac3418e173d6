//! Stage 2, for calls with an idempotency key: whether this was asked before.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use toolcrib_core::{CallRequest, Caller, ErrorType, Fault, Outcome, ToolError};

use super::Runtime;
use super::run::{cancelled, or_cancelled};
use super::ticket::Ticket;
use crate::idempotency::{Claim, Claimed, Idempotency, KEY_BYTES_MAX, fingerprint};
use crate::panics::caught_future;
use crate::registry::Entry;

/// How long after its deadline a call may still have its key.
const SLACK: Duration = Duration::from_secs(30);

/// How long a call waits for the first with its key, before it looks again.
const PAUSES: [Duration; 2] = [Duration::from_millis(20), Duration::from_millis(500)];

/// A key that a call has; dropped with a call that never came to its handler,
/// it is free again.
pub(super) struct Claiming<'a> {
    keys: &'a dyn Idempotency,
    claim: Claim,
    is_open: bool,
}

impl Runtime {
    /// Takes the key for this call, or what came of it if it was made before.
    pub(super) async fn claim<'a>(
        &'a self,
        caller: &Caller,
        entry: &Entry,
        request: &CallRequest,
        ticket: &mut Ticket<'a>,
        cancel: Option<&CancellationToken>,
    ) -> Result<(), ToolError> {
        let Some(key) = &request.idempotency_key else { return Ok(()) };
        check(key)?;
        let spec = entry.spec();
        let timeout = Duration::from_millis(spec.timeout_ms);
        let claim = Claim {
            workspace: Arc::clone(&caller.workspace),
            key: Arc::clone(key),
            fingerprint: fingerprint(&spec.tool_id, caller, &request.arguments),
            call_id: Arc::clone(ticket.call_id()),
            writes: spec.writes(),
            lease: timeout + SLACK,
        };
        let keys = &*self.0.keys;
        let (until, mut pause) = (Instant::now() + timeout, PAUSES[0]);
        loop {
            // A dry run takes nothing.
            let claimed = if request.dry_run { keys.look(&claim) } else { keys.claim(&claim) };
            let claimed = caught_future(claimed).await;
            let claimed = claimed.unwrap_or_else(|_| Err("it panicked".into()));
            match claimed.map_err(unknown)? {
                Claimed::First if request.dry_run => return Ok(()),
                Claimed::Done(_) if request.dry_run => return Err(made(key)),
                Claimed::Running if request.dry_run => return Err(running(key)),
                Claimed::First => {
                    ticket.keep_claim(Claiming { keys, claim, is_open: true });
                    return Ok(());
                }
                Claimed::Done(outcome) => {
                    ticket.replay(*outcome);
                    return Ok(());
                }
                Claimed::Taken => return Err(taken(key)),
                Claimed::Lost => return Err(lost(key)),
                Claimed::Running if Instant::now() + pause >= until => return Err(running(key)),
                Claimed::Running => {
                    let rest = tokio::time::sleep(pause);
                    or_cancelled(rest, cancel).await.ok_or_else(|| cancelled(spec))?;
                    pause = (pause * 2).min(PAUSES[1]);
                }
            }
        }
    }
}

impl Claiming<'_> {
    /// The handler is about to start: from now on the key is used.
    pub(super) fn hold_on(&mut self) {
        self.is_open = false;
    }

    /// Keeps what came of the call, or gives the key back if nothing did.
    pub(super) async fn settle(mut self, outcome: Outcome) -> Outcome {
        self.is_open = false;
        let error = outcome.error();
        // A writer that is not idempotent may have written, whatever it says.
        let may_repeat = error.is_some_and(|error| {
            error.retryable && !error.partial_side_effects && !error.idempotency_required
        });
        let kept = (outcome.meta.attempts > 0 && !may_repeat).then_some(&outcome);
        match self.keys.settle(&self.claim, kept).await {
            Ok(()) => outcome,
            Err(error) => {
                tracing::error!(
                    error = &*error,
                    call_id = &*self.claim.call_id,
                    "a key was not kept"
                );
                let message = "The call ended, but its outcome could not be kept under its \
                               idempotency key.";
                let error = ToolError::internal(message).caused_by(error);
                let wrote = self.claim.writes && outcome.meta.attempts > 0;
                let result = Err(ToolError { partial_side_effects: wrote, ..error });
                Outcome { result, ..outcome }
            }
        }
    }
}

impl Drop for Claiming<'_> {
    fn drop(&mut self) {
        if self.is_open {
            self.keys.give_back(&self.claim);
        }
    }
}

fn check(key: &str) -> Result<(), ToolError> {
    if !key.is_empty() && key.len() <= KEY_BYTES_MAX && !key.contains('\0') {
        return Ok(());
    }
    let fault = Fault::at("", "the idempotency key is empty, too long or has a NUL in it");
    let expected = format!("1 to {KEY_BYTES_MAX} bytes of text");
    let message = format!("An idempotency key has {expected}.");
    Err(ToolError::validation(message, vec![fault.expecting(expected)]).by_rule("idempotency"))
}

fn conflict(message: String, reason: &'static str) -> ToolError {
    ToolError::new(ErrorType::Conflict, message).because(reason).by_rule("idempotency")
}

fn taken(key: &str) -> ToolError {
    conflict(
        format!(
            "The idempotency key `{key}` was used for another call: another tool, agent or other \
             arguments. Take a new key for a new call."
        ),
        "IDEMPOTENCY_KEY_REUSED",
    )
}

/// For a dry run: the call itself would be answered.
fn made(key: &str) -> ToolError {
    let message = format!(
        "A call with the idempotency key `{key}` was made: it would not be made again, and this \
         one would get its outcome."
    );
    conflict(message, "ALREADY_MADE")
}

fn running(key: &str) -> ToolError {
    let message = format!("The first call with the idempotency key `{key}` is still running.");
    ToolError { retryable: true, ..conflict(message, "STILL_RUNNING") }
}

fn lost(key: &str) -> ToolError {
    let message = format!(
        "A call with the idempotency key `{key}` was begun, and how it ended is not known: it may \
         have done its work. Find out before you make it again with a new key."
    );
    conflict(message, "OUTCOME_UNKNOWN").with_partial_side_effects()
}

fn unknown(error: toolcrib_core::error::BoxError) -> ToolError {
    let message = "The call was not made, because it could not be told whether it was made before.";
    let error = ToolError::internal(message).caused_by(error).by_rule("idempotency");
    ToolError { retryable: true, ..error }
}
