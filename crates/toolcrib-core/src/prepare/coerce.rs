//! Models send `"5"` for `5`: puts the meant value in place of the sent one.
//!
//! A mend that can only be meant one way is made at once. Where there is a
//! choice (a union, a list that could be wrapped or decoded) each way is tried
//! on a copy, at all such places together, and taken where the place then
//! fits. A `string` that is wanted is never touched: nothing here makes one.

mod candidates;

use std::collections::{BTreeSet, HashSet};

use jsonschema::error::ValidationErrorKind as Kind;
use jsonschema::{ValidationError, Validator};
use serde_json::Value;

use self::candidates::{Candidate, candidates};
use super::mend::ERRORS_MAX;
use super::{Repair, RepairKind};
use crate::limits::measure;

/// Choices inside choices.
const CHOICE_DEPTH_MAX: usize = 3;

/// Bytes validated in all to mend one call's arguments, so that hostile ones
/// cannot buy time; small ones get so many passes and no more.
const BYTES_MAX: usize = 4 * 1024 * 1024;
const PASSES_MAX: usize = 64;
const PASSES_MIN: usize = 8;

/// Mends everything that can be mended.
pub(super) fn coerce(validator: &Validator, arguments: &mut Value, repairs: &mut Vec<Repair>) {
    let mut bytes_left = usize::MAX;
    // The depth has been checked when the arguments were read.
    let _ = measure(arguments, usize::MAX, &mut bytes_left);
    let passes = BYTES_MAX / (usize::MAX - bytes_left).max(1);
    let mut coercion = Coercion { validator, passes_left: passes.clamp(PASSES_MIN, PASSES_MAX) };
    coercion.mend(arguments, &[String::new()], CHOICE_DEPTH_MAX, repairs);
}

struct Coercion<'a> {
    validator: &'a Validator,
    /// Validations of the whole arguments that may still be made.
    passes_left: usize,
}

/// Values to put in place at once.
type Edits = Vec<(String, Candidate)>;

/// A place that could be mended in several ways.
struct Choice {
    pointer: String,
    options: Vec<Edits>,
}

impl Coercion<'_> {
    /// Mends what does not fit in these places.
    fn mend(
        &mut self,
        arguments: &mut Value,
        places: &[String],
        depth_left: usize,
        repairs: &mut Vec<Repair>,
    ) {
        let mut hopeless = HashSet::new();
        while let Some(left) = self.passes_left.checked_sub(1) {
            self.passes_left = left;
            let (edits, choices) = self.plan(arguments, places, &hopeless);
            if !edits.is_empty() {
                apply(edits, arguments, repairs);
            } else if choices.is_empty() || depth_left == 0 {
                return;
            } else {
                self.choose(choices, arguments, depth_left - 1, repairs, &mut hopeless);
            }
        }
    }

    /// What must be done, and what could be done.
    fn plan(
        &self,
        arguments: &Value,
        places: &[String],
        hopeless: &HashSet<String>,
    ) -> (Edits, Vec<Choice>) {
        let mut edits = Edits::new();
        let mut choices = Vec::new();
        let places: BTreeSet<&str> = places.iter().map(String::as_str).collect();
        for error in self.validator.iter_errors(arguments).take(ERRORS_MAX) {
            let pointer = error.instance_path().to_string();
            if hopeless.contains(&pointer) || !lies_in_any(&pointer, &places) {
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

    /// Tries the first way at every place, then the second where the first did
    /// not help, and so on. What nothing helps is hopeless.
    fn choose(
        &mut self,
        mut choices: Vec<Choice>,
        arguments: &mut Value,
        depth_left: usize,
        repairs: &mut Vec<Repair>,
        hopeless: &mut HashSet<String>,
    ) {
        while !choices.is_empty() && self.passes_left > 0 {
            let mut trial = arguments.clone();
            let mut mends = Vec::new();
            for choice in &mut choices {
                apply(choice.options.remove(0), &mut trial, &mut mends);
            }
            let places: Vec<String> = choices.iter().map(|choice| choice.pointer.clone()).collect();
            self.mend(&mut trial, &places, depth_left, &mut mends);
            self.passes_left = self.passes_left.saturating_sub(1);
            let wrong: BTreeSet<String> = self
                .validator
                .iter_errors(&trial)
                .take(ERRORS_MAX)
                .map(|error| error.instance_path().to_string())
                .collect();
            let settled = |choice: &Choice| !any_lies_in(&wrong, &choice.pointer);
            let taken: BTreeSet<String> =
                choices.iter().filter(|c| settled(c)).map(|c| c.pointer.clone()).collect();
            for pointer in &taken {
                if let (Some(place), Some(mended)) =
                    (arguments.pointer_mut(pointer), trial.pointer(pointer))
                {
                    *place = mended.clone();
                }
            }
            let taken_places: BTreeSet<&str> = taken.iter().map(String::as_str).collect();
            mends.retain(|mend: &Repair| lies_in_any(&mend.pointer, &taken_places));
            repairs.append(&mut mends);
            choices.retain(|choice| {
                let goes_on = !taken.contains(&choice.pointer) && !choice.options.is_empty();
                if !goes_on && !taken.contains(&choice.pointer) {
                    hopeless.insert(choice.pointer.clone());
                }
                goes_on
            });
        }
        hopeless.extend(choices.into_iter().map(|choice| choice.pointer));
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
    let mut edits = Edits::new();
    for error in branch {
        match error.kind() {
            Kind::AnyOf { context } | Kind::OneOfNotValid { context } => {
                edits.append(&mut context.iter().find_map(|branch| mend_branch(branch))?);
            }
            _ => {
                let candidate = candidates(error).into_iter().next()?;
                edits.push((error.instance_path().to_string(), candidate));
            }
        }
    }
    Some(edits)
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

/// Whether a pointer is one of the places or lies in one.
fn lies_in_any(pointer: &str, places: &BTreeSet<&str>) -> bool {
    let mut ends = pointer.match_indices('/').map(|(at, _)| at).chain([pointer.len()]);
    ends.any(|end| places.contains(&pointer[..end]))
}

/// Whether one of the pointers is the place or lies in it.
fn any_lies_in(pointers: &BTreeSet<String>, place: &str) -> bool {
    let below = format!("{place}/");
    pointers.contains(place)
        || pointers.range(below.clone()..).next().is_some_and(|next| next.starts_with(&below))
}
