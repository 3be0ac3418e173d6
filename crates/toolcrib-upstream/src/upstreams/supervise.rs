//! What the task of a server does: start it, serve, and start it again.
//!
//! (1) Before a connection is used, what the server has is compared with what was
//!     approved.
//! (2) However many notices come, its tools are listed at most once a second.
//! (3) Whatever ends a session, its process has ended before the next begins.
//! (4) Who breaks while it is looked after, such as the memory, breaks one session.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use futures_util::FutureExt as _;
use tokio::time::{Duration, Instant, sleep, sleep_until, timeout};
use tokio_util::sync::CancellationToken;

use super::Server;
use super::session::Session;
use crate::backoff::Backoff;
use crate::config::Way;
use crate::link::Now;
use crate::text::Why;
use crate::wire::{Lost, Manner};

/// How long to wait after a notice: there are often several.
const SETTLE: Duration = Duration::from_millis(100);

/// How long there must be between two looks at a server's tools (2).
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// And how many times as long as the last look took.
const LOOK_SHARE: u32 = 10;

/// How a session ended.
enum Ended {
    /// From here.
    Stopped,
    /// By itself.
    Failed { why: Why, served: Duration },
}

/// Keeps a server running until it is stopped.
pub(super) async fn supervise(server: Arc<Server>, way: Way) {
    let stop = &server.stop;
    let mut backoff = Backoff::default();
    let mut manner = Manner::default();
    loop {
        let patience = Duration::from_millis(server.upstream.connect_timeout_ms);
        server.link.change(|phase| phase.now = Now::connecting(patience));
        let session = AssertUnwindSafe(session(&server, &way, &mut manner, stop));
        let ended = session.catch_unwind().await.unwrap_or_else(|_| Ended::Failed {
            why: "something broke here while it was looked after".into(),
            served: Duration::ZERO,
        });
        server.link.disconnect();
        let Ended::Failed { why, served } = ended else { break };
        backoff.served(served);
        let pause = backoff.pause();
        server.link.wait(&why, pause);
        if stop.run_until_cancelled(sleep(pause)).await.is_none() {
            break;
        }
        server.link.change(|phase| phase.restarts += 1);
    }
    server.link.change(|phase| phase.now = Now::Closed);
}

/// One session, from its start to its end.
async fn session(
    server: &Server,
    way: &Way,
    manner: &mut Manner,
    stop: &CancellationToken,
) -> Ended {
    let patience = Duration::from_millis(server.upstream.connect_timeout_ms);
    let opening = timeout(patience, Session::open(way, *manner));
    let opened = match stop.run_until_cancelled(opening).await {
        None => return Ended::Stopped,
        Some(Ok(opened)) => opened,
        Some(Err(_)) => {
            Err(Lost::Because(format!("it did not say who it is within {patience:?}").into()))
        }
    };
    let mut session = match opened {
        Ok(session) => session,
        Err(lost) => {
            *manner = manner.other();
            return Ended::Failed { why: lost.into(), served: Duration::ZERO };
        }
    };
    *manner = session.manner();
    let began = Instant::now();
    let why = stop.run_until_cancelled(serve(server, &mut session, patience)).await;
    server.link.disconnect();
    session.close().await;
    match why {
        None => Ended::Stopped,
        Some(why) => Ended::Failed { why, served: began.elapsed() },
    }
}

/// Serves until the session ends, and says why it did.
async fn serve(server: &Server, session: &mut Session, patience: Duration) -> Why {
    // (1)
    if let Err(lost) = look(server, session, patience).await {
        return lost.into();
    }
    server.link.connect(session.line(), session.about());
    let mut next_look = Instant::now() + LOOK_EVERY;
    loop {
        if let Some(why) = session.until_changed().await {
            return why;
        }
        // (2): what comes in the meantime is answered by the same look.
        sleep_until(next_look.max(Instant::now() + SETTLE)).await;
        let began = Instant::now();
        if let Err(lost) = look(server, session, patience).await {
            if session.is_over() {
                return session.why().await;
            }
            server.link.note(&format!("its tools could not be listed: {lost}"));
        }
        let took = began.elapsed();
        next_look = Instant::now() + LOOK_EVERY.max(took * LOOK_SHARE);
    }
}

/// Lists what the server has, and makes tools of it.
async fn look(server: &Server, session: &mut Session, patience: Duration) -> Result<(), Lost> {
    let listing = match timeout(patience, session.list()).await {
        Ok(Ok(listing)) => listing,
        Ok(Err(lost)) => return Err(lost),
        Err(_) => {
            let why = format!("it did not list its tools within {patience:?}");
            return Err(Lost::Because(why.into()));
        }
    };
    server.publish(listing.definitions).await;
    server.link.change(|phase| phase.notes = listing.notes);
    Ok(())
}
