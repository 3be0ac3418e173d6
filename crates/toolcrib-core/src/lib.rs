//! The words and rules of Toolcrib.
//!
//! A [`Spec`] says what a tool promises, a [`CallRequest`] what somebody wants
//! of it, an [`Outcome`] how that ended. Between them stand coercion,
//! validation and the schemas that each model vendor accepts.
//!
//! This crate is pure: it does no IO, reads no clock and awaits nothing.

pub mod arguments;
pub mod call;
pub mod canonical;
pub mod compiled;
pub mod confirmation;
pub mod diff;
pub mod error;
pub mod intent;
pub mod limits;
pub mod live;
pub mod names;
pub mod outcome;
pub mod pointer;
pub mod prepare;
pub mod redact;
pub mod spec;
pub mod vendor;

pub use arguments::Arguments;
pub use call::{CallRequest, Caller, Door};
pub use compiled::CompiledSpec;
pub use confirmation::ConfirmationRequest;
pub use diff::{Change, Diff, Effect};
pub use error::{ErrorType, Fault, ToolError};
pub use intent::Intent;
pub use limits::Limits;
pub use outcome::{Answer, Meta, Outcome};
pub use prepare::{Prepared, Repair, RepairKind, ValidCall, prepare};
pub use spec::{
    Category, Mode, Problem, Severity, SideEffects, Spec, UnknownArguments, VersionHash,
};
