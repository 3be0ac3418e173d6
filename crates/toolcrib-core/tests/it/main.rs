//! Everything that is held from outside the crate, one module a room.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]
#![expect(clippy::print_stdout, reason = "a test says what it skips")]

mod coercion;
mod errors;
mod golden;
mod shared;
mod suite;
mod vendor;
