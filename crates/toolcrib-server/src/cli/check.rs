//! `toolcrib check`.

use std::io::Write as _;

use anyhow::Result;
use serde_json::{Value, json};
use toolcrib_handlers::folder::{Checked, Files, FindingSeverity};

use super::arguments::Check;
use super::folders::{Folders, finding_json};
use super::{Exit, Streams};

pub(super) fn run(
    check: &Check,
    folders: &Folders,
    json: bool,
    streams: &mut Streams,
) -> Result<Exit> {
    if json {
        let tools: Vec<Value> =
            folders.both().map(|(files, checked)| as_json(files, checked)).collect();
        streams.print_json(&json!({
            "tools": tools,
            "errors": folders.count(FindingSeverity::Error),
            "warnings": folders.count(FindingSeverity::Warning),
            "notes": folders.count(FindingSeverity::Note),
        }))?;
    } else if folders.files.is_empty() {
        let dir = check.dir.display();
        let how = format!("`toolcrib new my-tool --dir {dir}` makes one");
        writeln!(streams.err, "There are no tools in `{dir}`; {how}.")?;
    } else {
        folders.write(check.notes, streams)?;
        writeln!(streams.err, "{}", folders.summary())?;
    }
    let is_good = folders.count(FindingSeverity::Error) == 0;
    Ok(if is_good { Exit::Done } else { Exit::Failed })
}

fn as_json(files: &Files, checked: &Checked) -> Value {
    let findings = checked.findings.iter();
    let findings: Vec<Value> =
        findings.map(|finding| finding_json(files, finding, &finding.file)).collect();
    json!({
        "toolId": checked.tool_id,
        "folder": files.shown,
        "ok": !checked.has_errors(),
        "findings": findings,
    })
}
