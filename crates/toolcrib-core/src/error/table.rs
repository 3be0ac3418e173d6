//! The table of error types: the one place that knows them all.

use std::fmt;
use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

/// Who raises an error of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RaisedBy {
    /// The registry and the runtime.
    Registry,
    /// A rule about who may call what, and how often.
    Policy,
    /// The tool itself.
    Handler,
}

/// Whether the same call may succeed later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Retry {
    /// It may.
    Yes,
    /// It will not.
    No,
    /// It may, if the tool is idempotent or does not write.
    IfRepeatable,
}

/// Declares the enum, its wire names and its row of the table in one go, so
/// that a type without a paragraph cannot be written.
macro_rules! error_types {
    ($($variant:ident $name:literal $by:ident $retry:ident $when:literal $next:literal)+) => {
        /// What went wrong, for a program.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum ErrorType {
            $(#[doc = $when] #[serde(rename = $name)] $variant,)+
        }

        impl ErrorType {
            /// Every type, in the order of the reference.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// The name on the wire.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),+ }
            }

            /// Who raises it.
            pub const fn raised_by(self) -> RaisedBy {
                match self { $(Self::$variant => RaisedBy::$by),+ }
            }

            /// Whether a retry can help.
            pub const fn retry(self) -> Retry {
                match self { $(Self::$variant => Retry::$retry),+ }
            }

            /// When it is raised.
            pub const fn when(self) -> &'static str {
                match self { $(Self::$variant => $when),+ }
            }

            /// What a model should try next.
            pub const fn next_step(self) -> &'static str {
                match self { $(Self::$variant => $next),+ }
            }
        }
    };
}

error_types! {
    Validation "VALIDATION" Registry No
        "The arguments do not fit the tool's parameters."
        "Correct the arguments and call the tool again."
    NotFound "NOT_FOUND" Registry No
        "There is no such tool, or the caller may not see it."
        "Call one of the tools you were given."
    Disabled "DISABLED" Registry No
        "The tool or the agent is switched off."
        "Go on without this tool."
    Internal "INTERNAL" Registry No
        "The handler broke, or its answer is not what the tool promises."
        "Do not repeat the call; go on without this tool or tell the user."
    Timeout "TIMEOUT" Registry IfRepeatable
        "The deadline passed before the handler answered."
        "Ask for less at once, or go on without this tool."
    Cancelled "CANCELLED" Registry No
        "The caller went away or stopped the call."
        "Do not repeat the call unless the user asks for it."
    ModeRestricted "MODE_RESTRICTED" Policy No
        "The tool may not be called in this kind of conversation."
        "Go on without this tool, or offer to change to another mode."
    BudgetExceeded "BUDGET_EXCEEDED" Policy No
        "The turn has used up its calls."
        "Answer with what you have."
    ConfirmationRequired "CONFIRMATION_REQUIRED" Policy No
        "A person must approve the call first."
        "Tell the user what you want to do and wait for their approval."
    LoopDetected "LOOP_DETECTED" Policy No
        "The turn goes in circles: the same call again, or one that keeps coming back empty."
        "Try something else, or answer with what you have."
    PermissionDenied "PERMISSION_DENIED" Policy No
        "A rule forbids this caller this call."
        "Go on without this tool."
    Overloaded "OVERLOADED" Policy Yes
        "Too many calls are running, or the tool has failed too often just now."
        "Wait a little before you call it again."
    SessionInactive "SESSION_INACTIVE" Handler No
        "The session has ended."
        "Do not call tools that need the session."
    Transient "TRANSIENT" Handler Yes
        "Something failed that may work a little later."
        "You may call the tool again a little later."
    Permanent "PERMANENT" Handler No
        "It failed and will fail again."
        "Do not repeat the call; try another way."
    RateLimit "RATE_LIMIT" Handler Yes
        "A service behind the tool takes no more calls for now."
        "Wait before you call the tool again."
    Auth "AUTH" Handler No
        "The tool has no valid credentials for the service behind it."
        "Tell the user that the tool needs to be given access."
    Conflict "CONFLICT" Handler No
        "The call contradicts the present state, or reuses an idempotency key for other arguments."
        "Read the present state before you try again."
}

impl ErrorType {
    /// Whether a handler may answer with this type.
    ///
    /// A handler speaks for itself, so it may use its own types, refuse
    /// arguments that fit the schema and still make no sense, and admit that it
    /// is broken. It may not pretend to be the policy or the registry.
    pub fn is_for_handlers(self) -> bool {
        self.raised_by() == RaisedBy::Handler || matches!(self, Self::Validation | Self::Internal)
    }
}

impl fmt::Display for ErrorType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The reference page of all error types, in Markdown.
pub fn reference() -> String {
    let mut page = String::from(
        "# Error types\n\n\
         A call that ended badly has `ok: false` and an `error` of one of these types.\n\
         This page is printed from the table in `toolcrib-core`; do not edit it by hand.\n\n\
         | type | raised by | retryable |\n|---|---|---|\n",
    );
    for kind in ErrorType::ALL {
        let by = match kind.raised_by() {
            RaisedBy::Registry => "registry",
            RaisedBy::Policy => "policy",
            RaisedBy::Handler => "handler",
        };
        let retry = match kind.retry() {
            Retry::Yes => "yes",
            Retry::No => "no",
            Retry::IfRepeatable => "if the tool is idempotent or does not write",
        };
        writeln!(page, "| [{kind}](#{}) | {by} | {retry} |", kind.name().to_lowercase())
            .expect("writing to a string cannot fail");
    }
    for kind in ErrorType::ALL {
        write!(page, "\n## {kind}\n\n{}\n\nThe model is told: {}\n", kind.when(), kind.next_step())
            .expect("writing to a string cannot fail");
    }
    page
}
