//! Why a call did not answer.
//!
//! One table gives every error type its wire name, who raises it, whether a
//! retry can help and what a model should try next; the reference page is
//! printed from the same table. Nothing here decides when an error is raised.

mod table;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::error::Error;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::confirmation::ConfirmationRequest;
use crate::intent::Intent;

pub use table::{ErrorType, RaisedBy, Retry, reference};

/// The cause of an error, for the operator's log alone.
pub type BoxError = Box<dyn Error + Send + Sync>;

/// Why a call did not answer.
///
/// A program branches on `kind`, the model reads `message` and `details`, the
/// operator reads `source` in the log. The source is never serialized.
///
/// Any `std::error::Error` becomes one through `?`: as an INTERNAL error whose
/// message says nothing of the cause, because a cause may name hosts, paths or
/// queries that are not a model's business.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ToolError {
    /// What went wrong, for a program.
    #[serde(rename = "type")]
    pub kind: ErrorType,
    /// What went wrong and what to do, for the model.
    pub message: String,
    /// Whether the same call may succeed later.
    pub retryable: bool,
    /// Whether something was changed before it failed.
    pub partial_side_effects: bool,
    /// Whether a retry is safe only under an idempotency key.
    pub idempotency_required: bool,
    /// Every fault of the arguments, or whatever else has a place.
    pub details: Vec<Fault>,
    /// How long the other side asked us to wait.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry_after_ms: Option<u64>,
    /// What few errors have; boxed, because every result would carry it along.
    #[serde(flatten)]
    pub more: Option<Box<More>>,
    /// What the tool asks the conversation to do all the same; it stands in
    /// the outcome, not in the error.
    #[serde(skip)]
    pub intents: Vec<Intent>,
    /// The cause, for the operator.
    #[serde(skip)]
    pub source: Option<BoxError>,
}

impl ToolError {
    /// An error of a type, with the retryability that the table gives it.
    pub fn new(kind: ErrorType, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
            retryable: kind.retry() == Retry::Yes,
            partial_side_effects: false,
            idempotency_required: false,
            details: Vec::new(),
            retry_after_ms: None,
            more: None,
            intents: Vec::new(),
            source: None,
        }
    }

    /// Something that may go away by itself: the runtime retries it where that is safe.
    pub fn transient(message: impl Into<String>) -> Self {
        Self::new(ErrorType::Transient, message)
    }

    /// Something that will fail again however often it is tried.
    pub fn permanent(message: impl Into<String>) -> Self {
        Self::new(ErrorType::Permanent, message)
    }

    /// Arguments that fit the schema and still make no sense.
    pub fn validation(message: impl Into<String>, details: Vec<Fault>) -> Self {
        Self { details, ..Self::new(ErrorType::Validation, message) }
    }

    /// A broken tool, or a bug.
    pub fn internal(message: impl Into<String>) -> Self {
        Self::new(ErrorType::Internal, message)
    }

    /// The details that the message does not already spell out.
    pub fn further_details(&self) -> impl Iterator<Item = &Fault> {
        self.details.iter().filter(|fault| !self.message.contains(&fault.to_string()))
    }

    /// Adds the cause, for the operator's log.
    #[must_use]
    pub fn caused_by(mut self, source: impl Into<BoxError>) -> Self {
        self.source = Some(source.into());
        self
    }

    /// Adds how long the other side asked us to wait.
    #[must_use]
    pub fn retry_after_ms(mut self, retry_after_ms: u64) -> Self {
        self.retry_after_ms = Some(retry_after_ms);
        self
    }

    /// Adds which of the causes of its type it has.
    #[must_use]
    pub fn because(mut self, reason: &'static str) -> Self {
        self.extend().reason = Some(Cow::Borrowed(reason));
        self
    }

    /// Adds the rule that decided.
    #[must_use]
    pub fn by_rule(mut self, rule: &'static str) -> Self {
        self.extend().rule = Some(rule);
        self
    }

    /// Adds what a person is asked to approve.
    #[must_use]
    pub fn asking(mut self, request: Box<ConfirmationRequest>) -> Self {
        self.extend().confirmation_request = Some(request);
        self
    }

    fn extend(&mut self) -> &mut More {
        self.more.get_or_insert_default()
    }

    pub(crate) fn with_reason(mut self, reason: Option<String>) -> Self {
        if let Some(reason) = reason {
            self.extend().reason = Some(Cow::Owned(reason));
        }
        self
    }

    /// Which of the causes of its type it has, where a program may want to know.
    pub fn reason(&self) -> Option<&str> {
        self.more.as_ref()?.reason.as_deref()
    }

    /// What a model should try next.
    pub fn next_step(&self) -> &'static str {
        match self.reason() {
            Some("DENIED") => "Do not make this call again unless the user asks for it.",
            _ => self.kind.next_step(),
        }
    }

    /// The rule that decided, for the record.
    pub fn rule(&self) -> Option<&'static str> {
        self.more.as_ref()?.rule
    }

    /// What a person is asked to approve, where that would let the call run.
    pub fn confirmation_request(&self) -> Option<&ConfirmationRequest> {
        self.more.as_ref()?.confirmation_request.as_deref()
    }

    /// Says that something was changed before the failure.
    #[must_use]
    pub fn with_partial_side_effects(mut self) -> Self {
        self.partial_side_effects = true;
        self
    }
}

/// What few errors have: a reason, a rule, a question.
#[derive(Default, Serialize)]
pub struct More {
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<Cow<'static, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    confirmation_request: Option<Box<ConfirmationRequest>>,
    #[serde(skip)]
    rule: Option<&'static str>,
}

impl<E: Error + Send + Sync + 'static> From<E> for ToolError {
    fn from(source: E) -> Self {
        Self::internal("The tool failed unexpectedly.").caused_by(source)
    }
}

impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind, self.message)
    }
}

impl fmt::Debug for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolError")
            .field("kind", &self.kind)
            .field("message", &self.message)
            .field("details", &self.details)
            .field("source", &self.source)
            .finish_non_exhaustive()
    }
}

/// One thing that is wrong, and where.
///
/// The details of a VALIDATION error are faults, and so are the warnings of a
/// call that left something out and went on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// Where in the arguments, as a JSON pointer; the root is the empty text.
    #[serde(default)]
    pub pointer: String,
    /// What is wrong there.
    pub message: String,
    /// What would have been right.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub expected: String,
}

impl Fault {
    /// A fault at a place.
    pub fn at(pointer: impl Into<String>, message: impl Into<String>) -> Self {
        Self { pointer: pointer.into(), message: message.into(), expected: String::new() }
    }

    /// Adds what would have been right.
    #[must_use]
    pub fn expecting(mut self, expected: impl Into<String>) -> Self {
        self.expected = expected.into();
        self
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.pointer.is_empty() {
            f.write_str(&self.message)
        } else {
            write!(f, "{}: {}", self.pointer, self.message)
        }
    }
}
