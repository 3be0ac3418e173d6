//! From untrusted words to a call that a handler may see.
//!
//! Owns every change that is made to arguments: undoing a vendor's lowering,
//! filling in defaults, mending what is safely mendable, dropping what may be
//! dropped. Whatever it does, the result fits the tool's own schema, or there
//! is no result. Start at [`prepare`].
//!
//! (1) Arguments that fit as they are pass unchanged, defaults aside.
//! (2) A `ValidCall` is made here and nowhere else.
//! (3) Every mend is listed, and every thing left out is a warning.

mod coerce;
mod lenient;
mod mend;
#[cfg(test)]
mod tests;
pub(crate) mod words;

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use self::mend::Faults;
use crate::arguments::{Arguments, check_value};
use crate::compiled::steps::{self, TooManySteps};
use crate::compiled::{CompiledSpec, Defaults};
use crate::error::{ErrorType, Fault, ToolError};
use crate::pointer;
use crate::vendor::Provider;

/// A call whose arguments fit the tool's schema.
///
/// Its fields are private and only [`prepare`] makes one, so a handler that
/// takes a `ValidCall` cannot be reached with anything else:
///
/// ```compile_fail
/// let call = toolcrib_core::ValidCall { tool_id: "x".into(), arguments: Default::default() };
/// ```
#[derive(Clone, Debug)]
pub struct ValidCall {
    tool_id: Arc<str>,
    arguments: Arc<Value>,
}

impl ValidCall {
    /// The tool that is called.
    pub fn tool_id(&self) -> &str {
        &self.tool_id
    }

    /// The arguments: an object that fits the schema.
    pub fn arguments(&self) -> &Value {
        &self.arguments
    }

    /// The same, to be kept without a copy.
    pub fn shared_arguments(&self) -> &Arc<Value> {
        &self.arguments
    }

    /// The same arguments for the same tool under another name; what a source
    /// wrapper that renames its tools hands on.
    #[must_use]
    pub fn under_name(&self, tool_id: &Arc<str>) -> Self {
        Self { tool_id: Arc::clone(tool_id), arguments: Arc::clone(&self.arguments) }
    }
}

/// A valid call and what had to be done to make it one.
#[derive(Debug)]
pub struct Prepared {
    /// The call.
    pub call: ValidCall,
    /// What was mended.
    pub repairs: Vec<Repair>,
    /// What was left out.
    pub warnings: Vec<Fault>,
}

/// One mend of the arguments.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Repair {
    /// Where in the arguments, as a JSON pointer.
    pub pointer: String,
    /// What was done.
    #[serde(rename = "repair")]
    pub kind: RepairKind,
}

impl Repair {
    pub(crate) fn new(pointer: impl Into<String>, kind: RepairKind) -> Self {
        Self { pointer: pointer.into(), kind }
    }
}

/// What can be done to an argument that does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RepairKind {
    /// The whole object had been encoded twice.
    ParsedTwice,
    /// The text was nearly JSON: a code fence, raw control characters or
    /// trailing commas were taken out.
    Reread,
    /// `"5"` became `5`.
    StringToNumber,
    /// `"true"` became `true`.
    StringToBoolean,
    /// `"[1, 2]"` became `[1, 2]`.
    StringToArray,
    /// `"{\"a\": 1}"` became `{"a": 1}`.
    StringToObject,
    /// `5` became `[5]`.
    ValueToArray,
    /// `RED` became `red`.
    EnumCase,
}

/// A tool's own reading of its arguments.
pub type Normalize<'a> = dyn Fn(&Map<String, Value>) -> Option<Map<String, Value>> + 'a;

/// How the arguments reached us.
#[derive(Clone, Copy, Default)]
pub struct Circumstances<'a> {
    /// The vendor form in which the model saw the tool.
    pub offered_as: Option<Provider>,
    /// The agent's settings for this tool: `default_<parameter>` fills in a
    /// parameter that the model left out.
    pub config: Option<&'a Map<String, Value>>,
    /// The tool's own reading of the arguments, before anybody checks them.
    pub normalize: Option<&'a Normalize<'a>>,
}

