//! A tool of another server.
//!
//! Its spec follows from the server's definition and from the settings; what it
//! does is sent on under the name that the server knows it by. Whether it may be
//! called at all is `catalog`'s to say.

use std::sync::Arc;

use async_trait::async_trait;
use serde_json::Value;
use toolcrib::spec::LATENCY_BUDGET_MS_DEFAULT;
use toolcrib::{Answer, Context, Problem, SideEffects, Spec, Tool, ToolError, ValidCall};

use crate::answer;
use crate::config::Upstream;
use crate::definition::Definition;
use crate::link::Link;
use crate::text::{cut, on_one_line, plain};

/// Bytes of a description that a model is shown.
const DESCRIPTION_BYTES_MAX: usize = 16 * 1024;

/// Bytes of a title.
const TITLE_BYTES_MAX: usize = 200;

/// A tool of another server.
pub(crate) struct RemoteTool {
    pub(crate) spec: Spec,
    /// The name that the server knows it by.
    pub(crate) name: String,
    pub(crate) digest: String,
    /// What is wrong with its spec.
    pub(crate) fault: Option<String>,
    /// Why it cannot be called.
    pub(crate) quarantine: Option<String>,
    pub(crate) link: Arc<Link>,
}

/// What a definition promises under an id, with these settings.
pub(crate) fn spec(
    tool_id: String,
    definition: &Definition,
    upstream: &Upstream,
    server: &str,
) -> Spec {
    let name = on_one_line(&definition.name, TITLE_BYTES_MAX);
    let title =
        definition.title.as_deref().or_else(|| definition.annotations.get("title")?.as_str());
    let title = title.map(|title| on_one_line(title, TITLE_BYTES_MAX));
    let said = definition.description.as_deref().filter(|text| !text.trim().is_empty());
    let description = match (said, &title) {
        (Some(said), _) => cut(&plain(said), DESCRIPTION_BYTES_MAX),
        (None, Some(title)) => format!("{title} (`{name}` of the MCP server `{server}`)"),
        (None, None) => format!("`{name}` of the MCP server `{server}`"),
    };
    // A stranger's word about effects is worth nothing: it is taken to write.
    let is_read_only = upstream.trusted && definition.hints("readOnlyHint");
    Spec {
        title,
        group: Some(server.to_owned()),
        side_effects: if is_read_only { SideEffects::ReadOnly } else { SideEffects::Writes },
        idempotent: is_read_only || upstream.trusted && definition.hints("idempotentHint"),
        requires_confirmation: upstream.confirm.covers(&definition.name),
        latency_budget_ms: LATENCY_BUDGET_MS_DEFAULT.min(upstream.timeout_ms),
        timeout_ms: upstream.timeout_ms,
        parameters: legible(&definition.input_schema),
        output: definition.output_schema.as_ref().map(legible),
        ..Spec::new(tool_id, description)
    }
}

/// A schema whose words for people have nothing in them that steers a terminal.
/// Names and values mean what they mean and stay.
fn legible(schema: &Value) -> Value {
    match schema {
        Value::Object(object) => {
            let said = object.iter().map(|(key, value)| {
                let value = match (key.as_str(), value) {
                    // What stands here are names, whatever they are.
                    ("properties" | "$defs" | "definitions", Value::Object(named)) => {
                        let named = named.iter().map(|(name, schema)| (name, legible(schema)));
                        Value::Object(named.map(|(name, said)| (name.clone(), said)).collect())
                    }
                    ("const" | "enum" | "default" | "examples", value) => value.clone(),
                    ("title" | "description" | "$comment", Value::String(text)) => {
                        plain(text).into()
                    }
                    (_, value) => legible(value),
                };
                (key.clone(), value)
            });
            Value::Object(said.collect())
        }
        Value::Array(schemas) => schemas.iter().map(legible).collect(),
        other => other.clone(),
    }
}

#[async_trait]
impl Tool for RemoteTool {
    fn spec(&self) -> Spec {
        self.spec.clone()
    }

    fn problems(&self) -> Vec<Problem> {
        let help = "look at the server's status; a changed definition can be approved";
        let problem = |reason: &String| Problem::error("", reason, help);
        self.quarantine.iter().map(problem).collect()
    }

    /// The future is dropped when nobody waits any more, and the server is told so.
    async fn call(&self, call: &ValidCall, _: &Context) -> Result<Answer, ToolError> {
        let line = self.link.line(&self.name, &self.digest)?;
        let arguments = call.arguments().as_object().cloned().unwrap_or_default();
        let result = line.call(&self.name, arguments).await;
        match result {
            Ok(result) => answer::read(result, &self.spec, &self.link),
            Err(failure) => Err(answer::broken_off(failure, &self.spec, &self.link)),
        }
    }
}
