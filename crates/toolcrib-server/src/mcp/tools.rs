//! `tools/list`: what a caller may use, by id.

use std::ops::Bound;

use rmcp::ErrorData;
use rmcp::model::{ListToolsResult, Tool};
use serde_json::Value;
use toolcrib::spec::is_tool_id;
use toolcrib::vendor::{self, Provider};
use toolcrib::{Entry, Limits, Spec, canonical};

use super::whom::Whom;
use super::{PAGE, internal, unfit};
use crate::crib::View;

/// A page of tools, from behind a cursor on.
pub(super) fn list(whom: &Whom, cursor: Option<&str>) -> Result<ListToolsResult, ErrorData> {
    if cursor.is_some_and(|cursor| !is_tool_id(cursor)) {
        return Err(unfit("This cursor is none of ours; begin without one."));
    }
    let (declared, next) = page(whom, &whom.workspace.view(), cursor, PAGE);
    let tools: Result<Vec<Tool>, _> = declared.into_iter().map(serde_json::from_value).collect();
    let mut list = ListToolsResult::with_all_items(tools.map_err(|error| internal(&error))?);
    list.next_cursor = next;
    Ok(list)
}

/// What tells one list from another.
pub(super) fn digest(whom: &Whom, view: &View) -> [u8; 32] {
    canonical::digest(&Value::Array(page(whom, view, None, usize::MAX).0))
}

/// The tools that have guides, by id, as prompts show them.
pub(super) fn guided(whom: &Whom) -> Vec<std::sync::Arc<Entry>> {
    let registry = whom.workspace.registry();
    let (declared, _) = page(whom, &whom.workspace.view(), None, usize::MAX);
    let names = declared.iter().filter_map(|tool| tool["name"].as_str());
    names.filter_map(|id| registry.get(id)).filter(|entry| entry.guide().is_some()).collect()
}

/// Tools as the protocol declares them, and where the next page begins.
fn page(
    whom: &Whom,
    view: &View,
    cursor: Option<&str>,
    size: usize,
) -> (Vec<Value>, Option<String>) {
    let limits = whom.workspace.registry().limits();
    let live = |spec: &Spec| whom.workspace.offered(whom.agent.as_deref(), spec);
    let Some(agent) = &whom.agent else {
        let from = cursor.map_or(Bound::Unbounded, Bound::Excluded);
        let own = view.tools.range::<str, _>((from, Bound::Unbounded));
        let own = own.filter_map(|(id, tool)| Some((id, tool.entry.as_ref().ok()?)));
        let agents = view.specialists.range::<str, _>((from, Bound::Unbounded));
        let mut all: Vec<_> = own.chain(agents).filter(|(_, tool)| tool.spec().enabled).collect();
        all.sort_by_key(|(id, _)| *id);
        let next = all.get(size).and(all.get(size.saturating_sub(1))).map(|(id, _)| (*id).clone());
        let specs = all.into_iter().take(size).map(|(_, entry)| {
            let spec = entry.spec();
            live(spec).unwrap_or_else(|| spec.clone())
        });
        return (declared(&specs.collect::<Vec<_>>(), limits), next);
    };
    // One that is off can call nothing.
    let Some(agent) = view.agents.get(agent).filter(|agent| agent.row.enabled) else {
        return (Vec::new(), None);
    };
    let defaults = whom.workspace.default_tools();
    let export = view.export(agent, defaults, Provider::Mcp, limits, live);
    let Value::Array(mut tools) = export.tools else { return (Vec::new(), None) };
    let name = |tool: &Value| tool["name"].as_str().unwrap_or_default().to_owned();
    tools.sort_by_cached_key(name);
    if let Some(cursor) = cursor {
        tools.retain(|tool| tool["name"].as_str() > Some(cursor));
    }
    let next = tools.get(size).and(tools.get(size.saturating_sub(1))).map(name);
    tools.truncate(size);
    (tools, next)
}

fn declared(specs: &[Spec], limits: &Limits) -> Vec<Value> {
    match vendor::export(specs, Provider::Mcp, limits).tools {
        Value::Array(tools) => tools,
        _ => Vec::new(),
    }
}
