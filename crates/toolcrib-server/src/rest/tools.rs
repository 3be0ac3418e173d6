//! `/api/tools`: the tools of a workspace.

mod apply;
mod body;
mod change;
mod checks;
mod fields;
mod schema;
mod versions;

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use toolcrib::names;
use toolcrib_store::StoreError;
use utoipa::{IntoParams, ToSchema};

use super::App;
use super::access::{Access, Manage, Read};
use super::error::ApiError;
use super::page;
use super::read::{Asked, At, Said};
use crate::crib::{ToolView, Touched, Workspace};

pub(super) use apply::REQUIRED;
pub(super) use body::ToolBody;
pub(super) use fields::{ParametersSchema, ToolFields};
pub(super) use schema::{__path_schema, ProviderQuery, schema};
pub(super) use versions::{
    __path_diff, __path_rollback, __path_versions, diff, named, rollback, versions,
};

/// Which tools to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct ToolQuery {
    /// Only tools of this category or group.
    category: Option<String>,
    /// Only tools with these words in their id, name, description or tags.
    q: Option<String>,
    /// Where the page before ended: its `next_cursor`.
    cursor: Option<String>,
    /// Tools in a page.
    #[param(minimum = 1, maximum = 200, default = 50)]
    limit: Option<usize>,
}

/// A page of tools.
#[derive(Serialize, ToSchema)]
pub(super) struct ToolList {
    /// The tools, by id.
    tools: Vec<ToolBody>,
    /// Where the next page begins, if there is one.
    next_cursor: Option<String>,
}

/// List tools
///
/// The workspace's own, those that every workspace sees, and the agents that others
/// may hand work to (`source` is `agents`); a tool that cannot be called is listed
/// with its problems.
#[utoipa::path(get, path = "/api/tools", tag = "tools", params(ToolQuery),
    responses((status = OK, description = "A page of tools.", body = ToolList)))]
pub(super) async fn list(
    access: Access<Read>,
    Asked(query): Asked<ToolQuery>,
) -> Result<Json<ToolList>, ApiError> {
    let limit = page::limit(query.limit)?;
    let view = access.workspace.view();
    let words = query.q.as_deref().unwrap_or_default().to_lowercase();
    let words: Vec<&str> = words.split_whitespace().collect();
    let tools = view.all_from(query.cursor.as_deref());
    let tools = tools.filter(|tool| body::is_like(tool, query.category.as_deref(), &words));
    let tools: Vec<Arc<ToolView>> = tools.take(limit + 1).collect();
    let (tools, next_cursor) = page::cut(tools, limit, |tool| tool.key.id.clone());
    Ok(Json(ToolList {
        tools: tools.iter().map(|tool| ToolBody::of(tool, &access.workspace)).collect(),
        next_cursor,
    }))
}

/// Get a tool
#[utoipa::path(get, path = "/api/tools/{id}", tag = "tools",
    params(("id" = String, Path, description = "The tool's id or an alias.")),
    responses((status = OK, description = "The tool.", body = ToolBody)))]
pub(super) async fn get(
    access: Access<Read>,
    At(id): At<String>,
) -> Result<Json<ToolBody>, ApiError> {
    Ok(Json(ToolBody::of(&seen(&access.workspace, &id)?, &access.workspace)))
}

/// Make a tool
///
/// A tool of the workspace's own: a schema and the key of a handler that runs
/// it, which is the id of any shipped or folder tool. What is not said is as
/// the handler's own tool says it.
#[utoipa::path(post, path = "/api/tools", tag = "tools", request_body = ToolFields,
    responses((status = CREATED, description = "The tool.", body = ToolBody)))]
pub(super) async fn create(
    State(app): State<App>,
    access: Access<Manage>,
    Said(body): Said<ToolFields>,
) -> Result<(StatusCode, Json<ToolBody>), ApiError> {
    let workspace = &access.workspace;
    let _editing = workspace.edit().await;
    let id = change::create(&app.crib, workspace, body).await?;
    Ok((StatusCode::CREATED, Json(shown(workspace, &id)?)))
}

/// Change a tool
///
/// What is left out stays. Of a tool that the workspace made, everything can be
/// changed; of any other, what an operator decides: `enabled`,
/// `requires_confirmation`, `allowed_modes`, `latency_budget_ms`, `timeout_ms`
/// and `description`, where `null` means what the tool's source says.
#[utoipa::path(put, path = "/api/tools/{id}", tag = "tools", request_body = ToolFields,
    params(("id" = String, Path, description = "The tool's id.")),
    responses((status = OK, description = "The tool as it is now.", body = ToolBody)))]
pub(super) async fn update(
    State(app): State<App>,
    access: Access<Manage>,
    At(id): At<String>,
    Said(body): Said<ToolFields>,
) -> Result<Json<ToolBody>, ApiError> {
    let workspace = &access.workspace;
    let _editing = workspace.edit().await;
    change::update(&app.crib, workspace, &id, body).await?;
    Ok(Json(shown(workspace, &id)?))
}

/// Delete a tool
///
/// Only what the workspace made; any other can be switched off.
#[utoipa::path(delete, path = "/api/tools/{id}", tag = "tools",
    params(("id" = String, Path, description = "The tool's id.")),
    responses((status = NO_CONTENT, description = "It is gone, also from the agents that had it.")))]
pub(super) async fn delete(
    State(app): State<App>,
    access: Access<Manage>,
    At(id): At<String>,
) -> Result<StatusCode, ApiError> {
    let workspace = &access.workspace;
    let tool = tool(workspace, &id)?;
    if tool.key.workspace.is_none() {
        return Err(ApiError::conflict(format!(
            "`{id}` comes from `{}` and cannot be deleted here; PUT {{\"enabled\": false}} \
             switches it off in this workspace.",
            tool.source
        )));
    }
    let revision = match app.crib.store().delete_tool(workspace.id(), &id).await {
        Err(StoreError::Missing) => return Err(no_tool(workspace, &id)),
        written => written?,
    };
    workspace.refresh(&app.crib, Touched::Anything, revision).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A tool as it is now.
fn shown(workspace: &Workspace, id: &str) -> Result<ToolBody, ApiError> {
    // Somebody else may have deleted it in between.
    Ok(ToolBody::of(&tool(workspace, id)?, workspace))
}

/// The tool of this id.
pub(super) fn tool(workspace: &Workspace, id: &str) -> Result<Arc<ToolView>, ApiError> {
    workspace.view().tools.get(id).cloned().ok_or_else(|| no_tool(workspace, id))
}

/// The tool of this id or alias, for whoever only looks.
fn seen(workspace: &Workspace, name: &str) -> Result<Arc<ToolView>, ApiError> {
    if let Some(agent) = workspace.view().agent_tool(name) {
        return Ok(agent);
    }
    match workspace.registry().get(name) {
        Some(entry) => tool(workspace, &entry.spec().tool_id),
        None => tool(workspace, name),
    }
}

/// There is no such tool, or not for this caller.
pub(super) fn no_tool(workspace: &Workspace, id: &str) -> ApiError {
    let view = workspace.view();
    let near = did_you_mean(id, view.tools.keys().map(String::as_str));
    ApiError::not_found("tool", id).adding(&near)
}

/// Near misses of a name, for messages.
fn did_you_mean<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    match names::nearest(name, known).as_slice() {
        [] => String::new(),
        near => format!("; did you mean `{}`?", near.join("`, `")),
    }
}
