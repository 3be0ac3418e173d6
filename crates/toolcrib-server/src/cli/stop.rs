//! What becomes of a command that somebody stops, and of the servers it started.
//!
//! A command that starts other MCP servers leaves none of them behind: they have
//! process groups of their own, and a signal for us does not reach them.
//!
//! (1) Signals are heard before the first server is started.
//! (2) The first one closes everything in order and ends the process with 128 and
//!     the signal's number; the second one ends it at once.
//! (3) Who heeds the first one ends in its own way: a call has an outcome, and a
//!     client its last answers.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use tokio_util::sync::CancellationToken;

use super::Exit;
use super::serve::signals::Signals;
use crate::crib::Crib;

/// Whether and how a command is stopped. Clones share it.
#[derive(Clone, Default)]
pub(super) struct Stop(Arc<Inner>);

#[derive(Default)]
struct Inner {
    came: CancellationToken,
    how: OnceLock<Exit>,
    /// Whether the command ends by itself (3).
    is_heeded: AtomicBool,
    /// Whether Ctrl-C stops something smaller than the command.
    has_ctrl_c: AtomicBool,
}

impl Stop {
    /// Hears signals from when this returns, for servers that this crib will
    /// start (1).
    pub(super) fn guard(&self, crib: &Crib) -> io::Result<()> {
        let mut signals = Signals::new()?;
        let (stop, crib) = (self.clone(), crib.handle());
        tokio::spawn(async move {
            let how = loop {
                let how = signals.next().await;
                if how != Exit::Interrupted || !stop.0.has_ctrl_c.load(Ordering::Relaxed) {
                    break how;
                }
            };
            // Only here is it set.
            let _ = stop.0.how.set(how);
            stop.0.came.cancel();
            let closed = async {
                if stop.0.is_heeded.load(Ordering::SeqCst) {
                    std::future::pending::<()>().await;
                } else if let Some(crib) = crib.crib() {
                    crib.close().await;
                }
            };
            // (2)
            tokio::select! {
                () = closed => {}
                _ = signals.next() => {}
            }
            toolcrib_upstream::end_all();
            std::process::exit(how as i32);
        });
        Ok(())
    }

    /// From here on the command ends by itself when it is stopped (3).
    pub(super) fn heed(&self) -> CancellationToken {
        self.0.is_heeded.store(true, Ordering::SeqCst);
        self.0.came.clone()
    }

    /// From here on Ctrl-C is the command's own.
    pub(super) fn leave_ctrl_c(&self) {
        self.0.has_ctrl_c.store(true, Ordering::Relaxed);
    }

    /// How the command was stopped, if it was.
    pub(super) fn how(&self) -> Option<Exit> {
        self.0.how.get().copied()
    }

    /// Waits until the process is about to be ended, and nobody should go on.
    pub(super) async fn taken_over(&self) {
        self.0.came.cancelled().await;
        if self.0.is_heeded.load(Ordering::SeqCst) {
            std::future::pending::<()>().await;
        }
    }
}
