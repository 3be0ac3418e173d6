//! One turn of a conversation: what its calls may use up together.
//!
//! Whoever runs a conversation opens a [`Turn`] for each message of its user
//! and makes every call of that turn within it. Work that is handed to another
//! agent gets a turn of its own, inside the one it came from.
//!
//! (1) What is used up inside counts outside, too: budgets only narrow.
//! (2) A turn that goes in circles is stopped: the same call again and again, or
//!     a tool that keeps coming back empty.
//! (3) No agent is asked while it waits for the answer, nor deeper than
//!     [`DELEGATION_DEPTH_MAX`].

#[cfg(test)]
mod tests;
mod used;

use std::any::Any;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use toolcrib_core::{Category, CompiledSpec, ErrorType, Mode, ToolError};

use self::used::Used;
use crate::rules::Rules;

pub(crate) use used::{is_empty, likeness};

/// How many agents may wait for one another, beside the first.
pub const DELEGATION_DEPTH_MAX: usize = 3;

/// What the calls of a turn may use up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnLimits {
    /// Calls of any kind.
    pub calls_max: u32,
    /// Calls of tools that look something up.
    pub retrievals_max: u32,
}

impl TurnLimits {
    /// What is usual in a kind of conversation: whoever listens waits less.
    pub const fn usual(mode: Mode) -> Self {
        match mode {
            Mode::Text => Self { calls_max: 25, retrievals_max: 5 },
            Mode::Voice => Self { calls_max: 3, retrievals_max: 2 },
        }
    }
}

/// One turn of a conversation. Clones share it.
#[derive(Clone)]
pub struct Turn {
    inner: Arc<Inner>,
    companion: Option<Arc<dyn Any + Send + Sync>>,
}

struct Inner {
    limits: TurnLimits,
    used: Mutex<Used>,
    /// Who waits for this turn's end, the first of them first.
    agents: Vec<Arc<str>>,
    outer: Option<Turn>,
}

impl Turn {
    /// A turn of a conversation with an agent, or with nobody in particular.
    pub fn new(agent: Option<Arc<str>>, limits: TurnLimits) -> Self {
        Self::of(agent.into_iter().collect(), limits, None)
    }

    fn of(agents: Vec<Arc<str>>, limits: TurnLimits, outer: Option<Self>) -> Self {
        let inner = Arc::new(Inner { limits, used: Mutex::default(), agents, outer });
        Self { inner, companion: None }
    }

    /// The same turn, with something that the handlers of its calls can find:
    /// see [`Turn::companion`].
    #[must_use]
    pub fn accompanied(&self, companion: Arc<dyn Any + Send + Sync>) -> Self {
        Self { inner: Arc::clone(&self.inner), companion: Some(companion) }
    }

    /// What whoever runs the conversation left for the handlers of its calls.
    pub fn companion<T: 'static>(&self) -> Option<&T> {
        self.companion.as_deref()?.downcast_ref()
    }

    /// A turn in which another agent works for this one.
    ///
    /// # Errors
    ///
    /// LOOP_DETECTED when that agent waits for the answer itself, or when too
    /// many others do (3).
    pub fn delegated(&self, agent: &Arc<str>, limits: TurnLimits) -> Result<Self, ToolError> {
        let refused = |message| Err(ToolError::new(ErrorType::LoopDetected, message));
        if self.inner.agents.contains(agent) {
            return refused(format!(
                "The agent `{agent}` waits for this answer itself: do the work without it."
            ));
        }
        if self.inner.agents.len() > DELEGATION_DEPTH_MAX {
            return refused(format!(
                "Work was handed on {DELEGATION_DEPTH_MAX} times already: do this part yourself."
            ));
        }
        let mut agents = self.inner.agents.clone();
        agents.push(Arc::clone(agent));
        Ok(Self::of(agents, limits, Some(self.clone())))
    }

    /// Whether the turn has room for such a call (1), (2). One that has nothing to
    /// be compared by is never the same again.
    pub(crate) fn check(
        &self,
        tool: &CompiledSpec,
        likeness: Option<u64>,
        rules: &Rules,
    ) -> Result<(), ToolError> {
        self.outwards()
            .try_for_each(|turn| turn.used().check(tool.spec(), likeness, rules, turn.inner.limits))
    }

    /// The same, and takes it out of the budgets.
    pub(crate) fn spend(
        &self,
        tool: &CompiledSpec,
        likeness: Option<u64>,
        rules: &Rules,
    ) -> Result<(), ToolError> {
        let (id, is_retrieval) = (tool.tool_id(), tool.spec().category() == Category::Retrieval);
        for (depth, turn) in self.outwards().enumerate() {
            let mut used = turn.used();
            let fits = used.check(tool.spec(), likeness, rules, turn.inner.limits);
            if let Err(error) = fits {
                drop(used);
                let inner = self.outwards().take(depth);
                inner.for_each(|turn| turn.used().take_back(id, is_retrieval, likeness));
                return Err(error);
            }
            used.add(id, is_retrieval, likeness);
        }
        Ok(())
    }

    /// A call was not made, because somebody must be asked first: it will come
    /// again.
    pub(crate) fn give_back(&self, tool: &CompiledSpec) {
        let is_retrieval = tool.spec().category() == Category::Retrieval;
        self.outwards().for_each(|turn| turn.used().take_back(tool.tool_id(), is_retrieval, None));
    }

    /// A tool has answered that there is nothing.
    pub(crate) fn came_back_empty(&self, tool_id: &Arc<str>) {
        self.outwards().for_each(|turn| turn.used().came_back_empty(tool_id));
    }

    /// This turn, then those it is inside of.
    fn outwards(&self) -> impl Iterator<Item = &Self> {
        std::iter::successors(Some(self), |turn| turn.inner.outer.as_ref())
    }

    fn used(&self) -> MutexGuard<'_, Used> {
        // Counts are only ever changed whole; a panic cannot spoil them.
        self.inner.used.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
