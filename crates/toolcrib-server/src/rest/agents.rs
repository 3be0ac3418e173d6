//! `/api/agents`: the agents of a workspace.

mod attachments;
mod body;

use std::ops::Bound;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use toolcrib::Fault;
use toolcrib::spec::is_tool_id;
use toolcrib_store::{NewAgent, StoreError};
use utoipa::{IntoParams, ToSchema};

use super::App;
use super::access::{Access, Manage, Read};
use super::error::ApiError;
use super::page;
use super::read::{Asked, At, Said};
use crate::crib::{AgentView, Unchanged, Workspace, mint_id};

use body::{AgentBody, AgentFields};

pub(super) use attachments::{
    __path_attach, __path_change, __path_detach, __path_tools, attach, change, detach, tools,
};

/// Which agents to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct AgentQuery {
    /// Where the page before ended: its `next_cursor`.
    cursor: Option<String>,
    /// Agents in a page.
    #[param(minimum = 1, maximum = 200, default = 50)]
    limit: Option<usize>,
}

/// A page of agents.
#[derive(Serialize, ToSchema)]
pub(super) struct AgentList {
    /// The agents, by id.
    agents: Vec<AgentBody>,
    /// Where the next page begins, if there is one.
    next_cursor: Option<String>,
}

/// List agents
#[utoipa::path(get, path = "/api/agents", tag = "agents", params(AgentQuery),
    responses((status = OK, description = "A page of agents.", body = AgentList)))]
pub(super) async fn list(
    access: Access<Read>,
    Asked(query): Asked<AgentQuery>,
) -> Result<Json<AgentList>, ApiError> {
    let limit = page::limit(query.limit)?;
    let view = access.workspace.view();
    let from = match query.cursor.as_deref() {
        Some(cursor) => Bound::Excluded(cursor),
        None => Bound::Unbounded,
    };
    let agents = view.agents.range::<str, _>((from, Bound::Unbounded)).map(|(_, agent)| agent);
    let agents: Vec<&Arc<AgentView>> = agents.take(limit + 1).collect();
    let (agents, next_cursor) = page::cut(agents, limit, |agent| agent.row.id.clone());
    let agents = agents.into_iter().map(|agent| AgentBody::of(agent)).collect();
    Ok(Json(AgentList { agents, next_cursor }))
}

/// Get an agent
#[utoipa::path(get, path = "/api/agents/{id}", tag = "agents",
    params(("id" = String, Path, description = "The agent's id.")),
    responses((status = OK, description = "The agent.", body = AgentBody)))]
pub(super) async fn get(
    access: Access<Read>,
    At(id): At<String>,
) -> Result<Json<AgentBody>, ApiError> {
    Ok(Json(AgentBody::of(&*known(&access.workspace, &id)?)))
}

/// Make an agent
#[utoipa::path(post, path = "/api/agents", tag = "agents", request_body = AgentFields,
    responses((status = CREATED, description = "The agent.", body = AgentBody)))]
pub(super) async fn create(
    State(app): State<App>,
    access: Access<Manage>,
    Said(fields): Said<AgentFields>,
) -> Result<(StatusCode, Json<AgentBody>), ApiError> {
    let workspace = &access.workspace;
    let id = match &fields.id {
        Some(id) if is_tool_id(id) => id.clone(),
        Some(_) => {
            let fault = Fault::at("/id", "it is no id").expecting("^[a-z][a-z0-9_]{0,63}$");
            return Err(ApiError::faults("The id of the agent cannot be used.", vec![fault]));
        }
        None => mint_id("agent").map_err(ApiError::internal)?,
    };
    if fields.name.is_none() {
        let fault = Fault::at("/name", "`name` is missing");
        return Err(ApiError::faults("A new agent needs a `name`.", vec![fault]));
    }
    let blank = NewAgent { id: id.clone(), enabled: true, ..NewAgent::default() };
    let new = fields.applied(blank)?;
    match app.crib.create_agent(workspace, new, Vec::new()).await {
        Err(StoreError::Exists) => {
            return Err(ApiError::exists(format!("There is an agent `{id}` already.")));
        }
        written => written?,
    }
    Ok((StatusCode::CREATED, Json(AgentBody::of(&*known(workspace, &id)?))))
}

/// Change an agent
///
/// What is left out stays.
#[utoipa::path(patch, path = "/api/agents/{id}", tag = "agents", request_body = AgentFields,
    params(("id" = String, Path, description = "The agent's id.")),
    responses((status = OK, description = "The agent as it is now.", body = AgentBody)))]
pub(super) async fn update(
    State(app): State<App>,
    access: Access<Manage>,
    At(id): At<String>,
    Said(fields): Said<AgentFields>,
) -> Result<Json<AgentBody>, ApiError> {
    let workspace = &access.workspace;
    if fields.id.as_ref().is_some_and(|other| *other != id) {
        known(workspace, &id)?;
        return Err(ApiError::invalid("The id of an agent cannot be changed; make a new agent."));
    }
    let missing = || ApiError::not_found("agent", &id);
    let changed = app.crib.change_agent(workspace, &id, |view| {
        let agent = view.agents.get(&id).ok_or_else(missing)?;
        Ok((fields.clone().applied(agent.row.clone().into())?, None))
    });
    changed.await.map_err(|unchanged| match unchanged {
        Unchanged::Gone => missing(),
        Unchanged::Store(error) => error.into(),
        Unchanged::Refused(error) => error,
    })?;
    Ok(Json(AgentBody::of(&*known(workspace, &id)?)))
}

/// Delete an agent
#[utoipa::path(delete, path = "/api/agents/{id}", tag = "agents",
    params(("id" = String, Path, description = "The agent's id.")),
    responses((status = NO_CONTENT, description = "It is gone, and what it was given.")))]
pub(super) async fn delete(
    State(app): State<App>,
    access: Access<Manage>,
    At(id): At<String>,
) -> Result<StatusCode, ApiError> {
    match app.crib.delete_agent(&access.workspace, &id).await {
        Err(StoreError::Missing) => Err(ApiError::not_found("agent", &id)),
        written => written.map(|()| StatusCode::NO_CONTENT).map_err(ApiError::from),
    }
}

/// An agent of the workspace.
fn known(workspace: &Workspace, id: &str) -> Result<Arc<AgentView>, ApiError> {
    workspace.view().agents.get(id).cloned().ok_or_else(|| ApiError::not_found("agent", id))
}
