//! What other people's code can do, and what it cannot.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod conversations;
mod fetch;
mod folders;
mod scripts;
mod seed;
mod workshop;
