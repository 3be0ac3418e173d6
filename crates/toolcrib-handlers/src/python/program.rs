//! A handler in Python.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;
use toolcrib::console::Level;
use toolcrib::session::ClientGone;
use toolcrib::{Answer, Context, Progress, ToolError};

use super::wire::{Ask, Ended, Job, Raised, Told, What};
use super::{ENTRY, Engine, Host, NotRun, OFFERED, Settings, inspect};
use crate::js::{ScriptProblem, Scripts};
use crate::response::{self, Thrown};
use crate::why::Why;

/// Memory that a handler may take.
const MEMORY_BYTES_MAX: u64 = 50 * 1024 * 1024;

/// What a handler may print into its record.
const OUTPUT_BYTES_MAX: u64 = 64 * 1024;

/// How long the top level may take when a folder is looked at.
const TOP_LEVEL_MS_MAX: u64 = 1_000;

/// Messages to the client that one handler may send.
const MESSAGES_MAX: usize = 1_000;

/// Bytes of such a message.
const MESSAGE_BYTES_MAX: usize = 256 * 1024;

/// A handler that could be called when it was looked at.
#[derive(Clone, Debug)]
pub struct Program(Arc<BTreeMap<String, String>>);

/// What is called, and with what.
pub(crate) struct Call<'a> {
    pub(crate) tool_id: &'a str,
    pub(crate) program: &'a Program,
    /// What the handler is given, as JSON.
    pub(crate) context: String,
}

impl Program {
    /// Looks at `handler.py` and whatever it imports, or says what is wrong.
    pub fn compile(scripts: &Scripts, settings: &Settings) -> Result<Self, Vec<ScriptProblem>> {
        let python = scripts.iter().filter(|(path, _)| path.ends_with(".py"));
        let files: BTreeMap<String, String> =
            python.map(|(path, text)| (path.clone(), text.as_ref().to_owned())).collect();
        let program = Self(Arc::new(files));
        let job = program.job(What::Inspect, None, TOP_LEVEL_MS_MAX);
        let problem = match inspect::run(settings, job) {
            Ok(ended) => judged(ended),
            Err(error) => Some(problem(
                format!("`{ENTRY}` could not be looked at: {error}"),
                "see whether Python can be run here: `toolcrib call execute_python code='1'`",
            )),
        };
        problem.map_or(Ok(program), |problem| Err(vec![problem]))
    }

    fn job(&self, what: What, context: Option<String>, wall_ms: u64) -> Job {
        Job {
            what,
            files: BTreeMap::clone(&self.0),
            imports: Vec::new(),
            context,
            wall_ms,
            memory_bytes_max: MEMORY_BYTES_MAX,
            output_bytes_max: OUTPUT_BYTES_MAX,
        }
    }
}

/// What is wrong with a handler that was looked at.
fn judged(ended: Ended) -> Option<ScriptProblem> {
    let define = "def execute(context):";
    let top_level = "the top level runs before every call: mend it, or move it into `execute`";
    match ended {
        Ended::Returned { json } => match json.as_deref() {
            None | Some("null") => None,
            Some("\"missing\"") => Some(problem(
                format!("`{ENTRY}` does not define `execute`"),
                &format!("add `{define}`"),
            )),
            Some(kind) => {
                let kind = kind.trim_matches('"');
                let message = format!("`execute` is no function but of type {kind}");
                Some(problem(message, &format!("make it `{define}`")))
            }
        },
        Ended::Raised(raised) => {
            let Raised { name, message, place, .. } = *raised;
            let (file, place) = match place {
                Some((file, line, column)) => (file, Some((line, column.unwrap_or(1)))),
                None => (ENTRY.to_owned(), None),
            };
            let help = match name.as_str() {
                "SyntaxError" | "IndentationError" | "TabError" => "mend what is written there",
                "ImportError" => import_help(&message),
                _ => top_level,
            };
            // Where it is, is shown anyway.
            let place_told = message.rfind(&format!(" ({file}, line "));
            let message = message[..place_told.unwrap_or(message.len())].to_owned();
            let message = if message.is_empty() { name } else { format!("{name}: {message}") };
            Some(ScriptProblem { file, place, message, help: help.to_owned() })
        }
        Ended::Time => Some(problem(
            format!("the top level did not come through in {} s", TOP_LEVEL_MS_MAX / 1_000),
            "move whatever waits or loops there into `execute`",
        )),
        Ended::Memory => Some(problem(out_of_memory(), top_level)),
        _ => Some(problem("the top level broke the interpreter".to_owned(), top_level)),
    }
}

