//! The path of a call.
//!
//! Every door makes a `CallRequest` and gets an `Outcome` from
//! [`Runtime::call`]; there is no second path. The stages stand in the order in
//! which they happen in `try_call`, one line each, and each has a file below.
//!
//! (1) One call, one outcome, one `finished` event, however it ends; also when
//!     the caller drops the future half way.
//! (2) A handler is reached only with a `ValidCall`.
//! (3) A handler of a tool that writes starts only after the call's record is
//!     safe; a reply leaves only after the outcome's is.

mod admit;
mod builder;
mod charge;
mod check;
mod claim;
mod confirm;
mod gate;
mod resolve;
mod retry;
mod run;
mod ticket;
mod trail;

use std::sync::Arc;

use serde_json::{Map, Value};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use toolcrib_core::prepare::Circumstances;
use toolcrib_core::{Answer, CallRequest, Caller, Outcome, Prepared, ToolError, prepare};
use tracing::Instrument as _;

use self::confirm::Asked;
use self::gate::Gates;
use self::ticket::Ticket;
use crate::approval::Approver;
use crate::context::{Context, State};
use crate::idempotency::Idempotency;
use crate::live::LiveEnums;
use crate::panics::{Panicked, caught};
use crate::policy::{Admission, Policy};
use crate::progress::Progress;
use crate::record::{Recorder, Stage};
use crate::registry::{Entry, Registry};
use crate::rules::circuit::Circuits;
use crate::rules::rate::Counters;
use crate::rules::{CircuitState, Rules};
use crate::session::{Session, Sessions};
use crate::turn::{Turn, is_empty};

pub use builder::RuntimeBuilder;
pub use gate::Concurrency;
pub use retry::Retries;

/// Calls tools. Clones share one runtime.
///
/// Calls must be made inside a Tokio runtime: handlers run as tasks of their
/// own, so that a panic or a blocked thread is theirs alone.
#[derive(Clone)]
pub struct Runtime(Arc<Inner>);

struct Inner {
    registry: Registry,
    policy: Box<dyn Policy>,
    approver: Box<dyn Approver>,
    recorder: Box<dyn Recorder>,
    sessions: Box<dyn Sessions>,
    gates: Gates,
    rules: Rules,
    keys: Box<dyn Idempotency>,
    circuits: Circuits,
    counters: Counters,
    state: State,
    enums: LiveEnums,
}

impl Runtime {
    /// A runtime over a registry, with every default.
    pub fn new(registry: Registry) -> Self {
        RuntimeBuilder::new(registry).build()
    }

    /// A runtime with something else in place of a default.
    pub fn builder(registry: Registry) -> RuntimeBuilder {
        RuntimeBuilder::new(registry)
    }

    /// The tools it can call.
    pub fn registry(&self) -> &Registry {
        &self.0.registry
    }

    /// What fills in the enums that schemas have from live data.
    pub fn enums(&self) -> &LiveEnums {
        &self.0.enums
    }

    /// How it stands with the tools that have failed lately.
    pub fn circuits(&self) -> Vec<(Arc<str>, CircuitState)> {
        self.0.circuits.states()
    }

    /// Calls a tool.
    pub async fn call(&self, caller: &Caller, request: CallRequest) -> Outcome {
        self.call_within(caller, request, Within::default()).await
    }

    /// Calls a tool until somebody fires the token; then the handler is
    /// stopped and the outcome is CANCELLED.
    pub async fn call_with_cancel(
        &self,
        caller: &Caller,
        request: CallRequest,
        cancel: CancellationToken,
    ) -> Outcome {
        let within = Within { cancel: Some(cancel), ..Within::default() };
        self.call_within(caller, request, within).await
    }

    /// Calls a tool as a part of something larger.
    pub async fn call_within(
        &self,
        caller: &Caller,
        request: CallRequest,
        within: Within,
    ) -> Outcome {
        self.call_until(caller, request, &within, None).await
    }

    /// Calls a tool from inside the handler of another. When that one is
    /// stopped, so is this.
    pub(crate) async fn call_inside(
        &self,
        parent: &Context,
        caller: &Caller,
        request: CallRequest,
    ) -> Outcome {
        let within = Within {
            turn: parent.turn().cloned(),
            parent: Some(Arc::clone(parent.shared_call_id())),
            ..Within::default()
        };
        self.call_until(caller, request, &within, Some(parent)).await
    }

    pub(crate) fn session(&self, caller: &Caller) -> Session {
        caught(|| self.0.sessions.session(caller))
            .unwrap_or_else(|Panicked| Session { is_active: false, ..Session::default() })
    }

