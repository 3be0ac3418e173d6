//! Tools to test with, and short ways to call them.

use std::sync::Arc;

use serde_json::{Value, json};
use toolcrib::{
    Answer, CallRequest, Caller, Context, Outcome, Registry, Runtime, SideEffects, Spec, Tool,
    ToolError, ValidCall, async_trait,
};

type Body = dyn Fn(&ValidCall, &Context) -> Result<Answer, ToolError> + Send + Sync;

/// A tool made of a spec and a closure.
#[derive(Clone)]
pub(crate) struct Made {
    pub(crate) spec: Spec,
    body: Arc<Body>,
}

impl Made {
    pub(crate) fn new(
        spec: Spec,
        body: impl Fn(&ValidCall, &Context) -> Result<Answer, ToolError> + Send + Sync + 'static,
    ) -> Self {
        Self { spec, body: Arc::new(body) }
    }

    /// Answers with its arguments.
    pub(crate) fn echo(tool_id: &str) -> Self {
        Self::new(harmless(tool_id), |call, _| Ok(Answer::new(call.arguments().clone())))
    }
}

#[async_trait]
impl Tool for Made {
    fn spec(&self) -> Spec {
        self.spec.clone()
    }

    async fn call(&self, call: &ValidCall, context: &Context) -> Result<Answer, ToolError> {
        (self.body)(call, context)
    }
}

/// A spec that takes anything and does nothing to the world.
pub(crate) fn harmless(tool_id: &str) -> Spec {
    Spec {
        side_effects: SideEffects::None,
        idempotent: true,
        parameters: json!({ "type": "object", "additionalProperties": true }),
        ..Spec::new(tool_id, "A tool to test with.")
    }
}

/// A spec that takes anything and writes.
pub(crate) fn writing(tool_id: &str) -> Spec {
    Spec { side_effects: SideEffects::Writes, idempotent: false, ..harmless(tool_id) }
}

pub(crate) fn registry_of(tools: impl IntoIterator<Item = Made>) -> Registry {
    let registry = Registry::new();
    for tool in tools {
        registry.register(tool).unwrap();
    }
    registry
}

pub(crate) fn runtime_of(tool: impl Tool) -> Runtime {
    let registry = Registry::new();
    registry.register(tool).unwrap();
    Runtime::new(registry)
}

pub(crate) async fn call(runtime: &Runtime, tool: &str, arguments: Value) -> Outcome {
    runtime.call(&Caller::default(), CallRequest::new(tool, arguments)).await
}

/// The error's wire name, or `OK`.
pub(crate) fn ending(outcome: &Outcome) -> &'static str {
    outcome.error().map_or("OK", |error| error.kind.name())
}
