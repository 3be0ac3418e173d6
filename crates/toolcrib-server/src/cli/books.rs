//! Schema books on the command line: `toolcrib import`, and `toolcrib check` of
//! a file.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Result;
use serde_json::{Value, json};
use toolcrib::Limits;
use toolcrib_authoring::book::Book;
use toolcrib_authoring::document::Language;
use toolcrib_authoring::{FindingSeverity, Texts as _, render};
use toolcrib_handlers::folder::MANIFEST;

use super::folders::{counted, finding_json};
use super::{Exit, Streams};
use crate::crib::{Crib, Workspace};

/// Takes a book's tools into a workspace: all of them, or none.
pub(super) async fn import(
    book: &Path,
    dry_run: bool,
    crib: &Crib,
    workspace: &Workspace,
    json: bool,
    streams: &mut Streams,
) -> Result<Exit> {
    let book = match Book::read(book, crib.base().limits()) {
        Ok(book) => book,
        Err(error) => return cannot_read(book, &error, json, streams),
    };
    if book.has_errors() {
        return report(&book, json, streams);
    }
    let mut done = Vec::new();
    for tool in &book.tools {
        let Some(spec) = &tool.spec else { continue };
        let imported = crib.import_tool(workspace, tool, spec, dry_run).await?;
        let has_handler = crib.base().get(&tool.tool_id).is_some();
        done.push((tool.tool_id.clone(), imported, has_handler));
    }
    if json {
        let tools = done.iter().map(|(id, imported, has_handler)| {
            json!({ "toolId": id, "imported": imported.as_str(), "hasHandler": has_handler })
        });
        let tools: Vec<Value> = tools.collect();
        streams.print_json(&json!({ "tools": tools, "dryRun": dry_run }))?;
        return Ok(Exit::Done);
    }
    for (id, imported, has_handler) in &done {
        writeln!(streams.out, "{id}: {}", imported.as_str())?;
        if !has_handler {
            let folder = id.replace('_', "-");
            writeln!(
                streams.err,
                "warning: nobody can run `{id}` yet: there is no handler of that name; \
                 `toolcrib new {folder}` starts one"
            )?;
        }
    }
    let (tools, id) = (counted(done.len(), "tool"), workspace.id());
    match dry_run {
        true => writeln!(streams.err, "The workspace `{id}` would have {tools} of this book.")?,
        false => writeln!(streams.err, "The workspace `{id}` has {tools} of this book.")?,
    }
    Ok(Exit::Done)
}

/// Whether a path is a file that a book can be, or a folder of such files and of
/// no tools.
pub(super) fn is_book(path: &Path) -> bool {
    if path.is_file() {
        return Language::of(path).is_some();
    }
    let inside = || std::fs::read_dir(path).into_iter().flatten().flatten().map(|item| item.path());
    let is_tool =
        |path: PathBuf| path.is_dir() || path.file_name().is_some_and(|name| name == MANIFEST);
    inside().any(|path| path.is_file() && Language::of(&path).is_some()) && !inside().any(is_tool)
}

/// Says everything that is wrong with a book.
pub(super) fn check(
    path: &Path,
    limits: &Limits,
    json: bool,
    streams: &mut Streams,
) -> Result<Exit> {
    match Book::read(path, limits) {
        Ok(book) => report(&book, json, streams),
        Err(error) => cannot_read(path, &error, json, streams),
    }
}

pub(super) fn cannot_read(
    path: &Path,
    error: &std::io::Error,
    json: bool,
    streams: &mut Streams,
) -> Result<Exit> {
    let message = format!("cannot read the book `{}`: {error}", path.display());
    streams.fail(Exit::Usage, &message, json)
}

pub(super) fn report(book: &Book, json: bool, streams: &mut Streams) -> Result<Exit> {
    let findings = book.all_findings();
    let count = |severity| findings.iter().filter(|found| found.severity == severity).count();
    let (errors, warnings) = (count(FindingSeverity::Error), count(FindingSeverity::Warning));
    if json {
        let findings: Vec<Value> = findings
            .iter()
            .map(|found| finding_json(&book.files, found, &book.files.path_of(&found.file)))
            .collect();
        let tools: Vec<&str> = book.tools.iter().map(|tool| tool.tool_id.as_str()).collect();
        streams.print_json(&json!({
            "tools": tools, "findings": findings, "errors": errors, "warnings": warnings,
        }))?;
    } else {
        write!(streams.err, "{}", render(&book.files, &findings, streams.color))?;
        let errors = match errors {
            0 => "no errors".to_owned(),
            errors => counted(errors, "error"),
        };
        let tools = counted(book.tools.len(), "tool");
        let warnings = match warnings {
            0 => String::new(),
            warnings => format!(", {}", counted(warnings, "warning")),
        };
        writeln!(streams.err, "{tools} checked: {errors}{warnings}")?;
    }
    Ok(if errors == 0 { Exit::Done } else { Exit::Failed })
}
