//! The ids of calls, in a history that may have seen several vendors.

use std::collections::HashMap;

use crate::message::{Message, ModelCall};
use crate::wire::Wire;

/// Bytes of an id that every endpoint takes.
const BYTES_MAX: usize = 64;

/// Which id each call of a history goes by.
pub(super) struct Ids<'a> {
    wire: Wire,
    /// How often a vendor gave an id.
    given: HashMap<&'a str, usize>,
    calls: HashMap<&'a str, &'a ModelCall>,
}

impl<'a> Ids<'a> {
    pub(super) fn of(messages: &'a [Message], wire: Wire) -> Self {
        let (mut given, mut calls) = (HashMap::new(), HashMap::new());
        for message in messages {
            let Message::Assistant(said) = message else { continue };
            for call in &said.calls {
                calls.insert(call.id.as_str(), call);
                if let Some(id) = &call.wire_id {
                    *given.entry(id.as_str()).or_default() += 1;
                }
            }
        }
        Self { wire, given, calls }
    }

    /// The vendor's own id, if it is this vendor's and names one call; else ours.
    pub(super) fn of_call(&self, call: &'a ModelCall) -> &'a str {
        self.own(call).unwrap_or(&call.id)
    }

    /// The vendor's own id.
    pub(super) fn own(&self, call: &'a ModelCall) -> Option<&'a str> {
        let fits = |id: &&str| {
            let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-.:".contains(c);
            let is_plain_here = match self.wire {
                Wire::Anthropic => {
                    id.chars().all(|c| c.is_ascii_alphanumeric() || "_-".contains(c))
                }
                _ => id.chars().all(is_plain),
            };
            self.given.get(*id) == Some(&1) && id.len() <= BYTES_MAX && is_plain_here
        };
        call.wire_id.as_deref().filter(|_| call.wire == self.wire).filter(fits)
    }

    /// The call of an outcome.
    pub(super) fn call(&self, id: &str) -> Option<&'a ModelCall> {
        self.calls.get(id).copied()
    }
}

/// What stands in a history for arguments that nobody could read: no later
/// request must fail because of them.
pub(super) fn readable(call: &ModelCall) -> serde_json::Value {
    call.object().unwrap_or_else(|_| serde_json::json!({ "INVALID_JSON": call.arguments }))
}

/// The name of a call, as every vendor takes it: what a model made up must not
/// spoil later requests.
pub(super) fn name(call: &ModelCall) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-".contains(c);
    let plain: String =
        call.name.chars().take(64).map(|c| if is_plain(c) { c } else { '_' }).collect();
    match plain.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
        true => plain,
        false => format!("_{}", plain.chars().take(63).collect::<String>()),
    }
}
