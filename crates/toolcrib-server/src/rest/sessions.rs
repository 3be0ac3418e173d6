//! `/api/playground/sessions`: the conversations that calls belong to.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use toolcrib::Mode;
use toolcrib_store::{SessionRow, StoreError};
use utoipa::{IntoParams, ToSchema};

use super::App;
use super::access::{Access, Call, Read};
use super::error::ApiError;
use super::page;
use super::read::{Asked, At, Said};
use crate::crib::{Workspace, mint_id};

/// A new conversation.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewSession {
    /// The agent that it is with.
    #[serde(default)]
    agent_id: Option<String>,
    /// Its kind.
    #[serde(default)]
    #[schema(value_type = Option<String>, pattern = "^(text|voice)$")]
    mode: Option<Mode>,
}

/// A conversation.
#[derive(Serialize, ToSchema)]
#[schema(as = Session)]
pub(super) struct SessionBody {
    id: String,
    agent_id: Option<String>,
    mode: String,
    created_at: String,
    /// When it ended, if it has.
    ended_at: Option<String>,
}

impl From<SessionRow> for SessionBody {
    fn from(row: SessionRow) -> Self {
        let SessionRow { id, agent_id, mode, created_at, ended_at, .. } = row;
        Self { id, agent_id, mode, created_at, ended_at }
    }
}

/// Start a session
///
/// Calls that name it are found by it.
#[utoipa::path(post, path = "/api/playground/sessions", tag = "sessions",
    request_body = NewSession,
    responses((status = CREATED, description = "The session.", body = SessionBody)))]
pub(super) async fn create(
    State(app): State<App>,
    access: Access<Call>,
    Said(body): Said<NewSession>,
) -> Result<(StatusCode, Json<SessionBody>), ApiError> {
    if let Some(id) = &body.agent_id
        && !access.workspace.view().agents.contains_key(id)
    {
        return Err(ApiError::not_found("agent", id));
    }
    let row = SessionRow {
        id: mint_id("sess").map_err(ApiError::internal)?,
        workspace: access.workspace.id().to_string(),
        agent_id: body.agent_id,
        mode: body.mode.unwrap_or_default().to_string(),
        created_at: toolcrib_store::now(),
        ended_at: None,
    };
    app.crib.store().create_session(row.clone()).await?;
    Ok((StatusCode::CREATED, Json(row.into())))
}

/// Get a session
#[utoipa::path(get, path = "/api/playground/sessions/{id}", tag = "sessions",
    params(("id" = String, Path, description = "The session's id.")),
    responses((status = OK, description = "The session.", body = SessionBody)))]
pub(super) async fn get(
    State(app): State<App>,
    access: Access<Read>,
    At(id): At<String>,
) -> Result<Json<SessionBody>, ApiError> {
    Ok(Json(known(&app, &access.workspace, &id).await?.into()))
}

/// What can be changed of a conversation.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SessionChange {
    /// Its kind, from the next message on.
    #[schema(value_type = String, pattern = "^(text|voice)$")]
    mode: Mode,
}

/// Change a session
///
/// What is being answered goes on as it began.
#[utoipa::path(patch, path = "/api/playground/sessions/{id}", tag = "sessions",
    request_body = SessionChange,
    params(("id" = String, Path, description = "The session's id.")),
    responses((status = OK, description = "The session as it is now.", body = SessionBody)))]
pub(super) async fn change(
    State(app): State<App>,
    access: Access<Call>,
    At(id): At<String>,
    Said(body): Said<SessionChange>,
) -> Result<Json<SessionBody>, ApiError> {
    let mode = body.mode.to_string();
    match app.crib.store().set_session_mode(access.workspace.id(), &id, &mode).await {
        Err(StoreError::Missing) => Err(ApiError::not_found("session", &id)),
        changed => {
            changed?;
            Ok(Json(known(&app, &access.workspace, &id).await?.into()))
        }
    }
}

/// Which sessions to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct SessionQuery {
    /// Where the page before ended: its `next_cursor`.
    cursor: Option<String>,
    /// Sessions in a page.
    #[param(minimum = 1, maximum = 200, default = 50)]
    limit: Option<usize>,
}

/// A page of sessions.
#[derive(Serialize, ToSchema)]
pub(super) struct SessionList {
    /// The sessions, the newest first.
    sessions: Vec<SessionBody>,
    /// Where the next page begins, if there is one.
    next_cursor: Option<String>,
}

/// List sessions
#[utoipa::path(get, path = "/api/playground/sessions", tag = "sessions", params(SessionQuery),
    responses((status = OK, description = "A page of sessions.", body = SessionList)))]
