//! Python: snippets, and the handlers in tool folders.
//!
//! An [`Engine`] has a worker: a process of the same program that holds a warm
//! interpreter and forks for each call (`toolcrib-python` is that side). What is
//! run is bounded in time, memory and output over there; here is decided what
//! it is and what becomes of it. Where there is no worker, nothing runs.

mod engine;
mod inspect;
mod program;
pub mod wire;
mod worker;

use std::io;
use std::path::PathBuf;
use std::process::{Command, Stdio};

pub use engine::{Engine, Host, Nobody, NotRun, Ran};
pub(crate) use program::Call;
pub use program::Program;

/// What can be imported when nobody says otherwise.
pub const IMPORTS: [&str; 3] = ["json", "re", "typing"];

/// What the interpreter has, and what can therefore be let in.
pub const OFFERED: [&str; 49] = [
    "abc",
    "array",
    "base64",
    "binascii",
    "bisect",
    "calendar",
    "cmath",
    "codecs",
    "collections",
    "colorsys",
    "contextlib",
    "copy",
    "csv",
    "dataclasses",
    "datetime",
    "decimal",
    "difflib",
    "enum",
    "fractions",
    "functools",
    "graphlib",
    "hashlib",
    "heapq",
    "hmac",
    "html",
    "io",
    "ipaddress",
    "itertools",
    "json",
    "keyword",
    "math",
    "numbers",
    "operator",
    "pprint",
    "random",
    "re",
    "reprlib",
    "statistics",
    "string",
    "struct",
    "textwrap",
    "time",
    "types",
    "typing",
    "unicodedata",
    "urllib",
    "warnings",
    "weakref",
    "zlib",
];

/// The Python that a tool folder may have as its handler.
pub const ENTRY: &str = "handler.py";

/// How Python is run.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The program that is its own worker; nothing means the one that runs now.
    pub worker: Option<PathBuf>,
    /// What can be imported.
    pub imports: Vec<String>,
    /// Calls that run at once, for each depth of calls inside others; more of
    /// them wait.
    pub running_max: usize,
}

impl Default for Settings {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Self {
            worker: None,
            imports: IMPORTS.map(str::to_owned).into(),
            running_max: (2 * cores).clamp(4, 32),
        }
    }
}

impl Settings {
    /// What starts a worker; it is spoken to through its streams.
    fn command(&self) -> io::Result<Command> {
        let program = self.worker.clone().map_or_else(std::env::current_exe, Ok)?;
        let mut command = Command::new(program);
        command
            .arg(wire::WORKER)
            .args(&self.imports)
            .env_clear()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        // Ctrl-C is for the program, which lets its calls end.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        Ok(command)
    }
}
