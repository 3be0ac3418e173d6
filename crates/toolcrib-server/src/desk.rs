//! Where calls wait for a person.
//!
//! (1) A call that waits has not reached its handler.
//! (2) An approval is bound to workspace, agent, session, the very version of the
//!     tool and the digest of the arguments, and lets one call through.
//! (3) A call over REST or from a script does not wait: it ends with a question, and whoever wants
//!     it makes it again with the answer. A call of a conversation waits while
//!     somebody follows it; where nobody does, and over MCP, it uses the answer
//!     when the model makes it again.
//! (4) Where nothing can be written down, the answer is no.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::Value;
use tokio::sync::Notify;
use toolcrib::approval::{Approver, Question, Verdict};
use toolcrib::confirmation::preview;
use toolcrib::error::BoxError;
use toolcrib::{ConfirmationRequest, Door, async_trait, canonical, redact};
use toolcrib_agents::tell_held;
use toolcrib_store::{ApprovalRow, Bound, Decision, NewApproval, Store, StoreError};

use crate::config::Policies;
use crate::crib::mint_id;

/// How often a call that waits looks whether another server was told.
const GLANCE: Duration = Duration::from_millis(400);

/// Bytes of the id of an approval.
const ID_BYTES_MAX: usize = 64;

/// Characters of a reason.
const REASON_CHARS_MAX: usize = 500;

/// Where calls wait for a person. Clones share it.
#[derive(Clone)]
pub struct Desk {
    store: Store,
    policies: Arc<Policies>,
    /// The calls of this process that wait, by their questions.
    waiting: Arc<Mutex<HashMap<String, Arc<Notify>>>>,
}

/// What a person says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// The call may be made.
    Yes,
    /// It may not, and why.
    No(Option<String>),
}

/// Why a question was not answered.
#[derive(Debug, thiserror::Error)]
pub enum NotDecided {
    /// There is none.
    #[error("there is no approval `{0}`")]
    Missing(String),
    /// It was answered otherwise, or too late.
    #[error("the approval `{id}` is {state} already")]
    Otherwise {
        /// Which.
        id: String,
        /// How it stands.
        state: String,
    },
    /// The reason cannot be kept.
    #[error("a reason has at most {REASON_CHARS_MAX} characters, and no NUL")]
    Reason,
    /// The store does not answer.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Desk {
    /// A desk over a store.
    pub fn new(store: Store, policies: Arc<Policies>) -> Self {
        Self { store, policies, waiting: Arc::default() }
    }

    /// Answers a question. To say the same twice changes nothing.
    ///
    /// # Errors
    ///
    /// When there is none, or it was answered otherwise, or too late; when the
    /// reason is too long.
    pub async fn decide(
        &self,
        workspace: &str,
        id: &str,
        said: Said,
        by: &str,
    ) -> Result<ApprovalRow, NotDecided> {
        let missing = || NotDecided::Missing(shown(id));
        if !is_id(id) {
            return Err(missing());
        }
        let asked = self.store.approval(workspace, id).await?.ok_or_else(missing)?.asked;
        let Bound { agent_id, tool_id, .. } = &asked.bound;
        let rules = self.policies.rules(workspace, agent_id.as_deref(), tool_id);
        let decision = match said {
            Said::Yes => Decision::Approve(rules.approval),
            Said::No(reason) => Decision::Deny(checked(reason)?),
        };
        let decided = self.store.decide_approval(workspace, id, &decision, by).await?;
        let (row, is_new) = decided.ok_or_else(missing)?;
        if let Some(waiting) = self.waiting().get(id) {
            waiting.notify_one();
        }
        let is_same = match decision {
            Decision::Approve(_) => matches!(row.state.as_str(), "approved" | "used"),
            Decision::Deny(_) => row.state == "denied",
        };
        match is_new || is_same {
            true => Ok(row),
            false => Err(NotDecided::Otherwise { id: id.to_owned(), state: row.state }),
        }
    }

    fn waiting(&self) -> MutexGuard<'_, HashMap<String, Arc<Notify>>> {
        // Entries come and go whole; a panic cannot spoil the map.
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn answer(&self, question: Question<'_>, only_looks: bool) -> Result<Verdict, BoxError> {
        let workspace = &*question.caller.workspace;
        let bound = bound(&question);
        let named = question.approval.map(|id| &**id);
        // (3)
        let is_spoken = matches!(question.caller.door, Door::Chat | Door::Tool | Door::Mcp);
        if named.map_or(is_spoken, is_id) {
            let fit = match only_looks {
                true => self.store.fit_approval(workspace, named, &bound).await?,
                false => self.store.use_approval(workspace, named, &bound).await?,
            };
            if let Some(id) = fit {
                return Ok(Verdict::ApprovedAs(id.into()));
            }
        }
        let why = match named {
            Some(id) => match self.unfit(workspace, id).await? {
                Unfit::Denied(reason) => return Ok(Verdict::Denied(reason)),
                Unfit::Otherwise(why) => Some(why),
            },
            None => None,
        };
        if only_looks {
            return Ok(Verdict::WouldAsk(why));
        }
        let row = self.question(workspace, &question, bound.clone()).await?;
        let held = request(&row);
        let is_heard = match question.turn {
            Some(turn) if is_spoken => tell_held(turn, &held).await,
            _ => false,
        };
        match is_heard {
            true => Ok(self.wait(workspace, &row, &bound, question.patience).await?),
            false => Ok(Verdict::Held(Box::new(held), why)),
        }
    }

