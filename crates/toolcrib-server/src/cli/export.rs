//! `toolcrib export`.

use std::collections::BTreeMap;
use std::io::Write as _;

use anyhow::Result;
use toolcrib::vendor::{self, Disposition};
use toolcrib::{Filter, Spec};

use super::arguments::Export;
use super::place::Seen;
use super::{Exit, Streams};

pub(super) fn run(export: &Export, seen: &Seen, json: bool, streams: &mut Streams) -> Result<Exit> {
    let registry = &seen.registry;
    let exported = if let Some(id) = &export.agent {
        let view = seen.within.as_ref().map(|(crib, workspace)| (crib, workspace.view()));
        let agent = view.as_ref().and_then(|(_, view)| view.agents.get(id));
        let (Some((crib, view)), Some(agent)) = (&view, agent) else {
            let message = format!("there is no agent `{id}` in this workspace");
            return streams.fail(Exit::Failed, &message, json);
        };
        let live = |spec: &Spec| seen.offered(Some(id), spec);
        view.export(agent, crib.default_tools(), export.provider, registry.limits(), live)
    } else if export.tools.is_empty() {
        let entries = registry.list(&Filter::default());
        let specs = entries.iter().filter(|entry| entry.spec().enabled);
        let specs: Vec<Spec> = specs.map(|entry| seen.live(entry.spec())).collect();
        vendor::export(&specs, export.provider, registry.limits())
    } else {
        let mut entries = BTreeMap::new();
        for name in &export.tools {
            match registry.get(name) {
                Some(entry) => entries.insert(entry.spec().tool_id.clone(), entry),
                None => {
                    let message = match registry.snapshot().broken(name) {
                        Some(_) => format!("`{name}` is broken; `toolcrib show {name}` says why"),
                        None => format!("there is no tool `{name}`"),
                    };
                    return streams.fail(Exit::Failed, &message, json);
                }
            };
        }
        let specs: Vec<Spec> = entries.values().map(|entry| seen.live(entry.spec())).collect();
        vendor::export(&specs, export.provider, registry.limits())
    };
    if json {
        streams.print_json(&exported)?;
        return Ok(Exit::Done);
    }
    streams.print_json(&exported.tools)?;
    for tool in &exported.losses {
        for loss in &tool.losses {
            let what = match loss.disposition {
                Disposition::MovedToDescription => "is said in the description",
                Disposition::DroppedCheckedAtRunTime => "is checked only when the tool is called",
                Disposition::Approximated => "is only approximated",
            };
            let (tool_id, pointer) = (&tool.tool_id, &loss.pointer);
            writeln!(streams.err, "note: {tool_id}: `{}` at {pointer:?} {what}", loss.keyword)?;
        }
    }
    for tool in &exported.quarantined {
        let at = if tool.pointer.is_empty() { "" } else { " at " };
        writeln!(
            streams.err,
            "warning: `{}` was left out{at}{}: {}",
            tool.tool_id, tool.pointer, tool.reason
        )?;
    }
    Ok(Exit::Done)
}
