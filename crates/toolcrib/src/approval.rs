//! Approval of calls that a person must agree to.
//!
//! (1) A call that is asked about has not reached its handler.
//! (2) The question names the exact arguments, after every repair; whoever
//!     remembers an approval binds it to [`Question::digest`].
//! (3) With nobody to ask, the answer is no.

use async_trait::async_trait;
use toolcrib_core::{Caller, ValidCall, canonical};

use crate::registry::Entry;

/// Somebody who can say yes or no to a call.
#[async_trait]
pub trait Approver: Send + Sync + 'static {
    /// Asks. The call's deadline has not started; cancellation drops the question.
    async fn ask(&self, question: Question<'_>) -> Verdict;
}

/// What a person is asked to agree to.
#[derive(Clone, Copy)]
pub struct Question<'a> {
    /// Who wants to call.
    pub caller: &'a Caller,
    /// The tool.
    pub tool: &'a Entry,
    /// The call, as the handler would see it.
    pub call: &'a ValidCall,
}

impl Question<'_> {
    /// What an approval is bound to: these arguments and no others (2).
    pub fn digest(&self) -> [u8; 32] {
        canonical::digest(self.call.arguments())
    }
}

/// The answer to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The call may run, once.
    Approved,
    /// A person said no, and why.
    Denied(String),
    /// Nobody could be asked.
    Unattended,
}

/// Nobody is there: every question is refused (3).
#[derive(Clone, Copy, Debug, Default)]
pub struct Unattended;

#[async_trait]
impl Approver for Unattended {
    async fn ask(&self, _: Question<'_>) -> Verdict {
        Verdict::Unattended
    }
}
