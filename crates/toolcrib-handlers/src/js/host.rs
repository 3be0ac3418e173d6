//! The one door in the wall: what a script may ask of the world around it.
//!
//! Everything that takes time is started on the async runtime and comes back
//! as a [`Settled`]; the script's thread waits for it and for its timers.
//! Whatever decides about access (hosts, `uses`, sessions) is behind this
//! door, never in front of it.

mod functions;
mod requests;

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use tokio::runtime::Handle;
use toolcrib::console::Level;
use toolcrib::session::ClientGone;
use toolcrib::{Context, Progress};

use super::cage::Stop;
use tracing::{Instrument as _, Span};

use crate::fetch::{Fetcher, HostList};

pub(super) use functions::{buffer, functions};

/// Requests and calls that one script may have under way at once.
const UNDER_WAY_MAX: usize = 16;

/// Timers that one script may have at once.
const TIMERS_MAX: usize = 1_000;

/// Messages to the client that one script may send.
const MESSAGES_MAX: usize = 1_000;

/// Rejections that nobody waits for, of one script.
const REJECTED_MAX: usize = 20;

/// How long a waiting script's deadline is left alone.
const LOOK_AGAIN: Duration = Duration::from_millis(200);

/// What a script's requests lead to.
pub(super) struct Host {
    pub(super) call: Context,
    pub(super) tokio: Handle,
    /// What the call is traced by.
    pub(super) span: Span,
    pub(super) fetcher: Fetcher,
    pub(super) hosts: Arc<HostList>,
    pub(super) settled: Sender<Event>,
    pub(super) events: Receiver<Event>,
}

/// What happens outside while a script waits.
pub(super) enum Event {
    /// Something that it started has ended.
    Settled(Settled),
    /// It must end.
    Stop,
}

/// How something that a script started has ended: text and bytes, or why not.
pub(super) struct Settled {
    pub(super) id: u32,
    pub(super) result: Result<(String, Option<Vec<u8>>), Failure>,
}

/// Why a script does not get what it asked for; it reads this as a `TypeError`.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct Refused(pub(super) String);

/// Why something that a script started failed: the `code` and the message of a
/// `TypeError`.
pub(super) struct Failure {
    pub(super) code: &'static str,
    pub(super) message: String,
}

impl Refused {
    fn outside() -> Self {
        Self("this works only inside `execute`".to_owned())
    }
}

impl From<ClientGone> for Refused {
    fn from(gone: ClientGone) -> Self {
        Self(gone.to_string())
    }
}

/// The script's side of the door. A cage is made before anybody is behind it.
#[derive(Default)]
pub(super) struct Link {
    host: RefCell<Option<Host>>,
    /// By the time they fire, then by age.
    timers: RefCell<BTreeSet<(Instant, u32)>>,
    under_way: Cell<usize>,
    /// Messages to the client so far.
    sent: Cell<usize>,
    /// Rejections that nobody has looked at: by promise, and of promises that
    /// are gone.
    rejected: RefCell<(BTreeMap<u64, String>, Vec<String>)>,
}

impl Link {
    /// Notes that a promise was rejected and nobody waits for it, or that
    /// somebody does now.
    pub(super) fn rejection(&self, promise: u64, reason: Option<String>) {
        let (open, gone) = &mut *self.rejected.borrow_mut();
        match reason {
            Some(reason) => {
                // Where another promise was, that one can never be looked at.
                gone.extend(open.insert(promise, reason));
            }
            None => {
                open.remove(&promise);
            }
        }
    }

    /// Whether another rejection would be noted.
    pub(super) fn hears_rejections(&self) -> bool {
        let rejected = self.rejected.borrow();
        rejected.0.len() + rejected.1.len() < REJECTED_MAX
    }

    /// Tells of rejections that nobody has looked at.
    pub(super) fn tell_rejected(&self) {
        let (open, gone) = std::mem::take(&mut *self.rejected.borrow_mut());
        for reason in gone.into_iter().chain(open.into_values()) {
            self.log("error", &format!("rejected, and nobody waited for it: {reason}"));
        }
    }

    pub(super) fn connect(&self, host: Host) {
        *self.host.borrow_mut() = Some(host);
    }

    /// What is still under way finds nobody who waits for it.
    pub(super) fn disconnect(&self) {
        self.host.borrow_mut().take();
    }

