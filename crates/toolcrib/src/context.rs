//! What a handler may know about the call it serves.
//!
//! The model never sees a context and cannot influence it.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::{Map, Value};
use tokio::sync::{Notify, mpsc};
use tokio::time::Instant;
use toolcrib_core::{Arguments, CallRequest, Caller, Door, Mode, Outcome};

use crate::console::{Console, ConsoleLine, Level};
use crate::progress::Progress;
use crate::registry::Entry;
use crate::runtime::Runtime;
use crate::session::Session;
use crate::turn::Turn;

/// Characters of the words in which a call says how far it is.
const PROGRESS_CHARS_MAX: usize = 500;

/// The circumstances of a call, for its handler. Cheap to clone.
#[derive(Clone)]
pub struct Context(Arc<Inner>);

pub(crate) struct Inner {
    pub(crate) call_id: Arc<str>,
    pub(crate) caller: Caller,
    pub(crate) mode: Mode,
    pub(crate) config: Option<Arc<Map<String, Value>>>,
    pub(crate) deadline: Instant,
    pub(crate) over: Over,
    pub(crate) state: State,
    pub(crate) console: Console,
    pub(crate) tool: Arc<Entry>,
    pub(crate) registry_version: Arc<str>,
    pub(crate) runtime: Runtime,
    /// The call in whose handler this one was made.
    pub(crate) parent: Option<Context>,
    pub(crate) turn: Option<Turn>,
    pub(crate) progress: Option<mpsc::Sender<Progress>>,
    /// Whether a call that waits for this one has a place already.
    pub(crate) has_place: bool,
}

/// Whether nobody waits for the answer any more. Made for every call, so it
/// must cost nothing until somebody asks.
#[derive(Default)]
pub(crate) struct Over {
    is_over: AtomicBool,
    came: Notify,
}

impl Context {
    pub(crate) fn new(inner: Inner) -> Self {
        Self(Arc::new(inner))
    }

    /// The call's id, the one in the outcome and the record.
    pub fn call_id(&self) -> &str {
        &self.0.call_id
    }

    /// The same, to keep.
    pub fn shared_call_id(&self) -> &Arc<str> {
        &self.0.call_id
    }

    /// Who asked.
    pub fn caller(&self) -> &Caller {
        &self.0.caller
    }

    /// The kind of conversation.
    pub fn mode(&self) -> Mode {
        self.0.mode
    }

    /// The agent's settings for this tool.
    pub fn config(&self) -> Option<&Map<String, Value>> {
        self.0.config.as_deref()
    }

    /// When the call ends, done or not.
    pub fn deadline(&self) -> Instant {
        self.0.deadline
    }

    /// Whether nobody waits for the answer any more. Work that a dropped
    /// future does not stop (threads, child processes) must look here.
    pub fn is_cancelled(&self) -> bool {
        self.0.over.is_over.load(Ordering::Acquire)
    }

    /// Waits until nobody waits for the answer any more.
    pub async fn cancelled(&self) {
        let came = self.0.over.came.notified();
        // Asked for before the look, so that it cannot be missed after it.
        if !self.is_cancelled() {
            came.await;
        }
    }

    /// Says that it is over when dropped.
    pub(crate) fn over_on_drop(&self) -> OverOnDrop<'_> {
        OverOnDrop(&self.0.over)
    }

    /// The set of tools that this call belongs to.
    pub fn registry_version(&self) -> &str {
        &self.0.registry_version
    }

    /// The conversation that the call belongs to, as it is now.
    pub fn session(&self) -> Session {
        self.0.runtime.session(&self.0.caller)
    }

    /// Writes a line into the call's record.
    pub fn log(&self, level: Level, text: &str) {
        self.0.console.write(level, text);
    }

    /// Says how far the call is. Whoever does not listen, or too slowly, misses it.
    pub fn progress(&self, mut progress: Progress) {
        if let Some(told) = &self.0.progress {
            if let Some(message) = &mut progress.message
                && let Some((end, _)) = message.char_indices().nth(PROGRESS_CHARS_MAX)
            {
                message.truncate(end);
            }
            let _ = told.try_send(progress);
        }
    }

    /// Calls another tool on behalf of the same caller. It takes the same path
    /// as every call, and the tool must be one that this one lists in `uses`.
    pub async fn call(&self, tool: &str, arguments: impl Into<Arguments>) -> Outcome {
        let caller = Caller { door: Door::Tool, ..self.0.caller.clone() };
        let request = CallRequest { mode: self.0.mode, ..CallRequest::new(tool, arguments) };
        self.0.runtime.call_inside(self, &caller, request).await
    }

    /// The tool whose call this is.
    pub fn tool(&self) -> &Entry {
        &self.0.tool
    }

    /// The calls that this one was made in, this one first.
    pub(crate) fn chain(&self) -> impl Iterator<Item = &Self> {
        std::iter::successors(Some(self), |context| context.0.parent.as_ref())
    }

    /// In how many other calls this one was made.
    pub fn depth(&self) -> usize {
        self.chain().count() - 1
    }

    pub(crate) fn has_place(&self) -> bool {
        self.0.has_place
    }

    /// The turn of a conversation that the call is a part of.
    pub fn turn(&self) -> Option<&Turn> {
        self.0.turn.as_ref()
    }

    /// What serves this call, and those that its handler makes for an agent.
    pub fn runtime(&self) -> &Runtime {
        &self.0.runtime
    }

    pub(crate) fn console_lines(&self) -> Vec<ConsoleLine> {
        self.0.console.lines()
    }

    /// Something that the embedding program gave the runtime for its tools,
    /// such as a connection pool.
    pub fn state<T: Send + Sync + 'static>(&self) -> Option<&T> {
        self.0.state.get()
    }
}

pub(crate) struct OverOnDrop<'a>(&'a Over);

impl Drop for OverOnDrop<'_> {
    fn drop(&mut self) {
        self.0.is_over.store(true, Ordering::Release);
        self.0.came.notify_waiters();
    }
}

/// Things an embedding program shares with its tools, one for each type.
#[derive(Clone, Default)]
pub(crate) struct State(Arc<HashMap<TypeId, Box<dyn Any + Send + Sync>>>);

impl State {
    pub(crate) fn new(things: HashMap<TypeId, Box<dyn Any + Send + Sync>>) -> Self {
        Self(Arc::new(things))
    }

    fn get<T: 'static>(&self) -> Option<&T> {
        self.0.get(&TypeId::of::<T>())?.downcast_ref()
    }
}
