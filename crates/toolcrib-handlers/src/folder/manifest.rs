//! `schema.json`: everything that is wrong with it, each thing once.
//!
//! (1) A field that cannot be read has one finding; what would follow from its
//!     absence is not said.
//! (2) What vendors make of a tool is said only of a tool that can be called.

use std::collections::BTreeSet;

use serde_json::Value;
use toolcrib::compiled::CompiledSpec;
use toolcrib::spec::is_tool_id;
use toolcrib::{Limits, Problem, Spec};
use toolcrib_authoring::document::{Document, Language, Part};
use toolcrib_authoring::{Finding, FindingSeverity, schema_problems};

use super::names::possible_name;
use super::{MANIFEST, losses, losses::Lost};
use crate::fetch::HostList;

/// What the manifest of a folder must say, and how.
const REQUIRED: [(&str, &str); 10] = [
    ("toolId", ""),
    ("version", "`\"version\": \"1.0.0\"`"),
    ("description", "`\"description\": \"what it does and when to use it\"`"),
    ("category", "`\"category\": \"utility\"` (or `retrieval`, `action`)"),
    ("sideEffects", "`\"sideEffects\": \"none\"` (or `read_only`, `writes`)"),
    ("idempotent", "`\"idempotent\": true` (or `false`)"),
    ("requiresConfirmation", "`\"requiresConfirmation\": false` (or `true`)"),
    ("allowedModes", "`\"allowedModes\": [\"text\", \"voice\"]`"),
    ("latencyBudgetMs", "`\"latencyBudgetMs\": 1000`"),
    (
        "parameters",
        "`\"parameters\": { \"type\": \"object\", \"additionalProperties\": false, \
         \"properties\": {} }`",
    ),
];

/// Fields whose rules concern each other.
const POLICY: [&str; 4] = ["category", "sideEffects", "idempotent", "requiresConfirmation"];

/// What a manifest says.
#[derive(Default)]
pub(super) struct Manifest {
    pub(super) tool_id: Option<String>,
    pub(super) spec: Option<Spec>,
    pub(super) findings: Vec<Finding>,
}

/// Reads the manifest of a folder.
pub(super) fn read(text: &str, folder: &str, limits: &Limits) -> Manifest {
    let document = match Document::parse(text, Language::Json) {
        Ok(document) => document,
        Err(faults) => {
            let found = faults.into_iter();
            let found = found
                .map(|fault| Finding::error(MANIFEST, fault.message, fault.help).at(fault.span));
            return Manifest { findings: found.collect(), ..Manifest::default() };
        }
    };
    let (spec, problems) = Spec::read_what_can_be(&document.value);
    let is_read = problems.is_empty();
    let mut reading = Reading { document, findings: Vec::new(), faulted: BTreeSet::new() };
    reading.fields(problems, folder);
    if reading.document.value.is_object() {
        reading.folder_name(&spec, folder);
        reading.rules(&spec, limits);
        reading.hosts(&spec);
        reading.schemas(&spec);
        reading.vendors(&spec, limits);
    }
    let tool_id = reading.document.value["toolId"].as_str().map(str::to_owned);
    Manifest { tool_id, spec: is_read.then_some(spec), findings: reading.findings }
}

struct Reading<'a> {
    document: Document<'a>,
    findings: Vec<Finding>,
    /// The fields that could not be read.
    faulted: BTreeSet<String>,
}

