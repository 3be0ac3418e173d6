//! Why a tool could not be registered.

use std::fmt::Write as _;

use toolcrib_core::Problem;

/// Why a tool could not be registered.
#[derive(Debug, thiserror::Error)]
pub enum RegisterError {
    /// The spec breaks rules.
    #[error("the tool `{tool_id}` cannot be registered:{}", listed(problems))]
    Invalid {
        /// Which tool.
        tool_id: String,
        /// Every broken rule.
        problems: Vec<Problem>,
    },
    /// One of its names belongs to another tool.
    #[error(transparent)]
    Taken(#[from] Box<NameTaken>),
}

/// Two tools claim one name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{name}` is taken: `{tool_id}` of source `{source_name}` cannot have it, \
     because `{holder_id}` of source `{holder_source}` does"
)]
pub struct NameTaken {
    /// The id or alias.
    pub name: String,
    /// The tool that was refused.
    pub tool_id: String,
    /// Where that tool comes from.
    pub source_name: String,
    /// The tool that has the name.
    pub holder_id: String,
    /// Where that one comes from.
    pub holder_source: String,
}

impl RegisterError {
    /// The tool that was refused and what is wrong with it.
    pub fn into_problems(self) -> (String, Vec<Problem>) {
        match self {
            Self::Invalid { tool_id, problems } => (tool_id, problems),
            Self::Taken(taken) => {
                let help = "rename one of them, or put a prefix before one of the sources";
                let problem = Problem::error("/toolId", taken.to_string(), help);
                (taken.tool_id, vec![problem])
            }
        }
    }
}

fn listed(problems: &[Problem]) -> String {
    problems.iter().fold(String::new(), |mut text, problem| {
        write!(text, "\n  {problem}").expect("writing to a string cannot fail");
        text
    })
}
