//! Conversations with agents, over the crib and the store.
//!
//! Joins what `toolcrib-agents` runs with what is kept: which models there
//! are, who an agent is, what was said before. Every door to a conversation
//! (REST, the WebSocket, the terminal) comes through [`chat::chat`].

mod call;
pub mod chat;
mod crew;
mod files;
mod live;
mod models;
mod settings;

pub use call::{Named, NotMade, call};
pub use files::{AgentFile, AgentFileError, shipped, take_in};
pub use live::{Listener, LiveSessions};
pub use models::{ModelConfig, Models};
pub use settings::AgentSettings;

pub(crate) use crew::WorkspaceCrew;
pub(crate) use settings::{faults, profile};
