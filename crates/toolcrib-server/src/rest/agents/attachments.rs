//! `/api/agents/{id}/tools`: what an agent was given.
//!
//! An attachment's `config` reaches the tool's handler; a key
//! `default_<parameter>` sets the default of that parameter for this agent.

mod checks;

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use toolcrib::Spec;
use toolcrib_store::{NewAttachment, StoreError};
use utoipa::ToSchema;

use super::known;
use crate::crib::{Attachment, ToolView, Touched, Workspace};
use crate::rest::App;
use crate::rest::access::{Access, Manage, Read};
use crate::rest::change::Change;
use crate::rest::error::{ApiError, short};
use crate::rest::read::{Asked, At, Said};
use crate::rest::tools::{ProviderQuery, ToolBody, tool};

use self::checks::{checked, pin, present, wanted};

/// Tools of one agent.
const TOOLS_MAX: usize = 1_000;

/// A tool to give to an agent.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::rest) struct Attach {
    /// Which tool.
    #[schema(pattern = "^[a-z][a-z0-9_]{0,63}$")]
    tool_id: String,
    /// The agent's settings for it.
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    config: Option<Map<String, Value>>,
    /// The one version that the agent works with, whatever comes later: a
    /// fingerprint, a number or a semantic version.
    #[serde(default)]
    version: Option<String>,
}

/// What to change of an attachment.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::rest) struct AttachmentChange {
    /// The agent's settings for the tool, whole; `null` for none.
    #[schema(value_type = Option<Object>)]
    #[serde(default)]
    config: Change<Map<String, Value>>,
    /// The version to pin the agent to; `null` for the newest.
    #[schema(value_type = Option<String>)]
    #[serde(default)]
    version: Change<String>,
}

/// A tool that an agent has.
#[derive(Serialize, ToSchema)]
pub(in crate::rest) struct AttachedTool {
    #[serde(flatten)]
    tool: ToolBody,
    /// The agent's settings for it.
    #[schema(value_type = Option<Object>)]
    config: Option<Value>,
    /// Since when the agent has it; nothing for a default tool.
    attached_at: Option<String>,
    /// Whether the agent works with one version whatever comes later.
    pinned: bool,
}

/// The tools of an agent.
#[derive(Serialize, ToSchema)]
pub(in crate::rest) struct AttachedTools {
    tools: Vec<AttachedTool>,
}

/// List the tools of an agent
///
/// What it was given, or else the default tools. With `provider`: `tools` is
/// what goes into a request to that vendor, `losses` is what its words could not
/// say, `quarantined` are the tools that it would refuse.
#[utoipa::path(get, path = "/api/agents/{id}/tools", tag = "agents",
    params(("id" = String, Path, description = "The agent's id."), ProviderQuery),
    responses((status = OK, description = "The agent's tools.", body = AttachedToolsOrExport)))]
pub(in crate::rest) async fn tools(
    State(app): State<App>,
    access: Access<Read>,
    At(id): At<String>,
    Asked(query): Asked<ProviderQuery>,
) -> Result<Response, ApiError> {
    let provider = query.provider()?;
    let view = access.workspace.view();
    let agent = view.agents.get(&id).ok_or_else(|| ApiError::not_found("agent", &id))?;
    let Some(provider) = provider else {
        let tools = view.tools_of(agent, app.crib.default_tools());
        let live = |spec: &Spec| access.workspace.offered(Some(&id), spec);
        let tools = tools.into_iter().map(|(tool, given)| AttachedTool::of(tool, given, live));
        return Ok(Json(AttachedTools { tools: tools.collect() }).into_response());
    };
    let live = |spec: &Spec| access.workspace.offered(Some(&id), spec);
    let (defaults, limits) = (app.crib.default_tools(), app.crib.base().limits());
    let export = view.export(agent, defaults, provider, limits, live);
    Ok(Json(export).into_response())
}

