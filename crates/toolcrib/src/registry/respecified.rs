//! One handler under another spec.

use std::sync::Arc;

use async_trait::async_trait;
use serde_json::{Map, Value};
use toolcrib_core::{Answer, Problem, Spec, ToolError, ValidCall};

use super::Entry;
use crate::context::Context;
use crate::tool::Tool;

/// The handler of one tool behind the promises of another: what an operator
/// set, an older version, or a tool that somebody registered by its handler's
/// key.
pub(super) struct Respecified {
    spec: Spec,
    guide: Option<String>,
    problems: Vec<Problem>,
    handler: Arc<dyn Tool>,
    /// The name under which the handler knows itself.
    handler_id: Arc<str>,
}

impl Respecified {
    pub(super) fn new(
        handler: &Entry,
        spec: Spec,
        guide: Option<String>,
        problems: Vec<Problem>,
    ) -> Self {
        Self {
            spec,
            guide,
            problems,
            handler: Arc::clone(handler.tool()),
            handler_id: Arc::clone(handler.compiled().tool_id()),
        }
    }
}

#[async_trait]
impl Tool for Respecified {
    fn spec(&self) -> Spec {
        self.spec.clone()
    }

    fn guide(&self) -> Option<String> {
        self.guide.clone()
    }

    fn problems(&self) -> Vec<Problem> {
        self.problems.clone()
    }

    fn handler_bytes(&self) -> &[u8] {
        self.handler.handler_bytes()
    }

    fn normalize(&self, arguments: &Map<String, Value>) -> Option<Map<String, Value>> {
        self.handler.normalize(arguments)
    }

    fn is_quick(&self) -> bool {
        self.handler.is_quick()
    }

    fn argument_bytes_max(&self) -> Option<usize> {
        self.handler.argument_bytes_max()
    }

    async fn call(&self, call: &ValidCall, context: &Context) -> Result<Answer, ToolError> {
        self.handler.call(&call.under_name(&self.handler_id), context).await
    }
}
