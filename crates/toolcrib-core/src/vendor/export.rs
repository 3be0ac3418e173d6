//! Many tools for one request.
//!
//! One bad tool makes a vendor refuse the whole request. So a tool that cannot
//! go out is put aside by name and the others go; which, and in which bytes,
//! hangs on the tools alone.

use std::collections::HashSet;

use serde::Serialize;
use serde_json::{Value, json};

use super::loss::{Loss, Unlowerable};
use super::profile::{Profile, StrictRequest, Wrapping};
use super::size::Measure;
use super::tool::{LoweredTool, declare};
use super::{Lowered, Provider, lower, without_promise};
use crate::limits::Limits;
use crate::spec::Spec;

/// The tools of one request.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Export {
    /// What goes into the request's `tools`.
    pub tools: Value,
    /// What the vendor's words could not say, for each tool that lost something.
    pub losses: Vec<ToolLosses>,
    /// The tools that did not go out.
    pub quarantined: Vec<Quarantined>,
}

/// What one tool lost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ToolLosses {
    /// The tool.
    pub tool_id: String,
    /// What it lost.
    pub losses: Vec<Loss>,
}

/// A tool that did not go out, so that the others could.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Quarantined {
    /// The tool.
    pub tool_id: String,
    /// Where in its parameters, as a JSON pointer.
    pub pointer: String,
    /// What is in the way.
    pub reason: String,
}

/// Lowers tools for one request, in the order of their ids.
pub fn export<'a>(
    tools: impl IntoIterator<Item = &'a Spec>,
    provider: Provider,
    limits: &Limits,
) -> Export {
    let mut specs: Vec<&Spec> = tools.into_iter().collect();
    specs.sort_by(|one, two| one.tool_id.cmp(&two.tool_id));
    let profile = provider.profile();
    let mut request = Request { provider, profile, limits, promised: Promised::default() };
    let (mut declarations, mut losses, mut quarantined) = (Vec::new(), Vec::new(), Vec::new());
    let mut names = HashSet::new();
    for spec in specs {
        let tool_id = spec.tool_id.clone();
        let full = profile.tools_max.filter(|max| declarations.len() >= *max);
        let lowered = match full {
            Some(max) => {
                Err(Unlowerable::new("", format!("the vendor takes {max} tools in a request")))
            }
            None => request.lower(spec),
        };
        match lowered {
            Ok(tool) if names.insert(tool.name.clone()) => {
                declarations.push(tool.declaration);
                if !tool.losses.is_empty() {
                    losses.push(ToolLosses { tool_id, losses: tool.losses });
                }
            }
            Ok(tool) => {
                let reason = format!("another tool is called `{}`", tool.name);
                quarantined.push(Quarantined { tool_id, pointer: String::new(), reason });
            }
            Err(Unlowerable { pointer, reason }) => {
                quarantined.push(Quarantined { tool_id, pointer, reason });
            }
        }
    }
    Export { tools: listed(declarations, profile.wrapping), losses, quarantined }
}

fn listed(declarations: Vec<Value>, wrapping: Wrapping) -> Value {
    match wrapping {
        // The vendor refuses an empty list of declarations.
        Wrapping::ParametersJsonSchema | Wrapping::Parameters if !declarations.is_empty() => {
            json!([{ "functionDeclarations": declarations }])
        }
        _ => Value::Array(declarations),
    }
}

struct Request<'a> {
    provider: Provider,
    profile: &'a Profile,
    limits: &'a Limits,
    promised: Promised,
}

impl Request<'_> {
    fn lower(&mut self, spec: &Spec) -> Result<LoweredTool, Unlowerable> {
        let mut lowered = lower(&spec.parameters, self.provider, self.limits)?;
        if let (Some(max), true) = (self.profile.strict_request, lowered.strict)
            && !self.promised.take(&lowered, max)
        {
            lowered = without_promise(&spec.parameters, self.profile, "", self.limits)?;
        }
        Ok(declare(spec, self.profile, lowered))
    }
}

/// What the strict tools of a request have come to so far.
#[derive(Default)]
struct Promised {
    tools: usize,
    optional: usize,
    unions: usize,
}

impl Promised {
    /// Adds a strict tool, if it still fits.
    fn take(&mut self, lowered: &Lowered, max: StrictRequest) -> bool {
        let measure = Measure::of(&lowered.schema);
        let after = Self {
            tools: self.tools + 1,
            optional: self.optional + measure.optional,
            unions: self.unions + measure.unions,
        };
        let fits = after.tools <= max.tools_max
            && after.optional <= max.optional_max
            && after.unions <= max.unions_max;
        if fits {
            *self = after;
        }
        fits
    }
}
