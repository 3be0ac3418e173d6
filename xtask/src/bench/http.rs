//! What a call over HTTP costs, beside a bare axum handler in the same run.
//!
//! The same connections send the same bytes to both; the bare handler reads the
//! numbers, multiplies them and answers with an outcome. Ours reads, checks,
//! polices, runs under a deadline, and has the record on disk before it answers.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use axum::body::Body;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::Response;
use axum::routing::post;
use axum::{Json, Router};
use hyper_util::client::legacy::Client;
use hyper_util::rt::TokioExecutor;
use serde::Deserialize;
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Runtime;
use toolcrib::CancellationToken;
use toolcrib_server::config::Config;
use toolcrib_server::crib::{Crib, Published};
use toolcrib_server::rest::{self, RestSettings};
use toolcrib_server::shipped;
use toolcrib_server::stock::Stock;
use toolcrib_store::{Location, NewAgent, NewAttachment, Store, ToolKey};
use tower::Service;

use super::line;

/// Connections that send one request after the other.
const CONNECTIONS: usize = 256;

/// How long one round takes.
const ROUND: Duration = Duration::from_millis(500);

/// Rounds of each; they take turns, so that what else the machine does hits both.
const ROUNDS: usize = 12;

const WORKSPACE: &str = "default";

pub(super) fn run() -> Result<()> {
    let server = Runtime::new()?;
    let client = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let folder = tempfile::tempdir()?;
    let ours = server.block_on(serve_ours(folder.path(), 0))?;
    let body = json!({ "arguments": { "a": 6, "b": 7, "operation": "multiply" } }).to_string();
    let call = request("POST", "/api/tools/calculator/call", &body);
    let answer = client.block_on(one(ours, &call))?;
    ensure!(answer.contains("\"ok\":true"), "the call does not work: {answer}");
    let bare = server.block_on(serve_bare())?;
    // The less a client costs, the more of the machine is the server's.
    calling("the leanest client", || {
        Ok((client.block_on(rate(bare, &call))?, client.block_on(rate(ours, &call))?))
    })?;
    calling("hyper's client", || {
        Ok((client.block_on(hyper_rate(bare, &body))?, client.block_on(hyper_rate(ours, &body))?))
    })?;
    listing(&server, &client)
}

/// Rounds of a bare handler's and our requests a second, by one client.
fn calling(name: &str, mut round: impl FnMut() -> Result<(f64, f64)>) -> Result<()> {
    let (mut best_bare, mut best_ours) = (0.0_f64, 0.0_f64);
    for _ in 0..ROUNDS {
        let (bare, ours) = round()?;
        (best_bare, best_ours) = (best_bare.max(bare), best_ours.max(ours));
    }
    line(&format!("{name}: bare axum handler"), format!("{best_bare:.0} requests/s"));
    line(&format!("{name}: a call, recorded"), format!("{best_ours:.0} requests/s"));
    line("Toolcrib / bare handler", format!("{:.0} %", 100.0 * best_ours / best_bare));
    Ok(())
}

/// What an agent's tools cost to list, among few and among many.
fn listing(server: &Runtime, client: &Runtime) -> Result<()> {
    let get = request("GET", "/api/agents/lister/tools", "");
    let folders = [tempfile::tempdir()?, tempfile::tempdir()?];
    let few = server.block_on(serve_ours(folders[0].path(), 10))?;
    let many = server.block_on(serve_ours(folders[1].path(), 10_000))?;
    let (mut best_few, mut best_many) = (0.0_f64, 0.0_f64);
    for _ in 0..ROUNDS {
        best_few = best_few.max(client.block_on(rate(few, &get))?);
        best_many = best_many.max(client.block_on(rate(many, &get))?);
    }
    line("an agent's 10 tools of 10", format!("{best_few:.0} requests/s"));
    line("an agent's 10 tools of 10,000", format!("{best_many:.0} requests/s"));
    line("among 10,000 / among 10", format!("{:.0} %", 100.0 * best_many / best_few));
    Ok(())
}

/// A server of ours, with so many tools of the workspace's own and an agent that
/// has ten of them.
pub(super) async fn serve_ours(folder: &Path, tools: usize) -> Result<SocketAddr> {
    let store = Store::open(&Location::Sqlite(folder.join("toolcrib.db"))).await?;
    let registry = shipped::registry();
    let echo = registry.get("echo").context("echo is shipped")?;
    for number in 0..tools {
        let mut spec = echo.spec().clone();
        spec.tool_id = format!("tool_{number:05}");
        spec.parameters = json!({
            "type": "object",
            "properties": { "text": { "type": "string" }, "limit": { "type": "integer" } },
            "required": ["text"],
            "additionalProperties": false,
        });
        let entry = registry.respecify(&echo, "database", spec.clone(), None)?;
        let published = Published { handler_key: "echo".to_owned(), spec };
        let row = published.row(entry.compiled().version_hash(), None, None);
        store.create_tool(WORKSPACE, row, None).await?;
    }
    let agent = NewAgent {
        id: "lister".to_owned(),
        name: "Lister".to_owned(),
        enabled: true,
        ..NewAgent::default()
    };
    let attached: Vec<_> = (0..tools.min(10))
        .map(|number| NewAttachment {
            tool: ToolKey {
                workspace: Some(WORKSPACE.to_owned()),
                id: format!("tool_{number:05}"),
            },
            config: None,
            version_hash: None,
        })
        .collect();
    store.create_agent(WORKSPACE, agent, &attached).await?;
    let crib = Crib::open(Stock::only(registry), &[], &Config::default(), store).await?;
    serve(rest::router(crib, RestSettings::default())).await
}

