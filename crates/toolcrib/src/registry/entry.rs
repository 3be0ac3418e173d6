//! One tool in the registry.

use std::fmt;
use std::sync::Arc;

use serde::Serialize;
use toolcrib_core::{CompiledSpec, Problem, Spec};

use crate::tool::Tool;

/// A tool that can be called.
pub struct Entry {
    compiled: CompiledSpec,
    source: Arc<str>,
    guide: Option<String>,
    summary: Option<String>,
    problems: Vec<Problem>,
    tool: Arc<dyn Tool>,
}

/// What a tool says of itself beside its spec.
pub(super) struct Said {
    pub(super) guide: Option<String>,
    pub(super) summary: Option<String>,
    pub(super) problems: Vec<Problem>,
}

impl Entry {
    pub(super) fn new(
        compiled: CompiledSpec,
        source: &str,
        said: Said,
        tool: Arc<dyn Tool>,
    ) -> Self {
        let Said { guide, summary, mut problems } = said;
        problems.extend_from_slice(compiled.warnings());
        Self { compiled, source: source.into(), guide, summary, problems, tool }
    }

    /// What the tool promises.
    pub fn spec(&self) -> &Spec {
        self.compiled.spec()
    }

    /// The spec with its schemas compiled.
    pub fn compiled(&self) -> &CompiledSpec {
        &self.compiled
    }

    /// The source it came from.
    pub fn source(&self) -> &str {
        &self.source
    }

    pub(super) fn shared_source(&self) -> &Arc<str> {
        &self.source
    }

    /// The tool's manual.
    pub fn guide(&self) -> Option<&str> {
        self.guide.as_deref()
    }

    /// What the tool is for, in one line.
    pub fn summary(&self) -> &str {
        let first_line = || self.spec().description.lines().next().unwrap_or_default();
        self.summary.as_deref().unwrap_or_else(first_line)
    }

    /// What somebody should look at although the tool can be called.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// The bytes of its handler that count towards the version hash.
    pub fn handler_bytes(&self) -> &[u8] {
        self.tool.handler_bytes()
    }

    pub(crate) fn tool(&self) -> &Arc<dyn Tool> {
        &self.tool
    }
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Entry")
            .field("tool_id", self.compiled.tool_id())
            .field("source", &self.source)
            .finish_non_exhaustive()
    }
}

/// A tool that a source has and nobody can call.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Broken {
    /// The id it would have.
    pub tool_id: String,
    /// The source it came from.
    pub source: String,
    /// Everything that is wrong with it.
    pub problems: Vec<Problem>,
}