    async fn call_until(
        &self,
        caller: &Caller,
        request: CallRequest,
        within: &Within,
        parent: Option<&Context>,
    ) -> Outcome {
        let snapshot = self.0.registry.snapshot();
        let outer = within.parent.as_ref();
        let mut ticket = Ticket::open(&*self.0.recorder, caller, &request, outer, snapshot);
        let span = ticket.span();
        async {
            let how = How { within, parent };
            let result = self.try_call(caller, request, how, &mut ticket).await;
            ticket.close(result).await
        }
        .instrument(span)
        .await
    }

    /// This function is the map: every decision about a call is one line here,
    /// and the lines stand in the order in which they happen.
    async fn try_call<'a>(
        &'a self,
        caller: &Caller,
        mut request: CallRequest,
        how: How<'_>,
        ticket: &mut Ticket<'a>,
    ) -> Result<Answer, ToolError> {
        let cancel = how.within.cancel.as_ref();
        let resolved = self.resolve(caller, &request, ticket);
        ticket.begin();
        let entry = ticket.pass(Stage::Resolve, resolved)?;
        if how.within.turn.is_some() || request.idempotency_key.is_some() {
            request.arguments = request.arguments.read_ahead(entry.compiled().limits());
        }
        let admitted = self.admit(caller, &entry, &request, &how, ticket).await;
        let (admission, rules) = ticket.pass(Stage::Admit, admitted)?;
        if ticket.is_replayed() {
            return Ok(Answer::default());
        }
        let (mode, approval) = (request.mode, request.approval.take());
        let prepared = self.prepare_call(caller, &entry, request, &admission);
        let prepared = ticket.pass(Stage::Prepare, prepared)?;
        ticket.keep_call(&prepared);
        let asked = Asked {
            call_id: &Arc::clone(ticket.call_id()),
            approval: approval.as_ref(),
            turn: how.within.turn.as_ref(),
            patience: rules.approval,
            dry_run: ticket.trail().ends_here(),
        };
        let confirmed = self.confirm(caller, &entry, &prepared.call, asked, cancel).await;
        if let (Some(turn), Err(error)) = (&how.within.turn, &confirmed)
            && error.confirmation_request().is_some()
        {
            turn.give_back(entry.compiled());
        }
        let approval = ticket.pass(Stage::Confirm, confirmed)?;
        ticket.keep_approval(approval);
        if ticket.trail().ends_here() {
            return Ok(ticket.trail().report(&prepared));
        }
        let context = self.context(caller, &entry, mode, admission, &how, ticket);
        ticket.keep_context(&context);
        let ran = self.run(&entry, &prepared.call, &context, &rules, cancel, ticket).await;
        let checked = check::check(&entry, ticket.pass(Stage::Run, ran)?, prepared.warnings);
        let (answer, bytes) = ticket.pass(Stage::Check, checked)?;
        ticket.keep_size(bytes);
        if let Some(turn) = how.within.turn.as_ref().filter(|_| is_empty(&answer.data)) {
            turn.came_back_empty(entry.compiled().tool_id());
        }
        Ok(answer)
    }
}

impl Runtime {
    /// Checks and mends the arguments (2). The tool's own reading of them is a
    /// stranger's code, so a panic in it must stay there.
    fn prepare_call(
        &self,
        caller: &Caller,
        entry: &Entry,
        request: CallRequest,
        admission: &Admission,
    ) -> Result<Prepared, ToolError> {
        let normalize = |arguments: &Map<String, Value>| entry.tool().normalize(arguments);
        let circumstances = Circumstances {
            offered_as: request.offered_as,
            config: admission.config.as_deref(),
            normalize: Some(&normalize),
        };
        let live = self.0.enums.compiled(caller, entry)?;
        let compiled = live.as_deref().unwrap_or(entry.compiled());
        let preparation = || prepare(compiled, request.arguments, circumstances);
        caught(preparation).unwrap_or_else(|Panicked| Err(run::crashed(entry.spec())))
    }
}

/// What a call is a part of.
#[derive(Clone, Default)]
pub struct Within {
    /// The turn of a conversation whose budgets it uses up.
    pub turn: Option<Turn>,
    /// What stops it.
    pub cancel: Option<CancellationToken>,
    /// Who is told how far it is.
    pub progress: Option<mpsc::Sender<Progress>>,
    /// The call that it is made for and that waits for it, as that of an agent
    /// does which works for another. It has a place already, and to wait for a
    /// second could mean to wait for ever.
    pub parent: Option<Arc<str>>,
}

/// The circumstances under which a call is made.
struct How<'a> {
    within: &'a Within,
    /// The call in whose handler this one is made.
    parent: Option<&'a Context>,
}