    /// Waits for the next thing that the script waits for; nothing if there is
    /// none or the script must end.
    pub(super) fn next(&self, stop: &Stop) -> Option<Settled> {
        loop {
            if stop.is_due() {
                return None;
            }
            // Before the timers: those could keep a script busy for ever, and
            // what is under way is bounded.
            if let Some(settled) = self.try_next() {
                return Some(settled);
            }
            let timer = self.timers.borrow().first().copied();
            let now = Instant::now();
            if let Some((at, id)) = timer
                && at <= now
            {
                self.timers.borrow_mut().remove(&(at, id));
                return Some(Settled { id, result: Ok((String::new(), None)) });
            }
            if timer.is_none() && self.under_way.get() == 0 {
                return None;
            }
            let wait = timer.map_or(LOOK_AGAIN, |(at, _)| at - now);
            // The deadline is looked at even if nobody calls.
            let wait = wait.min(LOOK_AGAIN);
            let host = self.host.borrow();
            let Some(host) = host.as_ref() else {
                // Only timers work while a program is looked at.
                std::thread::park_timeout(wait);
                continue;
            };
            match host.events.recv_timeout(wait) {
                Ok(Event::Settled(settled)) => {
                    self.under_way.set(self.under_way.get() - 1);
                    return Some(settled);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Ok(Event::Stop) | Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
    }

    /// Something that has ended already.
    fn try_next(&self) -> Option<Settled> {
        match self.host.borrow().as_ref()?.events.try_recv() {
            Ok(Event::Settled(settled)) => {
                self.under_way.set(self.under_way.get() - 1);
                Some(settled)
            }
            // The stop itself is looked at by whoever asks.
            Ok(Event::Stop) | Err(_) => None,
        }
    }

    /// Notes an error that no promise of the script's carries.
    pub(super) fn uncaught(&self, message: &str) {
        self.log("error", &format!("uncaught: {message}"));
    }

    fn log(&self, level: &str, text: &str) {
        let level = match level {
            "debug" => Level::Debug,
            "warn" => Level::Warn,
            "error" => Level::Error,
            _ => Level::Info,
        };
        if let Some(host) = &*self.host.borrow() {
            host.call.log(level, text);
        }
    }

    /// Says how far the call is; what is no number is not told.
    fn progress(&self, done: f64, total: f64, message: String) {
        if let Some(host) = self.host.borrow().as_ref().filter(|_| done.is_finite()) {
            let total = Some(total).filter(|total| total.is_finite());
            let message = Some(message).filter(|message| !message.is_empty());
            host.call.progress(Progress { done, total, message });
        }
    }

    fn set_timer(&self, id: u32, ms: f64) -> Result<(), Refused> {
        let mut timers = self.timers.borrow_mut();
        if timers.len() >= TIMERS_MAX {
            return Err(Refused(format!("a handler may have {TIMERS_MAX} timers at once")));
        }
        // A day is longer than any call; what is no number is no time.
        let seconds = if ms.is_nan() { 0.0 } else { (ms / 1e3).clamp(0.0, 86_400.0) };
        let wait = Duration::from_secs_f64(seconds);
        timers.insert((Instant::now() + wait, id));
        Ok(())
    }

    /// Starts something whose end is told by `id`.
    fn start<F>(
        &self,
        id: u32,
        work: impl FnOnce(&Host) -> Result<F, Refused>,
    ) -> Result<(), Refused>
    where
        F: Future<Output = Result<(String, Option<Vec<u8>>), Failure>> + Send + 'static,
    {
        let host = self.host.borrow();
        let host = host.as_ref().ok_or_else(Refused::outside)?;
        if self.under_way.get() >= UNDER_WAY_MAX {
            return Err(Refused(format!("a handler may wait for {UNDER_WAY_MAX} things at once")));
        }
        let (work, settled, call) = (work(host)?, host.settled.clone(), host.call.clone());
        self.under_way.set(self.under_way.get() + 1);
        let work = async move {
            let result = tokio::select! {
                result = work => result,
                // Nobody waits for the script any more, so nobody waits for this.
                () = call.cancelled() => return,
            };
            // The script may have ended without waiting for it.
            let _ = settled.send(Event::Settled(Settled { id, result }));
        };
        host.tokio.spawn(work.instrument(host.span.clone()));
        Ok(())
    }
}
