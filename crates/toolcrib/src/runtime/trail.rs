//! What each stage said, for a dry run.
//!
//! A dry run walks the same stages as a call, up to the handler, and reports
//! them instead of failing at the first: it answers "why not?".

use serde::Serialize;
use serde_json::json;
use toolcrib_core::{Answer, ErrorType, Fault, Prepared, ToolError};

/// The stages before the handler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Stage {
    Resolve,
    Admit,
    Prepare,
    Confirm,
}

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

/// The stages a call has passed; kept for a dry run only.
pub(super) struct Trail(Option<Vec<Step>>);

impl Trail {
    pub(super) fn new(dry_run: bool) -> Self {
        Self(dry_run.then(Vec::new))
    }

    /// Whether the call must not reach its handler.
    pub(super) fn ends_here(&self) -> bool {
        self.0.is_some()
    }

    /// Notes what a stage said and hands it on.
    pub(super) fn pass<T>(
        &mut self,
        stage: Stage,
        result: Result<T, ToolError>,
    ) -> Result<T, ToolError> {
        if let Some(steps) = &mut self.0 {
            let error = result.as_ref().err();
            steps.push(Step {
                stage,
                ok: error.is_none(),
                kind: error.map(|error| error.kind),
                message: error.map(|error| error.message.clone()),
                details: error.map(|error| error.details.clone()).unwrap_or_default(),
            });
        }
        result
    }

    /// The report of a dry run that passed every stage.
    pub(super) fn report(&self, prepared: &Prepared) -> Answer {
        let data = json!({
            "dryRun": true,
            "wouldRun": true,
            "stages": self.0,
            "arguments": prepared.call.arguments(),
        });
        Answer { warnings: prepared.warnings.clone(), ..Answer::new(data) }
    }

    /// The end of a call. A dry run has done its job when it found out why the
    /// call would fail.
    pub(super) fn conclude(self, result: Result<Answer, ToolError>) -> Result<Answer, ToolError> {
        match (&self.0, result) {
            (Some(steps), Err(_)) => Ok(Answer::new(json!({
                "dryRun": true,
                "wouldRun": false,
                "stages": steps,
            }))),
            (_, result) => result,
        }
    }
}
