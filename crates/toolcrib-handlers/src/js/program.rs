//! A handler compiled once.
//!
//! Compiling finds what can be found without calling the handler: syntax
//! errors, imports that lead nowhere, a top level that throws, a missing
//! `execute`. The bytecode never leaves this process.

mod compile;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::cage::{self, Inspected};
use super::engine::on_thread;
use super::modules::Bytecode;
use super::{ENTRY, Scripts};

/// How long the top level of the modules may take.
const TOP_LEVEL_MAX: Duration = Duration::from_secs(1);

/// How long all of it may take: reading the scripts, compiling, the top level.
const COMPILE_MAX: Duration = Duration::from_secs(3);

/// A handler whose scripts are compiled.
#[derive(Clone, Debug)]
pub struct Program {
    pub(super) modules: Arc<Bytecode>,
    /// Whether a script of it went on when it was told to end.
    unstoppable: Arc<AtomicBool>,
}

/// One thing that is wrong with a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptProblem {
    /// Which file, by its path in the folder.
    pub file: String,
    /// Line and column, counted from one; nothing when the whole file is meant.
    pub place: Option<(u32, u32)>,
    /// What is wrong.
    pub message: String,
    /// How to mend it.
    pub help: String,
}

impl Program {
    /// Compiles `handler.js` and whatever it imports, or says what is wrong.
    ///
    /// The engine can be kept busy where it does not look at the clock, so this
    /// happens on a thread that is left behind if it must be.
    pub fn compile(scripts: &Scripts) -> Result<Self, Vec<ScriptProblem>> {
        let own = scripts.clone();
        on_thread(COMPILE_MAX, move || Self::compile_here(&own)).unwrap_or_else(|| {
            let message = format!("the scripts were not ready in {} s", COMPILE_MAX.as_secs());
            let help = "make them smaller, and move work from the top level into `execute`";
            Err(vec![ScriptProblem::in_file(ENTRY, message, help)])
        })
    }

    /// Whether it must not be started again.
    pub(super) fn is_unstoppable(&self) -> bool {
        self.unstoppable.load(Ordering::Acquire)
    }

    pub(super) fn set_unstoppable(&self) {
        self.unstoppable.store(true, Ordering::Release);
    }

    fn compile_here(scripts: &Scripts) -> Result<Self, Vec<ScriptProblem>> {
        let Some(source) = scripts.get(ENTRY) else {
            let help = "add it, with `export async function execute(context) { … }`";
            let message = format!("`{ENTRY}` is missing");
            return Err(vec![ScriptProblem::in_file(ENTRY, message, help)]);
        };
        let modules = compile::compile(scripts, source)?;
        let program = Self { modules: Arc::new(modules), unstoppable: Arc::default() };
        program.inspect().map_err(|problem| vec![problem]).map(|()| program)
    }

    /// Whether the top level comes through and exports `execute`.
    fn inspect(&self) -> Result<(), ScriptProblem> {
        let export = "export async function execute(context) { … }";
        match cage::inspect(self, TOP_LEVEL_MAX) {
            Inspected::Callable => Ok(()),
            Inspected::NotCallable(kind) if kind == "undefined" => Err(ScriptProblem::in_file(
                ENTRY,
                "`handler.js` does not export `execute`",
                format!("add `{export}`"),
            )),
            Inspected::NotCallable(kind) => Err(ScriptProblem::in_file(
                ENTRY,
                format!("`execute` is no function but of type {kind}"),
                format!("make it `{export}`"),
            )),
            Inspected::Failed(thrown) => {
                let help = match thrown.name.as_deref() {
                    Some("SyntaxError") => "look at what the imported file exports",
                    _ => "the top level runs before every call: mend it, or move it into `execute`",
                };
                let stack = thrown.stack.as_deref().unwrap_or_default();
                Err(ScriptProblem::thrown(&thrown.worded(), stack, help))
            }
            Inspected::Stuck => Err(ScriptProblem::in_file(
                ENTRY,
                "the top level waits for something that can never come",
                "move whatever waits there into `execute`",
            )),
            Inspected::Unfinished => Err(ScriptProblem::in_file(
                ENTRY,
                format!("the top level did not come through in {} s", TOP_LEVEL_MAX.as_secs()),
                "move whatever waits or loops there into `execute`",
            )),
        }
    }
}

impl ScriptProblem {
    fn in_file(file: &str, message: impl Into<String>, help: impl Into<String>) -> Self {
        let (message, help) = (message.into(), help.into());
        Self { file: file.to_owned(), place: None, message, help }
    }

    /// A problem at the first place that the stack names.
    fn thrown(message: &str, stack: &str, help: &str) -> Self {
        // The prelude has frames too, and they are nobody's to mend.
        let found = stack.lines().filter_map(place_in).find(|(file, _)| *file != cage::PRELUDE);
        let (file, place) = found.map_or((ENTRY, None), |(file, place)| (file, Some(place)));
        Self { place, ..Self::in_file(file, message, help) }
    }
}

/// Reads `    at name (lib/words.js:3:7)` and `    at handler.js:3:7`.
fn place_in(line: &str) -> Option<(&str, (u32, u32))> {
    let place = line.trim().strip_prefix("at ")?;
    let place = place.rsplit_once('(').map_or(place, |(_, inside)| inside.trim_end_matches(')'));
    let (rest, column) = place.rsplit_once(':')?;
    let (file, line) = rest.rsplit_once(':')?;
    Some((file, (line.parse().ok()?, column.parse().ok()?)))
}
