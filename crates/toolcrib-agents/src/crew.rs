//! Who can be talked to: what a conversation must know of the agents around it.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::Value;
use toolcrib::vendor::Provider;
use toolcrib::{Caller, ConfirmationRequest, Limits, Mode, Runtime, ToolError, Turn, TurnLimits};

use crate::context::ContextUse;
use crate::event::{EventKind, Events};
use crate::message::Usage;
use crate::model::Model;

/// Rounds of one turn, where nothing else is set.
pub const ROUNDS: u32 = 10;

/// Rounds of one turn, whatever is set.
pub const ROUNDS_MAX: u32 = 50;

/// Calls of one round that run at once.
pub const PARALLEL: usize = 4;

/// The agents of a workspace, and the tools that each has.
pub trait Crew: Send + Sync + 'static {
    /// An agent as it is now, ready to be asked.
    ///
    /// # Errors
    ///
    /// NOT_FOUND or DISABLED, or that its model cannot be used; in words for
    /// whoever wanted to talk to it.
    fn agent(&self, id: &str, mode: Mode) -> Result<Agent, ToolError>;

    /// What a caller's model is offered, in the form of its vendor.
    fn offer(&self, runtime: &Runtime, caller: &Caller, mode: Mode, provider: Provider) -> Value;
}

/// An agent, ready to be asked.
#[derive(Clone)]
pub struct Agent {
    /// Its id.
    pub id: Arc<str>,
    /// What it is told.
    pub instructions: String,
    /// Who answers for it.
    pub model: Arc<dyn Model>,
    /// Whether its vendor shall look things up on the web.
    pub web_search: bool,
    /// What it may use up.
    pub limits: AgentLimits,
}

/// What an agent may use up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AgentLimits {
    /// Calls of a turn.
    pub turn: TurnLimits,
    /// Rounds of a turn.
    pub rounds_max: u32,
    /// Calls that run at once.
    pub parallel_max: usize,
    /// Bytes of an outcome that its model reads.
    pub outcome_bytes_max: usize,
}

impl AgentLimits {
    /// What is usual in a kind of conversation.
    pub const fn usual(mode: Mode) -> Self {
        Self {
            turn: TurnLimits::usual(mode),
            rounds_max: ROUNDS,
            parallel_max: PARALLEL,
            outcome_bytes_max: Limits::DEFAULT.model_bytes_max,
        }
    }
}

/// What the agents that work on one answer share: it accompanies the turn.
pub(crate) struct Company {
    pub(crate) crew: Arc<dyn Crew>,
    pub(crate) events: Events,
    pub(crate) ledger: Ledger,
    /// The call that it accompanies, as those around it are told of it.
    pub(crate) call: CompanyCall,
}

/// A call that is being made in a conversation.
pub(crate) struct CompanyCall {
    pub(crate) events: Events,
    pub(crate) agent: Arc<str>,
    pub(crate) call_id: String,
    /// Whether somebody who could approve it is told of it.
    pub(crate) is_attended: bool,
}

/// Tells those who follow a conversation that a call of it waits for a person.
/// False if nobody does, or it is no conversation's.
pub async fn tell_held(turn: &Turn, held: &ConfirmationRequest) -> bool {
    let Some(company) = turn.companion::<Company>().filter(|company| company.call.is_attended)
    else {
        return false;
    };
    let CompanyCall { events, agent, call_id, .. } = &company.call;
    events.tell(agent, EventKind::held(call_id, held)).await;
    true
}

/// What each agent has used up.
#[derive(Clone, Default)]
pub(crate) struct Ledger(Arc<Mutex<Entries>>);

#[derive(Default)]
struct Entries {
    usage: BTreeMap<Arc<str>, Usage>,
    contexts: BTreeMap<Arc<str>, ContextUse>,
}

impl Ledger {
    pub(crate) fn add(&self, agent: &Arc<str>, usage: Usage) {
        *self.entries().usage.entry(Arc::clone(agent)).or_default() += usage;
    }

    /// Remembers what a request took up, if it is the fullest of its agent.
    pub(crate) fn look(&self, agent: &Arc<str>, context: ContextUse) {
        let mut entries = self.entries();
        let fullest = entries.contexts.entry(Arc::clone(agent)).or_default();
        if context.total() >= fullest.total() {
            *fullest = context;
        }
    }

    pub(crate) fn by_agent(&self) -> BTreeMap<Arc<str>, Usage> {
        self.entries().usage.clone()
    }

    pub(crate) fn contexts(&self) -> BTreeMap<Arc<str>, ContextUse> {
        self.entries().contexts.clone()
    }

    fn entries(&self) -> MutexGuard<'_, Entries> {
        // An entry is only ever changed whole; a panic cannot spoil the maps.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The crew, for tools that ask an agent: a runtime's state.
#[derive(Clone)]
pub struct CrewHandle(pub Arc<dyn Crew>);
