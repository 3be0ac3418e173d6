//! The rules that one spec must keep by itself.
//!
//! Every rule is checked and every breach is reported: whoever writes a tool
//! mends it once, not once for each fault.

use std::fmt;

use serde::Serialize;
use serde_json::Value;

use super::{Category, SideEffects, Spec, UnknownArguments};

/// The longest id a tool may have.
const ID_CHARS_MAX: usize = 64;

/// One thing that is wrong with a spec.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// Whether the tool can be used in spite of it.
    pub severity: Severity,
    /// Where in the manifest, as a JSON pointer.
    pub pointer: String,
    /// What is wrong.
    pub message: String,
    /// How to mend it.
    pub help: String,
}

/// How much a problem matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// The tool works, and its author should still look.
    Warning,
    /// The tool cannot be used.
    Error,
}

impl Problem {
    /// A problem that keeps the tool from being used.
    pub fn error(
        pointer: impl Into<String>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Self {
        let (pointer, message, help) = (pointer.into(), message.into(), help.into());
        Self { severity: Severity::Error, pointer, message, help }
    }

    /// A problem that its author should look at and that harms nobody yet.
    pub fn warning(
        pointer: impl Into<String>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Self {
        Self { severity: Severity::Warning, ..Self::error(pointer, message, help) }
    }

    /// Whether the tool cannot be used.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { pointer, message, help, .. } = self;
        if pointer.is_empty() {
            write!(f, "{message} ({help})")
        } else {
            write!(f, "{pointer}: {message} ({help})")
        }
    }
}

impl Spec {
    /// Everything that is wrong with this spec, as far as it can be seen
    /// without compiling its schemas.
    pub fn problems(&self) -> Vec<Problem> {
        let mut problems = Vec::new();
        self.check_names(&mut problems);
        self.check_policy(&mut problems);
        check_object_schema("/parameters", &self.parameters, &mut problems);
        let says_itself = ["additionalProperties", "unevaluatedProperties"]
            .iter()
            .find(|keyword| self.parameters.get(**keyword).is_some());
        if let (UnknownArguments::Drop, Some(keyword)) = (self.unknown_arguments, says_itself) {
            problems.push(Problem::warning(
                "/unknownArguments",
                format!("this has no effect: `{keyword}` says what happens to unknown arguments"),
                "leave out one of the two",
            ));
        }
        problems
    }

    fn check_names(&self, problems: &mut Vec<Problem>) {
        let help = "use a lower-case letter, then at most 63 lower-case letters, digits or `_`";
        if !is_tool_id(&self.tool_id) {
            let message = format!("`{}` cannot be a tool id", shown(&self.tool_id));
            problems.push(Problem::error("/toolId", message, help));
        }
        for (field, names, role) in
            [("aliases", &self.aliases, "an alias"), ("uses", &self.uses, "a tool id")]
        {
            for (index, name) in names.iter().enumerate() {
                if !is_tool_id(name) {
                    let message = format!("`{}` cannot be {role}", shown(name));
                    problems.push(Problem::error(format!("/{field}/{index}"), message, help));
                }
            }
        }
        if self.description.trim().is_empty() {
            problems.push(Problem::error(
                "/description",
                "the description is empty",
                "say in a sentence what the tool does and when to use it: the model reads it",
            ));
        }
    }

    fn check_policy(&self, problems: &mut Vec<Problem>) {
        if self.allowed_modes.is_empty() {
            problems.push(Problem::error(
                "/allowedModes",
                "no mode may call this tool",
                "list `text`, `voice` or both",
            ));
        }
        for (pointer, budget_ms) in
            [("/latencyBudgetMs", self.latency_budget_ms), ("/timeoutMs", self.timeout_ms)]
        {
            if budget_ms == 0 {
                let help = "give a positive number of milliseconds";
                problems.push(Problem::error(pointer, "the time must not be zero", help));
            }
        }
        if self.latency_budget_ms > self.timeout_ms && self.timeout_ms > 0 {
            problems.push(Problem::warning(
                "/latencyBudgetMs",
                format!("the call ends after {} ms, before this", self.timeout_ms),
                "lower `latencyBudgetMs`, or raise `timeoutMs`",
            ));
        }
        if self.category() == Category::Retrieval {
            if self.side_effects == SideEffects::Writes {
                problems.push(Problem::error(
                    "/sideEffects",
                    "a retrieval tool must not write",
                    "set `sideEffects` to `read_only` or `none`, or `category` to `action`",
                ));
            }
            if !self.idempotent {
                problems.push(Problem::error(
                    "/idempotent",
                    "a retrieval tool must be idempotent",
                    "set `idempotent` to true, or choose another `category`",
                ));
            }
        } else if self.writes() && !self.idempotent && !self.requires_confirmation {
            problems.push(Problem::warning(
                "/requiresConfirmation",
                "the tool writes, is not idempotent, and nobody is asked before it runs",
                "set `requiresConfirmation` or `idempotent` to true if one of them holds",
            ));
        }
    }
}

/// Whether a text can be a tool's id, callable name or alias.
pub fn is_tool_id(text: &str) -> bool {
    text.len() <= ID_CHARS_MAX
        && text.starts_with(|first: char| first.is_ascii_lowercase())
        && text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}

fn check_object_schema(pointer: &str, schema: &Value, problems: &mut Vec<Problem>) {
    let help = "make it `{ \"type\": \"object\", \"properties\": { … } }`";
    match schema {
        Value::Object(root) if root.get("type") == Some(&Value::from("object")) => {}
        Value::Object(root) => {
            let at = if root.contains_key("type") { "/type" } else { "" };
            let message = "the root of the schema must have `type` `object`";
            problems.push(Problem::error(format!("{pointer}{at}"), message, help));
        }
        _ => problems.push(Problem::error(pointer, "the schema must be a JSON object", help)),
    }
}

/// A stranger's text, short enough to stand in a message.
pub(super) fn shown(text: &str) -> String {
    let mut short: String = text.chars().take(80).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}
