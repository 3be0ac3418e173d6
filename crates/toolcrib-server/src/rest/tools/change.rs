//! What somebody wants a tool to be.
//!
//! (1) What a handler does to the world is a fact: a tool made of it may claim
//!     more, never less.
//! (2) Of a tool that has a source, only what an operator decides can be set,
//!     and it is kept apart from what the source says.
//! (3) `enabled` is never part of a version: no rollback switches a tool on.

use std::sync::Arc;

use toolcrib::{Entry, Fault};
use toolcrib_store::{NewTool, StoreError, ToolKey};

use super::checks::{check_facts, check_names, in_rest_words};
use super::fields::ToolFields;
use super::{did_you_mean, no_tool, tool};
use crate::crib::{Crib, OWN, Published, Settings, ToolView, Touched, Workspace};
use crate::rest::error::{ApiError, short};

/// Makes a tool and says its id.
pub(super) async fn create(
    crib: &Crib,
    workspace: &Workspace,
    mut fields: ToolFields,
) -> Result<String, ApiError> {
    fields.require_all()?;
    let id = fields.id.take().unwrap_or_default();
    let handler = handler(crib, fields.handler_key.as_deref().unwrap_or_default())?;
    if let Some(holder) = workspace.registry().get(&id) {
        let message = match holder.spec().tool_id == id {
            true => format!("There is a tool `{id}` already."),
            false => format!("`{id}` is another name of the tool `{}`.", holder.spec().tool_id),
        };
        return Err(ApiError::exists(message));
    }
    let published = Published::behind(handler.spec(), id);
    let mut settings = Settings::default();
    let new = applied(crib, workspace, fields, published, None, &mut settings)?;
    let key = ToolKey { workspace: Some(workspace.id().to_string()), id: new.id.clone() };
    let mut revision = match crib.store().create_tool(workspace.id(), new).await {
        Err(StoreError::Exists) => {
            return Err(ApiError::exists(format!("There is a tool `{}` already.", key.id)));
        }
        written => written?,
    };
    if !settings.is_empty() {
        // Before anybody sees the tool: one that is made switched off was never on.
        let text = Some(settings.to_json());
        revision = crib.store().set_settings(workspace.id(), &key, text).await?;
    }
    workspace.refresh(crib, Touched::Tool(&key.id), revision).await?;
    Ok(key.id)
}

/// Changes a tool.
pub(super) async fn update(
    crib: &Crib,
    workspace: &Workspace,
    id: &str,
    fields: ToolFields,
) -> Result<(), ApiError> {
    let tool = &tool(workspace, id)?;
    if fields.id.as_deref().is_some_and(|other| other != id) {
        return Err(ApiError::invalid("The id of a tool cannot be changed; make a new tool."));
    }
    let mut settings = tool.settings.clone();
    if tool.key.workspace.is_none() {
        // (2)
        fields.only_settings(tool)?;
        fields.set(&mut settings);
        check_settings(crib, tool, &settings)?;
        return write_settings(crib, workspace, tool, &settings).await;
    }
    let row = crib.store().tool(&tool.key).await?;
    let row = row.ok_or_else(|| no_tool(workspace, id))?;
    let published = match row.manifest.as_str() {
        "" => {
            let key = fields.handler_key.as_deref().unwrap_or(&row.handler_key);
            Published::inserted(&row, handler(crib, key)?.spec())
        }
        manifest => Published::read(manifest).map_err(ApiError::internal)?,
    };
    let new = applied(crib, workspace, fields, published, row.guide, &mut settings)?;
    let revision = match crib.store().update_tool(workspace.id(), new).await {
        Err(StoreError::Missing) => return Err(no_tool(workspace, id)),
        written => written?,
    };
    workspace.refresh(crib, Touched::Tool(id), revision).await?;
    if settings != tool.settings {
        write_settings(crib, workspace, tool, &settings).await?;
    }
    Ok(())
}

/// Keeps what an operator set for a tool.
pub(super) async fn write_settings(
    crib: &Crib,
    workspace: &Workspace,
    tool: &ToolView,
    settings: &Settings,
) -> Result<(), ApiError> {
    let text = (!settings.is_empty()).then(|| settings.to_json());
    let revision = match crib.store().set_settings(workspace.id(), &tool.key, text).await {
        Err(StoreError::Missing) => return Err(no_tool(workspace, &tool.key.id)),
        written => written?,
    };
    Ok(workspace.refresh(crib, Touched::Anything, revision).await?)
}

/// A tool with everything that a body says of it, checked.
fn applied(
    crib: &Crib,
    workspace: &Workspace,
    fields: ToolFields,
    mut published: Published,
    mut guide: Option<String>,
    settings: &mut Settings,
) -> Result<NewTool, ApiError> {
    if let Some(key) = &fields.handler_key {
        published.handler_key.clone_from(&handler(crib, key)?.spec().tool_id);
    }
    let handler = handler(crib, &published.handler_key)?;
    fields.apply(&mut published.spec, handler.spec(), &mut guide, settings)?;
    check_facts(&published.spec, handler.spec())?;
    check_names(workspace, &published.spec)?;
    published.spec.uses.clone_from(&handler.spec().uses);
    published.spec.hosts.clone_from(&handler.spec().hosts);
    let entry = crib
        .base()
        .respecify(&handler, OWN, published.spec.clone(), guide.clone())
        .map_err(|error| {
            let message = format!("`{}` would be no usable tool.", published.spec.tool_id);
            ApiError::problems(message, &in_rest_words(error.into_problems().1))
        })?;
    Ok(published.row(entry.compiled().version_hash(), guide.as_deref(), None))
}

/// The tool whose handler a key names.
fn handler(crib: &Crib, key: &str) -> Result<Arc<Entry>, ApiError> {
    let base = crib.base().snapshot();
    if let Some(handler) = base.get(key).filter(|entry| entry.spec().tool_id == key) {
        return Ok(Arc::clone(handler));
    }
    let all = toolcrib::Filter::default();
    let near = did_you_mean(key, base.list(&all).map(|entry| entry.spec().tool_id.as_str()));
    let shown = short(key);
    let fault = Fault::at("/handler_key", format!("there is no handler `{shown}`{near}"))
        .expecting("the id of a shipped or folder tool, such as `echo`");
    Err(ApiError::faults(format!("There is no handler `{shown}`{near}"), vec![fault]))
}

/// Whether a tool can be used with what an operator wants to set.
fn check_settings(crib: &Crib, tool: &ToolView, settings: &Settings) -> Result<(), ApiError> {
    let Ok(entry) = &tool.entry else { return Ok(()) };
    let mut spec = entry.spec().clone();
    settings.apply(&mut spec);
    crib.base().respecify(entry, entry.source(), spec, None).map(drop).map_err(|error| {
        let message = format!("`{}` cannot be used with these settings.", tool.key.id);
        ApiError::problems(message, &in_rest_words(error.into_problems().1))
    })
}
