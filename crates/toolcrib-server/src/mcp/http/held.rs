//! Who holds which session of the protocol.
//!
//! (1) Nobody is kept out by the sessions of others: whoever begins one more than
//!     a key may have loses the one of that key which was silent longest. A client
//!     that comes back to it is told to initialize anew.

#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crate::mcp::whom::Owner;

/// Sessions that one key may have, or one workspace where there are no keys.
const OF_ONE_MAX: usize = 256;

/// Sessions of all together.
const ALL_MAX: usize = 2_048;

/// The sessions, and whose they are.
#[derive(Default)]
pub(super) struct Held(Mutex<HashMap<Arc<str>, Holding>>);

struct Holding {
    owner: Owner,
    seen: Instant,
}

impl Held {
    /// Whether a session is theirs. If so, it was heard of just now.
    pub(super) fn hear(&self, id: &str, owner: &Owner) -> bool {
        match self.all().get_mut(id).filter(|held| held.owner == *owner) {
            Some(held) => {
                held.seen = Instant::now();
                true
            }
            None => false,
        }
    }

    /// Notes whose a session is. Returns those that have to make room for it (1).
    pub(super) fn begin(&self, id: &str, owner: Owner) -> Vec<Arc<str>> {
        let mut all = self.all();
        if all.contains_key(id) {
            return Vec::new();
        }
        let mut over = Vec::new();
        let own = |held: &Holding| held.owner.is_of_the_same(&owner);
        if all.values().filter(|held| own(held)).count() >= OF_ONE_MAX {
            over.extend(silent_longest(&all, own));
        } else if all.len() >= ALL_MAX {
            over.extend(silent_longest(&all, |_| true));
        }
        for id in &over {
            all.remove(id);
        }
        all.insert(id.into(), Holding { owner, seen: Instant::now() });
        over
    }

    /// A session has ended.
    pub(super) fn end(&self, id: &str) {
        self.all().remove(id);
    }

    fn all(&self) -> MutexGuard<'_, HashMap<Arc<str>, Holding>> {
        // Entries come and go whole; a panic cannot spoil the map.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn silent_longest(
    all: &HashMap<Arc<str>, Holding>,
    meant: impl Fn(&Holding) -> bool,
) -> Option<Arc<str>> {
    let meant = all.iter().filter(|(_, held)| meant(held));
    meant.min_by_key(|(_, held)| held.seen).map(|(id, _)| Arc::clone(id))
}
