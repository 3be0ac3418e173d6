//! Definitions that make tools.

use std::collections::HashMap;

use serde_json::Value;
use toolcrib_core::Limits;

use super::BookTool;
use super::definitions::{Definitions, Place};
use super::reading::Reading;
use crate::document::Part;
use crate::finding::Finding;
use crate::places::line_and_column;

/// What the name of a tool's definition starts with.
pub(super) const TOOL: &str = "Tool";

/// What its schemas end with, and what they are called in the definition itself.
pub(super) const SCHEMAS: [(&str, &str); 2] = [("Input", "input"), ("Output", "output")];

/// Where a definition says what else a spec has.
pub(super) const POLICY: &str = "x-tool";

/// Reads every tool; what belongs to none is added to the findings.
pub(super) fn read(
    book: &Definitions<'_>,
    limits: &Limits,
    findings: &mut Vec<Finding>,
) -> Vec<BookTool> {
    let mut tools = Vec::new();
    let dangling: Vec<Finding> = book.files().flat_map(|(file, _)| book.dangling(file)).collect();
    for (file, value) in book.files() {
        let root = Place { file, pointer: String::new() };
        let before = tools.len();
        if let Some(tool) = lone_tool(book, &root, value) {
            tools.push(Reading::new(book, &dangling, tool, root.clone()).read(limits));
        }
        for (name, place) in book.of_file(file) {
            match role(book, file, name, &place) {
                Role::Tool(name) => {
                    tools.push(Reading::new(book, &dangling, name.to_owned(), place).read(limits));
                }
                Role::Orphan(tool) => {
                    let message = format!("`{name}` belongs to no tool: there is no `{tool}`");
                    let help = format!("define `{tool}` with a title and a description");
                    findings.push(book.at(&place, Part::Key, Finding::error("", message, help)));
                }
                Role::Other => {}
            }
        }
        let is_alone = book.files().count() == 1;
        if tools.len() == before && is_alone && findings.is_empty() {
            let message = "there is no tool here";
            let help = "a tool is `ToolX`, `ToolXInput` and `ToolXOutput` under `definitions`";
            findings.push(book.at(&root, Part::Value, Finding::error("", message, help)));
        }
    }
    findings.extend(dangling);
    refuse_taken(book, &mut tools);
    tools.into_iter().map(|(tool, _)| tool).collect()
}

/// What a definition is there for.
enum Role<'a> {
    /// It is a tool, of this name.
    Tool(&'a str),
    /// It is the schema of a tool that is not there.
    Orphan(String),
    Other,
}

fn role<'a>(book: &Definitions<'_>, file: usize, name: &'a str, place: &Place) -> Role<'a> {
    let Some(rest) = name.strip_prefix(TOOL).filter(|rest| starts_a_name(rest)) else {
        return Role::Other;
    };
    let has = |name: &str| book.named(file, name).is_some();
    for (end, _) in SCHEMAS {
        let Some(tool) = rest.strip_suffix(end).filter(|tool| !tool.is_empty()) else { continue };
        let tool = format!("{TOOL}{tool}");
        // `ToolParseInput` may itself be a tool; then it has schemas of its own.
        if !SCHEMAS.iter().any(|(end, _)| has(&format!("{name}{end}"))) {
            return if has(&tool) { Role::Other } else { Role::Orphan(tool) };
        }
    }
    let definition = book.value(place).and_then(Value::as_object);
    let says = |key: &str| definition.is_some_and(|definition| definition.contains_key(key));
    let properties = definition.and_then(|definition| definition.get("properties"));
    let is_tool = SCHEMAS.iter().any(|(end, member)| {
        has(&format!("{name}{end}")) || properties.is_some_and(|all| all.get(*member).is_some())
    });
    // A type that happens to be called `ToolKind` has no use for a title of a tool.
    let is_named = says("title") && !says("enum") && !says("properties");
    match is_tool || is_named || says(POLICY) {
        true => Role::Tool(rest),
        false => Role::Other,
    }
}

fn starts_a_name(rest: &str) -> bool {
    rest.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit() || c == '_')
}

/// The tool that a file is as a whole: one with its schemas inside.
fn lone_tool(book: &Definitions<'_>, root: &Place, value: &Value) -> Option<String> {
    let properties = value.get("properties")?;
    let has_schema = SCHEMAS.iter().any(|(_, member)| properties.get(*member).is_some());
    let stem = book.file_name(root.file).rsplit_once('.').map_or("", |(stem, _)| stem);
    has_schema.then(|| stem.to_owned())
}

/// A name belongs to the first tool that has it, ids before aliases.
fn refuse_taken(book: &Definitions<'_>, tools: &mut [(BookTool, Place)]) {
    let mut owners: HashMap<String, (String, String)> = HashMap::new();
    for aliases in [false, true] {
        for (tool, place) in tools.iter_mut() {
            let names: Vec<(String, Place)> = match aliases {
                false => vec![(tool.tool_id.clone(), place.child("title"))],
                true => {
                    let all = tool.spec.iter().flat_map(|spec| &spec.aliases).cloned().enumerate();
                    let at = place.child(POLICY).child("aliases");
                    all.map(|(index, alias)| (alias, at.child(&index.to_string()))).collect()
                }
            };
            for (name, at) in names {
                let span = book.span(&at, Part::Value);
                let (line, _) = line_and_column(book.text(place.file), span.start);
                let own = (tool.name.clone(), format!("{}:{line}", tool.file));
                let owner = owners.entry(name.clone()).or_insert_with(|| own.clone());
                if *owner != own {
                    let (other, line) = owner.clone();
                    let message =
                        format!("the name `{name}` already belongs to `{TOOL}{other}` ({line})");
                    let help = "choose another name for one of the two";
                    let finding = Finding::error("", message, help);
                    tool.findings.push(book.at(&at, Part::Value, finding));
                }
            }
        }
    }
    for (tool, _) in tools.iter_mut() {
        tool.spec = tool.spec.take().filter(|_| !tool.findings.iter().any(Finding::is_error));
    }
}
