//! Everything that is known of a tool folder.

use std::collections::HashMap;

use toolcrib::{Limits, Spec};
use toolcrib_authoring::document::{Document, Language, Part};
use toolcrib_authoring::{Finding, FindingSeverity, Texts as _};

use super::files::Files;
use super::guide::{self, Example};
use super::manifest::{self, Manifest};
use super::scripts;
use super::{GUIDE, HANDLER, MANIFEST, PYTHON};
use crate::python;
use crate::script::Program;

/// Findings of one tool; a stranger's folder can be wrong in any number of ways.
const FINDINGS_MAX: usize = 100;

/// Everything that is known of a tool folder, and everything that is wrong
/// with it.
#[derive(Debug)]
pub struct Checked {
    /// The folder's name.
    pub name: String,
    /// The tool's id: what the manifest says, else what the folder's name makes.
    pub tool_id: String,
    /// What the tool promises, if the manifest can be read.
    pub spec: Option<Spec>,
    /// The whole guide.
    pub guide: Option<String>,
    /// The guide's first line.
    pub summary: Option<String>,
    /// The calls that the guide shows.
    pub examples: Vec<Example>,
    /// The handler, ready to run.
    pub program: Option<Program>,
    /// The bytes of all scripts, for the version hash.
    pub handler_bytes: Vec<u8>,
    /// All there is to say: errors first, each kind by its place.
    pub findings: Vec<Finding>,
}

impl Checked {
    /// Whether the tool cannot be used.
    pub fn has_errors(&self) -> bool {
        self.findings.iter().any(Finding::is_error)
    }
}

/// Checks one tool folder.
pub fn check(files: &Files, limits: &Limits, python: &python::Settings) -> Checked {
    let mut checked = Checked {
        name: files.name.clone(),
        tool_id: files.name.replace('-', "_"),
        spec: None,
        guide: files.guide.clone(),
        summary: None,
        examples: Vec::new(),
        program: None,
        handler_bytes: scripts::bytes(&files.scripts),
        findings: Vec::new(),
    };
    if !files.is_tool() {
        checked.findings.push(Finding::new(
            FindingSeverity::Warning,
            "",
            format!("`{}` holds no tool and was skipped", files.name),
            format!("a tool has {MANIFEST}, {GUIDE} and {HANDLER} or {PYTHON}; other folders start with `_`"),
        ));
        return checked;
    }
    checked.findings.extend(files.unreadable.iter().map(|(file, why)| unreadable(file, why)));
    checked.findings.extend(missing(files));
    if let Some(text) = &files.manifest {
        let Manifest { tool_id, spec, findings } = manifest::read(text, &files.name, limits);
        checked.tool_id = tool_id.unwrap_or(checked.tool_id);
        checked.spec = spec;
        checked.findings.extend(findings);
    }
    if let Some(text) = &files.guide {
        let guide = guide::read(text);
        (checked.summary, checked.examples) = (guide.summary, guide.examples);
        checked.findings.extend(guide.findings);
    }
    if [HANDLER, PYTHON].iter().any(|file| files.scripts.contains_key(*file)) {
        match scripts::compile(files, python) {
            Ok(program) => checked.program = Some(program),
            Err(findings) => checked.findings.extend(findings),
        }
    }
    sort(&mut checked.findings);
    let more = checked.findings.len().saturating_sub(FINDINGS_MAX);
    if more > 0 {
        checked.findings.truncate(FINDINGS_MAX);
        let message = format!("there are {more} more findings");
        let help = "mend some of these first";
        checked.findings.push(Finding::new(FindingSeverity::Note, "", message, help));
    }
    checked
}

/// Checks tool folders that are to be used together: no name may belong to two,
/// nor be one that somebody else has.
pub fn check_all(
    files: &[Files],
    limits: &Limits,
    taken: HashMap<String, String>,
    python: &python::Settings,
) -> Vec<Checked> {
    let mut all: Vec<Checked> = files.iter().map(|files| check(files, limits, python)).collect();
    let mut owners = taken;
    // Ids first: a tool keeps its id against another's alias.
    for claim in [ids, aliases] {
        for (checked, files) in all.iter_mut().zip(files) {
            for (pointer, name) in checked.spec.as_ref().map(claim).unwrap_or_default() {
                let own = format!("the tool in {}", files.shown);
                let owner = owners.entry(name.clone()).or_insert_with(|| own.clone());
                if *owner != own {
                    checked.findings.push(is_taken(files, pointer, &name, owner));
                }
            }
        }
    }
    all.iter_mut().for_each(|checked| sort(&mut checked.findings));
    all
}

fn ids(spec: &Spec) -> Vec<(String, String)> {
    vec![("/toolId".to_owned(), spec.tool_id.clone())]
}

fn aliases(spec: &Spec) -> Vec<(String, String)> {
    let aliases = spec.aliases.iter().enumerate();
    aliases.map(|(index, alias)| (format!("/aliases/{index}"), alias.clone())).collect()
}

fn is_taken(files: &Files, pointer: String, name: &str, owner: &str) -> Finding {
    let document =
        files.manifest.as_deref().and_then(|text| Document::parse(text, Language::Json).ok());
    let span = document.map(|document| document.locate(&pointer, Part::Value));
    let message = format!("the name `{name}` already belongs to {owner}");
    let finding = Finding::error(MANIFEST, message, "choose another name for one of the two");
    Finding { span, pointer, ..finding }
}

fn missing(files: &Files) -> Vec<Finding> {
    let mut findings = Vec::new();
    let is_there = |file: &str| {
        files.text(file).is_some() || files.unreadable.iter().any(|(name, _)| name == file)
    };
    for (file, help) in [
        (MANIFEST, "write it: the tool's id, what it does to the world and its parameters"),
        (GUIDE, "write it: a title, one line that says what the tool does, and examples"),
    ] {
        if !is_there(file) {
            findings.push(Finding::error(file, format!("{file} is missing"), help));
        }
    }
    if !is_there(HANDLER) && !is_there(PYTHON) {
        findings.push(scripts::missing());
    }
    findings
}

fn unreadable(file: &str, why: &str) -> Finding {
    let help = [
        ("UTF-8", "save it as UTF-8"),
        ("link", "put the file itself into the folder"),
        ("larger", "make it smaller: a tool folder holds words, not data"),
        ("more than", "put fewer files into the folder"),
        ("not a file", "put a file there"),
    ];
    let help = help.iter().find(|(word, _)| why.contains(word)).map(|(_, help)| *help);
    let name = if file.is_empty() { "the folder" } else { file };
    let help = help.unwrap_or("see that it may be read");
    Finding::error(file, format!("{name} cannot be read: {why}"), help)
}

/// Errors first, then by place.
fn sort(findings: &mut [Finding]) {
    let rank = |file: &str| match file {
        "" => 0,
        MANIFEST => 1,
        GUIDE => 2,
        HANDLER | PYTHON => 3,
        _ => 4,
    };
    findings.sort_by_key(|finding| {
        let start = finding.span.as_ref().map(|span| span.start);
        (finding.severity, rank(&finding.file), finding.file.clone(), start)
    });
}
