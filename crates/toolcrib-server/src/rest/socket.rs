//! `/api/playground/sessions/{id}/ws`: a client that listens to a conversation.

use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use serde::Deserialize;

use super::App;
use super::access::{Access, Call};
use super::chat::{ChatBody, MESSAGE_BYTES_MAX, Running, check, start, told, too_long};
use super::error::ApiError;
use super::read::At;
use super::sessions::known;
use crate::crib::Scope;
use crate::desk::{self, NotDecided};
use crate::talk::chat::ChatError;

/// The protocol that is spoken, for clients that offer several.
const PROTOCOL: &str = "toolcrib";

/// Listen to a session
///
/// A WebSocket: what tools send to the client, intents and events, one JSON or
/// text message each. A client can say `{"type": "chat", "message": …}`,
/// `{"type": "cancel"}`, `{"type": "approve", "approval_id": …}` and
/// `{"type": "deny", "approval_id": …, "reason": …}`. A browser, which can send no headers
/// with it, offers the protocols `toolcrib`, `workspace.ID` and, where it has one, `key.KEY`.
#[utoipa::path(get, path = "/api/playground/sessions/{id}/ws", tag = "sessions",
    params(("id" = String, Path, description = "The session's id.")),
    responses((status = SWITCHING_PROTOCOLS, description = "The WebSocket is open.")))]
pub(super) async fn ws(
    State(app): State<App>,
    access: Access<Call>,
    At(id): At<String>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    known(&app, &access.workspace, &id).await?;
    let upgrade =
        upgrade.map_err(|error| ApiError::invalid(format!("This is a WebSocket: {error}.")))?;
    let upgrade = upgrade.protocols([PROTOCOL]);
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
    Approve {
        #[serde(alias = "approvalId")]
        approval_id: String,
    },
    Deny {
        #[serde(alias = "approvalId")]
        approval_id: String,
        #[serde(default)]
        reason: Option<String>,
    },
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
                Some(Ok(Message::Text(text))) => {
                    match heard(&app, &access, &id, &text, &mut running).await {
                        Ok(()) => continue,
                        Err(refused) => error(&refused),
                    }
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                Some(Ok(_)) => continue,
            },
            ended = finished(&mut running) => match ended {
                Some(refused) => error(&refused),
                None => continue,
            },
        };
        // A key that was revoked opens nothing any more.
        if !access.holds(&app) || socket.send(Message::Text(text.into())).await.is_err() {
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
    running: &mut Option<Running>,
) -> Result<(), (&'static str, String)> {
    if !access.holds(app) {
        return Err(("UNAUTHORIZED", "This key was revoked.".to_owned()));
    }
    let said: Told = serde_json::from_str(text)
        .map_err(|error| ("VALIDATION_ERROR", format!("This cannot be read: {error}.")))?;
    match said {
        Told::Cancel => {
            app.crib.sessions().cancel(id);
        }
        Told::Approve { approval_id } => decide(app, access, &approval_id, desk::Said::Yes).await?,
        Told::Deny { approval_id, reason } => {
            decide(app, access, &approval_id, desk::Said::No(reason)).await?;
        }
        // The one that is running must not end because of another.
        Told::Chat { .. } if running.is_some() => return Err(told(&ChatError::Busy)),
        Told::Chat { message, agent_id } => {
            let gone = |_| ("INTERNAL", "The session cannot be read.".to_owned());
            let session = known(app, &access.workspace, id).await.map_err(gone)?;
            check(&message).map_err(|_| ("VALIDATION_ERROR", too_long()))?;
            *running = Some(start(app, access, session, ChatBody { message, agent_id }, None));
        }
    }
    Ok(())
}

/// Answers the question about a call that waits for a person.
async fn decide(
    app: &App,
    access: &Access<Call>,
    id: &str,
    said: desk::Said,
) -> Result<(), (&'static str, String)> {
    if !access.also(app, Scope::Approve) {
        let message = "This key may not approve or deny calls; it lacks the scope `approve`.";
        return Err(("FORBIDDEN", message.to_owned()));
    }
    let caller = access.caller();
    let by = caller.key.as_deref().unwrap_or("websocket");
    let decided = app.crib.desk().decide(access.workspace.id(), id, said, by).await;
    decided.map(drop).map_err(|error| match error {
        NotDecided::Missing(id) => ("NOT_FOUND", format!("There is no approval `{id}`.")),
        NotDecided::Reason => ("VALIDATION_ERROR", format!("Not done: {error}.")),
        NotDecided::Otherwise { .. } => ("CONFLICT", format!("Not done: {error}.")),
        NotDecided::Store(_) => ("INTERNAL", "The answer could not be written down.".to_owned()),
    })
}

/// The event that says why nobody was asked.
fn error((code, message): &(&str, String)) -> String {
    serde_json::json!({ "type": "error", "code": code, "message": message }).to_string()
}
