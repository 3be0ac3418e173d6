//! Which ids are whose.
//!
//! The ids of a server's tools begin with its prefix. One prefix may be the
//! beginning of another (`git`, `git_hub`): an id belongs to the longest prefix
//! that it begins with, whichever server claims it first or later.

use std::collections::BTreeMap;
use std::sync::{PoisonError, RwLock};

/// The prefixes of all servers that are used, by their names.
#[derive(Default)]
pub(crate) struct Names(RwLock<BTreeMap<String, String>>);

impl Names {
    /// Gives a server its prefix, unless another has it: then that one's name.
    pub(super) fn give(&self, server: &str, prefix: &str) -> Result<(), String> {
        let mut all = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if let Some((other, _)) = all.iter().find(|(_, taken)| *taken == prefix) {
            return Err(other.clone());
        }
        all.insert(server.to_owned(), prefix.to_owned());
        Ok(())
    }

    /// A server has gone.
    pub(super) fn take_back(&self, server: &str) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).remove(server);
    }

    /// The server to which an id belongs, if not to the one with this prefix.
    pub(crate) fn other_owner(&self, tool_id: &str, prefix: &str) -> Option<String> {
        let all = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let is_closer = |other: &str| {
            let rest = tool_id.strip_prefix(other);
            other.len() > prefix.len() && rest.is_some_and(|rest| rest.starts_with('_'))
        };
        all.iter().find(|(_, other)| is_closer(other)).map(|(server, _)| server.clone())
    }
}
