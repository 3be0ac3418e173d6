//! Agents that talk: models, conversations, and agents that work for each other.
//!
//! Owns the words of the vendors, the rounds of a turn and the way from one
//! agent to another. It never runs a tool by itself (`toolcrib` does), keeps
//! nothing (whoever runs it does) and knows no protocol of ours. Start at
//! [`Conversation::run`], then [`assemble::Assembler`] for what a stream
//! becomes, then [`Specialist`] for agents as tools.

pub mod assemble;
pub mod context;
pub mod conversation;
pub mod crew;
pub mod event;
pub mod history;
pub mod message;
pub mod model;
pub mod specialist;
pub mod sse;
pub mod wire;

pub use context::{BYTES_PER_TOKEN, ContextUse};
pub use conversation::{Conversation, Ended, Failure, Journal, NoJournal, TurnEnd};
pub use crew::{Agent, AgentLimits, Crew, CrewHandle, ROUNDS, ROUNDS_MAX, tell_held};
pub use event::{Event, EventKind, Events};
pub use message::{Message, Usage};
pub use model::{Model, ModelError};
pub use specialist::{Profile, Specialist};
