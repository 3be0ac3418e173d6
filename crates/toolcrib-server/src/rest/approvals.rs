//! `/api/approvals`: calls that wait for a person.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use toolcrib::Fault;
use toolcrib_store::ApprovalRow;
use utoipa::{IntoParams, ToSchema};

use super::App;
use super::access::{Access, Approve, Read};
use super::error::ApiError;
use super::page;
use super::read::{Asked, At, MaybeSaid};
use crate::desk::{NotDecided, Said, request};

/// Which approvals to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct ApprovalQuery {
    /// Those that are `pending`, `approved`, `denied`, `used` or `expired`; all of them
    /// when absent.
    #[param(pattern = "^(pending|approved|denied|used|expired)$")]
    state: Option<String>,
    /// Where the page before ended: its `next_cursor`.
    #[param(pattern = "^[^\\x00]*$")]
    cursor: Option<String>,
    /// Approvals in a page.
    #[param(minimum = 1, maximum = 200, default = 50)]
    limit: Option<usize>,
}

/// A page of approvals.
#[derive(Serialize, ToSchema)]
pub(super) struct ApprovalList {
    /// The approvals, the newest first.
    approvals: Vec<ApprovalBody>,
    /// Where the next page begins, if there is one.
    next_cursor: Option<String>,
}

/// A call that a person is asked about, and what they said.
#[derive(Serialize, ToSchema)]
#[schema(as = Approval)]
pub(crate) struct ApprovalBody {
    /// What a call is made again with: its `approval_id`.
    id: String,
    /// `pending`, `approved`, `denied`, `used` or `expired`.
    state: String,
    /// The call that raised the question.
    call_id: String,
    tool_id: String,
    tool_version: String,
    agent_id: Option<String>,
    session_id: Option<String>,
    /// The key that the caller showed.
    key_id: Option<String>,
    /// The arguments, without secrets.
    arguments: Value,
    /// The call in words.
    preview: String,
    /// Why it was denied.
    reason: Option<String>,
    /// Who decided: a key's id, or a door.
    decided_by: Option<String>,
    created_at: String,
    /// When it is too late: to answer, then to make the call.
    expires_at: String,
    decided_at: Option<String>,
    /// When the call was made.
    used_at: Option<String>,
}

impl From<ApprovalRow> for ApprovalBody {
    fn from(row: ApprovalRow) -> Self {
        let arguments = request(&row).args;
        let asked = row.asked;
        Self {
            id: asked.id,
            state: row.state,
            call_id: asked.call_id,
            tool_id: asked.bound.tool_id,
            tool_version: asked.tool_version,
            agent_id: asked.bound.agent_id,
            session_id: asked.bound.session_id,
            key_id: asked.key_id,
            arguments,
            preview: asked.preview,
            reason: row.reason,
            decided_by: row.decided_by,
            created_at: row.created_at,
            expires_at: row.expires_at,
            decided_at: row.decided_at,
            used_at: row.used_at,
        }
    }
}

/// List approvals
///
/// Calls that wait for a person, and what became of others.
#[utoipa::path(get, path = "/api/approvals", tag = "approvals", params(ApprovalQuery),
    responses((status = OK, description = "A page of approvals.", body = ApprovalList)))]
pub(super) async fn list(
    State(app): State<App>,
    access: Access<Read>,
    Asked(query): Asked<ApprovalQuery>,
) -> Result<Json<ApprovalList>, ApiError> {
    const STATES: [&str; 5] = ["pending", "approved", "denied", "used", "expired"];
    let limit = page::limit(query.limit)?;
    let state = query.state.as_deref();
    if state.is_some_and(|state| !STATES.contains(&state)) {
        let message = format!("`state` is one of {}.", STATES.join(", "));
        return Err(ApiError::invalid(message));
    }
    let cursor = query.cursor.as_deref().filter(|cursor| !cursor.is_empty());
    let before = cursor.map(|cursor| cursor.split_once(' ').unwrap_or((cursor, "")));
    let workspace = access.workspace.id();
    let rows = app.crib.store().approvals(workspace, state, before, limit as u32 + 1).await?;
    let (rows, next_cursor) =
        page::cut(rows, limit, |row| format!("{} {}", row.created_at, row.asked.id));
    let approvals = rows.into_iter().map(ApprovalBody::from).collect();
    Ok(Json(ApprovalList { approvals, next_cursor }))
}

/// Get an approval
#[utoipa::path(get, path = "/api/approvals/{id}", tag = "approvals",
    params(("id" = String, Path, description = "The approval's id.")),
    responses((status = OK, description = "The approval.", body = ApprovalBody)))]
pub(super) async fn get(
    State(app): State<App>,
    access: Access<Read>,
    At(id): At<String>,
) -> Result<Json<ApprovalBody>, ApiError> {
    let row = app.crib.store().approval(access.workspace.id(), &id).await?;
    let row = row.ok_or_else(|| ApiError::not_found("approval", &id))?;
    Ok(Json(row.into()))
}

/// Why somebody says no.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Denial {
    /// The model reads it.
    #[serde(default)]
    #[schema(max_length = 500, pattern = "^[^\\x00]*$")]
    reason: Option<String>,
}

/// Approve a call
///
/// The call may be made once, with this approval as its `approval_id`; one that waits in a
/// conversation goes on by itself. To approve twice changes nothing.
#[utoipa::path(post, path = "/api/approvals/{id}/approve", tag = "approvals",
    params(("id" = String, Path, description = "The approval's id.")),
    responses((status = OK, description = "The approval.", body = ApprovalBody)))]
pub(super) async fn approve(
    State(app): State<App>,
    access: Access<Approve>,
    At(id): At<String>,
) -> Result<Json<ApprovalBody>, ApiError> {
    decide(&app, &access, &id, Said::Yes).await
}

/// Deny a call
///
/// Whoever wanted it is told why. To deny twice changes nothing.
#[utoipa::path(post, path = "/api/approvals/{id}/deny", tag = "approvals",
    request_body(content = Denial),
    params(("id" = String, Path, description = "The approval's id.")),
    responses((status = OK, description = "The approval.", body = ApprovalBody)))]
pub(super) async fn deny(
    State(app): State<App>,
    access: Access<Approve>,
    At(id): At<String>,
    MaybeSaid(body): MaybeSaid<Denial>,
) -> Result<Json<ApprovalBody>, ApiError> {
    decide(&app, &access, &id, Said::No(body.reason)).await
}

async fn decide<S>(
    app: &App,
    access: &Access<S>,
    id: &str,
    said: Said,
) -> Result<Json<ApprovalBody>, ApiError> {
    let caller = access.caller();
    let by = caller.key.as_deref().unwrap_or("rest");
    let workspace = access.workspace.id();
    match app.crib.desk().decide(workspace, id, said, by).await {
        Ok(row) => Ok(Json(row.into())),
        Err(NotDecided::Missing(id)) => Err(ApiError::not_found("approval", &id)),
        Err(NotDecided::Store(error)) => Err(error.into()),
        Err(error @ NotDecided::Otherwise { .. }) => Err(ApiError::conflict(sentence(&error))),
        Err(error @ NotDecided::Reason) => {
            let message = sentence(&error);
            Err(ApiError::faults(message.clone(), vec![Fault::at("/reason", message)]))
        }
    }
}

fn sentence(error: &NotDecided) -> String {
    let text = error.to_string();
    format!("{}{}.", text[..1].to_uppercase(), &text[1..])
}
