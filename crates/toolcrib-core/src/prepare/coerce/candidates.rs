//! What may have been meant by a value of the wrong type.

use jsonschema::error::{TypeKind, ValidationErrorKind as Kind};
use jsonschema::{JsonType, ValidationError};
use serde_json::{Number, Value};

use crate::arguments::strict;
use crate::limits::Limits;
use crate::prepare::RepairKind;

/// The largest integer that a float still counts exactly.
const EXACT_FLOAT_MAX: f64 = 9_007_199_254_740_992.0;

/// A value that may have been meant.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) value: Value,
    pub(super) kind: RepairKind,
}

/// The values that may have been meant where one error complains, best first.
pub(super) fn candidates(error: &ValidationError<'_>) -> Vec<Candidate> {
    let value = error.instance();
    match error.kind() {
        Kind::Type { kind: TypeKind::Single(wanted) } => of_type(value, *wanted),
        Kind::Type { kind: TypeKind::Multiple(set) } => {
            set.iter().flat_map(|wanted| of_type(value, wanted)).collect()
        }
        Kind::Enum { options } => {
            options.as_array().and_then(|options| declared(value, options)).into_iter().collect()
        }
        Kind::Constant { expected_value } => {
            declared(value, std::slice::from_ref(expected_value)).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

fn of_type(value: &Value, wanted: JsonType) -> Vec<Candidate> {
    let text = value.as_str();
    let meant = match wanted {
        JsonType::Integer => text.and_then(integer),
        JsonType::Number => text.and_then(number),
        JsonType::Boolean => text.and_then(boolean),
        JsonType::Object => text.and_then(decoded).filter(Value::is_object),
        JsonType::Array => return lists(value),
        JsonType::String | JsonType::Null => None,
    };
    let kind = match wanted {
        JsonType::Boolean => RepairKind::StringToBoolean,
        JsonType::Object => RepairKind::StringToObject,
        _ => RepairKind::StringToNumber,
    };
    meant.map(|value| Candidate { value, kind }).into_iter().collect()
}

fn lists(value: &Value) -> Vec<Candidate> {
    let mut lists = Vec::new();
    if let Some(list) = value.as_str().and_then(decoded).filter(Value::is_array) {
        lists.push(Candidate { value: list, kind: RepairKind::StringToArray });
    }
    if !value.is_null() {
        let value = Value::Array(vec![value.clone()]);
        lists.push(Candidate { value, kind: RepairKind::ValueToArray });
    }
    lists
}

/// The declared value that differs in case or type alone, if there is just one.
fn declared(value: &Value, options: &[Value]) -> Option<Candidate> {
    let text = value.as_str()?;
    let mut alike = options.iter().filter_map(|option| {
        let kind = match option {
            Value::String(name) if same_word(name, text) => RepairKind::EnumCase,
            Value::Number(_) if number(text).is_some_and(|meant| same_number(&meant, option)) => {
                RepairKind::StringToNumber
            }
            Value::Bool(_) if boolean(text).as_ref() == Some(option) => RepairKind::StringToBoolean,
            _ => return None,
        };
        Some(Candidate { value: option.clone(), kind })
    });
    let only = alike.next()?;
    alike.next().is_none().then_some(only)
}

fn same_word(a: &str, b: &str) -> bool {
    a.to_lowercase() == b.to_lowercase()
}

fn same_number(a: &Value, b: &Value) -> bool {
    a == b || (a.as_f64().is_some() && a.as_f64() == b.as_f64())
}

/// Reads a whole text as a JSON number: `12abc`, `007`, `NaN` and `1e400` are none.
fn number(text: &str) -> Option<Value> {
    let number: Number = serde_json::from_str(text).ok()?;
    // The parser skips white space around a number; a whole text has none.
    (!text.contains(char::is_whitespace)).then_some(Value::Number(number))
}

fn integer(text: &str) -> Option<Value> {
    let number = number(text)?;
    match number.as_f64() {
        _ if number.is_i64() || number.is_u64() => Some(number),
        // `5.0` is the integer 5; past this bound a float no longer counts.
        Some(float) if float.fract() == 0.0 && float.abs() < EXACT_FLOAT_MAX =>
        {
            #[expect(clippy::cast_possible_truncation, reason = "checked to be whole and small")]
            Some(Value::from(float as i64))
        }
        _ => None,
    }
}

fn boolean(text: &str) -> Option<Value> {
    // Python writes `True`.
    let is = |word: &str| text.eq_ignore_ascii_case(word);
    if is("true") {
        Some(Value::Bool(true))
    } else if is("false") {
        Some(Value::Bool(false))
    } else {
        None
    }
}

/// A text within a text is read as strictly as the text itself.
fn decoded(text: &str) -> Option<Value> {
    if strict::too_deep_at(text, Limits::DEFAULT.argument_depth_max).is_some() {
        return None;
    }
    strict::parse(text).ok()
}
