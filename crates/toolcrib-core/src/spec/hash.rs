//! The fingerprint of everything that changes how a tool behaves.
//!
//! Two tools with the same hash can stand in for each other. Labels for people
//! (title, group, tags, examples) stay out, so that mending a typo in one does
//! not look like a new tool.

use std::fmt;

use serde::Serialize;
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::{Category, Mode, SideEffects, Spec, UnknownArguments};
use crate::canonical;

/// SHA-256 over the canonical JSON of a tool's behaviour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VersionHash([u8; 32]);

impl VersionHash {
    /// Hashes a spec together with its guide and the bytes of its handler.
    pub fn of(spec: &Spec, guide: &str, handler: &[u8]) -> Self {
        let mut allowed_modes = spec.allowed_modes.clone();
        allowed_modes.sort_unstable();
        allowed_modes.dedup();
        let behaviour = Behaviour {
            tool_id: &spec.tool_id,
            version: spec.version.to_string(),
            description: &spec.description,
            category: spec.category(),
            side_effects: spec.side_effects,
            idempotent: spec.idempotent,
            requires_confirmation: spec.requires_confirmation,
            allowed_modes,
            latency_budget_ms: spec.latency_budget_ms,
            timeout_ms: spec.timeout_ms,
            parameters: &spec.parameters,
            output: spec.output.as_ref(),
            aliases: &spec.aliases,
            enabled: spec.enabled,
            unknown_arguments: spec.unknown_arguments,
            coerce: spec.coerce,
            uses: &spec.uses,
            hosts: &spec.hosts,
            guide,
            handler: canonical::hex(&Sha256::digest(handler)),
        };
        Self(Sha256::digest(canonical::to_bytes(&behaviour)).into())
    }

    /// The raw digest.
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Display for VersionHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&canonical::hex(&self.0))
    }
}

impl fmt::Debug for VersionHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "VersionHash({self})")
    }
}

impl Serialize for VersionHash {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Behaviour<'a> {
    tool_id: &'a str,
    version: String,
    description: &'a str,
    category: Category,
    side_effects: SideEffects,
    idempotent: bool,
    requires_confirmation: bool,
    allowed_modes: Vec<Mode>,
    latency_budget_ms: u64,
    timeout_ms: u64,
    parameters: &'a Value,
    output: Option<&'a Value>,
    aliases: &'a [String],
    enabled: bool,
    unknown_arguments: UnknownArguments,
    coerce: bool,
    // Left out when empty: tools from before there were such fields keep their hash.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    uses: &'a [String],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    hosts: &'a [String],
    guide: &'a str,
    handler: String,
}
