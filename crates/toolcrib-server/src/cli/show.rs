//! `toolcrib show`.

use std::io::Write as _;

use anyhow::Result;
use serde_json::{Value, json};
use toolcrib::{Entry, Spec};

use super::arguments::Show;
use super::place::Seen;
use super::{Exit, Streams};

pub(super) fn run(show: &Show, seen: &Seen, json: bool, streams: &mut Streams) -> Result<Exit> {
    let snapshot = seen.registry.snapshot();
    if let (None, Some(broken)) = (snapshot.get(&show.tool), snapshot.broken(&show.tool)) {
        if json {
            streams.print_json(broken)?;
        } else {
            writeln!(streams.err, "`{}` of {} is broken:", broken.tool_id, broken.source)?;
            for problem in &broken.problems {
                writeln!(streams.err, "  {problem}")?;
            }
        }
        return Ok(Exit::Failed);
    }
    let Some(entry) = snapshot.get(&show.tool) else {
        let near = snapshot.nearest(&show.tool, |_| true).join("`, `");
        let hint = if near.is_empty() {
            "`toolcrib list` shows all tools".to_owned()
        } else {
            format!("did you mean `{near}`?")
        };
        let message = format!("there is no tool `{}`; {hint}", show.tool);
        return streams.fail(Exit::Failed, &message, json);
    };
    if json {
        streams.print_json(&as_json(entry, &seen.live(entry.spec())))?;
    } else {
        write_text(entry, streams)?;
    }
    Ok(Exit::Done)
}

fn as_json(entry: &Entry, offered: &Spec) -> Value {
    let mut value = json!(offered);
    if let Value::Object(map) = &mut value {
        map.insert("category".into(), json!(entry.spec().category()));
        map.insert("source".into(), json!(entry.source()));
        map.insert("versionHash".into(), json!(entry.compiled().version_hash()));
        map.insert("guide".into(), json!(entry.guide()));
        map.insert("problems".into(), json!(entry.problems()));
    }
    value
}

fn write_text(entry: &Entry, streams: &mut Streams) -> Result<()> {
    let spec = entry.spec();
    let out = &mut streams.out;
    match &spec.title {
        Some(title) => writeln!(out, "{title} ({} {})", spec.tool_id, spec.version)?,
        None => writeln!(out, "{} {}", spec.tool_id, spec.version)?,
    }
    writeln!(out, "\n{}\n", spec.description)?;
    let yes_no = |flag| if flag { "yes" } else { "no" };
    let modes: Vec<String> = spec.allowed_modes.iter().map(ToString::to_string).collect();
    for (label, value) in [
        ("source", entry.source().to_owned()),
        ("category", spec.category().to_string()),
        ("side effects", spec.side_effects.to_string()),
        ("idempotent", yes_no(spec.idempotent).to_owned()),
        ("needs approval", yes_no(spec.requires_confirmation).to_owned()),
        ("enabled", yes_no(spec.enabled).to_owned()),
        ("modes", modes.join(", ")),
        ("should take", format!("{} ms", spec.latency_budget_ms)),
        ("may take", format!("{} ms", spec.timeout_ms)),
        ("aliases", spec.aliases.join(", ")),
        ("tags", spec.tags.join(", ")),
        ("may call", spec.uses.join(", ")),
        ("may reach", spec.hosts.join(", ")),
        ("version hash", entry.compiled().version_hash().to_string()),
    ] {
        if !value.is_empty() {
            writeln!(out, "{label:<15}{value}")?;
        }
    }
    writeln!(out, "\nParameters\n{}", serde_json::to_string_pretty(&spec.parameters)?)?;
    if let Some(output) = &spec.output {
        writeln!(out, "\nAnswer\n{}", serde_json::to_string_pretty(output)?)?;
    }
    if let Some(guide) = entry.guide() {
        writeln!(out, "\nGuide\n\n{}", guide.trim_end())?;
    }
    for problem in entry.problems() {
        writeln!(streams.err, "warning: {problem}")?;
    }
    Ok(())
}
