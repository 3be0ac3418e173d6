//! Other MCP servers that come and go while this one runs.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{SourceBody, is_ours, server};
use crate::crib::NotChanged;
use crate::rest::App;
use crate::rest::access::{Access, Manage};
use crate::rest::error::ApiError;
use crate::rest::read::{At, Said};

/// Another MCP server, at an address. One that is a program is set up in
/// toolcrib.toml alone.
#[derive(Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::rest) struct NewSource {
    /// What it is called here: letters, digits, `_` and `-`.
    #[schema(min_length = 1, max_length = 40, pattern = "^[A-Za-z0-9_-]+$")]
    name: String,
    /// Where it is: `https://…/mcp`.
    url: String,
    /// What is sent along with each request, such as `Authorization`. Nobody is shown it
    /// again.
    #[serde(default)]
    headers: BTreeMap<String, String>,
    /// What the ids of its tools begin with; its name when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    prefix: Option<String>,
    /// The only tools that are taken, by the server's names for them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tools: Option<Vec<String>>,
    /// Tools that are not taken.
    #[serde(default)]
    hide: Vec<String>,
    /// How long a call may take.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1)]
    timeout_ms: Option<u64>,
    /// Whether it is believed what it says of its tools' effects.
    #[serde(default)]
    trusted: bool,
    /// The tools for which a person is asked before each call.
    #[serde(default)]
    confirm: Asking,
}

/// All tools or none, or these, by the server's names for them.
#[derive(Deserialize, Serialize, ToSchema)]
#[serde(untagged)]
enum Asking {
    All(bool),
    Names(Vec<String>),
}

impl Default for Asking {
    fn default() -> Self {
        Self::All(false)
    }
}

/// Add an MCP server
///
/// Its tools are there for every workspace once it has answered. For the workspace that the
/// server was started with.
#[utoipa::path(post, path = "/api/sources", tag = "sources", request_body = NewSource,
    responses((status = CREATED, description = "It is being connected to.", body = SourceBody)))]
pub(in crate::rest) async fn add(
    State(app): State<App>,
    access: Access<Manage>,
    Said(new): Said<NewSource>,
) -> Result<(StatusCode, Json<SourceBody>), ApiError> {
    if !is_ours(&app, &access.workspace) {
        return Err(others());
    }
    // What is kept under a name does not say it again.
    let mut settings = serde_json::to_value(&new).map_err(ApiError::internal)?;
    settings.as_object_mut().map(|settings| settings.remove("name"));
    let settings = settings.to_string();
    let added = app.crib.add_upstream(access.workspace.id(), &new.name, &settings).await;
    added.map_err(|error| refused(error, &new.name))?;
    let status = app.crib.upstreams().status();
    let status = status.into_iter().find(|status| status.name == new.name);
    let status = status.ok_or_else(|| ApiError::not_found("source", &new.name))?;
    Ok((StatusCode::CREATED, Json(server(&app, status, &[]))))
}

/// Remove an MCP server
///
/// One that was added over REST or on the command line, with its tools and all that was
/// approved of them.
#[utoipa::path(delete, path = "/api/sources/{id}", tag = "sources",
    params(("id" = String, Path, description = "The server's name.")),
    responses((status = NO_CONTENT, description = "It is gone.")))]
pub(in crate::rest) async fn remove(
    State(app): State<App>,
    access: Access<Manage>,
    At(id): At<String>,
) -> Result<StatusCode, ApiError> {
    if !is_ours(&app, &access.workspace) {
        return Err(ApiError::not_found("source", &id));
    }
    let removed = app.crib.remove_upstream(access.workspace.id(), &id).await;
    removed.map(|()| StatusCode::NO_CONTENT).map_err(|error| refused(error, &id))
}

fn refused(error: NotChanged, name: &str) -> ApiError {
    match error {
        NotChanged::Missing(_) => ApiError::not_found("added source", name),
        NotChanged::Exists(_) => ApiError::exists(format!("Not added: {error}.")),
        NotChanged::InSettings(_) => ApiError::conflict(format!("Not removed: {error}.")),
        NotChanged::Unfit(_) => ApiError::invalid(format!("Not added: {error}.")),
        NotChanged::Store(error) => error.into(),
    }
}

fn others() -> ApiError {
    ApiError::forbidden("The sources are those of the workspace that the server was started with.")
}
