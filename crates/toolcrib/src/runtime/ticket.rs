//! What is known of one call while it is on its way, and its events.
//!
//! A ticket is opened when somebody asks and closed with the outcome. One that
//! is dropped while open was abandoned by its caller: it still says so, so
//! every `started` has its `finished`.

use std::sync::Arc;

use tokio::time::Instant;
use toolcrib_core::outcome::RESPONSE_SCHEMA_VERSION;
use toolcrib_core::{
    Answer, Arguments, CallRequest, Caller, ErrorType, Meta, Mode, Outcome, Prepared, Repair,
    ToolError, ValidCall,
};
use tracing::{Span, field};

use super::claim::Claiming;
use super::trail::Trail;
use crate::call_id;
use crate::context::Context;
use crate::panics::{Panicked, caught};
use crate::record::{Event, EventArguments, EventKind, Receipt, RecordError, Recorder, Stage};
use crate::registry::{Entry, Snapshot};

pub(super) struct Ticket<'a> {
    recorder: &'a dyn Recorder,
    caller: &'a Caller,
    snapshot: Arc<Snapshot>,
    call_id: Arc<str>,
    /// The call that it is made for.
    parent: Option<Arc<str>>,
    /// What was asked for.
    name: Arc<str>,
    mode: Mode,
    dry_run: bool,
    trail: Trail,
    started: Instant,
    start_receipt: Receipt,
    entry: Option<Arc<Entry>>,
    /// The arguments as they came, until there is a valid call.
    raw: Arguments,
    call: Option<ValidCall>,
    context: Option<Context>,
    repairs: Vec<Repair>,
    attempts: u32,
    /// What let it in.
    rule: Option<&'static str>,
    approval: Option<Arc<str>>,
    response_bytes: u64,
    claiming: Option<Claiming<'a>>,
    /// What came of it when it was made before, under its idempotency key.
    before: Option<Outcome>,
    replay_of: Option<Arc<str>>,
    /// How long it has taken, as of the newest event.
    duration_us: u64,
    open: bool,
}

/// Bytes of a name that somebody asked for, in outcomes and records.
const NAME_BYTES_MAX: usize = 256;

fn bounded(name: &Arc<str>) -> Arc<str> {
    match name.len() <= NAME_BYTES_MAX {
        true => Arc::clone(name),
        false => format!("{}…", &name[..name.floor_char_boundary(NAME_BYTES_MAX)]).into(),
    }
}

impl<'a> Ticket<'a> {
    pub(super) fn open(
        recorder: &'a dyn Recorder,
        caller: &'a Caller,
        request: &CallRequest,
        parent: Option<&Arc<str>>,
        snapshot: Arc<Snapshot>,
    ) -> Self {
        Self {
            recorder,
            caller,
            snapshot,
            call_id: call_id::mint(),
            parent: parent.cloned(),
            name: bounded(&request.tool),
            mode: request.mode,
            dry_run: request.dry_run,
            trail: Trail::new(request.dry_run),
            started: Instant::now(),
            start_receipt: Receipt::Done,
            entry: None,
            raw: request.arguments.clone(),
            call: None,
            context: None,
            repairs: Vec::new(),
            attempts: 0,
            rule: None,
            approval: None,
            response_bytes: 0,
            claiming: None,
            before: None,
            replay_of: None,
            duration_us: 0,
            open: true,
        }
    }

    /// Says that the call is on its way, as soon as it is known what it calls.
    pub(super) fn begin(&mut self) {
        self.start_receipt = self.record(&self.event(EventKind::Started, None, self.arguments()));
    }

    /// Notes that a stage is behind it, and hands on what the stage said.
    pub(super) fn pass<T>(
        &mut self,
        stage: Stage,
        result: Result<T, ToolError>,
    ) -> Result<T, ToolError> {
        self.look_at_the_clock();
        self.trail.pass(stage, self.duration_us, &result);
        result
    }

    /// What was said so far, of a dry run.
    pub(super) fn trail(&self) -> &Trail {
        &self.trail
    }

    pub(super) fn call_id(&self) -> &Arc<str> {
        &self.call_id
    }

    pub(super) fn started_at(&self) -> Instant {
        self.started
    }

    pub(super) fn snapshot(&self) -> &Snapshot {
        &self.snapshot
    }

    pub(super) fn keep_tool(&mut self, entry: &Arc<Entry>) {
        self.entry = Some(Arc::clone(entry));
    }

    pub(super) fn keep_call(&mut self, prepared: &Prepared) {
        self.call = Some(prepared.call.clone());
        self.repairs.clone_from(&prepared.repairs);
    }

