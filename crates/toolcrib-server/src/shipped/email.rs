//! Whether a text is an email address.

use std::str::FromStr as _;

use email_address::EmailAddress;
use schemars::JsonSchema;
use serde::Serialize;
use toolcrib::tool;

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Verdict {
    /// Whether it can be an email address.
    valid: bool,
    /// What is wrong with it, if anything.
    reason: Option<String>,
}

/// Says whether a text has the form of an email address. It does not say whether somebody reads it.
#[tool(
    title = "Validate email",
    group = "email",
    side_effects = "none",
    quick,
    latency_budget_ms = 50,
    timeout_ms = 1_000,
    tags = ["email"]
)]
pub(super) async fn validate_email(
    /// The address to look at.
    #[schemars(length(max = 1_000))]
    address: String,
) -> Verdict {
    match EmailAddress::from_str(address.trim()) {
        Ok(_) => Verdict { valid: true, reason: None },
        Err(error) => Verdict { valid: false, reason: Some(error.to_string()) },
    }
}
