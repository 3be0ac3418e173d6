//! One message of a user, and what comes of it.
//!
//! (1) The message is on disk before the model hears of it, and so is whatever
//!     is said and done after it.
//! (2) A conversation goes on after a restart where it was.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::time::Duration;

use serde::Serialize;
use serde_json::json;
use tokio::sync::mpsc;
use toolcrib::{Caller, CancellationToken, Door, Intent, Mode, Runtime, Turn, async_trait};
use toolcrib_agents::conversation::{CallMade, NotWritten};
use toolcrib_agents::{
    ContextUse, Conversation, Ended, Event, EventKind, Events, Journal, Message, TurnEnd, Usage,
};
use toolcrib_store::{SessionRow, Store, StoreError, UsageRow};
use utoipa::ToSchema;

use super::AgentSettings;
use crate::crib::{Crib, Workspace, mint_id};

/// Events that wait for whoever listens.
const EVENTS_MAX: usize = 256;

/// How long whoever asked may leave an event lying.
const PATIENCE: Duration = Duration::from_secs(30);

/// The same once the turn was cancelled.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// Messages of a history that are read; older ones no model could take in.
const HISTORY_MAX: u32 = 10_000;

/// What somebody says in a conversation.
pub struct Said<'a> {
    /// The conversation.
    pub session: &'a SessionRow,
    /// The words.
    pub message: String,
    /// Whom they are for, where not for the conversation's agent.
    pub agent: Option<String>,
    /// The key that was shown.
    pub key: Option<Arc<str>>,
    /// What ends the turn early.
    pub cancel: CancellationToken,
    /// Who is told what happens.
    pub listener: Option<mpsc::Sender<Event>>,
    /// Whether that is somebody who can answer questions about calls.
    pub is_attended: bool,
}

/// Why nobody was asked.
#[derive(Debug, thiserror::Error)]
pub enum ChatError {
    /// There is nobody to ask.
    #[error(
        "this workspace has no primary agent: name the one to talk to (`--agent`, `agent_id`), or \
         make one primary (`\"isPrimary\": true` in its file, `is_primary` over REST)"
    )]
    Nobody,
    /// There is no such agent.
    #[error("there is no agent `{0}`")]
    NoAgent(String),
    /// The conversation is over.
    #[error("the session has ended; start another one")]
    Over,
    /// Somebody else speaks.
    #[error("the session is answering another message; wait for its end, or cancel it")]
    Busy,
    /// The store does not answer.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The agent that answers in a conversation.
pub fn agent_for(
    workspace: &Workspace,
    session: &SessionRow,
    named: Option<&str>,
) -> Result<String, ChatError> {
    let view = workspace.view();
    match named.or(session.agent_id.as_deref()) {
        Some(id) if view.agents.contains_key(id) => Ok(id.to_owned()),
        Some(id) => Err(ChatError::NoAgent(id.to_owned())),
        None => {
            let primary = view.agents.values().find(|agent| agent.row.is_primary);
            primary.map(|agent| agent.row.id.clone()).ok_or(ChatError::Nobody)
        }
    }
}

/// Answers a message.
///
/// # Errors
///
/// When nobody was asked; however the answer ends is told by the end of the
/// turn.
pub async fn chat(
    crib: &Crib,
    workspace: &Workspace,
    runtime: &Runtime,
    said: Said<'_>,
) -> Result<TurnEnd, ChatError> {
    let (session, store) = (said.session, crib.store());
    if session.ended_at.is_some() {
        crib.sessions().end(&session.id);
        return Err(ChatError::Over);
    }
    let agent = agent_for(workspace, session, said.agent.as_deref())?;
    let speaking = crib.sessions().speak(&session.id, &said.cancel).ok_or(ChatError::Busy)?;
    let rows = store.last_messages(workspace.id(), &session.id, HISTORY_MAX).await?;
    let last = rows.last().map_or(0, |row| row.number);
    let mut history = Vec::with_capacity(rows.len() + 1);
    for row in &rows {
        match serde_json::from_str::<Message>(&row.content) {
            Ok(message) => history.push(message),
            // It must not stop the conversation.
            Err(error) => {
                tracing::warn!(session = session.id, number = row.number, %error, "a message cannot be read");
            }
        }
    }
    let journal = Written { store, session: &session.id, number: AtomicI64::new(last) };
    let message = Message::user(said.message);
    // (1)
    journal.append(&message).await?;
    history.push(message);
    let mode: Mode = session.mode.parse().unwrap_or_default();
    crib.sessions().next_turn(&session.id);
    let turn = turn_of(crib, workspace, &session.id, Some(&agent), mode);

    let (sender, receiver) = mpsc::channel(EVENTS_MAX);
    let message_id = mint_id("msg").unwrap_or_else(|_| format!("msg_{}", last + 1));
    let crew = workspace.crew(crib);
    let conversation = Conversation {
        crew: Arc::clone(&crew.0),
        runtime,
        caller: Caller {
            workspace: Arc::clone(workspace.id()),
            session: Some(session.id.as_str().into()),
            key: said.key,
            ..Caller::at(Door::Chat)
        },
        mode,
        events: Events::new(message_id.into(), sender),
        journal: &journal,
        cancel: said.cancel.clone(),
        is_attended: said.is_attended || crib.sessions().is_heard(&session.id),
    };
    let audience = Audience {
        crib,
        session: &session.id,
        listener: said.listener,
        cancel: said.cancel.clone(),
        is_deaf: AtomicBool::new(false),
    };
    let told = audience.tell_all(receiver);
    let turn = async {
        let end = conversation.run_turn(turn, &agent, &mut history).await;
        // Nothing more will be told.
        drop(conversation);
        end
    };
    let (end, last) = tokio::join!(Box::pin(turn), told);
    let settled = settle(crib, workspace, session, &end).await;
    // Whoever hears the end may speak that moment.
    drop(speaking);
    if let Some(last) = last {
        audience.tell(last).await;
    }
    settled?;
    Ok(end)
}

