//! A bound on the work of one validation.
//!
//! Alternatives inside alternatives multiply: a few dozen bytes can ask for
//! more steps than there is time. So every member of a union, an `allOf` or a
//! condition counts its visits, and a validation that takes too many is given
//! up as a whole.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use jsonschema::{Keyword, ValidationError};
use serde_json::Value;

/// The keyword that counts. No schema of anybody else's has it.
pub(super) const KEYWORD: &str = "x-toolcrib-step";

/// Keywords whose members are alternatives, parts or conditions.
const LISTS: [&str; 3] = ["anyOf", "oneOf", "allOf"];
const SINGLE: [&str; 4] = ["if", "then", "else", "not"];

thread_local! {
    /// Steps that the validation on this thread may still take.
    static LEFT: Cell<u64> = const { Cell::new(u64::MAX) };
}

/// A validation took too many steps and was given up.
#[derive(Debug)]
pub(crate) struct TooManySteps;

/// Runs a validation that may take so many steps.
pub(crate) fn within<T>(steps_max: u64, work: impl FnOnce() -> T) -> Result<T, TooManySteps> {
    let before = LEFT.replace(steps_max);
    // Nothing that the work touches outlives it: it only reads.
    let result = catch_unwind(AssertUnwindSafe(work));
    LEFT.set(before);
    result.map_err(|panic| match panic.downcast::<TooManySteps>() {
        Ok(too_many) => *too_many,
        Err(panic) => resume_unwind(panic),
    })
}

/// Puts the counter wherever work can multiply.
pub(super) fn count(schema: &mut Value) {
    match schema {
        Value::Object(keywords) => {
            keywords.values_mut().for_each(count);
            for keyword in LISTS {
                if let Some(Value::Array(members)) = keywords.get_mut(keyword) {
                    members.iter_mut().for_each(mark);
                }
            }
            for keyword in SINGLE {
                if let Some(member) = keywords.get_mut(keyword) {
                    mark(member);
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(count),
        _ => {}
    }
}

fn mark(schema: &mut Value) {
    if let Value::Object(keywords) = schema {
        keywords.insert(KEYWORD.to_owned(), Value::Bool(true));
    }
}

/// Fits everything, and takes a step.
pub(super) struct Step;

impl<'i> Keyword<'i> for Step {
    fn validate(&self, _: &'i Value) -> Result<(), ValidationError<'i>> {
        take();
        Ok(())
    }

    fn is_valid(&self, _: &'i Value) -> bool {
        take();
        true
    }
}

fn take() {
    match LEFT.get().checked_sub(1) {
        Some(left) => LEFT.set(left),
        // Not a panic that anybody hears of: `within` is waiting for it.
        None => resume_unwind(Box::new(TooManySteps)),
    }
}
