//! The Python of tools.
//!
//! A program makes itself its own worker ([`work`]): a process that warms an
//! interpreter once and forks for each call. In the child, `cage` takes away
//! whatever the interpreter could reach, before a line of somebody's code is
//! read. This crate never decides what is run or what becomes of the outcome;
//! `toolcrib_handlers::python` does, at the other end of the pipe.
//!
//! (1) Nothing of one call is seen by another: each has a process of its own.
//! (2) What is not compiled into the interpreter cannot be imported into it:
//!     there are no files, sockets, processes or foreign functions.
//! (3) A call that finds a way around that has no system call to use it with.
//! (4) A call ends on time and within its memory, whatever it does.

#[cfg(target_os = "linux")]
mod allocator;
#[cfg(target_os = "linux")]
mod cage;
#[cfg(target_os = "linux")]
mod calls;
#[cfg(target_os = "linux")]
mod interpreter;
#[cfg(target_os = "linux")]
mod process;
#[cfg(target_os = "linux")]
mod worker;

#[cfg(target_os = "linux")]
pub use allocator::Counting;

use std::process::ExitCode;

use toolcrib_handlers::python::wire::WORKER;

/// Whether this process was started to be a worker.
pub fn is_worker() -> bool {
    std::env::args_os().nth(1).is_some_and(|argument| argument == WORKER)
}

/// Works until nobody gives any more work. Call it before anything else has
/// started a thread: a fork takes one along.
#[cfg(target_os = "linux")]
pub fn work() -> ExitCode {
    worker::work()
}

/// There is no cage here, so there is no work.
#[cfg(not(target_os = "linux"))]
pub fn work() -> ExitCode {
    ExitCode::FAILURE
}
