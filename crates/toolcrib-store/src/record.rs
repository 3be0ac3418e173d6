//! One record on its way to disk.
//!
//! Every call makes one, so it shares what the call has and copies little.
//! What is written down holds no secrets and has a bound.

mod bound;
mod whole;

use std::borrow::Cow;
use std::sync::Arc;

use tokio::sync::oneshot;
use toolcrib::record::Event;
use toolcrib::{Arguments, Caller, Door, Mode};

use crate::error::StoreError;
use crate::names::InvalidId;
use crate::stamp::{self, Stamp};

pub(crate) use whole::whole;

/// A row of `calls`.
#[derive(Debug)]
pub(crate) struct Record {
    pub(crate) workspace_id: Arc<str>,
    pub(crate) id: Arc<str>,
    pub(crate) tool_id: Arc<str>,
    pub(crate) tool_version: Option<Arc<str>>,
    pub(crate) registry_version: Arc<str>,
    pub(crate) agent_id: Option<Arc<str>>,
    pub(crate) session_id: Option<Arc<str>>,
    pub(crate) key_id: Option<Arc<str>>,
    pub(crate) door: &'static str,
    pub(crate) mode: &'static str,
    pub(crate) dry_run: bool,
    pub(crate) arguments: Cow<'static, str>,
    pub(crate) ok: Option<bool>,
    pub(crate) error_type: Option<&'static str>,
    pub(crate) duration_us: i64,
    pub(crate) attempts: i64,
    pub(crate) created_at: Stamp,
    pub(crate) finished_at: Option<Stamp>,
    pub(crate) outcome: Option<String>,
    pub(crate) console: Option<String>,
    pub(crate) rule: Option<&'static str>,
    pub(crate) approval_id: Option<Arc<str>>,
    pub(crate) replay_of: Option<Arc<str>>,
    pub(crate) over_budget: bool,
    pub(crate) response_bytes: i64,
    pub(crate) parent_id: Option<Arc<str>>,
    pub(crate) stages: Option<String>,
}

/// A record, and where to say that it is safe.
pub(crate) struct RecordJob {
    pub(crate) record: Box<Record>,
    pub(crate) done: oneshot::Sender<Result<(), StoreError>>,
}

/// What is known of a call when it starts: kept as it is until somebody wants
/// it written, because most starts are not.
pub(crate) struct Start {
    id: Arc<str>,
    tool_id: Arc<str>,
    tool_version: Option<Arc<str>>,
    registry_version: Arc<str>,
    caller: Caller,
    mode: Mode,
    dry_run: bool,
    arguments: Option<Arguments>,
    parent: Option<Arc<str>>,
    started_ms: u64,
}

/// The columns, in the order in which the engines bind them.
pub(crate) const COLUMNS: &str = "workspace_id, id, tool_id, tool_version, registry_version, \
    agent_id, session_id, key_id, door, mode, dry_run, arguments, ok, error_type, duration_us, \
    attempts, created_at, finished_at, outcome, console, rule, approval_id, replay_of, \
    over_budget, response_bytes, parent_id, stages";

/// What happens to a call that has a row: a finished one stays finished, and
/// what began at some time began then.
pub(crate) const ON_CONFLICT: &str = "ON CONFLICT (workspace_id, id) DO UPDATE SET \
    tool_id = excluded.tool_id, tool_version = excluded.tool_version, \
    registry_version = excluded.registry_version, agent_id = excluded.agent_id, \
    session_id = excluded.session_id, key_id = excluded.key_id, door = excluded.door, \
    mode = excluded.mode, dry_run = excluded.dry_run, arguments = CASE excluded.arguments \
    WHEN 'null' THEN calls.arguments ELSE excluded.arguments END, ok = excluded.ok, \
    error_type = excluded.error_type, duration_us = excluded.duration_us, \
    attempts = excluded.attempts, finished_at = excluded.finished_at, \
    outcome = excluded.outcome, console = excluded.console, rule = excluded.rule, \
    approval_id = excluded.approval_id, replay_of = excluded.replay_of, \
    over_budget = excluded.over_budget, response_bytes = excluded.response_bytes, \
    parent_id = excluded.parent_id, stages = excluded.stages WHERE excluded.ok IS NOT NULL";

