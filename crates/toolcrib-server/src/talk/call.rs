//! A call from outside, with the conversation that it names.
//!
//! REST and MCP let whoever runs a model of their own say which session a call
//! belongs to. What that means is decided here, once: whose call it is, which
//! budgets it uses up, and what its intents do.

use toolcrib::{CallRequest, Caller, Mode, Outcome, Within};
use toolcrib_store::{SessionRow, StoreError};
use tracing::Instrument as _;

use super::chat::{apply, turn_of};
use crate::crib::{Crib, Workspace};

/// What a call says of itself.
#[derive(Clone, Debug, Default)]
pub struct Named {
    /// The conversation it belongs to.
    pub session: Option<String>,
    /// On whose behalf it is made; the session's agent where there is one.
    pub agent: Option<String>,
    /// The kind of conversation; that of the session where there is one.
    pub mode: Option<Mode>,
}

/// Why a call was not made.
#[derive(Debug, thiserror::Error)]
pub enum NotMade {
    /// There is no such session.
    #[error("there is no session `{0}`")]
    NoSession(String),
    /// There is no such agent.
    #[error("there is no agent `{0}`")]
    NoAgent(String),
    /// The session is with another agent.
    #[error("the session is with the agent `{0}`")]
    OtherAgent(String),
    /// The store does not answer.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The task that made it is gone.
    #[error("the call broke")]
    Broke(#[from] tokio::task::JoinError),
}

/// Makes a call.
///
/// # Errors
///
/// When what it names is not there; then there was no call.
pub async fn call(
    crib: &Crib,
    workspace: &Workspace,
    mut caller: Caller,
    mut request: CallRequest,
    named: Named,
    mut within: Within,
) -> Result<Outcome, NotMade> {
    let Named { session, mut agent, mut mode } = named;
    if let Some(id) = session {
        let row = crib.store().session(workspace.id(), &id).await?;
        let row = row.ok_or_else(|| NotMade::NoSession(id.clone()))?;
        mode = mode.or_else(|| row.mode.parse().ok());
        agent = agent_of(&row, agent)?;
        if row.ended_at.is_some() {
            // Its tools say so.
            crib.sessions().end(&id);
        }
        caller.session = Some(id.into());
    }
    if let Some(id) = agent {
        if !workspace.view().agents.contains_key(&id) {
            return Err(NotMade::NoAgent(id));
        }
        caller.agent = Some(id.into());
    }
    request.mode = mode.unwrap_or_default();
    // What a session's calls may use up together, they use up together.
    within.turn = caller
        .session
        .as_ref()
        .map(|session| turn_of(crib, workspace, session, caller.agent.as_deref(), request.mode));
    let session = caller.session.clone();
    let outcome = if request.idempotency_key.is_some() {
        // Whoever may come back for the outcome may also leave: the call goes on.
        let runtime = workspace.runtime().clone();
        let call = async move { runtime.call_within(&caller, request, within).await };
        crib.sessions().tasks().spawn(call.in_current_span()).await?
    } else {
        workspace.runtime().call_within(&caller, request, within).await
    };
    if let Some(session) = &session {
        apply(crib, workspace, session, outcome.intents()).await?;
    }
    Ok(outcome)
}

/// Who calls in a session: its agent, if it is with one, and nobody else.
fn agent_of(session: &SessionRow, said: Option<String>) -> Result<Option<String>, NotMade> {
    match (&session.agent_id, said) {
        (Some(own), Some(said)) if *own != said => Err(NotMade::OtherAgent(own.clone())),
        (own, said) => Ok(said.or_else(|| own.clone())),
    }
}