impl Reading<'_> {
    /// What `Spec::read` says, and the fields that only a folder must have.
    fn fields(&mut self, problems: Vec<Problem>, folder: &str) {
        let Value::Object(object) = &self.document.value else {
            problems.into_iter().for_each(|problem| self.add(problem));
            return;
        };
        let missing: Vec<&(&str, &str)> =
            REQUIRED.iter().filter(|(name, _)| !object.contains_key(*name)).collect();
        if !missing.is_empty() {
            self.add(missing_fields(&missing, folder));
            self.faulted.extend(missing.iter().map(|(name, _)| (*name).to_owned()));
        }
        for problem in problems {
            if missing.iter().all(|(name, _)| problem.pointer != format!("/{name}")) {
                self.faulted.insert(top(&problem.pointer).to_owned());
                self.add(problem);
            }
        }
    }

    fn folder_name(&mut self, spec: &Spec, folder: &str) {
        let wanted = folder.replace('-', "_");
        if !is_tool_id(&wanted) {
            let message = format!("the folder `{folder}` cannot hold a tool: its name makes no id");
            let help = format!("rename it to `{}`", possible_name(folder));
            self.findings.push(Finding::error("", message, help));
            return;
        }
        if self.faulted.contains("toolId") || spec.tool_id == wanted {
            return;
        }
        let message = format!("`toolId` must be `{wanted}`, after the folder `{folder}`");
        let help = match is_tool_id(&spec.tool_id) {
            true => format!(
                "write `{wanted}`, or rename the folder to `{}`",
                spec.tool_id.replace('_', "-")
            ),
            false => format!("write `{wanted}`"),
        };
        self.faulted.insert("toolId".to_owned());
        self.add(Problem::error("/toolId", message, help));
    }

    /// The hosts that its handler may reach.
    fn hosts(&mut self, spec: &Spec) {
        for bad in HostList::parse(&spec.hosts).err().into_iter().flatten() {
            let message = format!("`{}` cannot be a host: {}", bad.entry, bad.why);
            let help = "list hosts such as `api.example.com`, `*.example.com` or `localhost:8080`";
            self.add(Problem::error(format!("/hosts/{}", bad.index), message, help));
        }
    }

    /// What every spec must keep, whatever source it comes from.
    fn rules(&mut self, spec: &Spec, limits: &Limits) {
        let problems = match CompiledSpec::new(spec.clone(), "", &[], limits) {
            Ok(compiled) => compiled.warnings().to_vec(),
            Err(problems) => problems,
        };
        let policy_faulted = POLICY.iter().any(|field| self.faulted.contains(*field));
        for problem in problems {
            let field = top(&problem.pointer);
            // (1)
            let follows =
                self.faulted.contains(field) || (policy_faulted && POLICY.contains(&field));
            if !follows {
                self.add_once(problem);
            }
        }
    }

    /// What a folder's schemas must say beyond being schemas.
    fn schemas(&mut self, spec: &Spec) {
        let parameters = self.document.value.get("parameters").filter(|value| value.is_object());
        if parameters.is_some() && spec.parameters["additionalProperties"] != Value::Bool(false) {
            let word = match spec.parameters.get("additionalProperties") {
                Some(_) => "write false",
                None => "add it",
            };
            self.add_once(Problem::error(
                "/parameters/additionalProperties",
                "`parameters` must say `\"additionalProperties\": false`",
                format!("{word}, so that arguments which a model made up are refused"),
            ));
        }
        schema_problems(spec).into_iter().for_each(|problem| self.add_once(problem));
    }

    fn vendors(&mut self, spec: &Spec, limits: &Limits) {
        // (2)
        let cannot_be_called = |finding: &Finding| {
            finding.is_error() || finding.pointer.starts_with("/parameters/required/")
        };
        if self.findings.iter().any(cannot_be_called) {
            return;
        }
        let (lost, refused) = losses::of(spec, limits);
        refused.into_iter().for_each(|problem| self.add(problem));
        for Lost { pointer, message, help } in lost {
            let span = self.document.locate(&pointer, Part::Key);
            let note = Finding::new(FindingSeverity::Note, MANIFEST, message, help);
            self.findings.push(Finding { span: Some(span), pointer, is_loss: true, ..note });
        }
    }

    fn add(&mut self, problem: Problem) {
        let is_unknown_field = problem.pointer.matches('/').count() == 1
            && !Spec::FIELDS.contains(&top(&problem.pointer));
        let part = if is_unknown_field { Part::Key } else { Part::Value };
        let span = self.document.locate(&problem.pointer, part);
        let severity = match problem.is_error() {
            true => FindingSeverity::Error,
            false => FindingSeverity::Warning,
        };
        let finding = Finding::new(severity, MANIFEST, problem.message, problem.help);
        self.findings.push(Finding { span: Some(span), pointer: problem.pointer, ..finding });
    }

    /// Adds a problem unless something is already said about its place.
    fn add_once(&mut self, problem: Problem) {
        if self.findings.iter().all(|known| known.pointer != problem.pointer) {
            self.add(problem);
        }
    }
}

/// One finding for all fields that are not there: they have one place.
fn missing_fields(missing: &[&(&str, &str)], folder: &str) -> Problem {
    let names: Vec<String> = missing.iter().map(|(name, _)| format!("`{name}`")).collect();
    let how: Vec<String> = missing
        .iter()
        .map(|(name, how)| match *name {
            "toolId" => format!("`\"toolId\": \"{}\"`", folder.replace('-', "_")),
            _ => (*how).to_owned(),
        })
        .collect();
    match names.as_slice() {
        [only] => {
            let pointer = format!("/{}", only.trim_matches('`'));
            Problem::error(pointer, format!("{only} is missing"), format!("add {}", how.concat()))
        }
        [rest @ .., last] => {
            let message = format!("{} and {last} are missing", rest.join(", "));
            Problem::error("", message, format!("add {}", how.join(", ")))
        }
        [] => unreachable!("it is called with at least one"),
    }
}

/// The field of the manifest in which a pointer leads.
fn top(pointer: &str) -> &str {
    pointer.split('/').nth(1).unwrap_or_default()
}