/// The same by hand: the body is read, the numbers are multiplied, and an
/// outcome of the same form goes back.
async fn serve_bare() -> Result<SocketAddr> {
    let handler = async |Json(body): Json<Bare>| {
        let Bare { arguments: Numbers { a, b, .. } } = body;
        Json(json!({
            "ok": true, "data": a * b, "warnings": [], "intents": [],
            "meta": {
                "callId": "0mwhr8io8s94uxm2mmoz3", "toolId": "calculator",
                "toolVersion": "1.0.0", "registryVersion": "1.0.2f7c92a7", "durationMs": 0,
                "attempts": 1, "repairs": [], "responseSchemaVersion": "1.0.0",
            },
        }))
    };
    serve(Router::new().route("/api/tools/{id}/call", post(handler))).await
}

#[derive(Deserialize)]
struct Bare {
    arguments: Numbers,
}

#[derive(Deserialize)]
struct Numbers {
    a: f64,
    b: f64,
    #[serde(rename = "operation")]
    _operation: String,
}

pub(super) async fn serve<S>(served: S) -> Result<SocketAddr>
where
    S: Service<Request, Response = Response, Error = Infallible> + Clone + Send + 'static,
    S::Future: Send,
{
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    tokio::spawn(rest::serve(listener, served, CancellationToken::new(), rest::GRACE));
    Ok(address)
}

fn request(method: &str, path: &str, body: &str) -> Vec<u8> {
    format!(
        "{method} {path} HTTP/1.1\r\nhost: localhost\r\nx-workspace-id: {WORKSPACE}\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )
    .into_bytes()
}

/// Requests a second over all connections, by a client that costs nothing.
pub(super) async fn rate(address: SocketAddr, request: &[u8]) -> Result<f64> {
    let start = Instant::now();
    asking(start, async || {
        let mut connection = Connection::open(address).await?;
        let mut count = 0;
        while start.elapsed() < ROUND {
            connection.ask(request).await?;
            count += 1;
        }
        Ok(count)
    })
    .await
}

/// The same, by a client such as programs use.
async fn hyper_rate(address: SocketAddr, body: &str) -> Result<f64> {
    let client = Client::builder(TokioExecutor::new()).build_http::<Body>();
    let (client, url) = (&client, &format!("http://{address}/api/tools/calculator/call"));
    let start = Instant::now();
    asking(start, async || {
        let mut count = 0;
        while start.elapsed() < ROUND {
            let request = Request::post(url)
                .header("x-workspace-id", WORKSPACE)
                .header(CONTENT_TYPE, "application/json")
                .body(Body::from(body.to_owned()))?;
            let answer = client.request(request).await?;
            ensure!(answer.status() == StatusCode::OK, "the server refused");
            axum::body::to_bytes(Body::new(answer.into_body()), usize::MAX).await?;
            count += 1;
        }
        Ok(count)
    })
    .await
}

/// Lets as many ask as there are connections; requests a second of all.
async fn asking(start: Instant, ask: impl AsyncFn() -> Result<u32>) -> Result<f64> {
    let all: Vec<_> = (0..CONNECTIONS).map(|_| Box::pin(ask())).collect();
    let counts = futures_util::future::try_join_all(all).await?;
    Ok(f64::from(counts.into_iter().sum::<u32>()) / start.elapsed().as_secs_f64())
}

pub(super) async fn one(address: SocketAddr, request: &[u8]) -> Result<String> {
    let mut connection = Connection::open(address).await?;
    let body = connection.ask(request).await?;
    Ok(String::from_utf8_lossy(body).into_owned())
}

/// A connection that costs as little as one can.
struct Connection {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Connection {
    async fn open(address: SocketAddr) -> Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, buffer: Vec::with_capacity(64 * 1024) })
    }

    /// Sends a request and reads its answer.
    async fn ask(&mut self, request: &[u8]) -> Result<&[u8]> {
        self.stream.write_all(request).await?;
        self.buffer.clear();
        loop {
            ensure!(self.stream.read_buf(&mut self.buffer).await? > 0, "the server hung up");
            if let Some(head) = head_of(&self.buffer)
                && is_whole(&self.buffer[..head], &self.buffer[head..])
            {
                ensure!(self.buffer.starts_with(b"HTTP/1.1 200"), "the server refused");
                return Ok(&self.buffer[head..]);
            }
        }
    }
}

/// Where the body begins.
fn head_of(bytes: &[u8]) -> Option<usize> {
    bytes.windows(4).position(|four| four == b"\r\n\r\n").map(|end| end + 4)
}

/// Whether nothing of a body is missing: it has the length that the head says, or
/// it came in chunks and the empty one is there.
fn is_whole(head: &[u8], body: &[u8]) -> bool {
    let name = b"content-length: ";
    let Some(at) = head.windows(name.len()).position(|part| part == name) else {
        return body.ends_with(b"0\r\n\r\n");
    };
    let digits = head[at + name.len()..].iter().take_while(|byte| byte.is_ascii_digit());
    let length = digits.fold(0, |length, digit| length * 10 + usize::from(digit - b'0'));
    body.len() >= length
}
