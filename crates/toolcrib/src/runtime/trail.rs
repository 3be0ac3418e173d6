//! The stages that a call has behind it, and for a dry run what each said.
//!
//! A dry run walks the same stages as a call, up to the handler, and reports
//! them instead of failing at the first: it answers "why not?".

use serde::Serialize;
use serde_json::json;
use toolcrib_core::{Answer, ErrorType, Fault, Prepared, ToolError};

use crate::record::{Stage, Stages};

#[derive(Serialize)]
struct Step {
    stage: Stage,
    ok: bool,
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    kind: Option<ErrorType>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    details: Vec<Fault>,
}

pub(super) struct Trail {
    stages: Stages,
    /// What each said; kept for a dry run only.
    steps: Option<Vec<Step>>,
}

impl Trail {
    pub(super) fn new(dry_run: bool) -> Self {
        Self { stages: Stages::default(), steps: dry_run.then(Vec::new) }
    }

    pub(super) fn stages(&self) -> &Stages {
        &self.stages
    }

    /// Whether the call must not reach its handler.
    pub(super) fn ends_here(&self) -> bool {
        self.steps.is_some()
    }

    /// Notes that a stage has ended, so long after the call began, and what it
    /// said.
    pub(super) fn pass<T>(&mut self, stage: Stage, at_us: u64, result: &Result<T, ToolError>) {
        self.stages.pass(stage, at_us);
        if let Some(steps) = &mut self.steps {
            let error = result.as_ref().err();
            steps.push(Step {
                stage,
                ok: error.is_none(),
                kind: error.map(|error| error.kind),
                message: error.map(|error| error.message.clone()),
                details: error.map(|error| error.details.clone()).unwrap_or_default(),
            });
        }
    }

    /// The report of a dry run that passed every stage.
    pub(super) fn report(&self, prepared: &Prepared) -> Answer {
        let data = json!({
            "dryRun": true,
            "wouldRun": true,
            "stages": self.steps,
            "arguments": prepared.call.arguments(),
        });
        Answer { warnings: prepared.warnings.clone(), ..Answer::new(data) }
    }

    /// The end of a call. A dry run has done its job when it found out why the
    /// call would fail.
    pub(super) fn conclude(&self, result: Result<Answer, ToolError>) -> Result<Answer, ToolError> {
        match (&self.steps, result) {
            (Some(steps), Err(_)) => Ok(Answer::new(json!({
                "dryRun": true,
                "wouldRun": false,
                "stages": steps,
            }))),
            (_, result) => result,
        }
    }
}
