//! One message of a user, and what comes of it.
//!
//! (1) The message is on disk before the model hears of it, and so is whatever
//!     is said and done after it.
//! (2) A conversation goes on after a restart where it was.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::mpsc;
use toolcrib::{Caller, CancellationToken, Door, Intent, Mode, Runtime, async_trait};
use toolcrib_agents::conversation::NotWritten;
use toolcrib_agents::{Conversation, Event, EventKind, Events, Journal, Message, TurnEnd};
use toolcrib_store::{SessionRow, Store, StoreError, UsageRow};

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
    let rows = store.messages(workspace.id(), &session.id, 0, HISTORY_MAX).await?;
    let last = rows.last().map_or(0, |row| row.number);
    // What cannot be read any more must not stop the conversation.
    let mut history: Vec<Message> =
        rows.iter().filter_map(|row| serde_json::from_str(&row.content).ok()).collect();
    let journal = Written { store, session: &session.id, number: AtomicI64::new(last) };
    let message = Message::user(said.message);
    // (1)
    journal.append(&message).await?;
    history.push(message);
    crib.sessions().next_turn(&session.id);

    let (sender, receiver) = mpsc::channel(EVENTS_MAX);
    let message_id = mint_id("msg").unwrap_or_else(|_| format!("msg_{}", last + 1));
    let crew = workspace.crew(crib);
    let mode: Mode = session.mode.parse().unwrap_or_default();
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
        let end = conversation.run(&agent, &mut history).await;
        // Nothing more will be told.
        drop(conversation);
        end
    };
    let (end, last) = tokio::join!(Box::pin(turn), told);
    let settled = settle(crib, session, &end).await;
    // Whoever hears the end may speak that moment.
    drop(speaking);
    if let Some(last) = last {
        audience.tell(last).await;
    }
    settled?;
    Ok(end)
}

/// Takes over what the turn did to the conversation itself.
async fn settle(crib: &Crib, session: &SessionRow, end: &TurnEnd) -> Result<(), StoreError> {
    let (store, workspace) = (crib.store(), session.workspace.as_str());
    if session.agent_id.as_deref() != Some(&*end.agent) {
        store.hand_over_session(workspace, &session.id, &end.agent).await?;
    }
    if end.is_over {
        store.end_session(workspace, &session.id).await?;
        crib.sessions().end(&session.id);
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
    store.add_usage(workspace, Some(&session.id), &rows).await
}

/// Does what a tool asks the conversation to do, where its client runs a model
/// of its own.
///
/// # Errors
///
/// When the store does not answer.
pub async fn apply(
    crib: &Crib,
    workspace: &str,
    session: &str,
    intents: &[Intent],
) -> Result<(), StoreError> {
    for intent in intents {
        match intent {
            Intent::SwitchAgent { agent_id } => {
                crib.store().hand_over_session(workspace, session, agent_id).await?;
            }
            Intent::EndVoiceSession { .. } => {
                crib.store().end_session(workspace, session).await?;
                crib.sessions().end(session);
            }
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

/// How a turn ended, for a client that wants it in one piece.
pub fn summary(end: &TurnEnd) -> Value {
    let mut summary = json!({
        "message": end.text,
        "agent_id": end.agent,
        "finish": end.how.word(),
        "calls": end.calls,
        "usage": end.usage,
    });
    if let toolcrib_agents::Ended::Failed(failure) = &end.how {
        summary["error"] = json!({ "code": failure.code(), "message": failure.to_string() });
    }
    summary
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
        let content = serde_json::to_string(message).unwrap_or_default();
        self.store.append_message(self.session, number, role, &content).await
    }
}

#[async_trait]
impl Journal for Written<'_> {
    async fn write(&self, message: &Message) -> Result<(), NotWritten> {
        self.append(message).await.map_err(|error| NotWritten(Box::new(error)))
    }
}