/// The turn whose budgets the calls of a conversation use up, whoever makes them.
pub fn turn_of(
    crib: &Crib,
    workspace: &Workspace,
    session: &str,
    agent: Option<&str>,
    mode: Mode,
) -> Turn {
    let limits = || {
        let usual = crib.policies().limits(workspace.id(), agent, mode);
        let view = workspace.view();
        let row = agent.and_then(|id| view.agents.get(id)).map(|agent| &agent.row);
        let settings = row.and_then(|row| AgentSettings::read(row.settings.as_deref()).ok());
        settings.unwrap_or_default().within(usual).turn
    };
    crib.sessions().turn(session, || Turn::new(agent.map(Into::into), limits()))
}

/// Takes over what the turn did to the conversation itself.
async fn settle(
    crib: &Crib,
    workspace: &Workspace,
    session: &SessionRow,
    end: &TurnEnd,
) -> Result<(), StoreError> {
    if session.agent_id.as_deref() != Some(&*end.agent) {
        hand_over(crib, workspace, &session.id, &end.agent).await?;
    }
    if end.is_over {
        end_now(crib, workspace, &session.id).await?;
    }
    for (agent, context) in &end.context_by_agent {
        if context.tool_share() > crib.context_share() {
            crib.meters().context_warned();
            tracing::warn!(
                agent = &**agent,
                session = session.id,
                schemas = context.tools,
                outcomes = context.outcomes,
                window = context.window,
                "tools take up much of the context; `toolcrib doctor` says what to trim"
            );
        }
    }
    let rows: Vec<UsageRow> = end
        .usage_by_agent
        .iter()
        .map(|(agent, usage)| UsageRow {
            agent_id: agent.to_string(),
            input_tokens: usage.input_tokens.try_into().unwrap_or(i64::MAX),
            output_tokens: usage.output_tokens.try_into().unwrap_or(i64::MAX),
            cached_tokens: usage.cached_tokens.try_into().unwrap_or(i64::MAX),
            cost_micros: usage.cost.map(|cost| (cost * 1e6).round() as i64),
        })
        .collect();
    crib.store().add_usage(workspace.id(), Some(&session.id), &rows).await
}

/// Another agent goes on, if there is one of this name: nobody could talk to
/// any other.
async fn hand_over(
    crib: &Crib,
    workspace: &Workspace,
    session: &str,
    agent: &str,
) -> Result<(), StoreError> {
    match workspace.view().agents.contains_key(agent) {
        true => crib.store().hand_over_session(workspace.id(), session, agent).await,
        false => Ok(()),
    }
}

async fn end_now(crib: &Crib, workspace: &Workspace, session: &str) -> Result<(), StoreError> {
    crib.store().end_session(workspace.id(), session).await?;
    crib.sessions().end(session);
    Ok(())
}

