//! What a typed function answers: a value, and what it had to leave out.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use toolcrib_core::{Answer, Fault, Intent, ToolError};

use crate::typed;

/// A value together with warnings and intents.
///
/// A tool that could do part of what was asked does that part, returns it, and
/// says what it left out:
///
/// ```
/// use toolcrib::Reply;
///
/// let reply = Reply::new(vec!["ada"]).warning("/authors/1", "not found: bob");
/// assert_eq!(reply.warnings[0].to_string(), "/authors/1: not found: bob");
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reply<T> {
    /// The value.
    pub value: T,
    /// What was left out, and why.
    pub warnings: Vec<Fault>,
    /// What the conversation should do.
    pub intents: Vec<Intent>,
}

impl<T> Reply<T> {
    /// A value with nothing left out.
    pub fn new(value: T) -> Self {
        Self { value, warnings: Vec::new(), intents: Vec::new() }
    }

    /// Adds what was left out; the pointer says which argument it was.
    #[must_use]
    pub fn warning(mut self, pointer: impl Into<String>, message: impl Into<String>) -> Self {
        self.warnings.push(Fault::at(pointer, message));
        self
    }

    /// Adds a wish for the conversation.
    #[must_use]
    pub fn intent(mut self, intent: Intent) -> Self {
        self.intents.push(intent);
        self
    }
}

/// What a `#[tool]` function may return: any value that serializes, or a
/// [`Reply`] around one.
pub trait IntoAnswer {
    /// The JSON Schema of the value, where it says anything.
    fn output_schema() -> Option<Value>;

    /// The answer.
    fn into_answer(self) -> Result<Answer, ToolError>;
}

impl<T: Serialize + JsonSchema> IntoAnswer for T {
    fn output_schema() -> Option<Value> {
        typed::output_schema::<T>()
    }

    fn into_answer(self) -> Result<Answer, ToolError> {
        Ok(Answer::new(serde_json::to_value(self)?))
    }
}

impl<T: Serialize + JsonSchema> IntoAnswer for Reply<T> {
    fn output_schema() -> Option<Value> {
        typed::output_schema::<T>()
    }

    fn into_answer(self) -> Result<Answer, ToolError> {
        self.written()
    }
}

impl<T: Serialize> Reply<T> {
    /// The value as JSON.
    pub(crate) fn written(self) -> Result<Answer, ToolError> {
        let Self { value, warnings, intents } = self;
        Ok(Answer { data: serde_json::to_value(value)?, warnings, intents })
    }
}

impl<T> From<T> for Reply<T> {
    fn from(value: T) -> Self {
        Self::new(value)
    }
}