/// Makes a valid call of a request's arguments, or says all that is wrong.
pub fn prepare(
    tool: &CompiledSpec,
    arguments: Arguments,
    circumstances: Circumstances<'_>,
) -> Result<Prepared, ToolError> {
    let mut repairs = Vec::new();
    let mut warnings = Vec::new();
    let mut arguments = arguments.into_object(tool.limits(), &mut repairs)?;
    undo_lowering(tool, &mut arguments, circumstances.offered_as);
    if let Some(normalize) = circumstances.normalize
        && let Some(own) = arguments.as_object().and_then(normalize)
    {
        arguments = Arc::new(Value::Object(own));
    }
    let given = fill_in(tool, &mut arguments, circumstances);
    let steps_max = tool.limits().validation_steps_max;
    let too_many = |TooManySteps| too_many_steps(tool);
    let fits = |arguments: &Value| {
        steps::within(steps_max * 10, || tool.parameters.is_valid(arguments)).map_err(too_many)
    };
    // (1): most calls end here, and the arguments have not even been copied.
    if !fits(&arguments)? {
        match given {
            // (1): a default that does not fit beside the rest is none.
            Some(given) if fits(&given)? => arguments = given,
            _ => {
                steps::within(steps_max, || {
                    mend(tool, &mut arguments, &mut repairs, &mut warnings)
                })
                .map_err(too_many)??;
            }
        }
    }
    let call = ValidCall { tool_id: Arc::clone(tool.tool_id()), arguments };
    Ok(Prepared { call, repairs, warnings })
}

/// Mends arguments that do not fit as they are.
fn mend(
    tool: &CompiledSpec,
    arguments: &mut Arc<Value>,
    repairs: &mut Vec<Repair>,
    warnings: &mut Vec<Fault>,
) -> Result<(), ToolError> {
    mend::mend(tool, Arc::make_mut(arguments), repairs, warnings)
        .map_err(|faults| refused(tool, faults))?;
    repairs.truncate(tool.limits().repairs_max);
    shorten(warnings, tool.limits().faults_max);
    // What was decoded out of strings counts like everything else.
    check_value(arguments, tool.limits())
}

fn undo_lowering(tool: &CompiledSpec, arguments: &mut Arc<Value>, offered_as: Option<Provider>) {
    // A tool that could not be lowered was never offered in that form.
    if let Some(Ok(lowered)) = offered_as.map(|provider| tool.lowered(provider))
        && !lowered.inverse.is_identity()
    {
        *arguments = Arc::new(lowered.inverse.apply(Value::clone(arguments)));
    }
}

/// Fills in what was left out: the agent's settings first, then the defaults.
/// Returns what was given, where only defaults were added to it.
fn fill_in(
    tool: &CompiledSpec,
    arguments: &mut Arc<Value>,
    circumstances: Circumstances<'_>,
) -> Option<Arc<Value>> {
    let set: Vec<(String, Value)> = circumstances
        .config
        .map(|config| {
            let left_out = tool.shape.parameter_names().filter_map(|name| {
                let default = config.get(&format!("default_{name}"))?;
                is_left_out(tool, name, arguments.get(name), circumstances.offered_as)
                    .then(|| (name.to_owned(), default.clone()))
            });
            left_out.collect()
        })
        .unwrap_or_default();
    let lacks_defaults = arguments.as_object().is_some_and(|map| tool.shape.lacks_defaults(map));
    let given = (lacks_defaults && set.is_empty()).then(|| Arc::clone(arguments));
    if (lacks_defaults || !set.is_empty())
        && let Value::Object(map) = Arc::make_mut(arguments)
    {
        map.extend(set);
        tool.shape.apply_defaults(map);
    }
    given
}

/// Whether a parameter was left out, for which the agent has a default. With one
/// it need not be given, and where a vendor's form has every parameter given,
/// null says so; unless null is one of its values.
fn is_left_out(
    tool: &CompiledSpec,
    name: &str,
    value: Option<&Value>,
    offered_as: Option<Provider>,
) -> bool {
    match value {
        None => true,
        Some(Value::Null) if offered_as.is_some() => {
            let place = pointer::child("/properties", name);
            !Defaults::of(&tool.spec().parameters).fits(&place, &Value::Null)
        }
        Some(_) => false,
    }
}

fn refused(tool: &CompiledSpec, faults: Faults) -> ToolError {
    let tool_id = tool.tool_id();
    let Faults { shown, count } = faults;
    let message = match shown.as_slice() {
        [only] => {
            let fault = only.to_string();
            let stop = if fault.ends_with('?') { "" } else { "." };
            format!("The arguments of `{tool_id}` do not fit: {fault}{stop}")
        }
        _ => format!("The arguments of `{tool_id}` have {count} faults."),
    };
    let mut error = ToolError::new(ErrorType::Validation, message);
    error.details = shown;
    let more = count.saturating_sub(error.details.len());
    if more > 0 {
        error.details.push(Fault::at("", format!("{more} more faults are not shown")));
    }
    error
}

/// Keeps a list of warnings readable.
fn shorten(warnings: &mut Vec<Fault>, most: usize) {
    if warnings.len() > most {
        warnings.truncate(most);
        warnings.push(Fault::at("", "more was left out than is listed here"));
    }
}

fn too_many_steps(tool: &CompiledSpec) -> ToolError {
    let fault = Fault::at("", "they take too many steps to check against the tool's alternatives");
    let message = format!("The arguments of `{}` cannot be checked: {fault}.", tool.tool_id());
    ToolError::validation(message, vec![fault])
}
