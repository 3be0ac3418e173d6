//! `toolcrib diff`.

use std::io::Write as _;

use anyhow::Result;
use serde_json::json;
use toolcrib::diff::{Diff as Difference, Effect};
use toolcrib_store::VersionRow;

use super::arguments::Diff;
use super::{Exit, Streams};
use crate::crib::{self, Crib, NoVersion, Workspace, version_named};

pub(super) async fn run(
    diff: &Diff,
    crib: &Crib,
    workspace: &Workspace,
    json: bool,
    streams: &mut Streams,
) -> Result<Exit> {
    let view = workspace.view();
    let Some(tool) = view.tools.get(&diff.tool) else {
        let message = format!("there is no tool `{}`; `toolcrib list` shows all", diff.tool);
        return streams.fail(Exit::Failed, &message, json);
    };
    let rows = crib.store().versions(&tool.key).await?;
    let (from, to) = match chosen(diff, &rows) {
        Ok(chosen) => chosen,
        Err(error) => return streams.fail(Exit::Failed, &error.to_string(), json),
    };
    let found = crib::diff(from, to)?;
    if json {
        let (from, to) = (&from.version_hash, &to.version_hash);
        let Difference { breaking, changes } = found;
        streams.print_json(
            &json!({ "from": from, "to": to, "breaking": breaking, "changes": changes }),
        )?;
        return Ok(Exit::Done);
    }
    let named = |row: &VersionRow| {
        format!("{} (number {}, {})", row.version, row.number, &row.version_hash[..12])
    };
    writeln!(streams.out, "{}: {} -> {}", diff.tool, named(from), named(to))?;
    if found.changes.is_empty() {
        writeln!(streams.out, "Nothing differs.")?;
    }
    for change in &found.changes {
        let effect = match change.effect {
            Effect::Breaking => "BREAKING",
            Effect::Compatible => "compatible",
        };
        writeln!(streams.out, "{effect:<11}{}: {}", change.pointer, change.message)?;
    }
    Ok(Exit::Done)
}

fn chosen<'a>(
    diff: &Diff,
    rows: &'a [VersionRow],
) -> Result<(&'a VersionRow, &'a VersionRow), NoVersion> {
    let to = match &diff.to {
        Some(wanted) => version_named(rows, wanted)?,
        None => rows.first().ok_or(NoVersion::Unknown("newest".to_owned()))?,
    };
    let from = match &diff.from {
        Some(wanted) => version_named(rows, wanted)?,
        None => rows.iter().find(|row| row.number < to.number).unwrap_or(to),
    };
    Ok((from, to))
}
