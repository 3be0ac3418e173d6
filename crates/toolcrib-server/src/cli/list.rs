//! `toolcrib list`.

use std::io::Write as _;

use anyhow::Result;
use serde_json::json;
use toolcrib::{Filter, Registry};

use super::arguments::List;
use super::{Exit, Streams};

pub(super) fn run(
    list: &List,
    registry: &Registry,
    json: bool,
    streams: &mut Streams,
) -> Result<Exit> {
    let snapshot = registry.snapshot();
    let filter = Filter { category: list.category, source: list.source.as_deref() };
    let tools: Vec<_> = snapshot.list(&filter).collect();
    let of_source = |source: &str| list.source.as_ref().is_none_or(|wanted| wanted == source);
    let broken: Vec<_> = snapshot.all_broken().filter(|broken| of_source(&broken.source)).collect();
    if json {
        let rows: Vec<_> = tools
            .iter()
            .map(|entry| {
                let spec = entry.spec();
                json!({
                    "toolId": spec.tool_id,
                    "version": spec.version,
                    "title": spec.title,
                    "category": spec.category(),
                    "group": spec.group,
                    "source": entry.source(),
                    "enabled": spec.enabled,
                    "summary": entry.summary(),
                    "description": spec.description,
                    "problems": entry.problems(),
                })
            })
            .collect();
        let version = snapshot.version();
        streams.print_json(&json!({
            "registryVersion": version, "tools": rows, "broken": broken,
        }))?;
        return Ok(Exit::Done);
    }
    if tools.is_empty() {
        let filtered = list.category.is_some() || list.source.is_some();
        let said = match filtered {
            true => "No tool is like that; `toolcrib list` shows all.",
            false => "There are no tools here.",
        };
        writeln!(streams.err, "{said}")?;
    } else {
        let rows = tools.into_iter().map(|entry| {
            let spec = entry.spec();
            let off = if spec.enabled { "" } else { "(switched off) " };
            [
                spec.tool_id.clone(),
                spec.version.to_string(),
                spec.category().to_string(),
                entry.source().to_owned(),
                format!("{off}{}", entry.summary()),
            ]
        });
        streams.print_table(["TOOL", "VERSION", "CATEGORY", "SOURCE", "WHAT IT DOES"], rows)?;
    }
    for broken in broken {
        writeln!(streams.err, "\nbroken: {} (from {})", broken.tool_id, broken.source)?;
        for problem in &broken.problems {
            writeln!(streams.err, "  {problem}")?;
        }
    }
    Ok(Exit::Done)
}
