//! The hosts that a tool may reach.
//!
//! Owns what an entry may look like and which URLs it stands for. It never
//! resolves a name: that an entry allows a host says nothing of its addresses.

mod entry;

use std::sync::Arc;

use entry::Entry;
use url::Url;

use crate::why::Why;

/// The hosts that a tool may reach, from its manifest: `api.example.com`,
/// `*.example.org`, `localhost:8080`, `[::1]:9000`.
///
/// An entry without a port allows the usual port of the scheme, one with a port
/// that port alone. `*.example.org` allows what is below `example.org`, not
/// `example.org` itself. An empty list allows nothing.
#[derive(Clone, Debug, Default)]
pub struct HostList(Arc<[Entry]>);

/// An entry that cannot stand in a list of hosts.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{entry}` is not a host: {why}")]
pub struct BadHost {
    /// Which entry, counted from zero.
    pub index: usize,
    /// Its text.
    pub entry: String,
    /// What is wrong with it, and how to write it.
    pub why: String,
}

impl HostList {
    /// Reads a list, or says what is wrong with every bad entry in it.
    pub fn parse<S: AsRef<str>>(entries: &[S]) -> Result<Self, Vec<BadHost>> {
        let mut list = Vec::with_capacity(entries.len());
        let mut bad = Vec::new();
        for (index, text) in entries.iter().map(AsRef::as_ref).enumerate() {
            match Entry::parse(text) {
                Ok(entry) => list.push(entry),
                Err(Why(why)) => bad.push(BadHost { index, entry: text.to_owned(), why }),
            }
        }
        if bad.is_empty() { Ok(Self(list.into())) } else { Err(bad) }
    }

    /// Whether nothing may be reached.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether an entry stands for the URL's scheme, host and port.
    pub fn allows(&self, url: &Url) -> bool {
        self.0.iter().any(|entry| entry.allows(url))
    }
}
