//! The doors a case is sent through.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use serde_json::Value;
use toolcrib::approval::{Approver, Question, Verdict};
use toolcrib::{Arguments, CallRequest, Caller, Registry, Runtime, async_trait};
use toolcrib_server::cli::{self, Exit, Streams};
use toolcrib_server::stock::Stock;

/// What a case asks for.
pub(crate) struct Asked {
    pub(crate) request: CallRequest,
    pub(crate) approved: bool,
}

/// The library door.
pub(crate) async fn library(registry: &Registry, asked: &Asked) -> Value {
    struct Says(bool);

    #[async_trait]
    impl Approver for Says {
        async fn ask(&self, _: Question<'_>) -> Verdict {
            if self.0 { Verdict::Approved } else { Verdict::Unattended }
        }
    }

    let runtime = Runtime::builder(registry.clone()).approver(Says(asked.approved)).build();
    let outcome = runtime.call(&Caller::default(), asked.request.clone()).await;
    serde_json::to_value(outcome).unwrap()
}

/// The command line, with the arguments on standard input.
pub(crate) async fn command_line(registry: &Registry, asked: &Asked) -> Value {
    let Asked { request, approved } = asked;
    let text = match &request.arguments {
        Arguments::Text(text) => text.clone(),
        Arguments::Value(value) => value.to_string(),
    };
    let mode = request.mode.to_string();
    let mut typed = vec!["call", &request.tool, "-", "--json", "--mode", &mode];
    if *approved {
        typed.push("--yes");
    }
    if request.dry_run {
        typed.push("--dry-run");
    }
    let ran = run(registry, &typed, &text).await;
    assert_eq!(ran.err, "", "a call with --json has nothing to add");
    let outcome: Value = serde_json::from_str(&ran.out).unwrap();
    let good = match request.dry_run {
        true => outcome["data"]["wouldRun"] == Value::Bool(true),
        false => outcome["ok"] == Value::Bool(true),
    };
    assert_eq!(ran.exit, if good { Exit::Done } else { Exit::Failed });
    outcome
}

/// What a command did.
pub(crate) struct Ran {
    pub(crate) exit: Exit,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// Runs a command with nobody at the terminal.
pub(crate) async fn run(registry: &Registry, typed: &[&str], input: &str) -> Ran {
    let (out, err) = (Buffer::default(), Buffer::default());
    let mut streams = Streams {
        input: Box::new(io::Cursor::new(input.to_owned().into_bytes())),
        out: Box::new(out.clone()),
        err: Box::new(err.clone()),
        interactive: false,
        color: false,
    };
    let stock = Stock::only(registry.clone());
    let typed = std::iter::once("toolcrib").chain(typed.iter().copied());
    let exit = cli::run(typed.map(Into::into), stock, &mut streams).await.unwrap();
    Ran { exit, out: out.text(), err: err.text() }
}

#[derive(Clone, Default)]
struct Buffer(Arc<Mutex<Vec<u8>>>);

impl Buffer {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

impl Write for Buffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
