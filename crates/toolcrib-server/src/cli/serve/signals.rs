//! How somebody stops a server.

use std::io::Write as _;

use tokio_util::sync::CancellationToken;

use crate::cli::Exit;

/// A token that Ctrl-C or a polite kill fires; a second one ends the process.
/// Signals are heard from when this returns.
pub(in crate::cli) fn stop() -> std::io::Result<CancellationToken> {
    let mut signals = Signals::new()?;
    let stop = CancellationToken::new();
    let fire = stop.clone();
    tokio::spawn(async move {
        signals.next().await;
        fire.cancel();
        signals.next().await;
        let _ = writeln!(std::io::stderr(), "Stopped at once; running calls were cut off.");
        toolcrib_upstream::end_all();
        std::process::exit(Exit::Failed as i32);
    });
    Ok(stop)
}

/// What asks a process to end.
#[cfg(unix)]
pub(in crate::cli) struct Signals {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Signals {
    pub(in crate::cli) fn new() -> std::io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        let interrupt = signal(SignalKind::interrupt())?;
        Ok(Self { interrupt, terminate: signal(SignalKind::terminate())? })
    }

    pub(in crate::cli) async fn next(&mut self) -> Exit {
        tokio::select! {
            _ = self.interrupt.recv() => Exit::Interrupted,
            _ = self.terminate.recv() => Exit::Terminated,
        }
    }
}

/// What asks a process to end.
#[cfg(windows)]
pub(in crate::cli) struct Signals(tokio::signal::windows::CtrlC);

#[cfg(windows)]
impl Signals {
    pub(in crate::cli) fn new() -> std::io::Result<Self> {
        Ok(Self(tokio::signal::windows::ctrl_c()?))
    }

    pub(in crate::cli) async fn next(&mut self) -> Exit {
        self.0.recv().await;
        Exit::Interrupted
    }
}
