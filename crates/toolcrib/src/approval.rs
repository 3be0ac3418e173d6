//! Approval of calls that a person must agree to.
//!
//! (1) A call that is asked about has not reached its handler.
//! (2) The question names the exact arguments, after every repair; whoever
//!     remembers an approval binds it to [`Question::digest`].
//! (3) With nobody to ask, the answer is no.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use toolcrib_core::{Caller, ConfirmationRequest, ValidCall, canonical};

use crate::registry::Entry;
use crate::turn::Turn;

/// Somebody who can say yes or no to a call.
#[async_trait]
pub trait Approver: Send + Sync + 'static {
    /// Asks. The call's deadline has not started; cancellation drops the question.
    async fn ask(&self, question: Question<'_>) -> Verdict;

    /// What would come of the question, for a dry run: nobody is asked, and no
    /// approval is used up.
    async fn look(&self, _: Question<'_>) -> Verdict {
        Verdict::WouldAsk(None)
    }
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
    /// The call's id.
    pub call_id: &'a Arc<str>,
    /// The approval that the caller says it has.
    pub approval: Option<&'a Arc<str>>,
    /// The turn of a conversation that it is a part of.
    pub turn: Option<&'a Turn>,
    /// How long a person has to answer.
    pub patience: Duration,
}

impl Question<'_> {
    /// What an approval is bound to: these arguments and no others (2).
    pub fn digest(&self) -> [u8; 32] {
        canonical::digest(self.call.arguments())
    }
}

/// The answer to a question.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// The call may run, once.
    Approved,
    /// The same, by an approval that was written down under this id.
    ApprovedAs(Arc<str>),
    /// A person said no, and why.
    Denied(String),
    /// Nobody could be asked.
    Unattended,
    /// Somebody will be asked; whoever wants the call makes it again then. The
    /// words say why what they have is not enough, if they have something.
    Held(Box<ConfirmationRequest>, Option<String>),
    /// Somebody would be asked, and why what the caller has is not enough, if it
    /// has something: for [`Approver::look`].
    WouldAsk(Option<String>),
}

/// Nobody is there: every question is refused (3).
#[derive(Clone, Copy, Debug, Default)]
pub struct Unattended;

#[async_trait]
impl Approver for Unattended {
    async fn ask(&self, _: Question<'_>) -> Verdict {
        Verdict::Unattended
    }

    async fn look(&self, _: Question<'_>) -> Verdict {
        Verdict::Unattended
    }
}
