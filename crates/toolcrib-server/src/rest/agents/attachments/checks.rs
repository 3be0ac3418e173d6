//! Whether a tool can be given as somebody wants to give it.

use std::sync::Arc;

use serde_json::{Map, Value};
use toolcrib::spec::is_tool_id;
use toolcrib::{CompiledSpec, Fault, Spec};

use crate::crib::{Published, ToolView, Workspace, with_defaults};
use crate::rest::App;
use crate::rest::error::{ApiError, short};
use crate::rest::tools::{named, tool};

/// Bytes of an attachment's config.
const CONFIG_BYTES_MAX: usize = 64 * 1024;

/// The tool to give. A name that can be no tool's is a mistake of the body.
pub(super) fn wanted(workspace: &Workspace, id: &str) -> Result<Arc<ToolView>, ApiError> {
    tool(workspace, id).map_err(|error| match is_tool_id(id) {
        true => error,
        false => {
            let message = format!("`{}` can be no tool's id", short(id));
            let fault = Fault::at("/tool_id", message).expecting("an id that GET /api/tools lists");
            ApiError::faults("The `tool_id` is not valid.", vec![fault])
        }
    })
}

/// Which version of a tool somebody means, and what it promises.
pub(super) async fn pin(
    app: &App,
    tool: &ToolView,
    version: &str,
) -> Result<(Option<String>, Option<Spec>), ApiError> {
    let rows = app.crib.store().versions(&tool.key).await?;
    let row = named(&rows, version)?;
    let spec = Published::read(&row.manifest).ok().map(|published| published.spec);
    Ok((Some(row.version_hash.clone()), spec))
}

/// What a tool promises now.
pub(super) fn present(tool: &ToolView) -> Option<Spec> {
    tool.entry.as_ref().ok().map(|entry| entry.spec().clone())
}

/// A config as the store keeps it, if its defaults fit what the tool promises.
pub(super) fn checked(
    app: &App,
    spec: Option<&Spec>,
    config: Map<String, Value>,
) -> Result<String, ApiError> {
    if let Some(spec) = spec {
        let problems = |spec: Spec| match CompiledSpec::new(spec, "", &[], app.crib.base().limits())
        {
            Ok(compiled) => compiled.warnings().to_vec(),
            Err(problems) => problems,
        };
        let (known, new) = (problems(spec.clone()), problems(with_defaults(spec, &config)));
        let faults = new.into_iter().filter(|problem| !known.contains(problem));
        let faults: Vec<Fault> = faults.filter_map(|problem| in_config(&problem)).collect();
        if !faults.is_empty() {
            return Err(ApiError::faults("The config sets a default that does not fit.", faults));
        }
    }
    let text = Value::Object(config).to_string();
    if text.len() > CONFIG_BYTES_MAX {
        let fault = Fault::at("/config", format!("it is longer than {CONFIG_BYTES_MAX} bytes"));
        return Err(ApiError::faults("The config is too long.", vec![fault]));
    }
    Ok(text)
}

/// A problem of a default, at the key of the config that sets it.
fn in_config(problem: &toolcrib::Problem) -> Option<Fault> {
    let parameter = problem.pointer.strip_prefix("/parameters/properties/")?;
    let parameter = parameter.strip_suffix("/default")?;
    let message = format!("it does not fit the parameter `{parameter}`");
    Some(Fault::at(format!("/config/default_{parameter}"), message))
}
