//! What an operator sets for a tool, beside what its source says.
//!
//! Kept apart, so that a new version of the tool changes none of it.

use serde::{Deserialize, Serialize};
use toolcrib::{Mode, Spec};

/// What an operator has set; nothing where the source decides.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Whether the tool may be called at all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enabled: Option<bool>,
    /// Whether a person must approve each call.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub requires_confirmation: Option<bool>,
    /// The modes in which it may be called.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allowed_modes: Option<Vec<Mode>>,
    /// How long a call should take.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latency_budget_ms: Option<u64>,
    /// How long a call may take.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeout_ms: Option<u64>,
    /// What the model reads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The version that serves, where that is not the newest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version_hash: Option<String>,
}

impl Settings {
    /// Whether the source decides everything.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// As the store keeps them; nothing where nothing is set.
    pub fn kept(&self) -> Option<String> {
        (!self.is_empty()).then(|| self.to_json())
    }

    /// As text.
    pub(super) fn to_json(&self) -> String {
        serde_json::to_string(self).expect("settings can be written as JSON")
    }

    /// Whether a spec is another under these settings.
    pub(super) fn changes(&self) -> bool {
        *self != Self { version_hash: self.version_hash.clone(), ..Self::default() }
    }

    /// Puts what is set in place of what the source says.
    pub fn apply(&self, spec: &mut Spec) {
        fn set<T: Clone>(field: &mut T, set: Option<&T>) {
            if let Some(set) = set {
                *field = set.clone();
            }
        }
        set(&mut spec.enabled, self.enabled.as_ref());
        set(&mut spec.requires_confirmation, self.requires_confirmation.as_ref());
        set(&mut spec.allowed_modes, self.allowed_modes.as_ref());
        set(&mut spec.latency_budget_ms, self.latency_budget_ms.as_ref());
        set(&mut spec.timeout_ms, self.timeout_ms.as_ref());
        set(&mut spec.description, self.description.as_ref());
    }
}
