//! One turn of a conversation: what its calls may use up together.
//!
//! Whoever runs a conversation opens a [`Turn`] for each message of its user
//! and makes every call of that turn within it. Work that is handed to another
//! agent gets a turn of its own, inside the one it came from.
//!
//! (1) What is used up inside counts outside, too: budgets only narrow.
//! (2) No agent is asked while it waits for the answer, nor deeper than
//!     [`DELEGATION_DEPTH_MAX`].

use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use toolcrib_core::{Category, ErrorType, Mode, Spec, ToolError};

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
    calls: AtomicU32,
    retrievals: AtomicU32,
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
        let (calls, retrievals) = (AtomicU32::new(0), AtomicU32::new(0));
        let inner = Arc::new(Inner { limits, calls, retrievals, agents, outer });
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
    /// many others do (2).
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

    /// Takes a call of a tool out of the budgets (1).
    pub(crate) fn spend(&self, spec: &Spec) -> Result<(), ToolError> {
        for turn in std::iter::successors(Some(self), |turn| turn.inner.outer.as_ref()) {
            let Inner { limits, calls, retrievals, .. } = &*turn.inner;
            let budgets = [
                (calls, limits.calls_max, "calls", true),
                (
                    retrievals,
                    limits.retrievals_max,
                    "calls that look something up",
                    spec.category() == Category::Retrieval,
                ),
            ];
            for (spent, most, what, counts) in budgets {
                if counts && spent.fetch_add(1, Ordering::Relaxed) >= most {
                    spent.fetch_sub(1, Ordering::Relaxed);
                    let message = format!(
                        "This turn has used up its {most} {what}. Answer with what you have."
                    );
                    return Err(ToolError::new(ErrorType::BudgetExceeded, message));
                }
            }
        }
        Ok(())
    }
}