/// What to do about a module that is not there.
fn import_help(message: &str) -> &'static str {
    let name = message.split(['`', '\'']).nth(1).unwrap_or_default();
    match OFFERED.contains(&name.split('.').next().unwrap_or_default()) {
        true => "leave it out, or let it in with `[python] imports`",
        false => "leave it out; files of the tool's own can be imported if they lie in its folder",
    }
}

fn problem(message: String, help: &str) -> ScriptProblem {
    ScriptProblem { file: ENTRY.to_owned(), place: None, message, help: help.to_owned() }
}

fn out_of_memory() -> String {
    format!("ran out of memory: a handler may use {} MiB", MEMORY_BYTES_MAX / (1024 * 1024))
}

impl Engine {
    /// Calls a handler. Dropping the future ends it.
    pub(crate) async fn call(&self, call: Call<'_>, own: &Context) -> Result<Answer, ToolError> {
        let internal = |what: &str| ToolError::internal(format!("`{}` {what}.", call.tool_id));
        let job = call.program.job(What::Handler, Some(call.context), u64::MAX);
        let host = Handler { own, sent: 0 };
        let ran =
            self.run(job, own.depth(), own.deadline(), host).await.map_err(
                |error| match error {
                    NotRun::Busy => {
                        ToolError::transient("All interpreters are busy; try again in a moment.")
                    }
                    gone => internal("could not be run").caused_by(gone),
                },
            )?;
        for line in ran.output.lines() {
            own.log(Level::Info, line);
        }
        if ran.is_cut {
            own.log(Level::Warn, &format!("only {OUTPUT_BYTES_MAX} bytes of output were kept"));
        }
        let response = match ran.ended {
            Ended::Done => response::Ended::Returned(None),
            Ended::Returned { json } => response::Ended::Returned(json),
            Ended::NotJson { message } => response::Ended::NotJson(Thrown::message(message)),
            Ended::Raised(raised) => {
                own.log(Level::Error, raised.traceback.trim_end());
                response::Ended::Threw(thrown(*raised))
            }
            Ended::Memory => return Err(internal(&out_of_memory())),
            // The runtime says so in a moment.
            Ended::Time => std::future::pending().await,
            Ended::Forbidden | Ended::Crashed { .. } => {
                return Err(internal("broke the interpreter, which was stopped"));
            }
        };
        let (answer, notes) = response::read(call.tool_id, response)?;
        notes.iter().for_each(|note| own.log(Level::Warn, note));
        Ok(answer)
    }
}

fn thrown(raised: Raised) -> Thrown {
    Thrown {
        name: Some(raised.name),
        message: raised.message,
        stack: Some(raised.traceback),
        error: raised.error,
        intents: raised.intents,
    }
}

/// What a handler can ask for.
struct Handler<'a> {
    own: &'a Context,
    /// Messages to the client so far.
    sent: usize,
}

impl Host for Handler<'_> {
    async fn answer(&mut self, ask: Ask) -> Told {
        match ask {
            Ask::Call { tool, args } => {
                let outcome = self.own.call(&tool, args).await;
                serde_json::to_value(&outcome).map_or_else(
                    |_| Told::Refused("the outcome cannot be told".to_owned()),
                    Told::Value,
                )
            }
            Ask::Progress { done, total, message } => {
                self.own.progress(Progress { done, total, message });
                Told::Value(Value::Null)
            }
            Ask::Send(text) => {
                self.send(&text).map_or_else(|Why(why)| Told::Refused(why), Told::Value)
            }
        }
    }
}

impl Handler<'_> {
    fn send(&mut self, text: &str) -> Result<Value, Why> {
        self.sent += 1;
        if self.sent > MESSAGES_MAX {
            return Err(format!("a handler may send {MESSAGES_MAX} messages").into());
        }
        if text.len() > MESSAGE_BYTES_MAX {
            return Err(format!("more than {MESSAGE_BYTES_MAX} bytes cannot be sent").into());
        }
        let client = self.own.session().client.ok_or_else(|| Why(ClientGone.to_string()))?;
        client.send(text).map_err(|gone| Why(gone.to_string()))?;
        Ok(Value::Null)
    }
}
