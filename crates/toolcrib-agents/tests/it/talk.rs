//! Whole turns, from a message to its answer.

mod calls;
mod delegation;
mod depth;
mod endings;
mod events;
mod limits;
mod promises;
mod replays;
mod seed;
mod wishes;
