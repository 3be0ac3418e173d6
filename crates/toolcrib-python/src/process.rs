//! Processes: one more, and no more.
#![expect(unsafe_code, reason = "a fork cannot be said otherwise")]

use std::io;

use rustix::process::Pid;

/// The two sides of a fork.
pub(crate) enum Fork {
    Child,
    Parent(Pid),
}

/// Forks. Only the thread that asks goes on in the child, so no other may hold
/// a lock: in a worker there is none but the one that waits for this one.
pub(crate) fn fork() -> io::Result<Fork> {
    // SAFETY: the only other thread of a worker waits in `join` and holds
    // nothing; the child uses this thread's memory and its own descriptors.
    match unsafe { libc::fork() } {
        -1 => Err(io::Error::last_os_error()),
        pid => Ok(Pid::from_raw(pid).map_or(Fork::Child, Fork::Parent)),
    }
}

/// Closes everything but the three streams.
pub(crate) fn close_others() {
    // SAFETY: nothing that is closed is used again in this process.
    unsafe { libc::syscall(libc::SYS_close_range, 3, libc::c_uint::MAX, 0) };
}

/// Lets a stack that is too deep end this process, without a word.
pub(crate) fn default_signals() {
    for signal in [libc::SIGSEGV, libc::SIGBUS] {
        // SAFETY: the default action needs nothing of this process.
        unsafe { libc::signal(signal, libc::SIG_DFL) };
    }
}

/// Ends this process and runs nothing on the way.
pub(crate) fn exit(code: i32) -> ! {
    // SAFETY: returns to nobody.
    unsafe { libc::_exit(code) }
}
