//! MCP over streamable HTTP.
//!
//! The SDK reads and writes the protocol; here is decided who gets that far.
//!
//! (1) A session of the protocol belongs to whoever began it: the same key,
//!     agent and conversation.
//! (2) There are only so many of them, and nobody is kept out by those of others.

mod held;

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::Response;
use rmcp::transport::streamable_http_server::session::SessionManager as _;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use toolcrib::CancellationToken;

use self::held::Held;
use super::changes::Digests;
use super::{Mcp, Whom};
use crate::crib::Crib;

/// The header that names a session of the protocol.
const SESSION: &str = "mcp-session-id";

/// How long a session may be silent. Who comes back later initializes anew.
const IDLE_MAX: Duration = Duration::from_secs(60 * 60);

/// Bytes of a request.
const BODY_BYTES_MAX: usize = 1024 * 1024;

/// MCP over streamable HTTP.
#[derive(Clone)]
pub(crate) struct Http {
    service: StreamableHttpService<Mcp, LocalSessionManager>,
    sessions: Arc<LocalSessionManager>,
    held: Arc<Held>,
}

/// There is no such session, for them.
pub(crate) struct NoSession;

impl Http {
    /// The door over HTTP, until the token is fired.
    pub(crate) fn new(crib: Crib, stop: CancellationToken) -> Self {
        let mut sessions = LocalSessionManager::default();
        sessions.session_config.keep_alive = Some(IDLE_MAX);
        let sessions = Arc::new(sessions);
        // Names and origins were looked at before anybody gets here.
        let config = StreamableHttpServerConfig::default()
            .disable_allowed_hosts()
            .disable_allowed_origins()
            .with_json_response(true)
            .with_max_request_body_bytes(BODY_BYTES_MAX)
            .with_cancellation_token(stop);
        let digests = Arc::new(Digests::default());
        let service = StreamableHttpService::new(
            move || Ok(Mcp::new(crib.clone(), Arc::clone(&digests))),
            Arc::clone(&sessions),
            config,
        );
        Self { service, sessions, held: Arc::default() }
    }

    /// Answers a request.
    pub(crate) async fn answer(
        &self,
        whom: Whom,
        mut request: Request,
    ) -> Result<Response, NoSession> {
        let owner = whom.owner();
        let named = session(request.headers()).map(str::to_owned);
        // (1)
        if named.as_ref().is_some_and(|id| !self.held.hear(id, &owner)) {
            return Err(NoSession);
        }
        let is_end = request.method() == Method::DELETE;
        request.extensions_mut().insert(whom);
        let mut response = self.service.handle(request).await.map(Body::new);
        match (named, session(response.headers())) {
            (Some(id), _) if is_end && response.status().is_success() => {
                self.held.end(&id);
                // Nothing is left to be done, which is what clients want to hear.
                *response.status_mut() = StatusCode::NO_CONTENT;
            }
            (None, Some(id)) => {
                // (2)
                for over in self.held.begin(id, owner) {
                    // Who left by itself is gone already.
                    let _ = self.sessions.close_session(&over).await;
                }
            }
            _ => {}
        }
        Ok(response)
    }
}

fn session(headers: &HeaderMap) -> Option<&str> {
    headers.get(SESSION).and_then(|value| value.to_str().ok())
}