/// The tools of an agent, as REST or as a model vendor has them.
#[derive(ToSchema)]
#[schema(as = AgentTools)]
#[expect(dead_code, reason = "the words of the OpenAPI document")]
pub(in crate::rest) struct AttachedToolsOrExport {
    #[schema(value_type = Vec<Object>)]
    tools: Vec<Value>,
    #[schema(value_type = Vec<Object>, required = false)]
    losses: Vec<Value>,
    #[schema(value_type = Vec<Object>, required = false)]
    quarantined: Vec<Value>,
}

/// Give a tool to an agent
#[utoipa::path(post, path = "/api/agents/{id}/tools", tag = "agents", request_body = Attach,
    params(("id" = String, Path, description = "The agent's id.")),
    responses((status = CREATED, description = "The tool as the agent has it.", body = AttachedTool)))]
pub(in crate::rest) async fn attach(
    State(app): State<App>,
    access: Access<Manage>,
    At(id): At<String>,
    Said(body): Said<Attach>,
) -> Result<(StatusCode, Json<AttachedTool>), ApiError> {
    let workspace = &access.workspace;
    let agent = known(workspace, &id)?;
    let tool = wanted(workspace, &body.tool_id)?;
    if agent.attachments.contains_key(&tool.key.id) {
        return Err(attached(&tool));
    }
    if agent.attachments.len() >= TOOLS_MAX {
        return Err(ApiError::conflict(format!("An agent has at most {TOOLS_MAX} tools.")));
    }
    let (version_hash, spec) = match &body.version {
        Some(version) => pin(&app, &tool, version).await?,
        None => (None, present(&tool)),
    };
    let config = body.config.map(|config| checked(&app, spec.as_ref(), config)).transpose()?;
    let touched = touched(&id, version_hash.as_ref());
    let new = NewAttachment { tool: tool.key.clone(), config, version_hash };
    let revision = match app.crib.store().attach(workspace.id(), &id, new).await {
        Err(StoreError::Exists) => return Err(attached(&tool)),
        Err(StoreError::Missing) => return Err(ApiError::not_found("agent or tool", &id)),
        written => written?,
    };
    workspace.refresh(&app.crib, touched, revision).await?;
    Ok((StatusCode::CREATED, Json(shown(workspace, &id, &tool.key.id)?)))
}

/// Change how an agent has a tool
#[utoipa::path(patch, path = "/api/agents/{id}/tools/{tool_id}", tag = "agents",
    request_body = AttachmentChange,
    params(("id" = String, Path, description = "The agent's id."),
        ("tool_id" = String, Path, description = "The tool's id.")),
    responses((status = OK, description = "The tool as the agent has it.", body = AttachedTool)))]
pub(in crate::rest) async fn change(
    State(app): State<App>,
    access: Access<Manage>,
    At((id, tool_id)): At<(String, String)>,
    Said(body): Said<AttachmentChange>,
) -> Result<Json<AttachedTool>, ApiError> {
    let workspace = &access.workspace;
    let _editing = workspace.edit().await;
    // A change is made from what there is: if somebody else was quicker, anew.
    while !try_change(&app, workspace, &id, &tool_id, &body).await? {}
    Ok(Json(shown(workspace, &id, &tool_id)?))
}

