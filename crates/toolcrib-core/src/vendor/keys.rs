//! Property keys that a vendor does not accept, and what they become.
//!
//! One key has one new name in the whole schema: schemas that speak of the
//! same object then still agree, wherever they stand.

use std::collections::HashMap;

use super::name::{Names, property_key};
use super::profile::NameRule;
use super::tree::{Body, Entry, Tree, strings};

/// The new names of the keys that need one.
#[derive(Default)]
pub(crate) struct Keys {
    lowered: HashMap<String, String>,
}

impl Keys {
    pub(crate) fn of(tree: &Tree, rule: Option<&NameRule>) -> Self {
        let Some(rule) = rule else { return Self::default() };
        let written = written_keys(tree);
        let mut names = Names::taking(written.iter().cloned().collect());
        let mut keys = Self::default();
        for key in written {
            if !rule.accepts(&key) && !keys.lowered.contains_key(&key) {
                let name = names.free(property_key(&key, rule), rule.chars_max);
                keys.lowered.insert(key, name);
            }
        }
        keys
    }

    /// What a key is called in the lowered schema.
    pub(crate) fn lowered<'a>(&'a self, key: &'a str) -> &'a str {
        self.lowered.get(key).map_or(key, String::as_str)
    }

    /// Whether any key has a new name.
    pub(crate) fn changed(&self) -> bool {
        !self.lowered.is_empty()
    }
}

/// All keys that the schema names, in the order it names them.
fn written_keys(tree: &Tree) -> Vec<String> {
    (0..tree.len())
        .flat_map(|id| tree.node(id).entries.iter().flat_map(keys_of).collect::<Vec<_>>())
        .collect()
}

/// The keys that one keyword names.
pub(crate) fn keys_of(entry: &Entry) -> Vec<String> {
    match (entry.keyword.as_str(), &entry.body) {
        ("properties" | "dependentSchemas", Body::Map(named)) => {
            named.iter().map(|(key, _)| key.clone()).collect()
        }
        ("required", Body::Plain(names)) => strings(names).map(str::to_owned).collect(),
        ("dependentRequired", Body::Plain(by_key)) => by_key
            .as_object()
            .into_iter()
            .flatten()
            .flat_map(|(key, names)| std::iter::once(key.as_str()).chain(strings(names)))
            .map(str::to_owned)
            .collect(),
        _ => Vec::new(),
    }
}
