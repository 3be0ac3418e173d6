//! What a tool knows of its server: how to reach it now, or why it cannot.
//!
//! The supervisor writes it, tools and the status read it, and nobody waits for
//! anybody. A tool holds this and not its server, so that neither keeps the other
//! alive.

#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::Arc;

use arc_swap::{ArcSwap, ArcSwapOption};
use tokio::sync::watch;
use tokio::time::{Duration, Instant};
use toolcrib::ToolError;

use crate::status::State;
use crate::text::{Secrets, Why, cut};
use crate::wire::{About, Line};

/// Bytes of a reason why a server is not there.
const WHY_BYTES_MAX: usize = 2 * 1024;

/// What a tool knows of its server.
pub(crate) struct Link {
    pub(crate) server: Arc<str>,
    pub(crate) secrets: Secrets,
    line: ArcSwapOption<Line>,
    /// The digests of the tools that may be called, by the server's names for them.
    callable: ArcSwap<HashMap<String, String>>,
    phase: watch::Sender<Phase>,
}

/// What a server does, as the supervisor sees it.
#[derive(Clone)]
pub(crate) struct Phase {
    pub(crate) now: Now,
    /// Whether it has listed its tools or failed at least once.
    pub(crate) is_settled: bool,
    pub(crate) restarts: u64,
    pub(crate) about: Option<About>,
    pub(crate) notes: Vec<String>,
}

/// What a server does now.
#[derive(Clone)]
pub(crate) enum Now {
    Connecting { since: Instant, at_most: Duration },
    Ready,
    Waiting { why: Why, until: Instant },
    Disabled,
    Failed { why: String },
    Closed,
}

impl Now {
    /// It is tried from now on.
    pub(crate) fn connecting(at_most: Duration) -> Self {
        Self::Connecting { since: Instant::now(), at_most }
    }
}

impl Link {
    pub(crate) fn new(server: &str, secrets: Secrets, now: Now) -> Self {
        let is_settled = !matches!(now, Now::Connecting { .. });
        let phase = Phase { now, is_settled, restarts: 0, about: None, notes: Vec::new() };
        Self {
            server: Arc::from(server),
            secrets,
            line: ArcSwapOption::empty(),
            callable: ArcSwap::default(),
            phase: watch::Sender::new(phase),
        }
    }

    pub(crate) fn phase(&self) -> Phase {
        self.phase.borrow().clone()
    }

    pub(crate) fn watch(&self) -> watch::Receiver<Phase> {
        self.phase.subscribe()
    }

    pub(crate) fn change(&self, change: impl FnOnce(&mut Phase)) {
        self.phase.send_modify(change);
    }

    /// Its tools can be reached from now on.
    pub(crate) fn connect(&self, line: Line, about: About) {
        self.line.store(Some(Arc::new(line)));
        self.change(|phase| {
            phase.now = Now::Ready;
            phase.is_settled = true;
            phase.about = Some(about);
        });
    }

    /// They cannot any more.
    pub(crate) fn disconnect(&self) {
        self.line.store(None);
    }

    /// It ended, and will be tried again.
    pub(crate) fn wait(&self, why: &Why, pause: Duration) {
        let shown = |text: &str| cut(&self.secrets.redact(text), WHY_BYTES_MAX);
        let why = Why::new(shown(&why.short), shown(&why.more));
        let until = Instant::now() + pause;
        tracing::warn!(server = &*self.server, %why, ?pause, "an MCP server is not there");
        self.change(|phase| {
            phase.now = Now::Waiting { why, until };
            phase.is_settled = true;
        });
    }

    /// There is something to say about the last look at its tools.
    pub(crate) fn note(&self, note: &str) {
        let note = cut(&self.secrets.redact(note), WHY_BYTES_MAX);
        self.change(|phase| phase.notes = vec![note]);
    }

    pub(crate) fn set_callable(&self, callable: HashMap<String, String>) {
        self.callable.store(Arc::new(callable));
    }

    /// The way to the server for a tool that is still what it was.
    pub(crate) fn line(&self, tool: &str, digest: &str) -> Result<Arc<Line>, ToolError> {
        let server = &self.server;
        // The registry may not have heard yet that a tool changed or went away.
        if self.callable.load().get(tool).is_none_or(|current| current != digest) {
            return Err(ToolError::permanent(format!(
                "The server `{server}` no longer has this tool as it was approved."
            )));
        }
        self.line.load_full().ok_or_else(|| self.not_there())
    }

    fn not_there(&self) -> ToolError {
        let server = &self.server;
        match &self.phase.borrow().now {
            Now::Waiting { why: Why { short, .. }, until } => {
                let retry_in_ms = left_ms(*until);
                let seconds = retry_in_ms.div_ceil(1000);
                let message = format!(
                    "The server `{server}` is not running: {short}; try again in {seconds} s."
                );
                ToolError::transient(message).retry_after_ms(retry_in_ms)
            }
            Now::Connecting { .. } | Now::Ready => ToolError::transient(format!(
                "The server `{server}` is just being started; try again in a moment."
            )),
            Now::Failed { .. } => ToolError::permanent(format!(
                "The server `{server}` cannot be started with its settings."
            )),
            Now::Disabled | Now::Closed => {
                ToolError::permanent(format!("The server `{server}` is switched off."))
            }
        }
    }
}

fn left_ms(until: Instant) -> u64 {
    ms(until.saturating_duration_since(Instant::now()))
}

fn ms(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

impl From<&Now> for State {
    fn from(now: &Now) -> Self {
        match now {
            Now::Connecting { since, at_most } => {
                Self::Connecting { for_ms: ms(since.elapsed()), at_most_ms: ms(*at_most) }
            }
            Now::Ready => Self::Ready,
            Now::Waiting { why, until } => {
                Self::Waiting { why: why.to_string(), retry_in_ms: left_ms(*until) }
            }
            Now::Disabled => Self::Disabled,
            Now::Failed { why } => Self::Failed { why: why.clone() },
            Now::Closed => Self::Closed,
        }
    }
}