/// Whether nobody else was quicker.
async fn try_change(
    app: &App,
    workspace: &Workspace,
    id: &str,
    tool_id: &str,
    body: &AttachmentChange,
) -> Result<bool, ApiError> {
    let view = workspace.view();
    let agent = view.agents.get(id).ok_or_else(|| ApiError::not_found("agent", id))?;
    let given = agent.attachments.get(tool_id).ok_or_else(|| not_given(tool_id))?;
    let tool = tool(workspace, tool_id)?;
    let (version_hash, spec) = match (&body.version, &given.version_hash) {
        (Change::Set(version), _) => pin(app, &tool, version).await?,
        (Change::Keep, Some(hash)) => {
            (Some(hash.clone()), given.pinned.as_ref().map(|pinned| pinned.spec().clone()))
        }
        (Change::Keep, None) | (Change::Reset, _) => (None, present(&tool)),
    };
    let config = match &body.config {
        Change::Keep => given.config.as_deref().cloned(),
        Change::Reset => None,
        Change::Set(new) => Some(new.clone()),
    };
    // What was set before must fit another version too.
    let is_as_before = !body.config.is_said() && !body.version.is_said();
    let spec = spec.filter(|_| !is_as_before);
    let config = config.map(|config| checked(app, spec.as_ref(), config)).transpose()?;
    let touched = touched(id, version_hash.as_ref());
    let new = NewAttachment { tool: given.tool.clone(), config, version_hash };
    let store = app.crib.store().seen_at(view.revision);
    let revision = match store.update_attachment(workspace.id(), id, new).await {
        Err(StoreError::Moved) => {
            workspace.catch_up(&app.crib, view.revision).await?;
            return Ok(false);
        }
        Err(StoreError::Missing) => return Err(not_given(tool_id)),
        written => written?,
    };
    workspace.refresh(&app.crib, touched, revision).await?;
    Ok(true)
}

/// Take a tool from an agent
#[utoipa::path(delete, path = "/api/agents/{id}/tools/{tool_id}", tag = "agents",
    params(("id" = String, Path, description = "The agent's id."),
        ("tool_id" = String, Path, description = "The tool's id.")),
    responses((status = NO_CONTENT, description = "The agent does not have it any more.")))]
pub(in crate::rest) async fn detach(
    State(app): State<App>,
    access: Access<Manage>,
    At((id, tool_id)): At<(String, String)>,
) -> Result<StatusCode, ApiError> {
    let workspace = &access.workspace;
    let agent = known(workspace, &id)?;
    let missing = || not_given(&tool_id);
    let given = agent.attachments.get(&tool_id).ok_or_else(missing)?;
    let revision = match app.crib.store().detach(workspace.id(), &id, &given.tool).await {
        Err(StoreError::Missing) => return Err(missing()),
        written => written?,
    };
    workspace.refresh(&app.crib, Touched::Agent(&id), revision).await?;
    Ok(StatusCode::NO_CONTENT)
}

impl AttachedTool {
    fn of(
        tool: &Arc<ToolView>,
        given: Option<&Attachment>,
        live: impl Fn(&Spec) -> Option<Spec>,
    ) -> Self {
        let mut body = ToolBody::with(tool, given.and_then(|given| given.pinned.as_deref()), live);
        if let Some(given) = given {
            body.add_problems(&given.problems);
            if let Some(version_hash) = &given.version_hash {
                body.of_version(version_hash);
            }
        }
        let config = given.and_then(|given| given.config.as_ref());
        Self {
            tool: body,
            config: config.map(|config| Value::Object(Map::clone(config))),
            attached_at: given.map(|given| given.created_at.clone()),
            pinned: given.is_some_and(|given| given.version_hash.is_some()),
        }
    }
}

/// An attachment as it is now.
fn shown(workspace: &Workspace, agent: &str, tool_id: &str) -> Result<AttachedTool, ApiError> {
    let view = known(workspace, agent)?;
    let tool = tool(workspace, tool_id)?;
    let live = |spec: &Spec| workspace.offered(Some(agent), spec);
    Ok(AttachedTool::of(&tool, view.attachments.get(tool_id), live))
}

fn not_given(tool_id: &str) -> ApiError {
    ApiError::none(&format!("The agent does not have the tool `{}`.", short(tool_id)))
}

fn attached(tool: &ToolView) -> ApiError {
    ApiError::exists(format!("The agent has the tool `{}` already.", tool.key.id))
}

/// An agent that is pinned needs a version that may not have been read yet.
fn touched<'a>(agent: &'a str, version_hash: Option<&String>) -> Touched<'a> {
    if version_hash.is_some() { Touched::Anything } else { Touched::Agent(agent) }
}
