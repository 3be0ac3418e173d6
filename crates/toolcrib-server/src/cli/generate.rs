//! `toolcrib generate`.

use std::io::Write as _;
use std::sync::Arc;

use anyhow::{Context as _, Result};
use serde_json::json;
use toolcrib::{Entry, Filter, Limits, Registry, Spec};
use toolcrib_authoring::book::Book;
use toolcrib_generate::generate;

use super::arguments::Generate;
use super::folders::counted;
use super::{Exit, Streams, books};

/// Writes code for the tools of a book.
pub(super) fn of_book(
    wanted: &Generate,
    path: &std::path::Path,
    json: bool,
    streams: &mut Streams,
) -> Result<Exit> {
    let book = match Book::read(path, &Limits::DEFAULT) {
        Ok(book) => book,
        Err(error) => return books::cannot_read(path, &error, json, streams),
    };
    if book.has_errors() {
        return books::report(&book, json, streams);
    }
    let specs: Vec<&Spec> = book.tools.iter().filter_map(|tool| tool.spec.as_ref()).collect();
    write(wanted, specs, json, streams)
}

/// Writes code for the tools that there are.
pub(super) fn of_registry(
    wanted: &Generate,
    registry: &Registry,
    json: bool,
    streams: &mut Streams,
) -> Result<Exit> {
    let snapshot = registry.snapshot();
    let broken = wanted.only.iter().find_map(|name| snapshot.broken(name));
    if let Some(broken) = broken {
        let why = broken.problems.first().map_or("unknown", |problem| problem.message.as_str());
        let message = format!(
            "`{}` cannot be used: {why}; `--book FILE` generates from a book that has no handlers yet",
            broken.tool_id
        );
        return streams.fail(Exit::Failed, &message, json);
    }
    let entries: Vec<Arc<Entry>> = registry.list(&Filter::default());
    write(wanted, entries.iter().map(|entry| entry.spec()).collect(), json, streams)
}

fn write(
    wanted: &Generate,
    mut specs: Vec<&Spec>,
    json: bool,
    streams: &mut Streams,
) -> Result<Exit> {
    if !wanted.only.is_empty() {
        let all: Vec<String> = specs.iter().flat_map(|spec| names_of(spec)).cloned().collect();
        let missing: Vec<&String> = wanted.only.iter().filter(|name| !all.contains(name)).collect();
        if let Some(name) = missing.first() {
            let near = toolcrib::names::nearest(name, all.iter().map(String::as_str));
            let hint = match near.first() {
                Some(near) => format!(" Did you mean `{near}`?"),
                None => String::new(),
            };
            let missing: Vec<String> = missing.iter().map(|name| format!("`{name}`")).collect();
            let message = format!("there is no tool {}.{hint}", missing.join(", "));
            return streams.fail(Exit::Usage, &message, json);
        }
        specs.retain(|spec| wanted.only.iter().any(|name| names_of(spec).any(|own| own == name)));
    }
    let text = generate(&specs, wanted.language.into())?;
    let Some(path) = &wanted.out else {
        match json {
            true => streams.print_json(&json!({ "code": text, "tools": specs.len() }))?,
            false => write!(streams.out, "{text}")?,
        }
        return Ok(Exit::Done);
    };
    // A file that is the same is left alone: whatever is made of it stays as it is.
    let is_same = std::fs::read_to_string(path).is_ok_and(|known| known == text);
    if !is_same {
        std::fs::write(path, &text)
            .with_context(|| format!("cannot write `{}`", path.display()))?;
    }
    let tools = counted(specs.len(), "tool");
    match json {
        true => streams.print_json(
            &json!({ "file": path.display().to_string(), "tools": specs.len(), "changed": !is_same }),
        )?,
        false => {
            let how = if is_same { "is up to date" } else { "written" };
            writeln!(streams.err, "{} {how}: {tools}", path.display())?;
        }
    }
    Ok(Exit::Done)
}

fn names_of(spec: &Spec) -> impl Iterator<Item = &String> {
    std::iter::once(&spec.tool_id).chain(&spec.aliases)
}
