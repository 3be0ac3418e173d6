//! How somebody stops a server.

use std::io::Write as _;

use tokio_util::sync::CancellationToken;

use crate::cli::Exit;

/// A token that Ctrl-C or a polite kill fires; a second one ends the process.
/// Signals are heard from when this returns.
pub(super) fn stop() -> std::io::Result<CancellationToken> {
    let mut signals = Signals::new()?;
    let stop = CancellationToken::new();
    let fire = stop.clone();
    tokio::spawn(async move {
        signals.next().await;
        fire.cancel();
        signals.next().await;
        let _ = writeln!(std::io::stderr(), "Stopped at once; running calls were cut off.");
        std::process::exit(Exit::Failed as i32);
    });
    Ok(stop)
}

#[cfg(unix)]
struct Signals {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Signals {
    fn new() -> std::io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        let interrupt = signal(SignalKind::interrupt())?;
        Ok(Self { interrupt, terminate: signal(SignalKind::terminate())? })
    }

    async fn next(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }
}

#[cfg(windows)]
struct Signals(tokio::signal::windows::CtrlC);

#[cfg(windows)]
impl Signals {
    fn new() -> std::io::Result<Self> {
        Ok(Self(tokio::signal::windows::ctrl_c()?))
    }

    async fn next(&mut self) {
        self.0.recv().await;
    }
}
