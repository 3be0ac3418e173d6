//! `/api/playground/sessions`: the conversations that calls belong to.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use toolcrib::Mode;
use toolcrib_store::SessionRow;
use utoipa::ToSchema;

use super::App;
use super::access::{Access, Call, Read};
use super::error::ApiError;
use super::read::{At, Said};
use crate::crib::mint_id;

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
}

impl From<SessionRow> for SessionBody {
    fn from(row: SessionRow) -> Self {
        let SessionRow { id, agent_id, mode, created_at, .. } = row;
        Self { id, agent_id, mode, created_at }
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
    let row = app.crib.store().session(access.workspace.id(), &id).await?;
    Ok(Json(row.ok_or_else(|| ApiError::not_found("session", &id))?.into()))
}
