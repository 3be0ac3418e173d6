//! `/api/calls`: what was called, and how it ended.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use toolcrib_store::{CallFilter, CallRow};
use utoipa::{IntoParams, ToSchema};

use super::App;
use super::access::{Access, Read};
use super::error::ApiError;
use super::page;
use super::read::{Asked, At};

/// Which calls to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct CallQuery {
    #[param(pattern = "^[^\\x00]*$")]
    session_id: Option<String>,
    #[param(pattern = "^[^\\x00]*$")]
    agent_id: Option<String>,
    #[param(pattern = "^[^\\x00]*$")]
    tool_id: Option<String>,
    /// Whether it answered.
    ok: Option<bool>,
    /// Where the page before ended: its `next_cursor`.
    #[param(pattern = "^[^\\x00]*$")]
    cursor: Option<String>,
    /// Calls in a page.
    #[param(minimum = 1, maximum = 200, default = 50)]
    limit: Option<usize>,
}

/// A page of calls.
#[derive(Serialize, ToSchema)]
pub(super) struct CallList {
    /// The calls, newest first.
    calls: Vec<CallRecord>,
    /// Where the next page begins, if there is one.
    next_cursor: Option<String>,
}

/// What was written down about a call.
#[derive(Serialize, ToSchema)]
pub(super) struct CallRecord {
    id: String,
    /// The tool, or the name that was asked for.
    tool_id: String,
    tool_version: Option<String>,
    registry_version: String,
    agent_id: Option<String>,
    session_id: Option<String>,
    /// The key that was shown.
    key_id: Option<String>,
    /// `rest`, `command_line`, `tool`, …
    door: String,
    mode: String,
    dry_run: bool,
    /// The arguments, without secrets.
    arguments: Value,
    /// Whether it answered; nothing while it runs, and if the server died before
    /// it ended.
    ok: Option<bool>,
    error_type: Option<String>,
    duration_ms: f64,
    attempts: i64,
    created_at: String,
    finished_at: Option<String>,
}

/// All that was written down about a call.
#[derive(Serialize, ToSchema)]
pub(super) struct WholeCall {
    #[serde(flatten)]
    record: CallRecord,
    /// How it ended, without secrets.
    outcome: Option<Value>,
    /// What the handler said while it ran.
    console: Vec<Value>,
}

/// List calls
#[utoipa::path(get, path = "/api/calls", tag = "calls", params(CallQuery),
    responses((status = OK, description = "A page of calls.", body = CallList)))]
pub(super) async fn list(
    State(app): State<App>,
    access: Access<Read>,
    Asked(query): Asked<CallQuery>,
) -> Result<Json<CallList>, ApiError> {
    let limit = page::limit(query.limit)?;
    let filter = CallFilter {
        session_id: query.session_id,
        agent_id: query.agent_id,
        tool_id: query.tool_id,
        ok: query.ok,
        before: query.cursor,
        limit: limit + 1,
    };
    let rows = app.crib.store().calls(access.workspace.id(), &filter).await?;
    let (rows, next_cursor) = page::cut(rows, limit, |row| row.id.clone());
    Ok(Json(CallList { calls: rows.into_iter().map(CallRecord::from).collect(), next_cursor }))
}

/// Get a call
#[utoipa::path(get, path = "/api/calls/{id}", tag = "calls",
    params(("id" = String, Path, description = "The call's id: `meta.callId` of its outcome.")),
    responses((status = OK, description = "All about the call.", body = WholeCall)))]
pub(super) async fn get(
    State(app): State<App>,
    access: Access<Read>,
    At(id): At<String>,
) -> Result<Json<WholeCall>, ApiError> {
    let whole = app.crib.store().call(access.workspace.id(), &id).await?;
    let whole = whole.ok_or_else(|| ApiError::not_found("call", &id))?;
    let console = whole.console.and_then(|text| serde_json::from_str(&text).ok());
    Ok(Json(WholeCall {
        record: whole.call.into(),
        outcome: whole.outcome.as_deref().map(read),
        console: console.unwrap_or_default(),
    }))
}

impl From<CallRow> for CallRecord {
    fn from(row: CallRow) -> Self {
        #[expect(clippy::cast_precision_loss, reason = "nobody measures centuries in microseconds")]
        let duration_ms = row.duration_us as f64 / 1_000.0;
        Self {
            arguments: read(&row.arguments),
            id: row.id,
            tool_id: row.tool_id,
            tool_version: row.tool_version,
            registry_version: row.registry_version,
            agent_id: row.agent_id,
            session_id: row.session_id,
            key_id: row.key_id,
            door: row.door,
            mode: row.mode,
            dry_run: row.dry_run,
            ok: row.ok,
            error_type: row.error_type,
            duration_ms,
            attempts: row.attempts,
            created_at: row.created_at,
            finished_at: row.finished_at,
        }
    }
}

/// JSON that we wrote ourselves; what cannot be read is shown as it is.
fn read(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| text.into())
}