    /// Asks, unless the same was asked and waits.
    async fn question(
        &self,
        workspace: &str,
        question: &Question<'_>,
        bound: Bound,
    ) -> Result<ApprovalRow, BoxError> {
        if let Some(row) = self.store.pending_approval(workspace, &bound).await? {
            return Ok(row);
        }
        let (spec, arguments) = (question.tool.spec(), question.call.arguments());
        let safe = redact::without_secrets(arguments);
        let new = NewApproval {
            id: mint_id("apr")?,
            call_id: question.call_id.to_string(),
            bound,
            tool_version: question.tool.compiled().version().to_string(),
            key_id: question.caller.key.as_ref().map(ToString::to_string),
            arguments: safe.as_ref().unwrap_or(arguments).to_string(),
            preview: preview(spec, arguments),
        };
        Ok(self.store.ask_approval(workspace, &new, question.patience).await?)
    }

    /// Why an approval that somebody has does not let this call through.
    async fn unfit(&self, workspace: &str, id: &str) -> Result<Unfit, StoreError> {
        let row = match is_id(id) {
            true => self.store.approval(workspace, id).await?,
            false => None,
        };
        Ok(Unfit::Otherwise(match row.as_ref().map(|row| row.state.as_str()) {
            None => format!("there is no approval `{}`", shown(id)),
            Some("pending") => format!("nobody has answered the approval `{id}` yet"),
            Some("used") => format!("the approval `{id}` was used already"),
            Some("approved") => format!(
                "the approval `{id}` is for another call: other arguments, another agent, session \
                 or version of the tool"
            ),
            // Whoever was told no is not asked again for it.
            Some("denied") => return Ok(Unfit::Denied(reason_of(row))),
            Some(state) => format!("the approval `{id}` is {state}"),
        }))
    }

    /// Waits until somebody has answered, here or on another server.
    async fn wait(
        &self,
        workspace: &str,
        row: &ApprovalRow,
        bound: &Bound,
        patience: Duration,
    ) -> Result<Verdict, StoreError> {
        let id = row.asked.id.as_str();
        let came = Arc::clone(self.waiting().entry(id.to_owned()).or_default());
        let _gone = Gone { desk: self, id };
        let asked = tokio::time::Instant::now();
        loop {
            if let Some(used) = self.store.use_approval(workspace, Some(id), bound).await? {
                return Ok(Verdict::ApprovedAs(used.into()));
            }
            let state = self.store.approval(workspace, id).await?;
            let state = state.filter(|_| asked.elapsed() < patience);
            match state.as_ref().map(|row| row.state.as_str()) {
                // One that came this moment is taken the next time round.
                Some("pending" | "approved") => {}
                Some("denied") => return Ok(Verdict::Denied(reason_of(state))),
                // Another call like it had the answer.
                Some("used") => {
                    return Ok(Verdict::Denied("the approval was used".to_owned()));
                }
                _ => {
                    let seconds = patience.as_secs();
                    return Ok(Verdict::Denied(format!("nobody answered within {seconds} s")));
                }
            }
            let _ = tokio::time::timeout(GLANCE, came.notified()).await;
        }
    }
}

/// Why an approval does not let a call through.
enum Unfit {
    /// A person said no.
    Denied(String),
    /// Something else.
    Otherwise(String),
}

/// Nobody waits for this answer any more.
struct Gone<'a> {
    desk: &'a Desk,
    id: &'a str,
}

impl Drop for Gone<'_> {
    fn drop(&mut self) {
        self.desk.waiting().remove(self.id);
    }
}

#[async_trait]
impl Approver for Desk {
    async fn ask(&self, question: Question<'_>) -> Verdict {
        self.answer(question, false).await.unwrap_or_else(unwritten)
    }

    async fn look(&self, question: Question<'_>) -> Verdict {
        self.answer(question, true).await.unwrap_or_else(unwritten)
    }
}

/// (4)
#[expect(clippy::needless_pass_by_value, reason = "it is where an error ends")]
fn unwritten(error: BoxError) -> Verdict {
    tracing::error!(error = &*error, "nobody could be asked to approve a call");
    Verdict::Unattended
}

/// What an approval of a call is bound to (2).
fn bound(question: &Question<'_>) -> Bound {
    let Question { caller, tool, .. } = question;
    Bound {
        tool_id: tool.spec().tool_id.clone(),
        version_hash: tool.compiled().version_hash().to_string(),
        agent_id: caller.agent.as_ref().map(ToString::to_string),
        session_id: caller.session.as_ref().map(ToString::to_string),
        digest: canonical::hex(&question.digest()),
    }
}

/// A question as whoever must ask a person gets it.
pub fn request(row: &ApprovalRow) -> ConfirmationRequest {
    let asked = &row.asked;
    ConfirmationRequest {
        token: asked.id.clone(),
        expires: row.expires_at.clone(),
        tool: asked.bound.tool_id.clone(),
        args: serde_json::from_str(&asked.arguments).unwrap_or(Value::Null),
        preview: asked.preview.clone(),
    }
}

/// Whether a text can be the id of an approval.
fn is_id(text: &str) -> bool {
    (1..=ID_BYTES_MAX).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// An id as a message repeats it.
fn shown(id: &str) -> String {
    id.chars().filter(|c| !c.is_control()).take(ID_BYTES_MAX).collect()
}

/// A reason that can be kept, if there is one.
fn checked(reason: Option<String>) -> Result<Option<String>, NotDecided> {
    let reason = reason.filter(|reason| !reason.trim().is_empty());
    let is_unfit =
        |reason: &String| reason.chars().nth(REASON_CHARS_MAX).is_some() || reason.contains('\0');
    match reason.as_ref().is_some_and(is_unfit) {
        true => Err(NotDecided::Reason),
        false => Ok(reason),
    }
}

fn reason_of(row: Option<ApprovalRow>) -> String {
    row.and_then(|row| row.reason).unwrap_or_else(|| "they gave no reason".to_owned())
}
