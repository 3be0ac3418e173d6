//! Runs a Python snippet in a sandbox.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde_json::json;
use toolcrib::{
    Answer, Context, ErrorType, SideEffects, Spec, Tool, ToolError, ValidCall, async_trait,
};
use toolcrib_handlers::python::wire::{Ended, Job, Raised, SCRIPT, What};
use toolcrib_handlers::python::{Engine, Nobody, NotRun, Ran};

/// How long a snippet may take.
const TIMEOUT_MS: u64 = 5_000;

/// Memory that a snippet may take.
const MEMORY_MIB_MAX: u64 = 50;

/// Bytes of what a snippet prints that are kept.
const OUTPUT_BYTES_MAX: u64 = 256 * 1024;

/// Bytes of what a failed snippet printed that are told with its failure.
const TOLD_BYTES_MAX: usize = 3 * 1024;

/// What is said where nothing was printed.
const NO_OUTPUT: &str = "(execution completed with no output)";

/// Runs a Python snippet in a sandbox.
pub(crate) struct ExecutePython {
    engine: Engine,
}

impl ExecutePython {
    pub(crate) fn new(engine: Engine) -> Self {
        Self { engine }
    }
}

#[async_trait]
impl Tool for ExecutePython {
    fn spec(&self) -> Spec {
        let imports = self.engine.settings().imports.join(", ");
        let description = format!(
            "Runs Python code in a sandbox and returns what it prints. Print what you want to see: \
             the value of the last line is not shown. Only these modules can be imported: {imports}. \
             There are no files, no network and no processes; the code has 5 seconds and 50 MiB."
        );
        Spec {
            title: Some("Execute Python".to_owned()),
            group: Some("code".to_owned()),
            side_effects: SideEffects::None,
            idempotent: true,
            latency_budget_ms: 1_000,
            timeout_ms: TIMEOUT_MS,
            parameters: json!({
                "type": "object",
                "properties": {
                    "code": { "type": "string", "description": "The Python code to execute." },
                },
                "required": ["code"],
                "additionalProperties": false,
            }),
            output: Some(json!({ "type": "string" })),
            tags: vec!["python".to_owned(), "code".to_owned()],
            ..Spec::new("execute_python", description)
        }
    }

    fn summary(&self) -> Option<String> {
        Some("Runs Python code in a sandbox and returns what it prints.".to_owned())
    }

    fn guide(&self) -> Option<String> {
        Some(include_str!("execute_python/guide.md").to_owned())
    }

    async fn call(&self, call: &ValidCall, context: &Context) -> Result<Answer, ToolError> {
        let code = call.arguments()["code"].as_str().unwrap_or_default();
        let job = Job {
            what: What::Script,
            files: BTreeMap::from([(SCRIPT.to_owned(), code.to_owned())]),
            imports: Vec::new(),
            context: None,
            wall_ms: TIMEOUT_MS,
            memory_bytes_max: MEMORY_MIB_MAX * 1024 * 1024,
            output_bytes_max: OUTPUT_BYTES_MAX,
        };
        let ran = self.engine.run(job, context.depth(), context.deadline(), Nobody).await;
        answer(ran.map_err(not_run)?)
    }
}

/// What a snippet's end means to whoever sent it.
fn answer(ran: Ran) -> Result<Answer, ToolError> {
    let Ran { ended, mut output, is_cut } = ran;
    if is_cut {
        output.push_str(&format!("\n(output cut after {OUTPUT_BYTES_MAX} bytes)\n"));
    }
    let stopped = |why: &str| {
        let so_far = match output.is_empty() {
            true => String::new(),
            false => format!("\nOutput so far:\n{}", last(&output, TOLD_BYTES_MAX)),
        };
        format!("{why}{so_far}")
    };
    match ended {
        Ended::Done | Ended::Returned { .. } | Ended::NotJson { .. } => Ok(printed(output)),
        Ended::Raised(raised) => match exit(&raised) {
            Some(Exit::Done) => Ok(printed(output)),
            Some(Exit::Failed(why)) => Err(ToolError::permanent(stopped(&why))),
            None => {
                let before = last(&output, TOLD_BYTES_MAX);
                let traceback = last(&raised.traceback, TOLD_BYTES_MAX);
                Err(ToolError::permanent(format!("{before}{traceback}")))
            }
        },
        Ended::Memory => Err(ToolError::permanent(stopped(&format!(
            "The code was stopped: it needed more than its {MEMORY_MIB_MAX} MiB of memory."
        )))),
        Ended::Time => {
            // It may have waited for a place first.
            let seconds = TIMEOUT_MS / 1_000;
            let why = format!(
                "The code was stopped: it was not done in the {seconds} seconds of a call."
            );
            Err(ToolError::new(ErrorType::Timeout, stopped(&why)))
        }
        Ended::Forbidden => Err(ToolError::permanent(stopped(
            "The code was stopped: it tried something that the sandbox forbids.",
        ))),
        Ended::Crashed { .. } => Err(ToolError::permanent(stopped(
            "The interpreter crashed. Code that is nested too deep does that; write it flatter.",
        ))),
    }
}

fn printed(output: String) -> Answer {
    Answer::new(if output.is_empty() { NO_OUTPUT.to_owned() } else { output })
}

enum Exit {
    Done,
    Failed(String),
}

/// How a snippet left, if it did so by itself.
fn exit(raised: &Raised) -> Option<Exit> {
    if !raised.is_exit {
        return None;
    }
    Some(match &raised.exit {
        None | Some(serde_json::Value::Null) => Exit::Done,
        Some(code) if code.as_i64() == Some(0) => Exit::Done,
        Some(serde_json::Value::String(words)) => Exit::Failed(words.clone()),
        Some(code) => Exit::Failed(format!("The code exited with the status {code}.")),
    })
}

/// The end of a text, where an error is told.
fn last(text: &str, bytes_max: usize) -> Cow<'_, str> {
    let start = text.ceil_char_boundary(text.len().saturating_sub(bytes_max));
    match start {
        0 => text.into(),
        start => format!("[{start} bytes before]\n{}", &text[start..]).into(),
    }
}

fn not_run(error: NotRun) -> ToolError {
    match error {
        NotRun::Busy => ToolError::transient("All interpreters are busy; try again in a moment."),
        NotRun::NoWorker(why) => {
            let message = format!("Python cannot be run here: {why}.");
            ToolError::permanent(message).caused_by(why)
        }
        NotRun::Gone => {
            ToolError::transient("The interpreter was lost; try again.").caused_by(error)
        }
    }
}
