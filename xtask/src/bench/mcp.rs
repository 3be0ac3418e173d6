//! What a call over MCP costs, beside FastMCP and a bare server of the same SDK.
//!
//! The same connections send the same call to all three: a trivial tool, over
//! streamable HTTP, without a session. Ours checks, polices, runs under a deadline
//! and has the record on disk before it answers.

use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};

use anyhow::{Context as _, Result, ensure};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ServerCapabilities,
    ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::{Value, json};
use tokio::runtime::Runtime;

use super::http::{one, rate, serve, serve_ours};
use super::line;
use crate::{python, root};

/// Rounds of each; they take turns.
const ROUNDS: usize = 8;

/// The newest revision, which knows no sessions.
const NEWEST: &str = "2026-07-28";

/// The one that FastMCP speaks.
const OLDER: &str = "2025-06-18";

pub(super) fn run() -> Result<()> {
    let server = Runtime::new()?;
    let client = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let folder = tempfile::tempdir()?;
    let ours = server.block_on(serve_ours(folder.path(), 0))?;
    let bare = server.block_on(serve_bare())?;
    let fast = FastMcp::start()?;
    let peers = [(ours, NEWEST), (bare, NEWEST), (fast.address, OLDER)];
    let mut best = [0.0_f64; 3];
    for _ in 0..ROUNDS {
        for ((address, version), best) in peers.into_iter().zip(&mut best) {
            let call = request(version);
            let answer = client.block_on(one(address, &call))?;
            ensure!(answer.contains("42"), "the call does not work: {answer}");
            *best = best.max(client.block_on(rate(address, &call))?);
        }
    }
    let [ours, bare, fast] = best;
    line("FastMCP", format!("{fast:.0} requests/s"));
    line("a bare server of the SDK", format!("{bare:.0} requests/s"));
    line("Toolcrib, recorded", format!("{ours:.0} requests/s"));
    line("Toolcrib / FastMCP", format!("{:.1} times", ours / fast));
    line("Toolcrib / bare server", format!("{:.0} %", 100.0 * ours / bare));
    Ok(())
}

/// A call of the calculator.
fn request(version: &str) -> Vec<u8> {
    let arguments = json!({ "a": 6, "b": 7, "operation": "multiply" });
    let mut params = json!({ "name": "calculator", "arguments": arguments });
    let mut more = String::new();
    if version == NEWEST {
        params["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": version,
            "io.modelcontextprotocol/clientInfo": { "name": "bench", "version": "1" },
            "io.modelcontextprotocol/clientCapabilities": {},
        });
        more = "mcp-method: tools/call\r\nmcp-name: calculator\r\n".to_owned();
    }
    let body = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params });
    let body = body.to_string();
    format!(
        "POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
         accept: application/json, text/event-stream\r\nmcp-protocol-version: {version}\r\n{more}\
         content-length: {}\r\n\r\n{body}",
        body.len()
    )
    .into_bytes()
}

/// A server of the SDK with one tool and nothing else.
#[derive(Clone)]
struct Bare;

impl ServerHandler for Bare {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }

    async fn call_tool(
        &self,
        params: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let arguments = params.arguments.unwrap_or_default();
        let number = |name: &str| arguments.get(name).and_then(Value::as_f64).unwrap_or_default();
        let data = json!({ "result": number("a") * number("b") });
        let mut result = CallToolResult::success(vec![ContentBlock::text(data.to_string())]);
        result.structured_content = Some(data);
        Ok(result.into())
    }
}

async fn serve_bare() -> Result<SocketAddr> {
    let config = StreamableHttpServerConfig::default().with_json_response(true);
    let sessions = std::sync::Arc::new(LocalSessionManager::default());
    let service = StreamableHttpService::new(|| Ok(Bare), sessions, config);
    serve(axum::Router::new().route_service("/mcp", service)).await
}

/// FastMCP, in a process of its own. Dropped, it is gone.
struct FastMcp {
    child: Child,
    address: SocketAddr,
}

impl FastMcp {
    fn start() -> Result<Self> {
        let mut child = Command::new(python::with("fastmcp==4.1.0")?)
            .arg(root().join("xtask/peers/fastmcp_server.py"))
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let out = child.stdout.take().context("it has an output")?;
        let mut said = String::new();
        BufReader::new(out).read_line(&mut said)?;
        let address = said.trim().parse().context("FastMCP did not start")?;
        Ok(Self { child, address })
    }
}

impl Drop for FastMcp {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}
