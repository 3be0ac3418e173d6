//! Between JSON and the types of a function.
//!
//! `#[tool]` writes calls to these; a hand-written tool may use them too.

use schemars::generate::SchemaSettings;
use schemars::transform::{RecursiveTransform, Transform as _};
use schemars::{JsonSchema, Schema};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use serde_path_to_error::Segment;
use toolcrib_core::{Fault, ToolError, ValidCall, pointer, redact};

/// The JSON Schema of a type that arguments are read into.
pub fn parameters_schema<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().for_deserialize();
    let mut schema = bare(settings.into_generator().into_root_schema_for::<T>());
    if let Value::Object(root) = &mut schema {
        root.entry("properties").or_insert_with(|| json!({}));
    }
    schema
}

/// The JSON Schema of a type that answers are made of; nothing when the type
/// could be anything.
pub fn output_schema<T: JsonSchema>() -> Option<Value> {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let schema = bare(settings.into_generator().into_root_schema_for::<T>());
    let says_nothing = schema == Value::Bool(true) || schema == json!({});
    (!says_nothing).then_some(schema)
}

/// Reads valid arguments into a type.
///
/// A type can be pickier than its schema (a parsed URL, a checked number); what
/// it refuses is a fault of the arguments, in the type's own words.
pub fn read_arguments<T: DeserializeOwned>(call: &ValidCall) -> Result<T, ToolError> {
    T::deserialize(call.arguments())
        .or_else(|_| T::deserialize(whole_numbers(call.arguments())))
        .map_err(|_| refusal::<T>(call))
}

/// Reads the arguments once more, to say which of them the type refuses.
fn refusal<T: DeserializeOwned>(call: &ValidCall) -> ToolError {
    let mut place = String::new();
    let mut message = "is not accepted".to_owned();
    if let Err(error) = serde_path_to_error::deserialize::<_, T>(call.arguments()) {
        for segment in error.path() {
            let name = match segment {
                Segment::Seq { index } => index.to_string(),
                Segment::Map { key } => key.clone(),
                Segment::Enum { variant } => variant.clone(),
                Segment::Unknown => break,
            };
            place = pointer::child(&place, &name);
        }
        // The text may repeat the value.
        if !place.split('/').any(redact::is_secret_key) {
            message = format!("is not accepted: {}", error.inner());
        }
    }
    let fault = Fault::at(place, message);
    // The handler may go by another name here than where it was called.
    let message = format!("The arguments do not fit: {fault}.");
    ToolError::validation(message, vec![fault])
}

/// `5.0` is an integer to JSON Schema and none to serde.
fn whole_numbers(value: &Value) -> Value {
    match value {
        Value::Number(number) => match number.as_f64() {
            Some(float) if number.is_f64() && float.fract() == 0.0 && float.abs() < 9e15 =>
            {
                #[expect(
                    clippy::cast_possible_truncation,
                    reason = "checked to be whole and small"
                )]
                Value::from(float as i64)
            }
            _ => value.clone(),
        },
        Value::Array(items) => items.iter().map(whole_numbers).collect(),
        Value::Object(map) => {
            map.iter().map(|(key, value)| (key.clone(), whole_numbers(value))).collect()
        }
        other => other.clone(),
    }
}

/// Without the marks of the generator: `$schema`, a title that is a Rust name,
/// and formats such as `uint32` that only say how Rust keeps a number.
fn bare(mut schema: Schema) -> Value {
    schema.remove("$schema");
    schema.remove("title");
    RecursiveTransform(|schema: &mut Schema| {
        let format = schema.get("format").and_then(Value::as_str).unwrap_or_default().to_owned();
        if is_rust_number(&format) {
            schema.remove("format");
        }
        // Smaller types have their bounds in the schema already; larger ones
        // than this hold whatever a model will send.
        let (least, most) = match format.as_str() {
            "int32" => (i64::from(i32::MIN), i64::from(i32::MAX)),
            "uint32" => (0, i64::from(u32::MAX)),
            _ => return,
        };
        for (keyword, bound) in [("minimum", least), ("maximum", most)] {
            if schema.get(keyword).is_none() {
                schema.insert(keyword.to_owned(), bound.into());
            }
        }
    })
    .transform(&mut schema);
    schema.to_value()
}

fn is_rust_number(format: &str) -> bool {
    let width = format.trim_start_matches('u').strip_prefix("int");
    format == "double"
        || format == "float"
        || width.is_some_and(|bits| bits.parse::<u8>().is_ok())
        || format == "uint"
        || format == "int"
}

/// Runs work that blocks its thread where that hurts nobody. A panic in it is
/// the call's, like any other.
#[doc(hidden)]
pub async fn on_blocking_thread<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    match tokio::task::spawn_blocking(work).await {
        Ok(value) => value,
        Err(error) => match error.try_into_panic() {
            Ok(panic) => std::panic::resume_unwind(panic),
            // Blocking work is only ever cancelled when the whole runtime stops.
            Err(_) => std::future::pending().await,
        },
    }
}
