//! The tool folders that a command is about, and what there is to say of them.

use std::io::{self, Write as _};
use std::path::Path;

use anyhow::Result;
use serde_json::{Value, json};
use toolcrib_handlers::folder::{self, Checked, Files, Finding, FindingSeverity, Texts};

use super::Streams;
use crate::config::Config;
use crate::stock::Stock;

/// Tool folders, read and checked.
pub(super) struct Folders {
    pub(super) files: Vec<Files>,
    pub(super) checked: Vec<Checked>,
}

/// Why the folders cannot be looked at.
#[derive(Debug, thiserror::Error)]
pub(super) enum NoFolders {
    #[error(
        "there is no folder `{0}`; name the folder that holds your tools, or make a first tool \
         with `toolcrib new my-tool`"
    )]
    Missing(String),
    #[error("`{0}` is no folder; name a tool folder, or a folder that holds some")]
    NotAFolder(String),
    #[error("cannot list `{0}`: {1}")]
    Unreadable(String, io::Error),
}

impl Folders {
    /// Reads and checks folders as they would be used beside the stock.
    pub(super) fn load(root: &Path, stock: &Stock, config: &Config) -> Result<Self, NoFolders> {
        let shown = root.display().to_string();
        let files = folder::find(root).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => NoFolders::Missing(shown),
            io::ErrorKind::NotADirectory => NoFolders::NotAFolder(shown),
            _ => NoFolders::Unreadable(shown, error),
        })?;
        let checked =
            folder::check_all(&files, &stock.limits(), stock.names(), &stock.python(config));
        Ok(Self { files, checked })
    }

    pub(super) fn both(&self) -> impl Iterator<Item = (&Files, &Checked)> {
        self.files.iter().zip(&self.checked)
    }

    /// What to say where there is nothing to work with.
    pub(super) fn nothing_in(&self, dir: &Path) -> Option<String> {
        let dir = dir.display();
        self.files.iter().all(|files| !files.is_tool()).then(|| {
            format!("there are no tools in `{dir}`; `toolcrib new my-tool --dir {dir}` makes one")
        })
    }

    pub(super) fn count(&self, severity: FindingSeverity) -> usize {
        let findings = self.checked.iter().flat_map(|checked| &checked.findings);
        findings.filter(|finding| finding.severity == severity).count()
    }

    /// Writes every finding, tool by tool. What vendors cannot be told is only
    /// counted unless somebody wants to know.
    pub(super) fn write(&self, notes: bool, streams: &mut Streams) -> Result<()> {
        for (files, checked) in self.both() {
            let (shown, hidden): (Vec<Finding>, Vec<Finding>) =
                checked.findings.iter().cloned().partition(|finding| notes || !finding.is_loss);
            write!(streams.err, "{}", folder::render(files, &shown, streams.color))?;
            if !hidden.is_empty() {
                let things = counted(hidden.len(), "thing");
                writeln!(
                    streams.err,
                    "note: {}: {things} that some vendors cannot be told; --notes shows them\n",
                    files.shown
                )?;
            }
        }
        Ok(())
    }

    /// How it all ended, in one line.
    pub(super) fn summary(&self) -> String {
        let tools = self.files.iter().filter(|files| files.is_tool()).count();
        let broken = self.checked.iter().filter(|checked| checked.has_errors()).count();
        let errors = match self.count(FindingSeverity::Error) {
            0 => "no errors".to_owned(),
            errors => format!("{} in {}", counted(errors, "error"), counted(broken, "tool")),
        };
        let mut summary = format!("{} checked: {errors}", counted(tools, "tool"));
        for severity in [FindingSeverity::Warning, FindingSeverity::Note] {
            match self.count(severity) {
                0 => {}
                count => {
                    summary.push_str(", ");
                    summary.push_str(&counted(count, &severity.to_string()));
                }
            }
        }
        summary
    }
}

/// A finding for programs, under the name of its file.
pub(super) fn finding_json(files: &impl Texts, finding: &Finding, file: &str) -> Value {
    let place = finding.place(files);
    json!({
        "severity": finding.severity,
        "file": file,
        "line": place.map(|(line, _)| line),
        "column": place.map(|(_, column)| column),
        "pointer": finding.pointer,
        "message": finding.message,
        "help": finding.help,
    })
}

/// A number of things.
pub(super) fn counted(count: usize, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}
