//! The conversations that somebody is having right now.
//!
//! (1) One turn at a time: who speaks while another does is told so.
//! (2) A client that does not read misses what it was told; nobody waits for it.
//! (3) What is remembered is bounded: of conversations that nobody is having,
//!     the oldest are forgotten first.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::mpsc;
use tokio_util::task::TaskTracker;
use toolcrib::session::{Client, ClientGone, Session, Sessions};
use toolcrib::{Caller, CancellationToken, Turn};

/// Messages that wait for a client.
const WAITING_MAX: usize = 1_024;

/// Conversations that are remembered.
const SESSIONS_MAX: usize = 10_000;

/// The conversations that somebody is having. Clones share them.
#[derive(Clone, Default)]
pub struct LiveSessions(Arc<Inner>);

#[derive(Default)]
struct Inner {
    sessions: Mutex<HashMap<Arc<str>, Live>>,
    touches: AtomicU64,
    /// Turns that go on although nobody waits for them in this moment.
    tasks: TaskTracker,
}

#[derive(Default)]
struct Live {
    /// What stops the turn that is running.
    speaking: Option<CancellationToken>,
    clients: Vec<mpsc::Sender<Arc<str>>>,
    /// The turn whose budgets calls use up.
    turn: Option<Turn>,
    is_over: bool,
    /// When it was last touched, by the count of all touches.
    touched: u64,
}

/// Somebody speaks in this conversation; when it is dropped, others may.
pub struct Speaking {
    sessions: LiveSessions,
    session: Arc<str>,
}

impl Drop for Speaking {
    fn drop(&mut self) {
        self.sessions.with(&self.session, |live| live.speaking = None);
    }
}

/// A client that listens to a conversation, until it is dropped.
pub struct Listener(mpsc::Receiver<Arc<str>>);

impl Listener {
    /// What it is told next.
    pub async fn next(&mut self) -> Option<Arc<str>> {
        self.0.recv().await
    }
}

impl LiveSessions {
    fn lock(&self) -> MutexGuard<'_, HashMap<Arc<str>, Live>> {
        self.0.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn with<T>(&self, session: &str, change: impl FnOnce(&mut Live) -> T) -> T {
        let mut sessions = self.lock();
        let touched = self.0.touches.fetch_add(1, Ordering::Relaxed);
        if sessions.len() >= SESSIONS_MAX && !sessions.contains_key(session) {
            forget(&mut sessions);
        }
        let live = sessions.entry(session.into()).or_default();
        live.touched = touched;
        change(live)
    }

    /// Begins a turn, which the token ends early. `None` if one is running (1).
    pub fn speak(&self, session: &str, cancel: &CancellationToken) -> Option<Speaking> {
        let may = self.with(session, |live| {
            live.speaking.is_none().then(|| live.speaking = Some(cancel.clone()))
        });
        may.map(|()| Speaking { sessions: self.clone(), session: session.into() })
    }

    /// Whether a turn is running.
    pub fn is_speaking(&self, session: &str) -> bool {
        self.lock().get(session).is_some_and(|live| live.speaking.is_some())
    }

    /// Ends the turn that is running, if one is.
    pub fn cancel(&self, session: &str) -> bool {
        let speaking = self.lock().get(session).and_then(|live| live.speaking.clone());
        speaking.inspect(CancellationToken::cancel).is_some()
    }

    /// Listens to a conversation.
    pub fn listen(&self, session: &str) -> Listener {
        let (sender, receiver) = mpsc::channel(WAITING_MAX);
        self.with(session, |live| live.clients.push(sender));
        Listener(receiver)
    }

    /// Tells every client of a conversation something (2). Returns how many
    /// there are.
    pub fn tell(&self, session: &str, message: &str) -> usize {
        let mut sessions = self.lock();
        let Some(live) = sessions.get_mut(session) else { return 0 };
        live.clients.retain(|client| !client.is_closed());
        let message: Arc<str> = message.into();
        live.clients.iter().filter(|client| client.try_send(Arc::clone(&message)).is_ok()).count()
    }

    /// Whether a client listens.
    pub fn is_heard(&self, session: &str) -> bool {
        let sessions = self.lock();
        let live = sessions.get(session);
        live.is_some_and(|live| live.clients.iter().any(|client| !client.is_closed()))
    }

    /// The turn whose budgets the calls of a conversation use up.
    pub fn turn(&self, session: &str, begin: impl FnOnce() -> Turn) -> Turn {
        self.with(session, |live| live.turn.get_or_insert_with(begin).clone())
    }

    /// The next turn begins: budgets are whole again.
    pub fn next_turn(&self, session: &str) {
        self.with(session, |live| live.turn = None);
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.lock().len()
    }

    /// Where turns run that must end well even if their client leaves.
    pub fn tasks(&self) -> &TaskTracker {
        &self.0.tasks
    }

    /// Cancels every turn and waits until all have ended.
    pub async fn close(&self) {
        let speaking: Vec<CancellationToken> =
            self.lock().values().filter_map(|live| live.speaking.clone()).collect();
        speaking.iter().for_each(CancellationToken::cancel);
        self.0.tasks.close();
        self.0.tasks.wait().await;
    }

    /// The conversation has ended.
    pub fn end(&self, session: &str) {
        self.with(session, |live| live.is_over = true);
    }
}

/// Forgets half of those that nobody is having (3).
fn forget(sessions: &mut HashMap<Arc<str>, Live>) {
    let mut idle: Vec<u64> = Vec::new();
    for live in sessions.values_mut() {
        live.clients.retain(|client| !client.is_closed());
        if live.speaking.is_none() && live.clients.is_empty() {
            idle.push(live.touched);
        }
    }
    idle.sort_unstable();
    let Some(&until) = idle.get(idle.len() / 2) else { return };
    sessions.retain(|_, live| {
        live.touched > until || live.speaking.is_some() || !live.clients.is_empty()
    });
}

impl Sessions for LiveSessions {
    fn session(&self, caller: &Caller) -> Session {
        let Some(id) = &caller.session else { return Session::default() };
        let is_over = self.lock().get(id).is_some_and(|live| live.is_over);
        let client: Option<Arc<dyn Client>> = match self.is_heard(id) {
            true => Some(Arc::new(Clients { sessions: self.clone(), session: Arc::clone(id) })),
            false => None,
        };
        Session { is_active: !is_over, client, ..Session::default() }
    }
}

/// The clients of one conversation, for a handler.
struct Clients {
    sessions: LiveSessions,
    session: Arc<str>,
}

impl Client for Clients {
    fn send(&self, message: &str) -> Result<(), ClientGone> {
        match self.sessions.tell(&self.session, message) {
            0 => Err(ClientGone),
            _ => Ok(()),
        }
    }
}
