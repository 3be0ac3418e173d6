//! What a server says that a tool of its is.
//!
//! It is what a person approves, so it holds everything that a model or a policy
//! could go by, exactly as the server said it, and nothing else: icons and other
//! extras may change freely. Start at [`Definition::read`].

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use toolcrib::canonical;

use crate::text::on_one_line;

/// Bytes of one definition, as text.
pub(crate) const DEFINITION_BYTES_MAX: usize = 256 * 1024;

/// Characters of a tool's name; MCP asks for no more.
const NAME_CHARS_MAX: usize = 128;

/// What is kept of what a tool says of its effects; anything else is nobody's to
/// go by, and may be lost on the way.
const ANNOTATIONS: [&str; 5] =
    ["title", "readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"];

/// What a server says that a tool of its is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Definition {
    /// The name that the server knows the tool by.
    pub name: String,
    /// A name for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What it does, for the model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// JSON Schema of the arguments.
    pub input_schema: Value,
    /// JSON Schema of the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output_schema: Option<Value>,
    /// What it says of its effects.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub annotations: Map<String, Value>,
}

/// A definition that cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{reason}")]
pub(crate) struct BadDefinition {
    /// What there is of its name, for people.
    pub(crate) name: String,
    /// What is wrong with it.
    pub(crate) reason: String,
}

impl Definition {
    /// What a server sent, if it is a definition.
    pub(crate) fn read(sent: &Value) -> Result<Self, BadDefinition> {
        let name = sent["name"].as_str().unwrap_or_default();
        let bad = |reason: String| BadDefinition { name: on_one_line(name, 80), reason };
        if let Some(bytes) = bytes_over(sent, DEFINITION_BYTES_MAX) {
            return Err(bad(format!(
                "its definition has {bytes} bytes, and at most {DEFINITION_BYTES_MAX} are read"
            )));
        }
        if name.trim().is_empty() {
            return Err(bad("it has no name".to_owned()));
        }
        let chars = name.chars().count();
        if chars > NAME_CHARS_MAX {
            let most = format!("and at most {NAME_CHARS_MAX} are allowed");
            return Err(bad(format!("its name has {chars} characters, {most}")));
        }
        let text = |key: &str| match &sent[key] {
            Value::Null => Ok(None),
            Value::String(text) => Ok(Some(text.clone())),
            _ => Err(bad(format!("its `{key}` is not a text"))),
        };
        let object = |key: &str| match &sent[key] {
            Value::Null => Ok(None),
            Value::Object(object) => Ok(Some(object.clone())),
            _ => Err(bad(format!("its `{key}` is not an object"))),
        };
        let input_schema = object("inputSchema")?;
        let mut annotations = object("annotations")?.unwrap_or_default();
        annotations.retain(|key, value| ANNOTATIONS.contains(&&**key) && !value.is_null());
        Ok(Self {
            name: name.to_owned(),
            title: text("title")?,
            description: text("description")?,
            input_schema: input_schema
                .ok_or_else(|| bad("it has no `inputSchema`".to_owned()))?
                .into(),
            output_schema: object("outputSchema")?.map(Value::from),
            annotations,
        })
    }

    /// Says in 64 characters what the definition is; equal for equal ones alone.
    ///
    /// ```
    /// let read = |text| serde_json::from_str::<toolcrib_upstream::Definition>(text).unwrap();
    /// let one = read(r#"{"name": "a", "inputSchema": {"type": "object", "title": "x"}}"#);
    /// let two = read(r#"{"inputSchema": {"title": "x", "type": "object"}, "name": "a"}"#);
    /// let other = read(r#"{"name": "a", "title": "A", "inputSchema": {"type": "object"}}"#);
    /// assert_eq!(one.digest(), two.digest());
    /// assert_ne!(one.digest(), other.digest());
    /// ```
    pub fn digest(&self) -> String {
        let value = serde_json::to_value(self).expect("strings and JSON always serialize");
        canonical::hex(&canonical::digest(&value))
    }

    /// Whether it says something of its effects to be so.
    pub(crate) fn hints(&self, annotation: &str) -> bool {
        self.annotations.get(annotation) == Some(&Value::Bool(true))
    }
}

/// How long a value is as text, if it is longer than that.
pub(crate) fn bytes_over(value: &Value, bytes_max: usize) -> Option<usize> {
    let bytes = value.to_string().len();
    (bytes > bytes_max).then_some(bytes)
}
