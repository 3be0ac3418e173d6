//! `/api/playground/sessions/{id}/chat`: the door to a conversation.
//!
//! A turn runs as a task of its own, so that its history ends well even if the
//! client leaves; leaving cancels it.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header::{ACCEPT, CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponse as _, Response};
use futures_util::stream;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio_util::sync::{CancellationToken, DropGuard};
use toolcrib::Fault;
use toolcrib_agents::{Event, TurnEnd};
use toolcrib_store::SessionRow;
use tracing::Instrument as _;
use utoipa::ToSchema;

use super::App;
use super::access::{Access, Call};
use super::error::ApiError;
use super::read::{At, Said};
use super::sessions::known;
use crate::talk::chat::{self, ChatError, Summary, agent_for};

/// Bytes of one message.
pub(super) const MESSAGE_BYTES_MAX: usize = 256 * 1024;

/// How long a stream may be silent before it says that it is still there.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// Events that wait for the client.
const EVENTS_MAX: usize = 64;

/// What somebody says.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ChatBody {
    /// The words.
    #[schema(min_length = 1)]
    pub(super) message: String,
    /// The agent that shall answer, from now on; else the session's.
    #[serde(default, alias = "agentId")]
    pub(super) agent_id: Option<String>,
}

/// One event of an answer.
#[derive(Serialize, ToSchema)]
#[schema(as = ChatEvent)]
pub(super) struct EventBody {
    /// Its name.
    event: String,
    /// JSON: `type`, `message_id`, `agent_id` and what belongs to the event.
    data: String,
}

/// Say something
///
/// The answer comes as server-sent events: `message-start`, `text-delta`,
/// `tool-call-start`, `tool-call-args`, `tool-call-end`, `tool-result`,
/// `approval-required`, `agent-switched`, `intent`, `message-end`, `error`. With
/// `Accept: application/json` it comes in one piece.
#[utoipa::path(post, path = "/api/playground/sessions/{id}/chat", tag = "sessions",
    request_body = ChatBody,
    params(("id" = String, Path, description = "The session's id.")),
    responses((status = OK, description = "The answer.", content(
        (Summary = "application/json"), (EventBody = "text/event-stream")))))]
pub(super) async fn chat(
    State(app): State<App>,
    access: Access<Call>,
    headers: HeaderMap,
    At(id): At<String>,
    Said(body): Said<ChatBody>,
) -> Result<Response, ApiError> {
    let session = known(&app, &access.workspace, &id).await?;
    check(&body.message)?;
    // What can be told now is told by the status.
    agent_for(&access.workspace, &session, body.agent_id.as_deref()).map_err(refused)?;
    if session.ended_at.is_some() {
        return Err(refused(ChatError::Over));
    }
    if app.crib.sessions().is_speaking(&id) {
        return Err(refused(ChatError::Busy));
    }
    let wants_one_piece =
        headers.get(ACCEPT).and_then(|accept| accept.to_str().ok()).is_some_and(|accept| {
            accept.contains("application/json") && !accept.contains("text/event-stream")
        });
    if wants_one_piece {
        let running = start(&app, &access, session, body, None);
        let ended = running.ended.await.map_err(ApiError::internal)?;
        let summary = Summary::new(&id, ended.map_err(refused)?);
        return Ok(Json(summary).into_response());
    }
    let (sender, receiver) = mpsc::channel(EVENTS_MAX);
    let running = start(&app, &access, session, body, Some(sender));
    let mut response = Response::new(Body::from_stream(events(running, receiver)));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    Ok(response)
}

/// A turn that is running. Dropping it cancels the turn.
pub(super) struct Running {
    pub(super) ended: JoinHandle<Result<TurnEnd, ChatError>>,
    _cancel: DropGuard,
}

pub(super) fn start(
    app: &App,
    access: &Access<Call>,
    session: SessionRow,
    body: ChatBody,
    listener: Option<mpsc::Sender<Event>>,
) -> Running {
    let cancel = CancellationToken::new();
    let (app, workspace) = (Arc::clone(app), Arc::clone(&access.workspace));
    let (key, token) = (access.caller().key, cancel.clone());
    let tasks = app.crib.sessions().tasks().clone();
    let turn = async move {
        let said = chat::Said {
            session: &session,
            message: body.message,
            agent: body.agent_id,
            key,
            cancel: token,
            is_attended: listener.is_some(),
            listener,
        };
        chat::chat(&app.crib, &workspace, workspace.runtime(), said).await
    };
    let ended = tasks.spawn(turn.in_current_span());
    Running { ended, _cancel: cancel.drop_guard() }
}

/// Events as they come, then why there were none, if nobody was asked.
fn events(
    running: Running,
    receiver: mpsc::Receiver<Event>,
) -> impl stream::Stream<Item = Result<Bytes, Infallible>> {
    stream::unfold((Some(running), receiver), async |(mut running, mut receiver)| {
        let piece = match tokio::time::timeout(KEEP_ALIVE, receiver.recv()).await {
            Err(_) => Bytes::from_static(b": still here\n\n"),
            Ok(Some(event)) => framed(event.kind.name(), &serde_json::to_string(&event).ok()?),
            Ok(None) => {
                let ended = running.take()?.ended.await;
                let error = ended.ok()?.err()?;
                let (code, message) = told(&error);
                let error = json!({ "type": "error", "code": code, "message": message });
                framed("error", &error.to_string())
            }
        };
        Some((Ok(piece), (running, receiver)))
    })
}

fn framed(name: &str, data: &str) -> Bytes {
    // JSON on one line has no line ending that would end the event.
    Bytes::from(format!("event: {name}\ndata: {data}\n\n"))
}

pub(super) fn too_long() -> String {
    format!("A message has at least one letter and at most {MESSAGE_BYTES_MAX} bytes, and no NUL.")
}

pub(super) fn check(message: &str) -> Result<(), ApiError> {
    let fits =
        !message.trim().is_empty() && message.len() <= MESSAGE_BYTES_MAX && !message.contains('\0');
    match fits {
        true => Ok(()),
        false => Err(ApiError::faults(too_long(), vec![Fault::at("/message", too_long())])),
    }
}

pub(super) fn told(error: &ChatError) -> (&'static str, String) {
    let message = error.to_string();
    let code = match error {
        ChatError::Nobody | ChatError::NoAgent(_) => "NOT_FOUND",
        ChatError::Over => "SESSION_INACTIVE",
        ChatError::Busy => "CONFLICT",
        ChatError::Store(_) => {
            return ("INTERNAL", "The session could not be written down.".to_owned());
        }
    };
    (code, message)
}

fn refused(error: ChatError) -> ApiError {
    match error {
        ChatError::NoAgent(id) => ApiError::not_found("agent", &id),
        ChatError::Store(error) => error.into(),
        ChatError::Nobody => ApiError::invalid(sentence(&error)),
        ChatError::Over => ApiError::inactive(sentence(&error)),
        ChatError::Busy => ApiError::conflict(sentence(&error)),
    }
}

fn sentence(error: &ChatError) -> String {
    let text = error.to_string();
    format!("{}{}.", text[..1].to_uppercase(), &text[1..])
}
