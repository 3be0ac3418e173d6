//! How much of everything is too much.
//!
//! Every number a stranger can push is bounded here, in one place, so that a
//! reader can see all the limits at once.

use serde_json::Value;

/// What a number counts for when a value is measured.
const NUMBER_BYTES: usize = 6;

/// The bounds on one call and one schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of a call's arguments, as text.
    pub argument_bytes_max: usize,
    /// Levels of nesting in a call's arguments.
    pub argument_depth_max: usize,
    /// Nodes of a tool's schema.
    pub schema_nodes_max: usize,
    /// Levels of nesting in a tool's schema.
    pub schema_depth_max: usize,
    /// Bytes of an outcome as a model reads it.
    pub model_bytes_max: usize,
    /// Bytes of an answer that is kept at all.
    pub answer_bytes_max: usize,
    /// Levels of nesting in an answer.
    pub answer_depth_max: usize,
    /// Faults that one VALIDATION outcome lists, and warnings of one answer.
    pub faults_max: usize,
    /// Repairs that one outcome lists.
    pub repairs_max: usize,
    /// Alternatives that may be tried to explain what is wrong with arguments
    /// and to mend it; ten times as many to see whether they fit.
    pub validation_steps_max: u64,
}

impl Limits {
    /// The numbers that hold unless a setting says otherwise.
    pub const DEFAULT: Self = Self {
        argument_bytes_max: 256 * 1024,
        argument_depth_max: 64,
        schema_nodes_max: 100_000,
        schema_depth_max: 100,
        model_bytes_max: 32 * 1024,
        // A whole file or message of 1 MiB, and what is said around it.
        answer_bytes_max: (1024 + 64) * 1024,
        answer_depth_max: 100,
        faults_max: 50,
        repairs_max: 1_000,
        validation_steps_max: 50_000,
    };
}

impl Default for Limits {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// What a value has too much of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Excess {
    /// Text.
    Bytes,
    /// Levels of nesting.
    Depth,
}

/// Takes a value's bytes off what is left.
///
/// They are those of its compact JSON with escapes left aside and every number
/// taken to be of middling length: near enough for a bound, and much cheaper
/// than writing the value out.
pub fn measure(value: &Value, depth_left: usize, left: &mut usize) -> Result<(), Excess> {
    let depth_inside = || depth_left.checked_sub(1).ok_or(Excess::Depth);
    let bytes = match value {
        Value::Null | Value::Bool(_) => 4,
        Value::Number(_) => NUMBER_BYTES,
        Value::String(text) => text.len() + 2,
        Value::Array(items) => {
            let depth = depth_inside()?;
            items.iter().try_for_each(|item| measure(item, depth, left))?;
            items.len() + 1
        }
        Value::Object(map) => {
            let depth = depth_inside()?;
            for (key, value) in map {
                *left = left.checked_sub(key.len() + 3).ok_or(Excess::Bytes)?;
                measure(value, depth, left)?;
            }
            map.len() + 1
        }
    };
    *left = left.checked_sub(bytes).ok_or(Excess::Bytes)?;
    Ok(())
}
