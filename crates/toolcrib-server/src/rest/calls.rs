//! `/api/calls`: what was called, and how it ended.

use std::sync::Arc;

use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header::{CONTENT_TYPE, HeaderValue};
use axum::response::Response;
use futures_util::stream;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use toolcrib::error::BoxError;
use toolcrib_store::{CallFilter, CallRow, CallWhole};
use utoipa::{IntoParams, ToSchema};

use super::App;
use super::access::{Access, Read};
use super::error::ApiError;
use super::page;
use super::read::{Asked, At, Moment};

/// Calls that are read at once for an export.
const EXPORT_PAGE: usize = 100;

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
    /// The error that it ended in, such as `TIMEOUT`.
    #[param(pattern = "^[^\\x00]*$")]
    error_type: Option<String>,
    /// The door that it came through, such as `mcp`.
    #[param(pattern = "^[^\\x00]*$")]
    door: Option<String>,
    /// Those that were made for the call of this id.
    #[param(pattern = "^[^\\x00]*$")]
    parent_call_id: Option<String>,
    /// Those that began then or later: RFC 3339, or so long ago, such as `24h`.
    #[param(inline)]
    since: Option<Moment>,
    /// Those that began before that.
    #[param(inline)]
    until: Option<Moment>,
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
pub(crate) struct CallRecord {
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
    /// The rule that let it in or kept it out.
    rule: Option<String>,
    /// The approval that let it run.
    approval_id: Option<String>,
    /// The call whose outcome it was given, under its idempotency key.
    replay_of: Option<String>,
    /// Whether it took longer than its latency budget.
    over_budget: bool,
    /// Bytes of the answer.
    response_bytes: i64,
    /// The call that it was made for: in its handler, or by the agent that it is.
    parent_call_id: Option<String>,
}

/// All that was written down about a call.
#[derive(Serialize, ToSchema)]
pub(crate) struct WholeCall {
    #[serde(flatten)]
    record: CallRecord,
    /// How it ended, without secrets.
    outcome: Option<Value>,
    /// What the handler said while it ran.
    console: Vec<Value>,
    /// The stages that it passed, in their order; the last is where it failed.
    stages: Vec<StageTime>,
}

/// A stage of a call.
#[derive(Serialize, ToSchema)]
pub(crate) struct StageTime {
    /// `resolve`, `admit`, `prepare`, `confirm`, `run` or `check`.
    stage: String,
    duration_ms: f64,
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
        error_type: query.error_type,
        door: query.door,
        parent_id: query.parent_call_id,
        since_ms: query.since.map(|Moment(ms)| ms),
        until_ms: query.until.map(|Moment(ms)| ms),
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
    Ok(Json(whole.into()))
}

impl From<CallWhole> for WholeCall {
    fn from(whole: CallWhole) -> Self {
        let console = whole.console.and_then(|text| serde_json::from_str(&text).ok());
        Self {
            record: whole.call.into(),
            outcome: whole.outcome.as_deref().map(read),
            console: console.unwrap_or_default(),
            stages: whole.stages.as_deref().map(stages).unwrap_or_default(),
        }
    }
}

/// Which calls to export.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct ExportQuery {
    #[param(pattern = "^[^\\x00]*$")]
    session_id: Option<String>,
    #[param(pattern = "^[^\\x00]*$")]
    agent_id: Option<String>,
    #[param(pattern = "^[^\\x00]*$")]
    tool_id: Option<String>,
    /// Whether it answered.
    ok: Option<bool>,
    /// Those that began then or later: RFC 3339, or so long ago, such as `24h`.
    #[param(inline)]
    since: Option<Moment>,
    /// Those that began before that.
    #[param(inline)]
    until: Option<Moment>,
}

/// Export calls
///
/// All about each, a JSON object a line, the oldest first.
#[utoipa::path(get, path = "/api/calls/export", tag = "calls", params(ExportQuery),
    responses((status = OK, description = "The calls.", body = WholeCall,
        content_type = "application/jsonl")))]
pub(super) async fn export(
    State(app): State<App>,
    access: Access<Read>,
    Asked(query): Asked<ExportQuery>,
) -> Result<Response, ApiError> {
    let filter = CallFilter {
        session_id: query.session_id,
        agent_id: query.agent_id,
        tool_id: query.tool_id,
        ok: query.ok,
        since_ms: query.since.map(|Moment(ms)| ms),
        until_ms: query.until.map(|Moment(ms)| ms),
        ..CallFilter::default()
    };
    let (store, workspace) = (app.crib.store().clone(), Arc::clone(access.workspace.id()));
    let first = store.whole_calls(&workspace, &filter, None, EXPORT_PAGE).await?;
    let pages = stream::try_unfold(first, move |page| {
        let (store, workspace, filter) = (store.clone(), Arc::clone(&workspace), filter.clone());
        async move {
            let Some(last) = page.last().map(|whole| whole.call.id.clone()) else {
                return Ok::<_, BoxError>(None);
            };
            let mut lines = Vec::new();
            for whole in page {
                serde_json::to_writer(&mut lines, &WholeCall::from(whole))?;
                lines.push(b'\n');
            }
            let next = store.whole_calls(&workspace, &filter, Some(&last), EXPORT_PAGE).await?;
            Ok(Some((Bytes::from(lines), next)))
        }
    });
    let mut response = Response::new(Body::from_stream(pages));
    let kind = HeaderValue::from_static("application/jsonl");
    response.headers_mut().insert(CONTENT_TYPE, kind);
    Ok(response)
}

impl From<CallRow> for CallRecord {
    fn from(row: CallRow) -> Self {
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
            duration_ms: in_ms(row.duration_us),
            attempts: row.attempts,
            created_at: row.created_at,
            finished_at: row.finished_at,
            rule: row.rule,
            approval_id: row.approval_id,
            replay_of: row.replay_of,
            over_budget: row.over_budget,
            response_bytes: row.response_bytes,
            parent_call_id: row.parent_id,
        }
    }
}

/// JSON that we wrote ourselves; what cannot be read is shown as it is.
fn read(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| text.into())
}

/// The same of stages; of what cannot be read nothing is shown.
fn stages(text: &str) -> Vec<StageTime> {
    let stages: Vec<(String, i64)> = serde_json::from_str(text).unwrap_or_default();
    let time = |(stage, us)| StageTime { stage, duration_ms: in_ms(us) };
    stages.into_iter().map(time).collect()
}

#[expect(clippy::cast_precision_loss, reason = "nobody measures centuries in microseconds")]
fn in_ms(us: i64) -> f64 {
    us as f64 / 1_000.0
}
