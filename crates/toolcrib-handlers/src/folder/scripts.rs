//! The scripts of a tool folder.

use super::files::Files;
use super::finding::Finding;
use super::places::word_at;
use super::{FindingSeverity, HANDLER, PYTHON};
use crate::js::{Program, Scripts};

/// Compiles the handler, or says what is wrong with it.
pub(super) fn compile(files: &Files) -> Result<Program, Vec<Finding>> {
    Program::compile(&files.scripts).map_err(|problems| {
        let found = problems.into_iter().map(|problem| {
            let finding = Finding::error(problem.file, problem.message, problem.help);
            match (problem.place, files.text(&finding.file)) {
                (Some((line, column)), Some(text)) => {
                    let span = word_at(text, line as usize, column as usize);
                    finding.at(span)
                }
                _ => finding,
            }
        });
        found.collect()
    })
}

/// What is said when there is no `handler.js`.
pub(super) fn missing(files: &Files) -> Finding {
    let how = "with `export async function execute(context) { … }`";
    match files.others.iter().any(|file| file == PYTHON) {
        true => Finding::new(
            FindingSeverity::Error,
            PYTHON,
            "Python handlers cannot run yet",
            format!("write {HANDLER} {how}"),
        ),
        false => {
            Finding::error(HANDLER, format!("{HANDLER} is missing"), format!("write it, {how}"))
        }
    }
}

/// The bytes of all scripts for the version hash: by path, each with its length
/// before it, so that no two folders have the same.
pub(super) fn bytes(scripts: &Scripts) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (path, text) in scripts {
        for part in [path.as_bytes(), text.as_bytes()] {
            bytes.extend((part.len() as u64).to_le_bytes());
            bytes.extend(part);
        }
    }
    bytes
}
