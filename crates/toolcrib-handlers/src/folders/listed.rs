//! Tools that were listed before anybody asks.

use std::sync::Arc;

use async_trait::async_trait;
use toolcrib::source::SourceError;
use toolcrib::{Answer, Context, Problem, Source, Spec, Tool, ToolError, ValidCall};

/// A source whose tools are known.
pub(super) struct Listed {
    name: &'static str,
    tools: Vec<Arc<dyn Tool>>,
}

impl Listed {
    pub(super) fn new(name: &'static str, tools: Vec<Arc<dyn Tool>>) -> Self {
        Self { name, tools }
    }
}

#[async_trait]
impl Source for Listed {
    fn name(&self) -> &str {
        self.name
    }

    async fn tools(&self) -> Result<Vec<Arc<dyn Tool>>, SourceError> {
        Ok(self.tools.clone())
    }
}

/// A folder that makes no tool, so that it is listed with what is wrong.
pub(super) struct BrokenTool {
    pub(super) tool_id: String,
    pub(super) problems: Vec<Problem>,
}

#[async_trait]
impl Tool for BrokenTool {
    fn spec(&self) -> Spec {
        Spec::new(self.tool_id.as_str(), "Cannot be used.")
    }

    fn problems(&self) -> Vec<Problem> {
        self.problems.clone()
    }

    async fn call(&self, _: &ValidCall, _: &Context) -> Result<Answer, ToolError> {
        // A registry does not let a tool with errors be called.
        Err(ToolError::internal(format!("`{}` is broken.", self.tool_id)))
    }
}
