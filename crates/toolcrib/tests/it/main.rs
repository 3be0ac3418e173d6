//! The library as a program that embeds it sees it.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod calls;
mod events;
mod idempotency;
mod inside;
mod limits;
mod live;
mod registry;
mod retries;
mod rules;
mod sources;
mod spans;
mod stages;
mod tools;
mod turns;
mod typed;
