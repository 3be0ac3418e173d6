//! What is remembered of one folder between two looks.

use std::collections::HashMap;
use std::sync::Arc;

use toolcrib::{Limits, Problem, Spec, Tool};

use super::Stale;
use super::listed::BrokenTool;
use crate::fetch::HostList;
use crate::folder::{self, Checked, Files, Finding};
use crate::script::{Engines, ScriptTool};

/// What is remembered of one folder.
#[derive(Default)]
pub(super) struct Kept {
    files: Files,
    checked: Option<Fresh>,
    /// The last version that could be called.
    good: Option<Arc<ScriptTool>>,
    /// Why that version serves although the files say something else.
    stale: Vec<Problem>,
}

/// What the newest look at the files found.
enum Fresh {
    Usable(Arc<ScriptTool>),
    Broken { tool_id: String, problems: Vec<Problem> },
}

impl Kept {
    /// Looks at the files anew, if they are others than before.
    pub(super) fn refresh(&mut self, files: &Files, engines: &Engines, limits: &Limits) {
        if self.checked.is_none() || self.files != *files {
            self.checked = Some(fresh(files, engines, limits));
            self.files = files.clone();
        }
    }

    /// The ids that this folder stands for: that of its name, which its tool
    /// must have, and that of what still serves.
    pub(super) fn ids(&self) -> impl Iterator<Item = String> {
        let serving = self.good.as_ref().map(|tool| tool.spec.tool_id.clone());
        std::iter::once(id_of(&self.files)).chain(serving)
    }

    /// Where the files are, for messages.
    pub(super) fn shown(&self) -> &str {
        &self.files.shown
    }

    /// Takes the id of whatever will serve, if nobody has it.
    pub(super) fn claim_id(&self, names: &mut Names) {
        let served = match &self.checked {
            Some(Fresh::Usable(tool)) => Some(tool),
            _ => self.good.as_ref(),
        };
        if let Some(tool) = served {
            names.take(&tool.spec.tool_id, self.shown());
        }
    }

    /// The tool that this folder has now.
    pub(super) fn serve(&mut self, names: &mut Names) -> Arc<dyn Tool> {
        self.stale.clear();
        let (tool_id, problems) = match &self.checked {
            Some(Fresh::Usable(tool)) => match names.take_all(&tool.spec, self.shown()) {
                Ok(()) => {
                    self.good = Some(Arc::clone(tool));
                    return Arc::clone(tool) as Arc<dyn Tool>;
                }
                Err(problem) => (tool.spec.tool_id.clone(), vec![problem]),
            },
            Some(Fresh::Broken { tool_id, problems }) => (tool_id.clone(), problems.clone()),
            None => Default::default(),
        };
        match self.last_good(&problems, names) {
            Some(tool) => {
                self.stale = problems;
                tool
            }
            None => Arc::new(BrokenTool { tool_id, problems }),
        }
    }

    /// The files, where they make the tool that serves, and its id.
    pub(super) fn files(&self) -> Option<(String, Files)> {
        let good = self.good.as_ref()?;
        match &self.checked {
            Some(Fresh::Usable(tool)) if Arc::ptr_eq(tool, good) && self.stale.is_empty() => {
                Some((tool.spec.tool_id.clone(), self.files.clone()))
            }
            _ => None,
        }
    }

    /// What is wrong with the files, if a last good version stands in for them.
    pub(super) fn stale(&self) -> Option<Stale> {
        let tool_id = self.good.as_ref()?.spec.tool_id.clone();
        (!self.stale.is_empty()).then(|| Stale { tool_id, problems: self.stale.clone() })
    }

    /// The last version that could be called, with what is wrong now.
    fn last_good(&self, problems: &[Problem], names: &mut Names) -> Option<Arc<dyn Tool>> {
        let good = self.good.as_ref()?;
        names.take_all(&good.spec, self.shown()).ok()?;
        let stale = Problem::warning(
            "",
            format!("the files in {} are broken; their last good version still runs", self.shown()),
            "mend what follows",
        );
        let warnings = problems
            .iter()
            .map(|problem| Problem { severity: toolcrib::Severity::Warning, ..problem.clone() });
        let problems = std::iter::once(stale).chain(warnings).collect();
        Some(Arc::new(ScriptTool { problems, ..ScriptTool::clone(good) }))
    }
}

/// A tool made of these files, whatever else there is.
pub(super) fn revive(
    files: &Files,
    engines: &Engines,
    limits: &Limits,
) -> Result<Arc<dyn Tool>, Vec<Problem>> {
    match fresh(files, engines, limits) {
        Fresh::Usable(tool) => Ok(tool),
        Fresh::Broken { problems, .. } => Err(problems),
    }
}

fn fresh(files: &Files, engines: &Engines, limits: &Limits) -> Fresh {
    let checked = folder::check(files, limits, engines.python.settings());
    let problems: Vec<Problem> = checked
        .findings
        .iter()
        .filter(|finding| finding.is_error())
        .map(|finding: &Finding| finding.as_problem(files))
        .collect();
    let Checked { spec, guide, summary, program, handler_bytes, .. } = checked;
    match (spec, program) {
        (Some(spec), Some(program)) if problems.is_empty() => {
            // `check` has read them without an error.
            let hosts = Arc::new(HostList::parse(&spec.hosts).unwrap_or_default());
            let (engines, problems) = (engines.clone(), Vec::new());
            Fresh::Usable(Arc::new(ScriptTool {
                spec,
                guide,
                summary,
                program,
                handler_bytes,
                hosts,
                problems,
                engines,
            }))
        }
        _ => Fresh::Broken { tool_id: id_of(files), problems },
    }
}

/// The id that a folder's tool must have. What a broken manifest claims may be
/// another tool's.
fn id_of(files: &Files) -> String {
    files.name.replace('-', "_")
}

/// Whose the names are: names and their owners, in words.
pub(super) struct Names(pub(super) HashMap<String, String>);

impl Names {
    /// Takes a name for the tool in a folder, unless it belongs to another.
    fn take(&mut self, name: &str, shown: &str) -> bool {
        let own = format!("the tool in {shown}");
        *self.0.entry(name.to_owned()).or_insert_with(|| own.clone()) == own
    }

    /// Takes all names of a tool or none, and says whose the first other is.
    fn take_all(&mut self, spec: &Spec, shown: &str) -> Result<(), Problem> {
        let names = || std::iter::once(&spec.tool_id).chain(&spec.aliases);
        let own = format!("the tool in {shown}");
        let other = names().find_map(|name| {
            self.0.get(name).filter(|owner| **owner != own).map(|owner| (name, owner))
        });
        if let Some((name, owner)) = other {
            let message = format!("{shown}: the name `{name}` already belongs to {owner}");
            return Err(Problem::error(
                "/toolId",
                message,
                "choose another name for one of the two",
            ));
        }
        for name in names() {
            self.take(name, shown);
        }
        Ok(())
    }
}
