//! `/api/sources`: where tools come from, and what changed there.
//!
//! (1) The sources are the server's, for all workspaces: only the workspace that
//!     it was started with looks after them.

mod add;

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use toolcrib::call::DEFAULT_WORKSPACE;
use toolcrib::{Fault, Filter};
use toolcrib_upstream::{ApproveError, Pending, Status};
use utoipa::ToSchema;

use super::App;
use super::access::{Access, Manage, Read};
use super::error::ApiError;
use super::read::{At, MaybeSaid};
use crate::crib::{MCP, Workspace};

pub(super) use add::{__path_add, __path_remove, add, remove};

/// Where tools come from.
#[derive(Serialize, ToSchema)]
pub(super) struct SourceList {
    sources: Vec<SourceBody>,
}

/// A source of tools.
#[derive(Serialize, ToSchema)]
#[schema(as = Source)]
pub(super) struct SourceBody {
    id: String,
    /// `mcp` for another server; else as its id.
    kind: String,
    /// `ready`, `connecting`, `waiting`, `disabled`, `failed` or `closed`.
    state: String,
    /// What there is to say about that.
    message: Option<String>,
    /// How a server is reached.
    transport: Option<String>,
    /// Whether it was added here, and can be taken out again.
    is_added: bool,
    tool_count: usize,
    /// Tools that cannot be called, and why.
    quarantined: Vec<QuarantinedBody>,
}

/// A tool that cannot be called.
#[derive(Serialize, ToSchema)]
#[schema(as = QuarantinedTool)]
pub(super) struct QuarantinedBody {
    tool_id: String,
    reason: String,
    /// What was approved, where it is another now.
    #[schema(value_type = Option<Object>)]
    before: Option<Value>,
    /// What it is now.
    #[schema(value_type = Option<Object>)]
    after: Option<Value>,
    /// What an approval is given for: the digest of what it is now.
    digest: Option<String>,
}

/// List sources
///
/// Where tools come from: the program, folders, books, other MCP servers. Of those, how
/// they are, and what changed since it was approved.
#[utoipa::path(get, path = "/api/sources", tag = "sources",
    responses((status = OK, description = "The sources.", body = SourceList)))]
pub(super) async fn list(State(app): State<App>, access: Access<Read>) -> Json<SourceList> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for entry in access.workspace.registry().list(&Filter::default()) {
        *counts.entry(entry.source().to_owned()).or_default() += 1;
    }
    let servers = if app.crib.has_upstreams() { app.crib.upstreams().status() } else { Vec::new() };
    let own = counts.iter().filter(|(name, _)| !name.starts_with(MCP));
    let own = own.map(|(name, count)| SourceBody {
        id: name.clone(),
        kind: name.clone(),
        state: "ready".to_owned(),
        message: None,
        transport: None,
        is_added: false,
        tool_count: *count,
        quarantined: Vec::new(),
    });
    let mut sources: Vec<SourceBody> = own.collect();
    let pending = if servers.is_empty() { Vec::new() } else { app.crib.upstreams().pending() };
    // What a stranger's program says is for those who look after it (1).
    let is_ours = is_ours(&app, &access.workspace);
    sources.extend(servers.into_iter().map(|status| match is_ours {
        true => server(&app, status, &pending),
        false => SourceBody { message: None, transport: None, ..server(&app, status, &[]) },
    }));
    Json(SourceList { sources })
}

/// Whether a workspace is the one that looks after the sources (1).
fn is_ours(app: &App, workspace: &Workspace) -> bool {
    let own = app.settings.workspace.as_deref().unwrap_or(DEFAULT_WORKSPACE);
    **workspace.id() == *own
}

fn server(app: &App, status: Status, pending: &[Pending]) -> SourceBody {
    let said = json!(status.state);
    let quarantined = status.quarantined.into_iter().map(|tool| {
        let changed = pending
            .iter()
            .find(|pending| pending.server == status.name && pending.tool_id == tool.tool_id);
        QuarantinedBody {
            before: changed.map(|changed| json!(changed.before)),
            after: changed.map(|changed| json!(changed.after)),
            digest: changed.map(|changed| changed.digest.clone()),
            tool_id: tool.tool_id,
            reason: tool.reason,
        }
    });
    SourceBody {
        kind: "mcp".to_owned(),
        state: said["state"].as_str().unwrap_or("failed").to_owned(),
        message: said["why"].as_str().map(str::to_owned),
        transport: Some(status.transport),
        is_added: app.crib.is_added(&status.name),
        tool_count: status.tools.len(),
        quarantined: quarantined.collect(),
        id: status.name,
    }
}

/// What somebody has looked at.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Seen {
    /// The digest of the definition that is approved, as the list of sources has it.
    #[serde(default)]
    #[schema(required, value_type = String)]
    digest: Option<String>,
}

/// Approve a changed tool
///
/// A tool of another MCP server whose definition is not the one that was approved cannot be
/// called until somebody has looked at the difference.
#[utoipa::path(post, path = "/api/sources/{id}/tools/{tool_id}/approve", tag = "sources",
    request_body(content = Seen),
    params(("id" = String, Path, description = "The server's name."),
        ("tool_id" = String, Path, description = "The tool's id.")),
    responses((status = NO_CONTENT, description = "It can be called again.")))]
pub(super) async fn approve(
    State(app): State<App>,
    access: Access<Manage>,
    At((id, tool_id)): At<(String, String)>,
    MaybeSaid(seen): MaybeSaid<Seen>,
) -> Result<StatusCode, ApiError> {
    // (1)
    if !is_ours(&app, &access.workspace) || !app.crib.has_upstreams() {
        return Err(ApiError::not_found("source", &id));
    }
    // Nobody approves what nobody has seen.
    let Some(digest) = seen.digest else {
        let message = "is missing: say what you have seen, with the digest of the tool in the \
                       list of sources";
        return Err(ApiError::faults(
            format!("Not approved: `digest` {message}."),
            vec![Fault::at("/digest", message)],
        ));
    };
    match app.crib.upstreams().approve(&id, &tool_id, Some(&digest)).await {
        Ok(()) => Ok(StatusCode::NO_CONTENT),
        Err(ApproveError::NoServer(_)) => Err(ApiError::not_found("source", &id)),
        Err(ApproveError::NotPending { .. }) => Err(ApiError::not_found("changed tool", &tool_id)),
        Err(error @ ApproveError::ChangedAgain { .. }) => {
            Err(ApiError::conflict(format!("Not approved: {error}.")))
        }
        Err(ApproveError::NotKept(error)) => Err(ApiError::internal(error)),
    }
}
