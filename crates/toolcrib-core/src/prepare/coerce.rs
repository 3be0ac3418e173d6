//! Models send `"5"` for `5`: puts the meant value in place of the sent one.
//!
//! A mend that can only be meant one way is made at once. Where there is a
//! choice (a union, a list that could be wrapped or decoded) each way is tried
//! on a copy and taken only if that place then fits. A `string` that is wanted
//! is never touched: nothing here makes a string.

mod candidates;

use std::collections::HashSet;

use jsonschema::error::ValidationErrorKind as Kind;
use jsonschema::{ValidationError, Validator};
use serde_json::Value;

use self::candidates::{Candidate, candidates};
use super::mend::ERRORS_MAX;
use super::{Repair, RepairKind};

/// Rounds of mending: a list in a string in a list needs one for each layer.
const ROUNDS_MAX: usize = 16;

/// Copies tried in one call, so that hostile arguments cannot buy time.
const TRIALS_MAX: usize = 64;

/// Choices inside choices.
const CHOICE_DEPTH_MAX: usize = 3;

/// Mends everything that can be mended.
pub(super) fn coerce(validator: &Validator, arguments: &mut Value, repairs: &mut Vec<Repair>) {
    let mut trials_left = TRIALS_MAX;
    let coercion = Coercion { validator, place: "", depth_left: CHOICE_DEPTH_MAX };
    coercion.mend(arguments, repairs, &mut trials_left);
}

/// The mending of one place and what lies under it.
struct Coercion<'a> {
    validator: &'a Validator,
    place: &'a str,
    depth_left: usize,
}

/// Values to put in place at once.
type Edits = Vec<(String, Candidate)>;

/// A place that could be mended in several ways.
struct Choice {
    pointer: String,
    options: Vec<Edits>,
}

impl Coercion<'_> {
    fn mend(&self, arguments: &mut Value, repairs: &mut Vec<Repair>, trials_left: &mut usize) {
        let mut hopeless = HashSet::new();
        for _ in 0..ROUNDS_MAX {
            let (edits, choices) = self.plan(arguments, &hopeless);
            if !edits.is_empty() {
                apply(edits, arguments, repairs);
            } else if !self.choose(choices, arguments, repairs, &mut hopeless, trials_left) {
                return;
            }
        }
    }

    /// What must be done, and what could be done.
    fn plan(&self, arguments: &Value, hopeless: &HashSet<String>) -> (Edits, Vec<Choice>) {
        let mut edits = Edits::new();
        let mut choices = Vec::new();
        for error in self.errors(arguments) {
            let pointer = error.instance_path().to_string();
            if hopeless.contains(&pointer) {
                continue;
            }
            let mut options = options(&error);
            if options.len() == 1 && is_certain(&options[0]) {
                edits.append(&mut options[0]);
            } else if !options.is_empty() {
                choices.push(Choice { pointer, options });
            }
        }
        (edits, choices)
    }

    /// Settles the choices that can be settled; false when nothing changed.
    fn choose(
        &self,
        choices: Vec<Choice>,
        arguments: &mut Value,
        repairs: &mut Vec<Repair>,
        hopeless: &mut HashSet<String>,
        trials_left: &mut usize,
    ) -> bool {
        let mut changed = false;
        for choice in choices {
            match self.settle(&choice, arguments, trials_left) {
                Some((mended, mut mends)) => {
                    *arguments = mended;
                    repairs.append(&mut mends);
                    changed = true;
                }
                None => {
                    hopeless.insert(choice.pointer);
                }
            }
        }
        changed
    }

    /// The first way that makes its place fit.
    fn settle(
        &self,
        choice: &Choice,
        arguments: &Value,
        trials_left: &mut usize,
    ) -> Option<(Value, Vec<Repair>)> {
        let depth_left = self.depth_left.checked_sub(1)?;
        for option in &choice.options {
            *trials_left = trials_left.checked_sub(1)?;
            let mut trial = arguments.clone();
            let mut repairs = Vec::new();
            apply(option.clone(), &mut trial, &mut repairs);
            let inner = Coercion { validator: self.validator, place: &choice.pointer, depth_left };
            inner.mend(&mut trial, &mut repairs, trials_left);
            if inner.errors(&trial).next().is_none() {
                return Some((trial, repairs));
            }
        }
        None
    }

    /// What the validator says of this place and what lies under it.
    fn errors<'v>(&'v self, arguments: &'v Value) -> impl Iterator<Item = ValidationError<'v>> {
        self.validator
            .iter_errors(arguments)
            .take(ERRORS_MAX)
            .filter(|error| lies_in(error.instance_path().as_str(), self.place))
    }
}

/// The ways to mend what one error complains about.
fn options(error: &ValidationError<'_>) -> Vec<Edits> {
    match error.kind() {
        Kind::AnyOf { context } | Kind::OneOfNotValid { context } => {
            context.iter().filter_map(|branch| mend_branch(branch)).collect()
        }
        _ => {
            let pointer = error.instance_path().as_str();
            let edit = |candidate| vec![(pointer.to_owned(), candidate)];
            candidates(error).into_iter().map(edit).collect()
        }
    }
}

/// Mends a branch of a union, if all its complaints can be answered.
fn mend_branch(branch: &[ValidationError<'static>]) -> Option<Edits> {
    branch
        .iter()
        .map(|error| {
            let candidate = candidates(error).into_iter().next()?;
            Some((error.instance_path().to_string(), candidate))
        })
        .collect()
}

/// Whether a lone way is the only thing that can have been meant. Wrapping is
/// not: it would move the fault of a plainly wrong value to a place that the
/// caller never sent.
fn is_certain(edits: &Edits) -> bool {
    matches!(edits.as_slice(), [(_, only)] if only.kind != RepairKind::ValueToArray)
}

fn apply(edits: Edits, arguments: &mut Value, repairs: &mut Vec<Repair>) {
    for (pointer, candidate) in edits {
        if let Some(place) = arguments.pointer_mut(&pointer) {
            *place = candidate.value;
            repairs.push(Repair::new(pointer, candidate.kind));
        }
    }
}

fn lies_in(pointer: &str, place: &str) -> bool {
    pointer.strip_prefix(place).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}