pub(super) async fn list(
    State(app): State<App>,
    access: Access<Read>,
    Asked(query): Asked<SessionQuery>,
) -> Result<Json<SessionList>, ApiError> {
    let limit = page::limit(query.limit)?;
    let cursor = query.cursor.as_deref().filter(|cursor| !cursor.is_empty());
    let before = cursor.map(|cursor| cursor.split_once(' ').unwrap_or((cursor, "")));
    let rows = app.crib.store().sessions(access.workspace.id(), before, limit as u32 + 1).await?;
    let (rows, next_cursor) =
        page::cut(rows, limit, |row| format!("{} {}", row.created_at, row.id));
    let sessions = rows.into_iter().map(SessionBody::from).collect();
    Ok(Json(SessionList { sessions, next_cursor }))
}

/// Which messages to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct MessageQuery {
    /// Only what was said after the message of this number.
    #[param(minimum = 0, default = 0)]
    after: Option<i64>,
    /// Messages in a page.
    #[param(minimum = 1, maximum = 200, default = 50)]
    limit: Option<usize>,
}

/// What was said in a session.
#[derive(Serialize, ToSchema)]
pub(super) struct MessageList {
    /// The messages, the first first.
    messages: Vec<MessageBody>,
    /// What the models took, by agent.
    usage: Vec<UsageBody>,
}

/// A message.
#[derive(Serialize, ToSchema)]
#[schema(as = Message)]
pub(super) struct MessageBody {
    number: i64,
    /// `user`, `assistant` or `tool`.
    role: String,
    /// What was said: `text`, and the `calls` or `outcomes`.
    #[schema(value_type = Object)]
    content: Value,
    created_at: String,
}

/// What a model took on behalf of an agent.
#[derive(Serialize, ToSchema)]
#[schema(as = AgentUsage)]
pub(super) struct UsageBody {
    agent_id: String,
    input_tokens: i64,
    output_tokens: i64,
    cached_tokens: i64,
    /// What it cost, where the vendor says.
    cost: Option<f64>,
}

/// List what was said
#[utoipa::path(get, path = "/api/playground/sessions/{id}/messages", tag = "sessions",
    params(("id" = String, Path, description = "The session's id."), MessageQuery),
    responses((status = OK, description = "What was said, and what it took.", body = MessageList)))]
pub(super) async fn messages(
    State(app): State<App>,
    access: Access<Read>,
    At(id): At<String>,
    Asked(query): Asked<MessageQuery>,
) -> Result<Json<MessageList>, ApiError> {
    let (store, workspace) = (app.crib.store(), access.workspace.id());
    known(&app, &access.workspace, &id).await?;
    let limit = page::limit(query.limit)?;
    let after = query.after.unwrap_or_default();
    if after < 0 {
        return Err(ApiError::invalid("`after` is the number of a message, from 0 on."));
    }
    let rows = store.messages(workspace, &id, after, limit as u32).await?;
    let messages = rows.into_iter().map(|row| MessageBody {
        number: row.number,
        role: row.role,
        content: serde_json::from_str(&row.content).unwrap_or_default(),
        created_at: row.created_at,
    });
    let usage = store.usage(workspace, Some(&id)).await?.into_iter().map(|row| UsageBody {
        agent_id: row.agent_id,
        input_tokens: row.input_tokens,
        output_tokens: row.output_tokens,
        cached_tokens: row.cached_tokens,
        cost: row.cost_micros.map(|cost| cost as f64 / 1e6),
    });
    Ok(Json(MessageList { messages: messages.collect(), usage: usage.collect() }))
}

/// Start a turn
///
/// For clients that run their own model: the budgets of the session's calls are
/// whole again. A chat message does it by itself.
#[utoipa::path(post, path = "/api/playground/sessions/{id}/turns", tag = "sessions",
    params(("id" = String, Path, description = "The session's id.")),
    responses((status = NO_CONTENT, description = "The turn has begun.")))]
pub(super) async fn turns(
    State(app): State<App>,
    access: Access<Call>,
    At(id): At<String>,
) -> Result<StatusCode, ApiError> {
    known(&app, &access.workspace, &id).await?;
    app.crib.sessions().next_turn(&id);
    Ok(StatusCode::NO_CONTENT)
}

/// Cancel the answer
///
/// Ends the turn that is running; what was said until then stays.
#[utoipa::path(post, path = "/api/playground/sessions/{id}/cancel", tag = "sessions",
    params(("id" = String, Path, description = "The session's id.")),
    responses((status = NO_CONTENT, description = "Nothing runs any more.")))]
pub(super) async fn cancel(
    State(app): State<App>,
    access: Access<Call>,
    At(id): At<String>,
) -> Result<StatusCode, ApiError> {
    known(&app, &access.workspace, &id).await?;
    app.crib.sessions().cancel(&id);
    Ok(StatusCode::NO_CONTENT)
}

/// A session of the workspace.
pub(super) async fn known(
    app: &App,
    workspace: &Workspace,
    id: &str,
) -> Result<SessionRow, ApiError> {
    let row = app.crib.store().session(workspace.id(), id).await?;
    row.ok_or_else(|| ApiError::not_found("session", id))
}