/// Does what a tool asks the conversation to do, where its client runs a model
/// of its own.
///
/// # Errors
///
/// When the store does not answer.
pub async fn apply(
    crib: &Crib,
    workspace: &Workspace,
    session: &str,
    intents: &[Intent],
) -> Result<(), StoreError> {
    for intent in intents {
        match intent {
            Intent::SwitchAgent { agent_id } => {
                hand_over(crib, workspace, session, agent_id).await?;
            }
            Intent::EndVoiceSession { .. } => end_now(crib, workspace, session).await?,
            _ => {}
        }
        let event = json!({ "type": "intent", "intent": intent });
        crib.sessions().tell(session, &event.to_string());
    }
    Ok(())
}

/// Whoever asked, and the clients of the conversation.
struct Audience<'a> {
    crib: &'a Crib,
    session: &'a str,
    listener: Option<mpsc::Sender<Event>>,
    cancel: CancellationToken,
    /// Whether whoever asked has stopped to listen.
    is_deaf: AtomicBool,
}

impl Audience<'_> {
    /// Hands events on, all but the end of the answer, which it returns.
    async fn tell_all(&self, mut events: mpsc::Receiver<Event>) -> Option<Event> {
        let mut last = None;
        while let Some(event) = events.recv().await {
            match event.kind {
                EventKind::MessageEnd { .. } => last = Some(event),
                _ => self.tell(event).await,
            }
        }
        last
    }

    async fn tell(&self, event: Event) {
        let sessions = self.crib.sessions();
        if sessions.is_heard(self.session)
            && let Ok(text) = serde_json::to_string(&event)
        {
            sessions.tell(self.session, &text);
        }
        let Some(listener) = &self.listener else { return };
        if self.is_deaf.load(Ordering::Relaxed) {
            return;
        }
        // A slow reader slows the answer down; one that does not read ends it, and
        // a turn that was cancelled waits for nobody.
        let heard = async {
            tokio::select! {
                biased;
                sent = listener.send(event) => sent.is_ok(),
                () = tokio::time::sleep(PATIENCE) => false,
                () = after(&self.cancel, LAST_WORDS) => false,
            }
        };
        if !heard.await {
            self.is_deaf.store(true, Ordering::Relaxed);
            self.cancel.cancel();
        }
    }
}

/// Waits until something was cancelled, and a little longer.
async fn after(cancel: &CancellationToken, longer: Duration) {
    cancel.cancelled().await;
    tokio::time::sleep(longer).await;
}

/// An answer in one piece.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ChatAnswer)]
pub struct Summary {
    /// What was said after the last call.
    message: String,
    /// Who said it.
    #[schema(value_type = String)]
    agent_id: Arc<str>,
    /// The conversation.
    session_id: String,
    /// `stop`, `length`, `cancelled`, `ended` or `error`.
    #[schema(value_type = String)]
    finish: &'static str,
    /// The calls that were made, in their order.
    #[schema(value_type = Vec<Object>)]
    calls: Vec<CallMade>,
    /// The tokens that it took, and the cost where the vendor says.
    #[schema(value_type = Object)]
    usage: Usage,
    /// What the fullest request to each agent's model took up, in tokens, about.
    #[schema(value_type = Object)]
    context: BTreeMap<Arc<str>, ContextUse>,
    /// Why there is no answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<NoAnswer>,
}

/// Why there is no answer.
#[derive(Debug, Serialize, ToSchema)]
struct NoAnswer {
    /// The word that a program branches on.
    code: String,
    /// The words for a person.
    message: String,
}

impl Summary {
    /// How a turn of a conversation ended.
    pub fn new(session: &str, end: TurnEnd) -> Self {
        let error = match &end.how {
            Ended::Failed(failure) => {
                Some(NoAnswer { code: failure.code(), message: failure.to_string() })
            }
            _ => None,
        };
        Self {
            finish: end.how.word(),
            message: end.text,
            agent_id: end.agent,
            session_id: session.to_owned(),
            calls: end.calls,
            usage: end.usage,
            context: end.context_by_agent,
            error,
        }
    }
}

/// What is said, on its way to disk.
struct Written<'a> {
    store: &'a Store,
    session: &'a str,
    number: AtomicI64,
}

impl Written<'_> {
    async fn append(&self, message: &Message) -> Result<(), StoreError> {
        let number = self.number.fetch_add(1, Ordering::Relaxed) + 1;
        let role = match message {
            Message::User { .. } => "user",
            Message::Assistant(_) => "assistant",
            Message::Outcomes { .. } => "tool",
        };
        let content = serde_json::to_string(message).expect("a message is text and JSON");
        self.store.append_message(self.session, number, role, &content).await
    }
}

#[async_trait]
impl Journal for Written<'_> {
    async fn write(&self, message: &Message) -> Result<(), NotWritten> {
        self.append(message).await.map_err(|error| NotWritten(Box::new(error)))
    }
}
