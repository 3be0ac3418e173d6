//! One tool as a vendor wants it declared.

use serde_json::{Map, Value, json};

use super::loss::{Disposition, Loss, Unlowerable};
use super::profile::{Profile, Wrapping};
use super::sentence::joined;
use super::{Inverse, Lowered, Provider, callable_name, lower};
use crate::limits::Limits;
use crate::spec::{SideEffects, Spec};

/// A tool in a vendor's words.
#[derive(Clone, Debug)]
pub struct LoweredTool {
    /// What the model calls it.
    pub name: String,
    /// The vendor's JSON for this one tool.
    pub declaration: Value,
    /// What the vendor's words could not say.
    pub losses: Vec<Loss>,
    /// How to undo the lowering on the model's arguments.
    pub inverse: Inverse,
}

/// Lowers one tool.
///
/// # Errors
///
/// When the vendor has no form for the tool's parameters.
pub fn lower_tool(
    spec: &Spec,
    provider: Provider,
    limits: &Limits,
) -> Result<LoweredTool, Unlowerable> {
    let lowered = lower(&spec.parameters, provider, limits)?;
    Ok(declare(spec, provider.profile(), lowered))
}

/// Puts the vendor's JSON around a lowered schema.
pub(super) fn declare(spec: &Spec, profile: &Profile, lowered: Lowered) -> LoweredTool {
    let Lowered { mut schema, strict, mut losses, inverse } = lowered;
    let name = match profile.name.accepts(&spec.tool_id) {
        true => spec.tool_id.clone(),
        false => callable_name(&spec.tool_id),
    };
    let whole = described(spec, profile, &mut schema);
    let description = cut(&whole, profile.description_chars_max);
    if description != whole {
        let (pointer, keyword) = (String::new(), "description".to_owned());
        losses.push(Loss { pointer, keyword, disposition: Disposition::Approximated });
    }
    let declaration = match profile.wrapping {
        Wrapping::Function => {
            let mut function =
                json!({ "name": name, "description": description, "parameters": schema });
            promise(&mut function, strict);
            json!({ "type": "function", "function": function })
        }
        Wrapping::InputSchema => {
            let mut tool =
                json!({ "name": name, "description": description, "input_schema": schema });
            promise(&mut tool, strict);
            tool
        }
        Wrapping::ParametersJsonSchema => {
            json!({ "name": name, "description": description, "parametersJsonSchema": schema })
        }
        Wrapping::Parameters => with_parameters(&name, &description, schema),
        Wrapping::Mcp => mcp(spec, &name, &description, schema),
        Wrapping::Titled => titled(&name, &description, schema),
    };
    LoweredTool { name, declaration, losses, inverse }
}

/// The tool's description, with what the root of its schema says behind it:
/// models are sure to read the former.
fn described(spec: &Spec, profile: &Profile, schema: &mut Value) -> String {
    if profile.wrapping == Wrapping::Mcp {
        return spec.description.clone();
    }
    let root = schema.as_object_mut().and_then(|root| root.shift_remove("description"));
    match root {
        Some(Value::String(root)) if root != spec.description => joined(&spec.description, &[root]),
        _ => spec.description.clone(),
    }
}

fn cut(text: &str, chars_max: Option<usize>) -> String {
    match chars_max {
        Some(max) if text.chars().count() > max => {
            text.chars().take(max.saturating_sub(1)).chain(['…']).collect()
        }
        _ => text.to_owned(),
    }
}

fn promise(tool: &mut Value, strict: bool) {
    if strict {
        tool["strict"] = json!(true);
    }
}

/// A tool without parameters must not declare an empty object.
fn with_parameters(name: &str, description: &str, schema: Value) -> Value {
    let mut tool = json!({ "name": name, "description": description });
    if schema["properties"].as_object().is_some_and(|properties| !properties.is_empty()) {
        tool["parameters"] = schema;
    }
    tool
}

fn mcp(spec: &Spec, name: &str, description: &str, schema: Value) -> Value {
    let mut tool = Map::new();
    tool.insert("name".to_owned(), json!(name));
    if let Some(title) = &spec.title {
        tool.insert("title".to_owned(), json!(title));
    }
    tool.insert("description".to_owned(), json!(description));
    tool.insert("inputSchema".to_owned(), schema);
    if let Some(output) = spec.output.as_ref().filter(|output| output["type"] == "object") {
        tool.insert("outputSchema".to_owned(), output.clone());
    }
    tool.insert("annotations".to_owned(), annotations(spec));
    Value::Object(tool)
}

/// What an MCP client may tell a person before a call.
fn annotations(spec: &Spec) -> Value {
    match spec.side_effects {
        SideEffects::None | SideEffects::ReadOnly => {
            json!({ "readOnlyHint": true, "idempotentHint": spec.idempotent })
        }
        SideEffects::Writes => json!({
            "readOnlyHint": false,
            "destructiveHint": true,
            "idempotentHint": spec.idempotent,
        }),
    }
}

fn titled(name: &str, description: &str, schema: Value) -> Value {
    let mut tool = Map::new();
    tool.insert("title".to_owned(), json!(name));
    tool.insert("description".to_owned(), json!(description));
    for (keyword, value) in schema.as_object().cloned().unwrap_or_default() {
        tool.entry(keyword).or_insert(value);
    }
    Value::Object(tool)
}
