//! `toolcrib new`.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

use anyhow::Result;
use serde_json::json;
use toolcrib::spec::is_tool_id;
use toolcrib_handlers::folder::{GUIDE, HANDLER, MANIFEST, PYTHON, possible_name};

use super::arguments::{Language, New};
use super::{Exit, Streams};
use crate::stock::Stock;

/// The three files; `TOOL_ID` stands for the tool's id.
fn template(language: Language) -> [(&'static str, &'static str); 3] {
    let handler = match language {
        Language::Js => (HANDLER, include_str!("new/handler.js")),
        Language::Python => (PYTHON, include_str!("new/handler.py")),
    };
    [(MANIFEST, include_str!("new/schema.json")), (GUIDE, include_str!("new/guide.md")), handler]
}

pub(super) fn run(new: &New, stock: &Stock, json: bool, streams: &mut Streams) -> Result<Exit> {
    let tool_id = new.name.replace('-', "_");
    if !is_tool_id(&tool_id) {
        let message = format!(
            "`{}` cannot be the name of a tool: it must start with a lower-case letter and have \
             at most 64 lower-case letters, digits, `-` or `_`; try `{}`",
            new.name,
            possible_name(&new.name)
        );
        return streams.fail(Exit::Usage, &message, json);
    }
    if let Some(refusal) = refusal(new, &tool_id, stock) {
        return streams.fail(Exit::Failed, &refusal, json);
    }
    let folder = new.dir.join(&new.name);
    let shown = folder.display().to_string();
    if folder.symlink_metadata().is_ok() {
        let message =
            format!("`{shown}` is already there, and nothing is overwritten; choose another name");
        return streams.fail(Exit::Failed, &message, json);
    }
    if let Err(error) = write(new, &tool_id) {
        let message = format!("cannot write `{shown}`: {error}; nothing was written");
        return streams.fail(Exit::Failed, &message, json);
    }
    if json {
        let files: Vec<String> =
            template(new.lang).iter().map(|(file, _)| format!("{shown}/{file}")).collect();
        streams.print_json(&json!({ "toolId": tool_id, "folder": shown, "files": files }))?;
        return Ok(Exit::Done);
    }
    writeln!(streams.out, "Wrote the tool `{tool_id}`:")?;
    let what = [
        "what it promises: its parameters and what it does to the world",
        "how and when to use it, for the model; with examples",
        "what runs when it is called",
    ];
    for ((file, _), what) in template(new.lang).into_iter().zip(what) {
        writeln!(
            streams.out,
            "  {:<width$}  {what}",
            format!("{shown}/{file}"),
            width = shown.len() + 12
        )?;
    }
    if stock.ships(&tool_id) {
        writeln!(streams.out, "\nIt stands before the shipped tool of that name.")?;
    }
    // Tools in `./tools` are found without being told.
    let tools = match new.dir == Path::new("tools") {
        true => String::new(),
        false => format!(" --tools {}", new.dir.display()),
    };
    writeln!(
        streams.out,
        "\nNext:\n  toolcrib check {shown}\n  toolcrib test {shown}\n  \
         toolcrib call {tool_id} text=\"three small words\"{tools}"
    )?;
    Ok(Exit::Done)
}

/// Why such a tool cannot be made.
fn refusal(new: &New, tool_id: &str, stock: &Stock) -> Option<String> {
    let name = &new.name;
    if let Some(owner) = stock.names().get(tool_id) {
        return Some(format!("the name `{tool_id}` already belongs to {owner}; choose another"));
    }
    // `my-tool` and `my_tool` would be one tool.
    let others = fs::read_dir(&new.dir).into_iter().flatten().flatten();
    let others = others.map(|other| other.file_name().to_string_lossy().into_owned());
    let same =
        others.filter(|other| other != name).find(|other| other.replace('-', "_") == tool_id);
    same.map(|other| {
        let dir = new.dir.display();
        format!("`{dir}/{other}` has the id `{tool_id}` already; choose another name")
    })
}

/// Writes all three files or none: they are made beside their place and moved
/// there as a whole.
fn write(new: &New, tool_id: &str) -> io::Result<()> {
    let New { dir, name, lang } = new;
    fs::create_dir_all(dir)?;
    let draft = dir.join(format!(".{name}.{}", std::process::id()));
    let written = fs::create_dir(&draft).and_then(|()| {
        for (file, text) in template(*lang) {
            fs::write(draft.join(file), text.replace("TOOL_ID", tool_id))?;
        }
        fs::rename(&draft, dir.join(name))
    });
    if written.is_err() {
        // What went wrong first is what there is to tell.
        let _ = fs::remove_dir_all(&draft);
    }
    written
}