impl Start {
    pub(crate) fn new(event: &Event<'_>) -> Self {
        Self {
            id: Arc::clone(event.call_id),
            tool_id: Arc::clone(event.tool_id),
            tool_version: event.tool_version.cloned(),
            registry_version: Arc::clone(event.registry_version),
            caller: event.caller.clone(),
            mode: event.mode,
            dry_run: event.dry_run,
            arguments: bound::owned(&event.arguments),
            parent: event.parent.cloned(),
            started_ms: stamp::now_ms(),
        }
    }

    pub(crate) fn into_record(self) -> Result<Record, InvalidId> {
        let arguments = self.arguments.map(|arguments| arguments.redacted());
        Ok(Record {
            workspace_id: unspoilt(self.caller.workspace)?,
            id: self.id,
            tool_id: clean(self.tool_id),
            tool_version: self.tool_version,
            registry_version: self.registry_version,
            agent_id: self.caller.agent.map(clean),
            session_id: self.caller.session.map(clean),
            key_id: self.caller.key.map(clean),
            door: door(self.caller.door),
            mode: mode(self.mode),
            dry_run: self.dry_run,
            arguments: bound::arguments(arguments.as_deref()),
            ok: None,
            error_type: None,
            duration_us: 0,
            attempts: 0,
            created_at: Stamp::from_ms(self.started_ms),
            finished_at: None,
            outcome: None,
            console: None,
            rule: None,
            approval_id: None,
            replay_of: None,
            over_budget: false,
            response_bytes: 0,
            parent_id: self.parent,
            stages: None,
        })
    }
}

impl Record {
    /// A call that has ended.
    pub(crate) fn finished(event: &Event<'_>) -> Result<Self, InvalidId> {
        let now_ms = stamp::now_ms();
        let arguments = bound::arguments(event.arguments.redacted().as_deref());
        let outcome = event.outcome.map(|outcome| bound::outcome(outcome, arguments.len()));
        let caller = event.caller;
        let share = |text: &Option<Arc<str>>| text.clone().map(clean);
        Ok(Self {
            workspace_id: unspoilt(Arc::clone(&caller.workspace))?,
            id: Arc::clone(event.call_id),
            tool_id: clean(Arc::clone(event.tool_id)),
            tool_version: event.tool_version.cloned(),
            registry_version: Arc::clone(event.registry_version),
            agent_id: share(&caller.agent),
            session_id: share(&caller.session),
            key_id: share(&caller.key),
            door: door(caller.door),
            mode: mode(event.mode),
            dry_run: event.dry_run,
            arguments,
            ok: Some(event.error_type.is_none()),
            error_type: event.error_type.map(|kind| kind.name()),
            duration_us: i64::try_from(event.duration_us).unwrap_or(i64::MAX),
            attempts: i64::from(event.attempts),
            created_at: Stamp::from_ms(now_ms.saturating_sub(event.duration_us / 1_000)),
            finished_at: Some(Stamp::from_ms(now_ms)),
            outcome,
            console: bound::console(event.console),
            rule: event.rule,
            approval_id: event.approval.cloned(),
            replay_of: event.replay_of.cloned(),
            over_budget: event.over_budget,
            response_bytes: i64::try_from(event.response_bytes).unwrap_or(i64::MAX),
            parent_id: event.parent.cloned(),
            stages: serde_json::to_string(event.stages).ok(),
        })
    }
}

impl Record {
    /// Takes what was said later of the same call, as a row would.
    pub(crate) fn follow(&mut self, later: Self) {
        if later.ok.is_none() {
            return;
        }
        let before = std::mem::replace(self, later);
        self.created_at = before.created_at;
        if self.arguments == bound::UNKNOWN {
            self.arguments = before.arguments;
        }
    }
}

/// A stranger chooses these; a character that cannot be kept is no reason to
/// have no record.
fn clean(text: Arc<str>) -> Arc<str> {
    if text.contains('\0') { text.replace('\0', "\u{fffd}").into() } else { text }
}

/// A workspace under a changed name would be another workspace.
fn unspoilt(workspace: Arc<str>) -> Result<Arc<str>, InvalidId> {
    if workspace.contains('\0') { Err(InvalidId::Nul) } else { Ok(workspace) }
}

fn door(door: Door) -> &'static str {
    match door {
        Door::Library => "library",
        Door::CommandLine => "command_line",
        Door::Rest => "rest",
        Door::Tool => "tool",
        Door::Chat => "chat",
        Door::Mcp => "mcp",
    }
}

fn mode(mode: Mode) -> &'static str {
    match mode {
        Mode::Text => "text",
        Mode::Voice => "voice",
    }
}
