//! Agents that talk, from outside: models over real sockets, and whole turns.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod crew;
mod http;
mod replay;
mod scripted;
mod stage;
mod talk;
mod tools;
mod vendors;
