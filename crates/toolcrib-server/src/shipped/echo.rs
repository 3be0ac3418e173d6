//! Answers with its own arguments.

use serde_json::json;
use toolcrib::{Answer, Context, SideEffects, Spec, Tool, ToolError, ValidCall, async_trait};

/// Answers with its own arguments, so that anyone can see what a call carries.
pub(super) struct Echo;

#[async_trait]
impl Tool for Echo {
    fn spec(&self) -> Spec {
        Spec {
            title: Some("Echo".to_owned()),
            group: Some("general".to_owned()),
            side_effects: SideEffects::None,
            idempotent: true,
            latency_budget_ms: 50,
            timeout_ms: 1_000,
            parameters: json!({
                "type": "object",
                "properties": {},
                "additionalProperties": true,
            }),
            tags: vec!["debug".to_owned()],
            ..Spec::new("echo", "Answers with exactly the arguments it was given.")
        }
    }

    fn is_quick(&self) -> bool {
        true
    }

    async fn call(&self, call: &ValidCall, _: &Context) -> Result<Answer, ToolError> {
        Ok(Answer::new(call.arguments().clone()))
    }
}
