//! The doors a case is sent through.

use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, LazyLock, Mutex};

use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};
use tempfile::TempDir;
use toolcrib::approval::{Approver, Question, Verdict};
use toolcrib::confirmation::preview;
use toolcrib::{
    Arguments, CallRequest, Caller, ConfirmationRequest, Mode, Registry, Runtime, async_trait,
};
use toolcrib_server::cli::{self, Exit, Streams};
use toolcrib_server::config::Config;
use toolcrib_server::crib::Crib;
use toolcrib_server::rest::Rest;
use toolcrib_server::rest::{self as http, RestSettings};
use toolcrib_server::stock::Stock;
use toolcrib_store::{Location, Store};
use tower::ServiceExt as _;

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
        async fn ask(&self, question: Question<'_>) -> Verdict {
            if self.0 {
                return Verdict::Approved;
            }
            let arguments = question.call.arguments();
            let held = ConfirmationRequest {
                token: "any".to_owned(),
                expires: "any".to_owned(),
                tool: question.tool.spec().tool_id.clone(),
                args: arguments.clone(),
                preview: preview(question.tool.spec(), arguments),
            };
            Verdict::Held(Box::new(held), None)
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

/// REST, where it can say what the case says; nothing where it cannot.
pub(crate) async fn rest(server: &Rest, asked: &Asked) -> Option<Value> {
    let Asked { request, approved } = asked;
    if *approved {
        // There is nobody to ask behind this door.
        return None;
    }
    let arguments = match &request.arguments {
        Arguments::Text(text) => Value::from(text.as_str()),
        Arguments::Value(value) => Value::clone(value),
    };
    let body = json!({
        "arguments": arguments,
        "mode": request.mode,
        "provider": request.offered_as,
        "dry_run": request.dry_run,
    });
    let path = format!("/api/tools/{}/call", request.tool);
    let answer = Answer::of(server, "POST", &path, Some(&body)).await;
    if answer.status == 404 {
        // Whether there is such a tool is said of the request, not of a call.
        assert_eq!(answer.body["error"]["code"], "NOT_FOUND");
        return None;
    }
    assert_eq!(answer.status, 200, "{}", answer.body);
    Some(answer.body)
}

/// MCP in its newest revision, where it can say what the case says. Data that it
/// shows to models alone is taken from another door.
pub(crate) async fn mcp(server: &Rest, asked: &Asked, said: &Value) -> Option<Value> {
    let Asked { request, approved } = asked;
    let arguments = match &request.arguments {
        Arguments::Text(_) => return None,
        Arguments::Value(value) => Value::clone(value),
    };
    let is_plain = request.mode == Mode::Text && !request.dry_run && request.offered_as.is_none();
    if *approved || !is_plain || !arguments.is_object() {
        return None;
    }
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { "name": "cases", "version": "1" },
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let params = json!({ "name": &*request.tool, "arguments": arguments, "_meta": meta });
    let body = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params });
    let headers = [
        ("host", "localhost"),
        ("content-type", "application/json"),
        ("accept", "application/json, text/event-stream"),
        ("mcp-protocol-version", "2026-07-28"),
        ("mcp-method", "tools/call"),
        ("mcp-name", &*request.tool),
    ];
    let mut answer = Answer::to(server, &headers, "POST", "/mcp", Some(&body)).await;
    let mut result = answer.body["result"].take();
    assert!(result.is_object(), "{}", answer.body);
    let mut outcome = result["_meta"]["toolcrib/outcome"].take();
    assert_eq!(result["isError"], json!(outcome["ok"] == false), "{result}");
    assert!(!result["content"][0]["text"].as_str().unwrap().is_empty());
    if outcome["ok"] == true {
        let whole = result.get("structuredContent").unwrap_or(&said["data"]).clone();
        outcome["data"] = whole;
    }
    Some(outcome)
}

/// What the server answered.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: Value,
}

impl Answer {
    /// Asks in the default workspace.
    pub(crate) async fn of(server: &Rest, method: &str, path: &str, body: Option<&Value>) -> Self {
        Self::to(server, &[("x-workspace-id", "default")], method, path, body).await
    }

    /// Asks with just these headers.
    pub(crate) async fn to(
        server: &Rest,
        headers: &[(&str, &str)],
        method: &str,
        path: &str,
        body: Option<&Value>,
    ) -> Self {
        let mut request = Request::builder().method(method).uri(path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let body = body.map_or_else(Body::empty, |body| Body::from(body.to_string()));
        let response = server.clone().oneshot(request.body(body).unwrap()).await.unwrap();
        let (parts, body) = response.into_parts();
        let bytes = axum::body::to_bytes(body, usize::MAX).await.unwrap();
        let body = match bytes.is_empty() {
            true => Value::Null,
            false => serde_json::from_slice(&bytes)
                .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&bytes))),
        };
        Self { status: parts.status.as_u16(), body }
    }
}

/// A server over these tools and a database of its own, which goes when the
/// folder does.
pub(crate) async fn serve(registry: &Registry, folder: &Path) -> (Rest, Crib) {
    let location = Location::Sqlite(folder.join("toolcrib.db"));
    let store = Store::open(&location).await.unwrap();
    let stock = Stock::only(registry.clone());
    // One server for many cases: a tool that fails in each is not left alone.
    let config: Config = toml::from_str("[policy]\ncircuit_failures = 0").unwrap();
    let crib = Crib::open(stock, &[], &config, store).await.unwrap();
    (http::router(crib.clone(), RestSettings::default()), crib)
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
    static DATA: LazyLock<TempDir> = LazyLock::new(|| TempDir::new().unwrap());
    let data = DATA.path().to_str().unwrap();
    let typed = ["toolcrib", "--data", data].into_iter().chain(typed.iter().copied());
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
