//! Who can be talked to: what a conversation must know of the agents around it.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value;
use toolcrib::vendor::Provider;
use toolcrib::{Caller, Limits, Mode, Runtime, ToolError, TurnLimits};

use crate::event::Events;
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
}

/// What each agent has used up.
#[derive(Clone, Default)]
pub(crate) struct Ledger(Arc<Mutex<BTreeMap<Arc<str>, Usage>>>);

impl Ledger {
    pub(crate) fn add(&self, agent: &Arc<str>, usage: Usage) {
        let mut ledger = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *ledger.entry(Arc::clone(agent)).or_default() += usage;
    }

    pub(crate) fn by_agent(&self) -> BTreeMap<Arc<str>, Usage> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// The crew, for tools that ask an agent: a runtime's state.
#[derive(Clone)]
pub struct CrewHandle(pub Arc<dyn Crew>);
