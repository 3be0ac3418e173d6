//! `/api/playground/sessions/{id}/chat` and `/ws`: the doors to a conversation.
//!
//! A turn runs as a task of its own, so that its history ends well even if the
//! client leaves; leaving cancels it.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::http::header::{ACCEPT, CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponse as _, Response};
use futures_util::stream;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio_util::sync::{CancellationToken, DropGuard};
use toolcrib::Fault;
use toolcrib_agents::{Event, TurnEnd};
use toolcrib_store::SessionRow;
use utoipa::ToSchema;

use super::App;
use super::access::{Access, Call};
use super::error::ApiError;
use super::read::{At, Said};
use super::sessions::known;
use crate::talk::chat::{self, ChatError, agent_for, summary};

/// Bytes of one message.
const MESSAGE_BYTES_MAX: usize = 256 * 1024;

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
    message: String,
    /// The agent that shall answer, from now on; else the session's.
    #[serde(default, alias = "agentId")]
    agent_id: Option<String>,
}

/// An answer in one piece.
#[derive(Serialize, ToSchema)]
#[schema(as = ChatAnswer)]
pub(super) struct AnswerBody {
    /// What was said after the last call.
    message: String,
    /// Who said it.
    agent_id: String,
    /// `stop`, `length`, `cancelled`, `ended` or `error`.
    finish: String,
    /// The calls that were made, in their order.
    #[schema(value_type = Vec<Object>)]
    calls: Value,
    /// The tokens that it took, and the cost where the vendor says.
    #[schema(value_type = Object)]
    usage: Value,
    /// Why there is no answer: `code` and `message`.
    #[schema(value_type = Option<Object>)]
    error: Option<Value>,
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
        (AnswerBody = "application/json"), (String = "text/event-stream")))))]
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
    let wants_one_piece =
        headers.get(ACCEPT).and_then(|accept| accept.to_str().ok()).is_some_and(|accept| {
            accept.contains("application/json") && !accept.contains("text/event-stream")
        });
    if wants_one_piece {
        let running = start(&app, &access, session, body, None);
        let ended = running.ended.await.map_err(ApiError::internal)?;
        return Ok(Json(summary(&ended.map_err(refused)?)).into_response());
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
struct Running {
    ended: JoinHandle<Result<TurnEnd, ChatError>>,
    _cancel: DropGuard,
}

fn start(
    app: &App,
    access: &Access<Call>,
    session: SessionRow,
    body: ChatBody,
    listener: Option<mpsc::Sender<Event>>,
) -> Running {
    let cancel = CancellationToken::new();
    let (app, workspace) = (Arc::clone(app), Arc::clone(&access.workspace));
    let (key, token) = (access.caller().key, cancel.clone());
    let ended = app.crib.sessions().tasks().clone().spawn(async move {
        let said = chat::Said {
            session: &session,
            message: body.message,
            agent: body.agent_id,
            key,
            cancel: token,
            listener,
        };
        chat::chat(&app.crib, &workspace, workspace.runtime(), said).await
    });
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
            Ok(Some(event)) => framed(event.kind.name(), &serde_json::to_value(&event).ok()?),
            Ok(None) => {
                let ended = running.take()?.ended.await;
                let error = ended.ok()?.err()?;
                let (code, message) = told(&error);
                framed(
                    "error",
                    &serde_json::json!({ "type": "error", "code": code, "message": message }),
                )
            }
        };
        Some((Ok(piece), (running, receiver)))
    })
}

fn framed(name: &str, data: &Value) -> Bytes {
    // JSON on one line has no line ending that would end the event.
    Bytes::from(format!("event: {name}\ndata: {data}\n\n"))
}

/// Listen to a session
///
/// A WebSocket: what tools send to the client, intents and events, one JSON or
/// text message each. A client can say `{"type": "chat", "message": …}` and
/// `{"type": "cancel"}`.
#[utoipa::path(get, path = "/api/playground/sessions/{id}/ws", tag = "sessions",
    params(("id" = String, Path, description = "The session's id.")),
    responses((status = SWITCHING_PROTOCOLS, description = "The WebSocket is open.")))]
pub(super) async fn ws(
    State(app): State<App>,
    access: Access<Call>,
    At(id): At<String>,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    known(&app, &access.workspace, &id).await?;
    let upgrade =
        upgrade.map_err(|error| ApiError::invalid(format!("This is a WebSocket: {error}.")))?;
    let upgrade = upgrade.max_message_size(MESSAGE_BYTES_MAX).max_frame_size(MESSAGE_BYTES_MAX);
    Ok(upgrade.on_upgrade(async move |socket| listen(app, access, id, socket).await))
}

/// What a client says over the WebSocket.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
enum Told {
    Chat {
        message: String,
        #[serde(default, alias = "agentId")]
        agent_id: Option<String>,
    },
    Cancel,
}

async fn listen(app: App, access: Access<Call>, id: String, mut socket: WebSocket) {
    let mut listener = app.crib.sessions().listen(&id);
    // A turn that was begun here ends with the socket.
    let mut running: Option<Running> = None;
    loop {
        let text = tokio::select! {
            told = listener.next() => match told {
                Some(told) => told.to_string(),
                None => return,
            },
            came = socket.recv() => match came {
                Some(Ok(Message::Text(text))) => match heard(&app, &access, &id, &text).await {
                    Ok(Some(begun)) => {
                        running = Some(begun);
                        continue;
                    }
                    Ok(None) => continue,
                    Err((code, message)) => serde_json::json!({
                        "type": "error", "code": code, "message": message,
                    }).to_string(),
                },
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                Some(Ok(_)) => continue,
            },
            ended = finished(&mut running) => match ended {
                Some((code, message)) => serde_json::json!({
                    "type": "error", "code": code, "message": message,
                }).to_string(),
                None => continue,
            },
        };
        if socket.send(Message::Text(text.into())).await.is_err() {
            return;
        }
    }
}

/// Waits for the end of a turn; tells why nobody was asked.
async fn finished(running: &mut Option<Running>) -> Option<(&'static str, String)> {
    let Some(turn) = running else { return std::future::pending().await };
    let ended = (&mut turn.ended).await;
    *running = None;
    Some(told(&ended.ok()?.err()?))
}

async fn heard(
    app: &App,
    access: &Access<Call>,
    id: &str,
    text: &str,
) -> Result<Option<Running>, (&'static str, String)> {
    let said: Told = serde_json::from_str(text)
        .map_err(|error| ("VALIDATION_ERROR", format!("This cannot be read: {error}.")))?;
    match said {
        Told::Cancel => {
            app.crib.sessions().cancel(id);
            Ok(None)
        }
        Told::Chat { message, agent_id } => {
            let gone = |_| ("INTERNAL", "The session cannot be read.".to_owned());
            let session = known(app, &access.workspace, id).await.map_err(gone)?;
            check(&message).map_err(|_| ("VALIDATION_ERROR", too_long()))?;
            Ok(Some(start(app, access, session, ChatBody { message, agent_id }, None)))
        }
    }
}

fn too_long() -> String {
    format!("A message has at least one letter and at most {MESSAGE_BYTES_MAX} bytes, and no NUL.")
}

fn check(message: &str) -> Result<(), ApiError> {
    let fits =
        !message.trim().is_empty() && message.len() <= MESSAGE_BYTES_MAX && !message.contains('\0');
    match fits {
        true => Ok(()),
        false => Err(ApiError::faults(too_long(), vec![Fault::at("/message", too_long())])),
    }
}

fn told(error: &ChatError) -> (&'static str, String) {
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
