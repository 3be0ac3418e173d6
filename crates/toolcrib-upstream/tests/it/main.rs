//! Other servers, from outside: real processes and real sockets, most of which
//! do not behave.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod calls;
mod children;
mod fake;
mod floods;
mod http;
mod lists;
mod names;
mod pins;
mod secrets;
mod stage;
mod starts;
