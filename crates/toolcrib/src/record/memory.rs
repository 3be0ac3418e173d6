//! Records kept in memory, the newest ones only.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use serde_json::Value;
use toolcrib_core::{Caller, ErrorType, Mode};

use crate::console::ConsoleLine;

use super::{Event, EventKind, Receipt, Recorder, Stages};

/// Keeps the newest records in memory. Clones share them.
#[derive(Clone)]
pub struct MemoryRecorder(Arc<Mutex<Kept>>);

struct Kept {
    /// Boxed: a record is moved from here to there, and it is not small.
    running: HashMap<Arc<str>, Box<Record>>,
    finished: VecDeque<Box<Record>>,
    finished_max: usize,
}

/// What was written down about one call.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Record {
    /// The call.
    pub call_id: Arc<str>,
    /// The call that it was made for.
    pub parent: Option<Arc<str>>,
    /// The tool, or the name that was asked for.
    pub tool_id: Arc<str>,
    /// The tool's version.
    pub tool_version: Option<Arc<str>>,
    /// Which set of tools.
    pub registry_version: Arc<str>,
    /// Who asked.
    #[serde(flatten)]
    pub caller: Caller,
    /// The kind of conversation.
    pub mode: Mode,
    /// Whether it only asked what would happen.
    pub dry_run: bool,
    /// The arguments as they came, without secrets.
    pub arguments: Arc<Value>,
    /// Whether it answered; nothing while it runs.
    pub ok: Option<bool>,
    /// Why it did not.
    pub error_type: Option<ErrorType>,
    /// How often the handler was started.
    pub attempts: u32,
    /// How long it took.
    pub duration_us: u64,
    /// The stages that it passed.
    pub stages: Stages,
    /// The rule that let it in or kept it out.
    pub rule: Option<&'static str>,
    /// The approval that let it run.
    pub approval: Option<Arc<str>>,
    /// The call whose outcome it was given.
    pub replay_of: Option<Arc<str>>,
    /// What the handler said.
    pub console: Vec<ConsoleLine>,
}

impl MemoryRecorder {
    /// Keeps at most so many finished calls.
    pub fn new(finished_max: usize) -> Self {
        let (running, finished) = (HashMap::new(), VecDeque::new());
        Self(Arc::new(Mutex::new(Kept { running, finished, finished_max })))
    }

    /// The finished calls, oldest first.
    pub fn finished(&self) -> Vec<Record> {
        self.kept().finished.iter().map(|record| Record::clone(record)).collect()
    }

    /// The calls that have not ended, in no order.
    pub fn running(&self) -> Vec<Record> {
        self.kept().running.values().map(|record| Record::clone(record)).collect()
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        // A record is moved whole; a panic cannot leave half of one.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Recorder for MemoryRecorder {
    fn record(&self, event: &Event<'_>) -> Receipt {
        match event.kind {
            EventKind::Started => {
                let record = Box::new(begun(event));
                self.kept().running.insert(Arc::clone(event.call_id), record);
            }
            EventKind::Retried => {}
            EventKind::Finished => {
                let mut kept = self.kept();
                let mut oldest = None;
                if let Some(mut record) = kept.running.remove(event.call_id) {
                    end(&mut record, event);
                    if kept.finished.len() >= kept.finished_max {
                        oldest = kept.finished.pop_front();
                    }
                    kept.finished.push_back(record);
                }
                // What is let go is let go outside the lock.
                drop(kept);
                drop(oldest);
            }
        }
        Receipt::Done
    }
}

fn begun(event: &Event<'_>) -> Record {
    Record {
        call_id: Arc::clone(event.call_id),
        parent: event.parent.cloned(),
        tool_id: Arc::clone(event.tool_id),
        tool_version: None,
        registry_version: Arc::clone(event.registry_version),
        caller: event.caller.clone(),
        mode: event.mode,
        dry_run: event.dry_run,
        arguments: event.arguments.redacted().unwrap_or_default(),
        ok: None,
        error_type: None,
        attempts: 0,
        duration_us: 0,
        stages: Stages::default(),
        rule: None,
        approval: None,
        replay_of: None,
        console: Vec::new(),
    }
}

fn end(record: &mut Record, event: &Event<'_>) {
    record.tool_id = Arc::clone(event.tool_id);
    record.tool_version = event.tool_version.cloned();
    record.ok = Some(event.error_type.is_none());
    record.error_type = event.error_type;
    record.attempts = event.attempts;
    record.duration_us = event.duration_us;
    record.stages = *event.stages;
    record.rule = event.rule;
    record.approval = event.approval.cloned();
    record.replay_of = event.replay_of.cloned();
    record.console = event.console.to_vec();
}