    pub(super) fn keep_rule(&mut self, rule: Option<&'static str>) {
        self.rule = rule;
    }

    pub(super) fn keep_approval(&mut self, approval: Option<Arc<str>>) {
        self.approval = approval;
    }

    pub(super) fn keep_size(&mut self, response_bytes: u64) {
        self.response_bytes = response_bytes;
    }

    pub(super) fn keep_claim(&mut self, claiming: Claiming<'a>) {
        self.claiming = Some(claiming);
    }

    /// The call was made before, and this came of it.
    pub(super) fn replay(&mut self, before: Outcome) {
        self.before = Some(before);
    }

    pub(super) fn is_replayed(&self) -> bool {
        self.before.is_some()
    }

    pub(super) fn keep_context(&mut self, context: &Context) {
        self.context = Some(context.clone());
    }

    /// Counts an attempt and says which one it is.
    pub(super) fn count_attempt(&mut self) -> u32 {
        self.attempts += 1;
        self.attempts
    }

    /// The span of this call, by OpenTelemetry's conventions for tools.
    pub(super) fn span(&self) -> Span {
        let Self { call_id, name, caller, .. } = self;
        let span = tracing::info_span!(
            "execute_tool",
            otel.name = field::Empty,
            otel.kind = "internal",
            gen_ai.operation.name = "execute_tool",
            gen_ai.tool.name = &**name,
            gen_ai.tool.call.id = &**call_id,
            gen_ai.tool.type = "function",
            gen_ai.agent.id = caller.agent.as_deref(),
            gen_ai.conversation.id = caller.session.as_deref(),
            error.type = field::Empty,
        );
        if !span.is_disabled() {
            span.record("otel.name", format!("execute_tool {name}"));
        }
        span
    }

    /// Waits until the start of the call is safely recorded.
    pub(super) async fn settle_start(&mut self) -> Result<(), ToolError> {
        let receipt = std::mem::replace(&mut self.start_receipt, Receipt::Done);
        receipt.settle().await.map_err(not_made)
    }

    /// An attempt failed and another follows.
    pub(super) fn retried(&mut self, error: &ToolError) {
        self.look_at_the_clock();
        tracing::info!(attempt = self.attempts, error.type = error.kind.name(), "retrying");
        let event = self.event(EventKind::Retried, Some(error.kind), EventArguments::AsBefore);
        // Only `finished` must be safe before the reply.
        drop(self.record(&event));
    }

    /// Ends the call: its one outcome, recorded before anybody sees it.
    pub(super) async fn close(&mut self, result: Result<Answer, ToolError>) -> Outcome {
        self.look_at_the_clock();
        let result = self.trail.conclude(result);
        let mut outcome = match self.before.take() {
            Some(before) => {
                self.rule = Some("idempotency");
                self.replay_of = Some(Arc::clone(&before.meta.call_id));
                before
            }
            None => Outcome { result, meta: self.meta() },
        };
        self.tell(&outcome);
        self.open = false;
        if let Err(error) = self.finished(Some(&outcome)).settle().await {
            outcome.result = Err(self.unrecorded(error));
        }
        match self.claiming.take() {
            Some(claiming) => claiming.settle(outcome).await,
            None => outcome,
        }
    }

    fn look_at_the_clock(&mut self) {
        self.duration_us = u64::try_from(self.started.elapsed().as_micros()).unwrap_or(u64::MAX);
    }

    fn unrecorded(&self, error: RecordError) -> ToolError {
        tracing::error!(error = &error as &dyn std::error::Error, "an outcome was not recorded");
        if self.attempts == 0 {
            return not_made(error);
        }
        let wrote = self.entry.as_ref().is_some_and(|entry| entry.spec().writes());
        let message = "The call ended, but its outcome could not be recorded.";
        let error = ToolError::internal(message).caused_by(error);
        ToolError { partial_side_effects: wrote, retryable: !wrote, ..error }
    }

    fn meta(&mut self) -> Meta {
        Meta {
            call_id: Arc::clone(&self.call_id),
            tool_id: Arc::clone(self.tool_id()),
            tool_version: self.entry.as_ref().map(|entry| Arc::clone(entry.compiled().version())),
            registry_version: Arc::clone(self.snapshot.version()),
            duration_ms: self.duration_us / 1_000,
            attempts: self.attempts,
            repairs: std::mem::take(&mut self.repairs),
            response_schema_version: RESPONSE_SCHEMA_VERSION,
        }
    }

