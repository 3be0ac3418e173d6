//! Events, told to a recorder.

use std::sync::Arc;

use serde_json::{Value, json};
use toolcrib::record::{
    Event, EventArguments, EventKind, Receipt, RecordError, Recorder as _, Stages,
};
use toolcrib::{Answer, Arguments, Caller, ErrorType, Meta, Mode, Outcome, ToolError};
use toolcrib_store::{CallFilter, CallRow, Store};

/// What is to be told of a call.
pub(crate) struct Call {
    pub(crate) id: Arc<str>,
    pub(crate) tool_version: Option<Arc<str>>,
    pub(crate) tool: Arc<str>,
    pub(crate) caller: Caller,
    pub(crate) arguments: Value,
    pub(crate) answer: Result<Value, ErrorType>,
    pub(crate) duration_us: u64,
    pub(crate) writes: bool,
    pub(crate) parent: Option<Arc<str>>,
}

pub(crate) fn call(id: &str) -> Call {
    Call {
        id: id.into(),
        tool: "echo".into(),
        tool_version: None,
        caller: Caller { workspace: "w".into(), ..Caller::default() },
        arguments: json!({ "q": 1 }),
        answer: Ok(json!("done")),
        duration_us: 1_500,
        writes: true,
        parent: None,
    }
}

impl Call {
    pub(crate) fn start(&self, store: &Store) -> Receipt {
        self.tell(store, EventKind::Started, None)
    }

    pub(crate) fn retry(&self, store: &Store) -> Receipt {
        self.tell(store, EventKind::Retried, None)
    }

    pub(crate) fn finish(&self, store: &Store) -> Receipt {
        let result = match &self.answer {
            Ok(data) => Ok(Answer::new(data.clone())),
            Err(kind) => Err(ToolError::new(*kind, "no")),
        };
        self.tell(store, EventKind::Finished, Some(Outcome { result, meta: self.meta() }))
    }

    /// Nobody waits for the outcome any more.
    pub(crate) fn abandon(&self, store: &Store) -> Receipt {
        self.tell(store, EventKind::Finished, None)
    }

    fn meta(&self) -> Meta {
        Meta {
            call_id: Arc::clone(&self.id),
            tool_id: Arc::clone(&self.tool),
            tool_version: None,
            registry_version: "r1".into(),
            duration_ms: self.duration_us / 1_000,
            attempts: 1,
            repairs: Vec::new(),
            response_schema_version: "1.0.0",
        }
    }

    fn tell(&self, store: &Store, kind: EventKind, outcome: Option<Outcome>) -> Receipt {
        let arguments = Arguments::from(self.arguments.clone());
        let finished = kind == EventKind::Finished;
        let error_type = match &outcome {
            Some(outcome) => outcome.error().map(|error| error.kind),
            None => finished.then_some(ErrorType::Cancelled),
        };
        store.recorder().record(&Event {
            kind,
            call_id: &self.id,
            parent: self.parent.as_ref(),
            tool_id: &self.tool,
            tool_version: self.tool_version.as_ref(),
            writes: self.writes,
            registry_version: &"r1".into(),
            caller: &self.caller,
            mode: Mode::Text,
            dry_run: false,
            attempts: u32::from(finished),
            error_type,
            duration_us: if finished { self.duration_us } else { 0 },
            stages: &Stages::default(),
            arguments: EventArguments::Raw(&arguments),
            rule: finished.then_some("attachment"),
            approval: finished.then_some(&"apr_1".into()),
            replay_of: finished.then_some(&"c0".into()),
            over_budget: finished,
            response_bytes: if finished { 12 } else { 0 },
            console: &[],
            outcome: outcome.as_ref(),
        })
    }
}

pub(crate) async fn settle(receipt: Receipt) -> Result<(), RecordError> {
    match receipt {
        Receipt::Done => Ok(()),
        Receipt::Pending(done) => done.await,
    }
}

/// The calls of workspace `w`, newest first.
pub(crate) async fn calls(store: &Store) -> Vec<CallRow> {
    store.calls("w", &CallFilter { limit: 100_000, ..CallFilter::default() }).await.unwrap()
}

pub(crate) async fn call_ids(store: &Store, filter: &CallFilter) -> Vec<String> {
    store.calls("w", filter).await.unwrap().into_iter().map(|call| call.id).collect()
}
