//! What a tool is to this library: a spec and something that runs.
//!
//! Implement [`Tool`] for a tool that wants its own reading of arguments or its
//! own metadata; for all others `#[tool]` on a function writes this for you.

use std::sync::Arc;

use async_trait::async_trait;
use serde_json::{Map, Value};
use toolcrib_core::{Answer, Problem, Spec, ToolError, ValidCall};

use crate::context::Context;

/// Something a model can call.
///
/// ```
/// use toolcrib::{Answer, Context, SideEffects, Spec, Tool, ToolError, ValidCall, async_trait};
///
/// struct Dice;
///
/// #[async_trait]
/// impl Tool for Dice {
///     fn spec(&self) -> Spec {
///         Spec {
///             side_effects: SideEffects::None,
///             parameters: serde_json::json!({
///                 "type": "object",
///                 "properties": { "sides": { "type": "integer", "minimum": 2 } },
///                 "required": ["sides"],
///             }),
///             ..Spec::new("dice", "Rolls a die.")
///         }
///     }
///
///     async fn call(&self, call: &ValidCall, _: &Context) -> Result<Answer, ToolError> {
///         let sides = call.arguments()["sides"].as_u64().unwrap_or(6);
///         Ok(Answer::new(sides / 2 + 1)) // chosen by a fair die roll
///     }
/// }
/// ```
#[async_trait]
pub trait Tool: Send + Sync + 'static {
    /// What the tool promises. Read once, when the tool is registered.
    fn spec(&self) -> Spec;

    /// The tool's manual, in Markdown; it counts towards the version hash.
    fn guide(&self) -> Option<String> {
        None
    }

    /// What the tool is for, in the one line that listings show; by default
    /// the first of its description.
    fn summary(&self) -> Option<String> {
        None
    }

    /// The bytes that make up the handler, where it is not compiled in; they
    /// count towards the version hash.
    fn handler_bytes(&self) -> &[u8] {
        &[]
    }

    /// What its source already knows to be wrong with it. A warning is shown
    /// wherever the tool is; with an error it is listed and cannot be called.
    fn problems(&self) -> Vec<Problem> {
        Vec::new()
    }

    /// The tool's own reading of the arguments, before they are coerced and
    /// checked: others in their place, or `None` to leave them as they are. It
    /// cannot let anything past the schema.
    fn normalize(&self, _arguments: &Map<String, Value>) -> Option<Map<String, Value>> {
        None
    }

    /// Whether it only computes, and that in no time: such a tool is tried where
    /// its caller is, which saves the way to another thread and back. What waits
    /// goes there all the same; what blocks holds up its caller's thread, so say
    /// so only of code that cannot.
    fn is_quick(&self) -> bool {
        false
    }

    /// Bytes that its arguments may have, where the registry's limit is not for
    /// it: a tool that takes whole files in.
    fn argument_bytes_max(&self) -> Option<usize> {
        None
    }

    /// Does the work. The arguments fit the schema; the future is dropped when
    /// the deadline passes or the caller goes away.
    async fn call(&self, call: &ValidCall, context: &Context) -> Result<Answer, ToolError>;
}

#[async_trait]
impl<T: Tool + ?Sized> Tool for Arc<T> {
    fn spec(&self) -> Spec {
        (**self).spec()
    }

    fn guide(&self) -> Option<String> {
        (**self).guide()
    }

    fn summary(&self) -> Option<String> {
        (**self).summary()
    }

    fn handler_bytes(&self) -> &[u8] {
        (**self).handler_bytes()
    }

    fn problems(&self) -> Vec<Problem> {
        (**self).problems()
    }

    fn normalize(&self, arguments: &Map<String, Value>) -> Option<Map<String, Value>> {
        (**self).normalize(arguments)
    }

    fn is_quick(&self) -> bool {
        (**self).is_quick()
    }

    fn argument_bytes_max(&self) -> Option<usize> {
        (**self).argument_bytes_max()
    }

    async fn call(&self, call: &ValidCall, context: &Context) -> Result<Answer, ToolError> {
        (**self).call(call, context).await
    }
}
