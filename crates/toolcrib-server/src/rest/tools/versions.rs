//! `/api/tools/{id}/versions`: what a tool was, and going back to it.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use toolcrib::diff::{Change, Diff};
use toolcrib_store::VersionRow;
use utoipa::{IntoParams, ToSchema};

use super::body::ToolBody;
use super::change::{publish, write_settings};
use super::{no_tool, seen, shown};
use crate::crib::{NoVersion, Published, Settings, ToolView, Workspace, version_named};
use crate::rest::App;
use crate::rest::access::{Access, Manage, Read};
use crate::rest::error::ApiError;
use crate::rest::read::{Asked, At, Said};

/// The versions of a tool.
#[derive(Serialize, ToSchema)]
pub(crate) struct VersionList {
    /// The versions, newest first.
    versions: Vec<VersionBody>,
}

/// A version of a tool.
#[derive(Serialize, ToSchema)]
#[schema(as = Version)]
struct VersionBody {
    /// Counts the versions of a tool.
    number: i64,
    /// The semantic version that its author gave it.
    version: String,
    version_hash: String,
    created_at: String,
    /// Whether it serves now.
    current: bool,
}

/// Which version to go back to.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Rollback {
    /// Its fingerprint, or enough of its beginning; else its number or its
    /// semantic version.
    #[schema(min_length = 1)]
    version: String,
}

/// Which versions to compare.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct DiffQuery {
    /// The older version; the one before `to` where nobody says.
    from: Option<String>,
    /// The newer version; the newest where nobody says.
    to: Option<String>,
}

/// What changed between two versions of a tool.
#[derive(Serialize, ToSchema)]
pub(crate) struct DiffBody {
    from: String,
    to: String,
    /// Whether a caller of the older version may fail with the newer one.
    breaking: bool,
    #[schema(value_type = Vec<Object>)]
    changes: Vec<Change>,
}

/// List the versions of a tool
#[utoipa::path(get, path = "/api/tools/{id}/versions", tag = "tools",
    params(("id" = String, Path, description = "The tool's id or an alias.")),
    responses((status = OK, description = "Every version that was published.", body = VersionList)))]
pub(crate) async fn versions(
    State(app): State<App>,
    access: Access<Read>,
    At(id): At<String>,
) -> Result<Json<VersionList>, ApiError> {
    let tool = seen(&access.workspace, &id)?;
    let rows = app.crib.store().versions(&tool.key).await?;
    let versions = rows.into_iter().map(|row| VersionBody {
        current: row.version_hash == tool.version_hash,
        number: row.number,
        version: row.version,
        version_hash: row.version_hash,
        created_at: row.created_at,
    });
    Ok(Json(VersionList { versions: versions.collect() }))
}

/// Compare two versions of a tool
///
/// Says which changes break callers and which do not.
#[utoipa::path(get, path = "/api/tools/{id}/diff", tag = "tools",
    params(("id" = String, Path, description = "The tool's id or an alias."), DiffQuery),
    responses((status = OK, description = "What changed.", body = DiffBody)))]
pub(crate) async fn diff(
    State(app): State<App>,
    access: Access<Read>,
    At(id): At<String>,
    Asked(query): Asked<DiffQuery>,
) -> Result<Json<DiffBody>, ApiError> {
    let tool = seen(&access.workspace, &id)?;
    let rows = app.crib.store().versions(&tool.key).await?;
    let to = match &query.to {
        Some(version) => named(&rows, version)?,
        None => rows.first().ok_or_else(|| ApiError::none("The tool has no versions."))?,
    };
    let from = match &query.from {
        Some(version) => named(&rows, version)?,
        None => rows.iter().find(|row| row.number < to.number).unwrap_or(to),
    };
    let Diff { breaking, changes } = crate::crib::diff(from, to).map_err(ApiError::internal)?;
    let (from, to) = (from.version_hash.clone(), to.version_hash.clone());
    Ok(Json(DiffBody { from, to, breaking, changes }))
}

/// Go back to an older version of a tool
///
/// Of a tool that the workspace made, the older version becomes its newest
/// content. Of any other, this workspace works with the older one until it goes
/// back to the newest; its source stays as it is.
#[utoipa::path(post, path = "/api/tools/{id}/rollback", tag = "tools", request_body = Rollback,
    params(("id" = String, Path, description = "The tool's id.")),
    responses((status = OK, description = "The tool as it is now.", body = ToolBody)))]
pub(crate) async fn rollback(
    State(app): State<App>,
    access: Access<Manage>,
    At(id): At<String>,
    Said(body): Said<Rollback>,
) -> Result<Json<ToolBody>, ApiError> {
    let workspace = &access.workspace;
    let _editing = workspace.edit().await;
    while !try_rollback(&app, workspace, &id, &body.version).await? {}
    Ok(Json(shown(workspace, &id)?))
}

/// Whether nobody else was quicker.
async fn try_rollback(
    app: &App,
    workspace: &Workspace,
    id: &str,
    version: &str,
) -> Result<bool, ApiError> {
    let view = workspace.view();
    let tool = view.tools.get(id).ok_or_else(|| no_tool(workspace, id))?;
    let rows = app.crib.store().versions(&tool.key).await?;
    let row = named(&rows, version)?;
    if tool.key.workspace.is_none() {
        let is_newest = newest_hash(app, tool).is_some_and(|newest| newest == row.version_hash);
        let version_hash = (!is_newest).then(|| row.version_hash.clone());
        let settings = Settings { version_hash, ..tool.settings.clone() };
        return write_settings(&app.crib, workspace, view.revision, tool, &settings).await;
    }
    let published = Published::read(&row.manifest).map_err(ApiError::internal)?;
    let new = published.row_again(row);
    publish(&app.crib, workspace, view.revision, tool, new, &tool.settings).await
}

/// The fingerprint of what a tool's source has now.
fn newest_hash(app: &App, tool: &ToolView) -> Option<String> {
    let present = app.crib.base().get(&tool.key.id)?;
    Some(present.compiled().version_hash().to_string())
}

/// The version that somebody means.
pub(crate) fn named<'a>(rows: &'a [VersionRow], wanted: &str) -> Result<&'a VersionRow, ApiError> {
    version_named(rows, wanted).map_err(|error| match error {
        NoVersion::Unknown(wanted) => {
            ApiError::none(&format!("The tool has no version `{wanted}`."))
        }
        NoVersion::Ambiguous(_) => ApiError::invalid(error.to_string()),
    })
}
