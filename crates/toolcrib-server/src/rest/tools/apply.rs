//! A tool becomes what a body says.

use serde_json::Value;
use toolcrib::spec::Version;
use toolcrib::{Category, Fault, Spec};

use super::fields::ToolFields;
use crate::crib::{Settings, ToolView};
use crate::rest::change::Change;
use crate::rest::error::ApiError;

/// Bytes of a tool's manual.
const GUIDE_BYTES_MAX: usize = 64 * 1024;

/// What a new tool must say.
pub(crate) const REQUIRED: [&str; 4] = ["id", "handler_key", "description", "parameters_schema"];

impl ToolFields {
    pub(super) fn require_all(&self) -> Result<(), ApiError> {
        let said = [
            self.id.is_some(),
            self.handler_key.is_some(),
            matches!(self.description, Change::Set(_)),
            self.parameters_schema.is_some(),
        ];
        let missing = REQUIRED.iter().zip(said).filter(|(_, said)| !said);
        let faults: Vec<Fault> = missing
            .map(|(name, _)| Fault::at(format!("/{name}"), format!("`{name}` is missing")))
            .collect();
        match faults.as_slice() {
            [] => Ok(()),
            [only] => {
                Err(ApiError::faults(format!("A new tool needs more: {}.", only.message), faults))
            }
            _ => Err(ApiError::faults("A new tool needs more than that.", faults)),
        }
    }

    /// Refuses what a tool's source alone can say (2).
    pub(super) fn only_settings(&self, tool: &ToolView) -> Result<(), ApiError> {
        let said = [
            ("handler_key", self.handler_key.is_some()),
            ("name", self.name.is_said()),
            ("parameters_schema", self.parameters_schema.is_some()),
            ("category", self.category.is_said()),
            ("group", self.group.is_said()),
            ("version", self.version.is_said()),
            ("side_effects", self.side_effects.is_said()),
            ("idempotent", self.idempotent.is_said()),
            ("output", self.output.is_said()),
            ("tags", self.tags.is_said()),
            ("aliases", self.aliases.is_said()),
            ("examples", self.examples.is_said()),
            ("unknown_arguments", self.unknown_arguments.is_said()),
            ("coerce", self.coerce.is_said()),
            ("guide", self.guide.is_said()),
        ];
        let faults = said.iter().filter(|(_, said)| *said).map(|(name, _)| {
            Fault::at(format!("/{name}"), format!("`{name}` is for its source to say"))
        });
        let faults: Vec<Fault> = faults.collect();
        if faults.is_empty() {
            return Ok(());
        }
        let message = format!(
            "`{}` comes from `{}`. Here you can set enabled, requires_confirmation, \
             allowed_modes, latency_budget_ms, timeout_ms and description; for more, make a \
             tool of your own with the handler_key `{}`.",
            tool.key.id, tool.source, tool.handler_key
        );
        Err(ApiError::faults(message, faults))
    }

    /// What an operator decides, of any tool (3).
    pub(super) fn set(&self, settings: &mut Settings) {
        self.enabled.clone().apply_option(&mut settings.enabled);
        let confirmation = &mut settings.requires_confirmation;
        self.requires_confirmation.clone().apply_option(confirmation);
        self.allowed_modes.clone().apply_option(&mut settings.allowed_modes);
        self.latency_budget_ms.clone().apply_option(&mut settings.latency_budget_ms);
        self.timeout_ms.clone().apply_option(&mut settings.timeout_ms);
    }

    /// And of one that has another source.
    pub(super) fn override_description(self, settings: &mut Settings) {
        self.description.apply_option(&mut settings.description);
    }

    /// Everything that a tool of the workspace's own can be.
    pub(super) fn apply(
        self,
        spec: &mut Spec,
        handler: &Spec,
        guide: &mut Option<String>,
    ) -> Result<(), ApiError> {
        self.name.apply_option(&mut spec.title);
        self.description.apply(&mut spec.description, String::new);
        if let Some(schema) = self.parameters_schema {
            spec.parameters = schema_of(schema, "/parameters_schema")?;
        }
        self.group.apply_option(&mut spec.group);
        match self.category {
            Change::Keep => {}
            Change::Reset => (spec.category, spec.group) = (None, None),
            Change::Set(word) => match word.parse::<Category>() {
                Ok(category) => spec.category = Some(category),
                Err(_) => spec.group = Some(word),
            },
        }
        match self.version {
            Change::Keep => {}
            Change::Reset => spec.version = Version::new(1, 0, 0),
            Change::Set(text) => {
                spec.version = Version::parse(&text).map_err(|_| {
                    let fault = Fault::at("/version", "it is not a semantic version")
                        .expecting("major.minor.patch, such as `1.0.0`");
                    ApiError::faults("The version cannot be read.", vec![fault])
                })?;
            }
        }
        self.side_effects.apply(&mut spec.side_effects, || handler.side_effects);
        self.idempotent.apply(&mut spec.idempotent, || handler.idempotent);
        match self.output {
            Change::Keep => {}
            Change::Reset => spec.output = None,
            Change::Set(schema) => spec.output = Some(schema_of(schema, "/output")?),
        }
        self.tags.apply(&mut spec.tags, Vec::new);
        self.aliases.apply(&mut spec.aliases, Vec::new);
        self.examples.apply(&mut spec.examples, Vec::new);
        self.unknown_arguments.apply(&mut spec.unknown_arguments, Default::default);
        self.coerce.apply(&mut spec.coerce, || true);
        self.guide.apply_option(guide);
        if guide.as_ref().is_some_and(|guide| guide.len() > GUIDE_BYTES_MAX) {
            let message = format!("it is longer than {GUIDE_BYTES_MAX} bytes");
            let fault = Fault::at("/guide", message);
            return Err(ApiError::faults("The guide is too long.", vec![fault]));
        }
        Ok(())
    }
}

/// A schema, also where it came as text.
fn schema_of(schema: Value, pointer: &str) -> Result<Value, ApiError> {
    let Value::String(text) = schema else { return Ok(schema) };
    serde_json::from_str(&text).map_err(|error| {
        let fault = Fault::at(pointer, format!("the text is no JSON: {error}"));
        ApiError::faults("The schema cannot be read.", vec![fault])
    })
}
