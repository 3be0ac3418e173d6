//! Stage 5: the handler, under a deadline it cannot move.
//!
//! The handler runs as a task of its own; one that says it is quick is tried
//! before that. A panic ends the task and nothing else; a handler that blocks
//! its thread still cannot keep the caller waiting;
//! when the deadline passes or the caller goes away the task is aborted, the
//! context says so, and the permit goes back.

use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use tokio::task::{JoinError, JoinHandle};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use toolcrib_core::{Answer, Caller, ErrorType, Mode, Spec, ToolError, ValidCall};
use tracing::Instrument as _;

use super::check::{after_run, check_error};
use super::ticket::Ticket;
use super::{How, Runtime};
use crate::console::Console;
use crate::context::{Context, Inner, Over};
use crate::panics::{Panicked, caught};
use crate::policy::Admission;
use crate::registry::Entry;
use crate::rules::Rules;
use crate::rules::circuit::is_failure;

impl Runtime {
    /// What the handler may know. The deadline covers everything that follows:
    /// waiting for a place, and every attempt. It starts with the call; where a
    /// person had to be asked, it starts with their answer.
    pub(super) fn context(
        &self,
        caller: &Caller,
        entry: &Arc<Entry>,
        mode: Mode,
        admission: Admission,
        how: &How<'_>,
        ticket: &Ticket<'_>,
    ) -> Context {
        let spec = entry.spec();
        let start = if spec.requires_confirmation { Instant::now() } else { ticket.started_at() };
        Context::new(Inner {
            call_id: Arc::clone(ticket.call_id()),
            caller: caller.clone(),
            mode,
            config: admission.config,
            deadline: start + Duration::from_millis(spec.timeout_ms),
            over: Over::default(),
            state: self.0.state.clone(),
            console: Console::default(),
            tool: Arc::clone(entry),
            registry_version: Arc::clone(ticket.snapshot().version()),
            runtime: self.clone(),
            parent: how.parent.cloned(),
            turn: how.within.turn.clone(),
            progress: how.within.progress.clone(),
            has_place: how.within.parent.is_some(),
        })
    }

    pub(super) async fn run(
        &self,
        entry: &Entry,
        call: &ValidCall,
        context: &Context,
        rules: &Rules,
        cancel: Option<&CancellationToken>,
        ticket: &mut Ticket<'_>,
    ) -> Result<Answer, ToolError> {
        let spec = entry.spec();
        if spec.writes() {
            ticket.settle_start().await?;
        }
        let _permit = match context.has_place() {
            // The outer call has a place and waits for this one: waiting for a
            // second place could wait for ever.
            true => None,
            false => {
                let place = self.0.gates.enter(&context.caller().workspace, context.deadline());
                Some(or_cancelled(place, cancel).await.ok_or_else(|| cancelled(spec))??)
            }
        };
        // However this ends, whoever still works for this call learns of it.
        let _over = context.over_on_drop();
        let pass = self.0.circuits.enter(entry.compiled().tool_id(), rules.circuit)?;
        let answer = self.attempts(entry, call, context, rules, cancel, ticket).await;
        pass.end(match &answer {
            Ok(_) => Some(false),
            Err(error) if is_failure(error.kind) => Some(true),
            // It did its work: what it was asked made no sense.
            Err(error) if error.kind != ErrorType::Cancelled => Some(false),
            Err(_) => None,
        });
        answer
    }

    async fn attempts(
        &self,
        entry: &Entry,
        call: &ValidCall,
        context: &Context,
        rules: &Rules,
        cancel: Option<&CancellationToken>,
        ticket: &mut Ticket<'_>,
    ) -> Result<Answer, ToolError> {
        let spec = entry.spec();
        loop {
            let attempts = ticket.count_attempt();
            let error = match attempt(entry, call, context, cancel).await {
                Ok(answer) => return Ok(answer),
                Err(error) => error,
            };
            match rules.retries.pause_after(spec, context.mode(), attempts, &error) {
                Some(pause) if Instant::now() + pause < context.deadline() => {
                    ticket.retried(&error);
                    let pause = tokio::time::sleep(pause);
                    or_cancelled(pause, cancel).await.ok_or_else(|| cancelled(spec))?;
                }
                _ => return Err(error),
            }
        }
    }
}

async fn attempt(
    entry: &Entry,
    call: &ValidCall,
    context: &Context,
    cancel: Option<&CancellationToken>,
) -> Result<Answer, ToolError> {
    let spec = entry.spec();
    let (tool, call, own) = (Arc::clone(entry.tool()), call.clone(), context.clone());
    let is_quick = tool.is_quick();
    let mut handler = Box::pin(async move { tool.call(&call, &own).await }.in_current_span());
    if is_quick {
        match tried(handler.as_mut()).await {
            Ok(Poll::Ready(answer)) => {
                return answer.map_err(|error| check_error(spec, error, is_late(context)));
            }
            Ok(Poll::Pending) => {}
            Err(Panicked) => return Err(after_run(spec, crashed(spec))),
        }
    }
    let mut task = AbortOnDrop(tokio::spawn(handler));
    let ended = or_cancelled(&mut task.0, cancel);
    match tokio::time::timeout_at(context.deadline(), ended).await {
        Ok(Some(Ok(answer))) => answer.map_err(|error| check_error(spec, error, is_late(context))),
        Ok(Some(Err(join_error))) => Err(crash(spec, join_error)),
        Ok(None) => Err(interrupted(spec, cancelled(spec))),
        Err(_) => Err(interrupted(spec, timed_out(spec))),
    }
}

/// How long before its deadline a handler may say that its time is up.
const LATE: Duration = Duration::from_millis(500);

/// Whether a handler that watches the clock itself has good reason to stop; it
/// can say more than that it was stopped.
fn is_late(context: &Context) -> bool {
    Instant::now() + LATE >= context.deadline()
}

/// Whether something is done at once.
async fn tried<T>(mut work: Pin<&mut impl Future<Output = T>>) -> Result<Poll<T>, Panicked> {
    poll_fn(|task| Poll::Ready(caught(|| work.as_mut().poll(task)))).await
}

/// A task that does not outlive the interest in it.
struct AbortOnDrop(JoinHandle<Result<Answer, ToolError>>);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Waits for something, or for the caller to lose interest.
pub(super) async fn or_cancelled<T>(
    work: impl Future<Output = T>,
    cancel: Option<&CancellationToken>,
) -> Option<T> {
    match cancel {
        None => Some(work.await),
        Some(cancel) => cancel.run_until_cancelled(work).await,
    }
}

pub(super) fn cancelled(spec: &Spec) -> ToolError {
    ToolError::new(ErrorType::Cancelled, format!("The call of `{}` was cancelled.", spec.tool_id))
}

/// A handler broke where it must not.
pub(super) fn crashed(spec: &Spec) -> ToolError {
    ToolError::internal(format!("`{}` crashed.", spec.tool_id))
}

fn crash(spec: &Spec, error: JoinError) -> ToolError {
    after_run(spec, crashed(spec).caused_by(error))
}

fn timed_out(spec: &Spec) -> ToolError {
    let message = format!("`{}` did not answer within {} ms.", spec.tool_id, spec.timeout_ms);
    ToolError { retryable: spec.repeatable(), ..ToolError::new(ErrorType::Timeout, message) }
}

/// A handler that was stopped half way may have done half its work.
fn interrupted(spec: &Spec, error: ToolError) -> ToolError {
    after_run(spec, ToolError { partial_side_effects: spec.writes(), ..error })
}