    /// Tells the operator what the outcome does not say.
    fn tell(&self, outcome: &Outcome) {
        if let Some(error) = outcome.error() {
            Span::current().record("error.type", error.kind.name());
            let source = error.source.as_deref().map(|e| e as &dyn std::error::Error);
            let (tool_id, call_id) = (&**self.tool_id(), &*self.call_id);
            match error.kind {
                ErrorType::Internal => {
                    tracing::error!(tool_id, call_id, source, "{error}");
                }
                _ => tracing::debug!(tool_id, call_id, source, "{error}"),
            }
        }
        tracing::info!(
            tool_id = &**self.tool_id(),
            call_id = &*self.call_id,
            outcome = outcome.error().map_or("OK", |error| error.kind.name()),
            took_us = self.duration_us,
            attempts = self.attempts,
            "a call ended"
        );
        if self.is_over_budget() {
            let budget_ms = self.entry.as_ref().map(|entry| entry.spec().latency_budget_ms);
            tracing::warn!(
                tool_id = &**self.tool_id(),
                call_id = &*self.call_id,
                took_ms = self.duration_us / 1_000,
                budget_ms,
                "over latency budget"
            );
        }
    }

    /// Whether the handler took longer than its tool should.
    fn is_over_budget(&self) -> bool {
        let budget_ms = self.entry.as_ref().map(|entry| entry.spec().latency_budget_ms);
        self.attempts > 0 && budget_ms.is_some_and(|budget_ms| self.duration_us / 1_000 > budget_ms)
    }

    fn tool_id(&self) -> &Arc<str> {
        self.entry.as_ref().map_or(&self.name, |entry| entry.compiled().tool_id())
    }

    fn finished(&self, outcome: Option<&Outcome>) -> Receipt {
        let error_type = match outcome {
            Some(outcome) => outcome.error().map(|error| error.kind),
            None => Some(ErrorType::Cancelled),
        };
        let arguments = self.arguments();
        let console = self.context.as_ref().map(Context::console_lines).unwrap_or_default();
        let event = self.event(EventKind::Finished, error_type, arguments);
        let rule = outcome.and_then(|outcome| outcome.error()?.rule()).or(self.rule);
        let response_bytes = self.response_bytes;
        let over_budget = self.is_over_budget();
        self.record(&Event {
            outcome,
            console: &console,
            rule,
            response_bytes,
            over_budget,
            ..event
        })
    }

    /// The best that is known of the arguments.
    fn arguments(&self) -> EventArguments<'_> {
        self.call.as_ref().map_or(EventArguments::Raw(&self.raw), EventArguments::Valid)
    }

    fn record(&self, event: &Event<'_>) -> Receipt {
        caught(|| self.recorder.record(event)).unwrap_or_else(|Panicked| {
            let failed = RecordError("the recorder panicked".into());
            Receipt::Pending(Box::pin(std::future::ready(Err(failed))))
        })
    }

    fn event<'e>(
        &'e self,
        kind: EventKind,
        error_type: Option<ErrorType>,
        arguments: EventArguments<'e>,
    ) -> Event<'e> {
        Event {
            kind,
            call_id: &self.call_id,
            parent: self.parent.as_ref(),
            tool_id: self.tool_id(),
            tool_version: self.entry.as_ref().map(|entry| entry.compiled().version()),
            writes: self.entry.as_ref().is_some_and(|entry| entry.spec().writes()),
            registry_version: self.snapshot.version(),
            caller: self.caller,
            mode: self.mode,
            dry_run: self.dry_run,
            attempts: self.attempts,
            error_type,
            duration_us: self.duration_us,
            stages: self.trail.stages(),
            arguments,
            rule: None,
            approval: self.approval.as_ref(),
            replay_of: self.replay_of.as_ref(),
            over_budget: false,
            response_bytes: 0,
            console: &[],
            outcome: None,
        }
    }
}

/// Nothing has happened, so the same call may be made again.
fn not_made(error: RecordError) -> ToolError {
    let message = "The call was not made, because it could not be recorded.";
    ToolError { retryable: true, ..ToolError::internal(message).caused_by(error) }
}

impl Drop for Ticket<'_> {
    fn drop(&mut self) {
        if self.open {
            // The caller dropped the future: nobody waits for a reply, so
            // nothing waits for the receipt.
            self.look_at_the_clock();
            drop(self.finished(None));
            if self.attempts > 0 {
                // What it did, nobody will know: its key stays used.
                self.claiming.iter_mut().for_each(Claiming::hold_on);
            }
        }
    }
}
