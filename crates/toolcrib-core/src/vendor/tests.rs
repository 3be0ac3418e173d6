//! What can only be seen from inside.

use serde_json::json;

use super::tool::declare;
use super::*;
use crate::spec::Spec;

/// Older endpoints cap descriptions; no profile that ships does, so one is
/// made here.
#[test]
fn a_description_is_cut_where_the_profile_says_so() {
    let schema = json!({
        "type": "object",
        "properties": { "a": { "type": "string" }, "b": { "type": "string" } },
        "anyOf": [{ "required": ["a"] }, { "required": ["b"] }],
    });
    let spec = Spec { parameters: schema, ..Spec::new("t", "Größe.") };
    let lowered = lower(&spec.parameters, Provider::OpenAi, &Limits::DEFAULT).unwrap();
    let capped = Profile { description_chars_max: Some(13), ..Provider::OpenAi.profile().clone() };
    let whole = declare(&spec, Provider::OpenAi.profile(), lowered.clone());
    let cut = declare(&spec, &capped, lowered);
    let description = |tool: &LoweredTool| tool.declaration["function"]["description"].clone();
    assert_eq!(description(&whole), "Größe. Give at least one of: `a`; `b`.");
    assert_eq!(description(&cut), "Größe. Give …");
    let keywords = |tool: &LoweredTool| {
        tool.losses.iter().map(|loss| loss.keyword.clone()).collect::<Vec<_>>()
    };
    assert_eq!(keywords(&whole), ["anyOf"]);
    assert_eq!(keywords(&cut), ["anyOf", "description"]);
}

#[test]
fn every_provider_has_a_profile_and_falls_back_to_one_that_does_not() {
    for provider in Provider::ALL {
        let profile = provider.profile();
        let looser = profile.falls_back_to.map(Provider::profile);
        assert!(looser.is_none_or(|looser| !looser.is_strict()), "{provider}");
    }
}
