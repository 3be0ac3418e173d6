//! The conversation that a call belongs to, as far as a handler may know it.
//!
//! The library knows no conversations. Whoever runs them gives the runtime
//! their [`Sessions`]; without, every session is active, empty and out of reach.

use std::sync::Arc;

use serde_json::{Map, Value};
use toolcrib_core::Caller;

/// Finds the conversation that a call belongs to.
pub trait Sessions: Send + Sync + 'static {
    /// The session of a caller, as it is now.
    fn session(&self, caller: &Caller) -> Session;
}

/// A conversation at one moment.
#[derive(Clone)]
pub struct Session {
    /// Whether it goes on.
    pub is_active: bool,
    /// What it remembers; a handler reads it and cannot change it.
    pub state: Arc<Map<String, Value>>,
    /// The client at its other end, where one is connected.
    pub client: Option<Arc<dyn Client>>,
}

impl Default for Session {
    fn default() -> Self {
        Self { is_active: true, state: Arc::default(), client: None }
    }
}

/// The client at the other end of a conversation.
pub trait Client: Send + Sync {
    /// Sends it a message. Must not block.
    fn send(&self, message: &str) -> Result<(), ClientGone>;
}

/// The client has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the client is not connected any more")]
pub struct ClientGone;

/// No conversations.
pub(crate) struct NoSessions;

impl Sessions for NoSessions {
    fn session(&self, _: &Caller) -> Session {
        Session::default()
    }
}
