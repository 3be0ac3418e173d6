//! Faults in words that a model can act on: where, what was wanted, what came.

use jsonschema::error::{TypeKind, ValidationErrorKind as Kind};
use jsonschema::{JsonType, ValidationError};
use serde_json::Value;

use crate::compiled::Shape;
use crate::error::Fault;
use crate::pointer::child;
use crate::{names, redact};

/// Characters of a value or a list that a message shows.
const SHOWN_CHARS_MAX: usize = 80;

/// Declared values that a message lists.
const OPTIONS_MAX: usize = 30;

/// The faults behind one complaint of the validator, each at its own place.
///
/// The tool's parameters, where the complaint is about arguments, serve to
/// suggest names.
pub(crate) fn faults(
    error: &ValidationError<'_>,
    parameters: Option<&Shape>,
    most: usize,
) -> Vec<Fault> {
    let at = error.instance_path().as_str();
    match error.kind() {
        Kind::AdditionalProperties { unexpected } | Kind::UnevaluatedProperties { unexpected } => {
            unexpected.iter().take(most).map(|name| unknown(at, name, parameters)).collect()
        }
        _ => vec![fault(error, parameters)],
    }
}

/// The fault behind one complaint.
pub(crate) fn fault(error: &ValidationError<'_>, parameters: Option<&Shape>) -> Fault {
    let at = error.instance_path().as_str();
    match error.kind() {
        Kind::Required { property } => {
            let name = property.as_str().unwrap_or_default();
            Fault::at(child(at, name), "is required but missing").expecting("a value")
        }
        Kind::AdditionalProperties { unexpected } | Kind::UnevaluatedProperties { unexpected } => {
            let name = unexpected.first().map_or("", String::as_str);
            unknown(at, name, parameters)
        }
        Kind::AnyOf { context } | Kind::OneOfNotValid { context } => {
            union(error, context, parameters)
        }
        _ => {
            let expected = expected(error);
            let got = got(error);
            Fault::at(at, format!("must be {expected}, but got {got}")).expecting(expected)
        }
    }
}

/// What a value is, in a word.
pub(crate) fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(number) if number.is_f64() => "a number",
        Value::Number(_) => "an integer",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

/// What the tool's parameters are called.
pub(crate) fn parameter_list(shape: &Shape) -> String {
    let names: Vec<&str> = shape.parameter_names().take(OPTIONS_MAX).collect();
    match names.as_slice() {
        [] => "no parameters".to_owned(),
        names => format!("one of {}", names.join(", ")),
    }
}

pub(super) fn unknown(at: &str, name: &str, parameters: Option<&Shape>) -> Fault {
    let Some(shape) = parameters.filter(|_| at.is_empty()) else {
        return Fault::at(child(at, name), "is not allowed here").expecting("no such property");
    };
    let near = names::nearest(name, shape.parameter_names());
    let hint = near.first().map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
    Fault::at(child(at, name), format!("is not a parameter of this tool{hint}"))
        .expecting(parameter_list(shape))
}

/// A union is explained by the branch that came nearest.
fn union(
    error: &ValidationError<'_>,
    branches: &[Vec<ValidationError<'static>>],
    parameters: Option<&Shape>,
) -> Fault {
    let at = error.instance_path();
    if let Some(tag) = tag_fault(branches) {
        return tag;
    }
    let is_own_type = |error: &ValidationError<'_>| {
        error.instance_path() == at && matches!(error.kind(), Kind::Type { .. })
    };
    let mut wanted: Vec<String> = Vec::new();
    let mut want = |expected: String| {
        if !wanted.contains(&expected) {
            wanted.push(expected);
        }
    };
    let nearest = branches
        .iter()
        .filter(|branch| !branch.is_empty() && !branch.iter().any(is_own_type))
        .min_by_key(|branch| branch.len());
    match nearest.map(Vec::as_slice) {
        // One thing is wrong with the value itself: that is what was wanted.
        Some([only]) if only.instance_path() == at && !is_union(only) => want(expected(only)),
        Some(nearest) => {
            let faults = nearest.iter().take(3).map(|error| match error.kind() {
                // One union in a message is enough; its own faults come when it is its turn.
                Kind::AnyOf { .. } | Kind::OneOfNotValid { .. } => {
                    format!("{}: fits none of the allowed forms", error.instance_path())
                }
                _ => fault(error, parameters).to_string(),
            });
            let why = faults.collect::<Vec<_>>().join("; ");
            let message = format!("fits none of the allowed forms; nearest: {why}");
            return Fault::at(at.as_str(), message).expecting("one of the allowed forms");
        }
        None => {}
    }
    branches.iter().flatten().filter(|error| is_own_type(error)).for_each(|e| want(expected(e)));
    let expected =
        if wanted.is_empty() { "one of the allowed forms".into() } else { wanted.join(" or ") };
    Fault::at(at.as_str(), format!("must be {expected}, but got {}", got(error)))
        .expecting(expected)
}

