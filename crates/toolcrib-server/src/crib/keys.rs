//! Keys: who may do what, from outside.
//!
//! (1) A key is shown once, when it is made; what is kept is its SHA-256.
//! (2) A key opens one workspace, and there what its scopes say.
//! (3) A key that was revoked opens nothing.

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use arc_swap::ArcSwap;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use toolcrib::canonical;
use toolcrib_store::{KeyRow, NewKey};

/// What every key starts with, so that one can be told when it leaks.
const PREFIX: &str = "tck_";

/// Random bytes of a key.
const SECRET_BYTES: usize = 32;

/// Random bytes of the id by which a key is spoken of.
const ID_BYTES: usize = 6;

/// What a key allows.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    clap::ValueEnum,
)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// To look at tools, agents and records.
    Read,
    /// To call tools.
    Call,
    /// To change tools, agents and attachments.
    Manage,
    /// To approve and deny calls that wait for a person.
    Approve,
    /// To read the server's own counters, over all workspaces.
    Metrics,
}

impl Scope {
    /// All there are.
    pub const ALL: [Self; 5] = [Self::Read, Self::Call, Self::Manage, Self::Approve, Self::Metrics];

    fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Call => "call",
            Self::Manage => "manage",
            Self::Approve => "approve",
            Self::Metrics => "metrics",
        }
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What one key allows, altogether.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scopes(Vec<Scope>);

impl Scopes {
    /// These, each once.
    pub fn new(scopes: impl IntoIterator<Item = Scope>) -> Self {
        let mut scopes: Vec<Scope> = scopes.into_iter().collect();
        scopes.sort_unstable();
        scopes.dedup();
        Self(scopes)
    }

    /// Whether this is among them.
    pub fn contain(&self, scope: Scope) -> bool {
        self.0.contains(&scope)
    }
}

impl fmt::Display for Scopes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.0.iter().map(|scope| scope.name()).collect();
        f.write_str(&names.join(","))
    }
}

impl FromStr for Scopes {
    type Err = std::convert::Infallible;

    /// A word that is no scope allows nothing.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let named = |word: &str| Scope::ALL.into_iter().find(|scope| scope.name() == word);
        Ok(Self::new(text.split(',').filter_map(|word| named(word.trim()))))
    }
}

/// A key that opens something.
#[derive(Debug)]
pub struct Key {
    /// What it is spoken of by.
    pub id: Arc<str>,
    /// The workspace it opens (2).
    pub workspace: Arc<str>,
    /// What it allows there.
    pub scopes: Scopes,
}

/// The keys that open something, by what is kept of them.
#[derive(Default)]
pub struct Keys(ArcSwap<HashMap<[u8; 32], Arc<Key>>>);

impl Keys {
    /// The key that a text is.
    pub fn find(&self, secret: &str) -> Option<Arc<Key>> {
        if !secret.starts_with(PREFIX) {
            return None;
        }
        self.0.load().get(&digest_of(secret)).cloned()
    }

    /// What a key allows, by what it is spoken of by.
    pub fn allows(&self, id: &str, scope: Scope) -> bool {
        self.0.load().values().any(|key| &*key.id == id && key.scopes.contain(scope))
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.0.load().len()
    }

    pub(super) fn replace(&self, rows: Vec<KeyRow>) {
        let usable = rows.into_iter().filter(|row| row.revoked_at.is_none()); // (3)
        let keys = usable.filter_map(|row| {
            let Ok(scopes) = row.scopes.parse();
            let key = Key { id: row.id.into(), workspace: row.workspace.into(), scopes };
            Some((from_hex(&row.hash)?, Arc::new(key)))
        });
        self.0.store(Arc::new(keys.collect()));
    }
}

/// A key that was just made: the only time that anybody sees it (1).
pub struct MintedKey {
    /// The key.
    pub secret: String,
    /// What is kept of it.
    pub row: NewKey,
}

impl MintedKey {
    /// Makes a key.
    ///
    /// # Errors
    ///
    /// When the operating system has no randomness to give.
    pub fn new(workspace: &str, name: &str, scopes: &Scopes) -> Result<Self, getrandom::Error> {
        let (mut secret, mut id) = ([0; SECRET_BYTES], [0; ID_BYTES]);
        getrandom::fill(&mut secret)?;
        getrandom::fill(&mut id)?;
        let secret = format!("{PREFIX}{}", canonical::hex(&secret));
        let row = NewKey {
            id: format!("key_{}", canonical::hex(&id)),
            workspace: workspace.to_owned(),
            name: name.to_owned(),
            scopes: scopes.to_string(),
            hash: canonical::hex(&digest_of(&secret)),
        };
        Ok(Self { secret, row })
    }
}

fn digest_of(secret: &str) -> [u8; 32] {
    Sha256::digest(secret).into()
}

fn from_hex(text: &str) -> Option<[u8; 32]> {
    let mut digest = [0; 32];
    let pairs = text.as_bytes().chunks_exact(2);
    if pairs.len() != digest.len() || text.len() != 2 * digest.len() {
        return None;
    }
    for (byte, pair) in digest.iter_mut().zip(pairs) {
        *byte = u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()?;
    }
    Some(digest)
}

#[cfg(test)]
mod tests;
