//! A server over HTTP that misbehaves as its path and its tools say.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::post;
use futures_util::stream::{self, StreamExt as _};
use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto::Builder;
use hyper_util::service::TowerToHyperService;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::Notify;
use tokio::task::JoinSet;

use crate::fake::tool;

/// The header of a session.
const SESSION: &str = "mcp-session-id";

/// A server over HTTP; it ends when it is dropped.
pub(crate) struct HttpFake {
    address: String,
    _serving: JoinSet<()>,
}

impl HttpFake {
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let mut serving = JoinSet::new();
        serving.spawn(serve(listener));
        Self { address, _serving: serving }
    }

    pub(crate) fn url(&self, how: &str) -> String {
        format!("http://{}/{how}", self.address)
    }
}

/// What happened so far.
#[derive(Default)]
struct Told {
    /// The number of the session that is valid.
    session: AtomicU64,
    has_grown: AtomicBool,
    grew: Notify,
}

impl Told {
    fn session(&self) -> String {
        format!("session-{}", self.session.load(Ordering::SeqCst))
    }
}

async fn serve(listener: TcpListener) {
    let route = post(answer).get(notices).delete(StatusCode::OK);
    let router = Router::new().route("/{how}", route).with_state(Arc::<Told>::default());
    let mut connections = JoinSet::new();
    while let Ok((stream, _)) = listener.accept().await {
        let service = TowerToHyperService::new(router.clone());
        connections.spawn(async move {
            let builder = Builder::new(TokioExecutor::new());
            let _ = builder.serve_connection(TokioIo::new(stream), service).await;
        });
    }
}

/// The stream of notices that belongs to a session.
async fn notices(Path(how): Path<String>, State(told): State<Arc<Told>>) -> Response {
    match how.as_str() {
        "session" => stream_of(Vec::new(), told, json!({})),
        _ => StatusCode::METHOD_NOT_ALLOWED.into_response(),
    }
}

/// Some messages, and a notice as soon as the tools have changed.
fn stream_of(first: Vec<Value>, told: Arc<Told>, meta: Value) -> Response {
    let later = async move {
        told.grew.notified().await;
        let method = "notifications/tools/list_changed";
        json!({ "jsonrpc": "2.0", "method": method, "params": { "_meta": meta } })
    };
    let messages = stream::iter(first).chain(stream::once(later)).chain(stream::pending());
    let events = messages.map(|message| Ok::<_, Infallible>(format!("data: {message}\n\n")));
    let kind = [(header::CONTENT_TYPE, "text/event-stream")];
    (kind, Body::from_stream(events)).into_response()
}

async fn answer(
    Path(how): Path<String>,
    State(told): State<Arc<Told>>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let message: Value = serde_json::from_slice(&body).unwrap();
    let (id, params) = (&message["id"], &message["params"]);
    match how.as_str() {
        "unauthorized" => return StatusCode::UNAUTHORIZED.into_response(),
        "redirect" => {
            let to = [(header::LOCATION, "/json")];
            return (StatusCode::TEMPORARY_REDIRECT, to).into_response();
        }
        _ => {}
    }
    let method = message["method"].as_str().unwrap();
    let session = headers.get(SESSION).map(|session| session.to_str().unwrap().to_owned());
    if how == "session" && session.is_some_and(|session| session != told.session()) {
        return StatusCode::NOT_FOUND.into_response();
    }
    let result = match method {
        "server/discover" if how == "modern" => json!({
            "resultType": "complete",
            "supportedVersions": ["2026-07-28"],
            "capabilities": { "tools": { "listChanged": true } },
            "ttlMs": 0,
            "cacheScope": "private",
        }),
        "subscriptions/listen" => {
            let meta = json!({ "io.modelcontextprotocol/subscriptionId": id });
            let params = json!({ "_meta": meta, "notifications": params["notifications"] });
            let method = "notifications/subscriptions/acknowledged";
            let first = json!({ "jsonrpc": "2.0", "method": method, "params": params });
            return stream_of(vec![first], told, meta);
        }
        "server/discover" => return StatusCode::BAD_REQUEST.into_response(),
        "initialize" => json!({
            "protocolVersion": "2025-06-18",
            "capabilities": { "tools": {} },
            "serverInfo": { "name": "fake", "version": "1" },
        }),
        "tools/list" => {
            let names =
                ["echo", "flood", "busy", "broken", "closed", "reject", "expire", "grow", "vanish"];
            let mut tools = names.map(tool).to_vec();
            if told.has_grown.load(Ordering::SeqCst) {
                tools.push(tool("added"));
            }
            json!({ "tools": tools })
        }
        "tools/call" => match params["name"].as_str().unwrap() {
            "flood" => return flood(&how),
            "vanish" => return vanish(),
            "busy" => {
                let after = [(header::RETRY_AFTER, "2")];
                return (StatusCode::TOO_MANY_REQUESTS, after).into_response();
            }
            "broken" => return StatusCode::BAD_GATEWAY.into_response(),
            "closed" => return StatusCode::FORBIDDEN.into_response(),
            "reject" => {
                let error = json!({ "code": -32602, "message": "no" });
                let body = json!({ "jsonrpc": "2.0", "id": id, "error": error });
                return (StatusCode::BAD_REQUEST, axum::Json(body)).into_response();
            }
            "expire" => {
                told.session.fetch_add(1, Ordering::SeqCst);
                json!({ "structuredContent": {}, "content": [] })
            }
            "grow" => {
                told.has_grown.store(true, Ordering::SeqCst);
                told.grew.notify_one();
                json!({ "structuredContent": {}, "content": [] })
            }
            _ => {
                let key = headers.get("x-key").map(|key| key.to_str().unwrap());
                let data = json!({ "echo": params["arguments"], "key": key });
                json!({ "structuredContent": data, "content": [] })
            }
        },
        _ => return StatusCode::ACCEPTED.into_response(),
    };
    let body = json!({ "jsonrpc": "2.0", "id": id, "result": result });
    match how.as_str() {
        "sse" => {
            let events = format!(": hello\n\ndata: {body}\n\n");
            ([(header::CONTENT_TYPE, "text/event-stream")], events).into_response()
        }
        "session" if method == "initialize" => {
            ([(SESSION, told.session())], axum::Json(body)).into_response()
        }
        _ => axum::Json(body).into_response(),
    }
}

/// Says something without an end.
fn flood(how: &str) -> Response {
    let kind = if how == "sse" { "text/event-stream" } else { "application/json" };
    let first = Bytes::from_static(b"data: ");
    let chunks = stream::unfold(first, |chunk| async {
        Some((Ok::<_, Infallible>(chunk), Bytes::from(vec![b'x'; 64 * 1024])))
    });
    ([(header::CONTENT_TYPE, kind)], Body::from_stream(chunks)).into_response()
}

/// Begins an answer and is gone.
fn vanish() -> Response {
    let gone = std::io::Error::other("gone");
    let chunks = stream::iter([Ok(Bytes::from_static(b"{")), Err(gone)]);
    ([(header::CONTENT_TYPE, "application/json")], Body::from_stream(chunks)).into_response()
}
