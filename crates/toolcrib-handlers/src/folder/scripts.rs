//! The scripts of a tool folder.

use super::files::Files;
use super::{HANDLER, PYTHON};
use crate::js::{self, Scripts};
use crate::python;
use crate::script::Program;
use toolcrib_authoring::places::word_at;
use toolcrib_authoring::{Finding, Texts as _};

/// Looks at the handler, or says what is wrong with it.
pub(super) fn compile(files: &Files, python: &python::Settings) -> Result<Program, Vec<Finding>> {
    let scripts = &files.scripts;
    let compiled = match (scripts.contains_key(HANDLER), scripts.contains_key(PYTHON)) {
        (true, true) => {
            let message = format!("the folder has both {HANDLER} and {PYTHON}");
            return Err(vec![Finding::error(PYTHON, message, "keep one of the two")]);
        }
        (_, true) => python::Program::compile(scripts, python).map(Program::Python),
        _ => js::Program::compile(scripts).map(Program::Js),
    };
    compiled.map_err(|problems| {
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

/// What is said when there is no handler.
pub(super) fn missing() -> Finding {
    let how = "with `export async function execute(context) { … }`";
    let or = format!("or {PYTHON} with `def execute(context):`");
    Finding::error(HANDLER, format!("{HANDLER} is missing"), format!("write it, {how}, {or}"))
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
