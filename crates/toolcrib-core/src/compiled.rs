//! A spec that has been believed: its schemas are compiled and ready.
//!
//! Owns the validators, the shape of the parameters and the vendor forms of
//! one tool. Everything slow happens in [`CompiledSpec::new`], once; a call
//! only reads.

mod defaults;
mod nullable;
mod parts;
mod schema;
mod shape;
pub(crate) mod steps;
#[cfg(test)]
mod tests;

use std::sync::{Arc, OnceLock};

use jsonschema::Validator;
use serde_json::Value;

use crate::error::{Fault, ToolError};
use crate::limits::Limits;
use crate::live;
use crate::prepare::words;
use crate::spec::{Problem, Spec, VersionHash};
use crate::vendor::{self, LoweredTool, Provider, Unlowerable};

pub(crate) use defaults::Defaults;
pub use parts::{FORMATS, each_schema, unchecked_formats};
pub(crate) use schema::speaks_of_unknown;
pub(crate) use shape::Shape;

/// A spec whose schemas are compiled.
#[derive(Debug)]
pub struct CompiledSpec {
    spec: Spec,
    tool_id: Arc<str>,
    version: Arc<str>,
    version_hash: VersionHash,
    warnings: Vec<Problem>,
    limits: Limits,
    pub(crate) parameters: Validator,
    pub(crate) shape: Shape,
    /// The schema leaves it to the tool what happens to unknown arguments.
    pub(crate) unknown_is_open: bool,
    output: Option<Validator>,
    enum_sources: Vec<String>,
    lowered: [OnceLock<Result<LoweredTool, Unlowerable>>; Provider::ALL.len()],
}

impl CompiledSpec {
    /// Compiles a spec, or says everything that is wrong with it.
    ///
    /// The guide and the handler's bytes count towards the version hash.
    pub fn new(
        spec: Spec,
        guide: &str,
        handler: &[u8],
        limits: &Limits,
    ) -> Result<Self, Vec<Problem>> {
        let mut problems = spec.problems();
        let parameters = schema::parameters(&spec, limits, &mut problems);
        let output = spec
            .output
            .as_ref()
            .and_then(|output| schema::compile("/output", output, limits, &mut problems));
        let (Some(parameters), false) = (parameters, problems.iter().any(Problem::is_error)) else {
            return Err(problems);
        };
        let shape = {
            let mut defaults = Defaults::of(&spec.parameters);
            let shape = Shape::of(&spec.parameters, |at, default| defaults.fits(at, default));
            problems.append(&mut defaults.unfit);
            shape
        };
        Ok(Self {
            tool_id: spec.tool_id.as_str().into(),
            version: spec.version.to_string().into(),
            version_hash: VersionHash::of(&spec, guide, handler),
            warnings: problems,
            limits: limits.clone(),
            parameters,
            shape,
            unknown_is_open: !schema::speaks_of_unknown(&spec.parameters),
            output,
            enum_sources: live::sources(&spec.parameters),
            lowered: std::array::from_fn(|_| OnceLock::new()),
            spec,
        })
    }

    /// The same tool with other parameters: what is live in them filled in.
    ///
    /// # Errors
    ///
    /// When the parameters cannot be compiled.
    pub fn with_parameters(&self, parameters: Value) -> Result<Self, Vec<Problem>> {
        let spec = Spec { parameters, ..self.spec.clone() };
        let made = Self::new(spec, "", &[], &self.limits)?;
        Ok(Self { version_hash: self.version_hash, ..made })
    }

    /// The sources of values that its parameters name.
    pub fn enum_sources(&self) -> &[String] {
        &self.enum_sources
    }

    /// The spec itself.
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// The tool's id, cheap to share.
    pub fn tool_id(&self) -> &Arc<str> {
        &self.tool_id
    }

    /// The tool's semantic version, as text that is cheap to share.
    pub fn version(&self) -> &Arc<str> {
        &self.version
    }

    /// The fingerprint of the tool's behaviour.
    pub fn version_hash(&self) -> VersionHash {
        self.version_hash
    }

    /// What the tool's author should still look at.
    pub fn warnings(&self) -> &[Problem] {
        &self.warnings
    }

    /// The limits it was compiled under.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The tool in the form that a vendor accepts; made on first use.
    pub fn lowered(&self, provider: Provider) -> Result<&LoweredTool, &Unlowerable> {
        self.lowered[provider as usize]
            .get_or_init(|| vendor::lower_tool(&self.spec, provider, &self.limits))
            .as_ref()
    }

    /// Checks an answer against the declared output schema.
    pub fn check_output(&self, data: &Value) -> Result<(), ToolError> {
        let Some(validator) = &self.output else { return Ok(()) };
        if validator.is_valid(data) {
            return Ok(());
        }
        let details: Vec<Fault> = validator
            .iter_errors(data)
            .take(self.limits.faults_max)
            .map(|error| words::fault(&error, None))
            .collect();
        let message = format!("The answer of `{}` does not fit what it promises.", self.tool_id);
        Err(ToolError { details, ..ToolError::internal(message) })
    }
}