/// Where every branch asks for another value of the same property, that
/// property is what is wrong, and all those values would do.
fn tag_fault(branches: &[Vec<ValidationError<'static>>]) -> Option<Fault> {
    let (first, others) = branches.split_first().filter(|(_, others)| !others.is_empty())?;
    let is_tag = |error: &&ValidationError<'_>| {
        matches!(error.kind(), Kind::Constant { .. } | Kind::Enum { .. })
    };
    let tag = first.iter().find(is_tag)?;
    let mut wanted = vec![expected(tag)];
    for branch in others {
        let same = |error: &&ValidationError<'_>| error.instance_path() == tag.instance_path();
        wanted.push(expected(branch.iter().filter(same).find(is_tag)?));
    }
    let expected = wanted.join(" or ");
    let at = tag.instance_path().as_str();
    Some(Fault::at(at, format!("must be {expected}, but got {}", got(tag))).expecting(expected))
}

fn is_union(error: &ValidationError<'_>) -> bool {
    matches!(error.kind(), Kind::AnyOf { .. } | Kind::OneOfNotValid { .. } | Kind::Required { .. })
}

/// What would have been right, as it stands after "must be".
fn expected(error: &ValidationError<'_>) -> String {
    match error.kind() {
        Kind::Type { kind: TypeKind::Single(wanted) } => type_name(*wanted).to_owned(),
        Kind::Type { kind: TypeKind::Multiple(set) } => {
            // `null` is never what a reader looks for first.
            let (null, others): (Vec<_>, Vec<_>) =
                set.iter().map(type_name).partition(|name| *name == "null");
            [others, null].concat().join(" or ")
        }
        Kind::Enum { options } => match options.as_array().map_or(&[][..], Vec::as_slice) {
            [only] => short(only),
            [] => "one of those that exist, and there are none now".to_owned(),
            options => {
                let mut shown: Vec<String> = options.iter().take(OPTIONS_MAX).map(short).collect();
                if options.len() > OPTIONS_MAX {
                    shown.push(format!("… ({} in all)", options.len()));
                }
                format!("one of {}", shown.join(", "))
            }
        },
        Kind::Constant { expected_value } => short(expected_value),
        Kind::Format { format } => format!("in the format {format}"),
        Kind::Pattern { pattern } => format!("a string that matches /{pattern}/"),
        Kind::Minimum { limit } => format!("at least {limit}"),
        Kind::Maximum { limit } => format!("at most {limit}"),
        Kind::ExclusiveMinimum { limit } => format!("more than {limit}"),
        Kind::ExclusiveMaximum { limit } => format!("less than {limit}"),
        Kind::MultipleOf { multiple_of } => format!("a multiple of {multiple_of}"),
        Kind::MinLength { limit } => format!("at least {} long", count(*limit, "character")),
        Kind::MaxLength { limit } => format!("at most {} long", count(*limit, "character")),
        Kind::MinItems { limit } => format!("an array of at least {}", count(*limit, "item")),
        Kind::MaxItems { limit } => format!("an array of at most {}", count(*limit, "item")),
        Kind::AdditionalItems { limit } => format!("an array of at most {limit} items"),
        Kind::MinProperties { limit } => {
            format!("an object with at least {}", count(*limit, "key"))
        }
        Kind::MaxProperties { limit } => format!("an object with at most {}", count(*limit, "key")),
        Kind::UniqueItems => "an array without repeated items".to_owned(),
        Kind::Contains => "an array with the items that the schema asks for".to_owned(),
        Kind::FalseSchema => "left out: nothing is allowed here".to_owned(),
        Kind::Not { .. } => "something the schema does not exclude".to_owned(),
        Kind::PropertyNames { error } => {
            format!("an object whose keys are each {}", expected(error))
        }
        Kind::OneOfMultipleValid { .. } => "just one of the allowed forms, not several".to_owned(),
        other => format!("valid under `{}`", other.keyword()),
    }
}

/// What came instead. A secret is named by its type alone: faults are recorded.
fn got(error: &ValidationError<'_>) -> String {
    let value = error.instance();
    let kind = kind_of(value);
    let secret = error.instance_path().as_str().split('/').any(redact::is_secret_key);
    match value.as_ref() {
        Value::Null => "null".to_owned(),
        _ if secret => kind.to_owned(),
        Value::String(text) if redact::may_hold_secret(text) => kind.to_owned(),
        Value::Array(items) => format!("an array of {}", count(items.len() as u64, "item")),
        Value::Object(_) => "an object".to_owned(),
        scalar => format!("{kind}: {}", short(scalar)),
    }
}

fn type_name(wanted: JsonType) -> &'static str {
    match wanted {
        JsonType::Null => "null",
        JsonType::Boolean => "a boolean",
        JsonType::Integer => "an integer",
        JsonType::Number => "a number",
        JsonType::String => "a string",
        JsonType::Array => "an array",
        JsonType::Object => "an object",
    }
}

fn count(number: u64, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

fn short(value: &Value) -> String {
    let text = value.to_string();
    let mut shown: String = text.chars().take(SHOWN_CHARS_MAX).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown
}
