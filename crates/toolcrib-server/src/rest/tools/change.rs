//! What somebody wants a tool to be.
//!
//! (1) What a handler does to the world is a fact: a tool made of it may claim
//!     more, never less.
//! (2) Of a tool that has a source, only what an operator decides can be set,
//!     and it is kept apart from what the source says.
//! (3) What an operator decides is never part of a version: no rollback undoes
//!     it, and no pin gets around it.
//! (4) A change is made from what there is: if somebody else was quicker, it is
//!     made anew.

use std::sync::Arc;

use toolcrib::{Entry, Fault};
use toolcrib_store::{NewTool, StoreError};

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
    if workspace.view().tools.contains_key(&id) {
        return Err(ApiError::exists(format!("There is a tool `{id}` already.")));
    }
    if let Some(holder) = workspace.registry().get(&id) {
        let holder = &holder.spec().tool_id;
        return Err(ApiError::exists(format!("`{id}` is another name of the tool `{holder}`.")));
    }
    let published = Published::behind(handler.spec(), id);
    let mut settings = Settings::default();
    fields.set(&mut settings);
    let new = applied(crib, workspace, fields, published, None, &settings).await?;
    let (id, touched) = (new.id.clone(), settings.is_empty());
    let revision = match crib.store().create_tool(workspace.id(), new, settings.kept()).await {
        Err(StoreError::Exists) => {
            return Err(ApiError::exists(format!("There is a tool `{id}` already.")));
        }
        written => written?,
    };
    let touched = if touched { Touched::Tool(&id) } else { Touched::Anything };
    workspace.refresh(crib, touched, revision).await?;
    Ok(id)
}

/// Changes a tool.
pub(super) async fn update(
    crib: &Crib,
    workspace: &Workspace,
    id: &str,
    fields: ToolFields,
) -> Result<(), ApiError> {
    if fields.id.as_deref().is_some_and(|other| other != id) {
        // Whether there is one comes first.
        tool(workspace, id)?;
        return Err(ApiError::invalid("The id of a tool cannot be changed; make a new tool."));
    }
    // (4)
    while !try_update(crib, workspace, id, fields.clone()).await? {}
    Ok(())
}

/// Whether nobody else was quicker.
async fn try_update(
    crib: &Crib,
    workspace: &Workspace,
    id: &str,
    fields: ToolFields,
) -> Result<bool, ApiError> {
    let view = workspace.view();
    let tool = view.tools.get(id).ok_or_else(|| no_tool(workspace, id))?;
    let mut settings = tool.settings.clone();
    fields.set(&mut settings);
    if tool.key.workspace.is_none() {
        // (2)
        fields.only_settings(tool)?;
        fields.override_description(&mut settings);
        check_settings(crib, tool, &settings)?;
        return write_settings(crib, workspace, view.revision, tool, &settings).await;
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
    let new = applied(crib, workspace, fields, published, row.guide, &settings).await?;
    publish(crib, workspace, view.revision, tool, new, &settings).await
}

/// Puts another version of a workspace's own tool in place; whether nobody else
/// was quicker.
pub(super) async fn publish(
    crib: &Crib,
    workspace: &Workspace,
    seen_at: i64,
    tool: &ToolView,
    new: NewTool,
    settings: &Settings,
) -> Result<bool, ApiError> {
    let store = crib.store().seen_at(seen_at);
    let revision = match store.update_tool(workspace.id(), new, settings.kept()).await {
        Err(StoreError::Moved) => {
            workspace.catch_up(crib, seen_at).await?;
            return Ok(false);
        }
        Err(StoreError::Missing) => return Err(no_tool(workspace, &tool.key.id)),
        written => written?,
    };
    let same = *settings == tool.settings;
    let touched = if same { Touched::Tool(&tool.key.id) } else { Touched::Anything };
    workspace.refresh(crib, touched, revision).await?;
    Ok(true)
}

/// Keeps what an operator set for a tool; whether nobody else was quicker.
pub(super) async fn write_settings(
    crib: &Crib,
    workspace: &Workspace,
    seen_at: i64,
    tool: &ToolView,
    settings: &Settings,
) -> Result<bool, ApiError> {
    let store = crib.store().seen_at(seen_at);
    let revision = match store.set_settings(workspace.id(), &tool.key, settings.kept()).await {
        Err(StoreError::Moved) => {
            workspace.catch_up(crib, seen_at).await?;
            return Ok(false);
        }
        Err(StoreError::Missing) => return Err(no_tool(workspace, &tool.key.id)),
        written => written?,
    };
    workspace.refresh(crib, Touched::Anything, revision).await?;
    Ok(true)
}

/// A tool with everything that a body says of it, checked.
async fn applied(
    crib: &Crib,
    workspace: &Workspace,
    fields: ToolFields,
    mut published: Published,
    mut guide: Option<String>,
    settings: &Settings,
) -> Result<NewTool, ApiError> {
    if let Some(key) = &fields.handler_key {
        published.handler_key.clone_from(&handler(crib, key)?.spec().tool_id);
    }
    let handler = handler(crib, &published.handler_key)?;
    fields.apply(&mut published.spec, handler.spec(), &mut guide)?;
    check_facts(&published.spec, handler.spec())?;
    check_names(workspace, &published.spec)?;
    published.spec.uses.clone_from(&handler.spec().uses);
    published.spec.hosts.clone_from(&handler.spec().hosts);
    let mut checked = vec![published.spec.clone()];
    if !settings.is_empty() {
        let mut spec = published.spec.clone();
        settings.apply(&mut spec);
        checked.push(spec);
    }
    let (base, of_guide) = (crib.base().clone(), guide.clone());
    // A schema can take its time, and others need the thread.
    let made = tokio::task::spawn_blocking(move || {
        let make = |spec| base.respecify(&handler, OWN, spec, of_guide.clone());
        checked.into_iter().map(make).collect::<Result<Vec<_>, _>>()
    });
    let made = made.await.map_err(ApiError::internal)?.map_err(|error| {
        let message = format!("`{}` would be no usable tool.", published.spec.tool_id);
        ApiError::problems(message, &in_rest_words(error.into_problems().1))
    })?;
    let entry = made.first().ok_or_else(|| ApiError::internal("no tool was made"))?;
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
