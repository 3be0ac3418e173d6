//! Telling clients that their list of tools has changed.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rmcp::service::SubscriptionContext;
use rmcp::{Peer, RoleServer};

use super::tools;
use super::whom::Whom;
use crate::crib::{Crib, Scope, View};

/// How often to look whether a client is still there.
const GLANCE: Duration = Duration::from_secs(30);

/// Tells a client of the older revisions, as long as it is there.
pub(super) fn tell(crib: &Crib, digests: Arc<Digests>, whom: Whom, peer: Peer<RoleServer>) {
    let crib = crib.handle();
    tokio::spawn(async move {
        let mut changes = Changes::new(digests, &whom);
        loop {
            let news = tokio::time::timeout(GLANCE, changes.next(&whom)).await;
            // Neither a server that stops nor a client that left is waited for.
            let Some(crib) = crib.crib().filter(|_| !peer.is_transport_closed()) else { return };
            if !whom.still_may(&crib, Scope::Read) {
                return;
            }
            if news.is_ok()
                && (peer.notify_tool_list_changed().await.is_err()
                    || peer.notify_prompt_list_changed().await.is_err())
            {
                return;
            }
        }
    });
}

/// Tells a client of the newest revision, until it has heard enough.
pub(super) async fn follow(
    crib: &Crib,
    digests: Arc<Digests>,
    whom: &Whom,
    context: &SubscriptionContext,
) {
    let mut changes = Changes::new(digests, whom);
    loop {
        tokio::select! {
            () = changes.next(whom) => {}
            () = context.cancelled() => return,
        }
        if !whom.still_may(crib, Scope::Read) {
            return;
        }
        let (sink, wanted) = (context.sink(), context.accepted());
        if wanted.tools_list_changed == Some(true) && sink.notify_tool_list_changed().await.is_err()
        {
            return;
        }
        if wanted.prompts_list_changed == Some(true)
            && sink.notify_prompt_list_changed().await.is_err()
        {
            return;
        }
    }
}

/// The changes of one caller's list.
struct Changes {
    heard: tokio::sync::watch::Receiver<()>,
    digests: Arc<Digests>,
    /// The list as it was last seen.
    seen: [u8; 32],
}

impl Changes {
    /// Those since the caller asked; it was answered before anybody got here.
    fn new(digests: Arc<Digests>, whom: &Whom) -> Self {
        let mut heard = whom.workspace.changes();
        heard.mark_changed();
        Self { heard, seen: digests.of(whom, &whom.then), digests }
    }

    /// Waits until the list is another.
    async fn next(&mut self, whom: &Whom) {
        loop {
            if self.heard.changed().await.is_err() {
                return std::future::pending().await;
            }
            let now = self.digests.of(whom, &whom.workspace.view());
            if now != self.seen {
                self.seen = now;
                return;
            }
        }
    }
}

/// Lists that are remembered before the first are forgotten.
const REMEMBERED_MAX: usize = 1_024;

/// What tells one list from another, worked out once for all who see the same.
#[derive(Default)]
pub(super) struct Digests(Mutex<HashMap<Seer, Known>>);

/// What a workspace had, and the digest of the list that came of it.
type Known = (Arc<View>, [u8; 32]);

/// Whose list it is: a workspace's, or that of one of its agents.
type Seer = (Arc<str>, Option<String>);

impl Digests {
    fn of(&self, whom: &Whom, view: &Arc<View>) -> [u8; 32] {
        // Entries are replaced whole; a panic cannot spoil the map. It is held
        // while a list is worked out: whoever waits wants the same.
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let seer = (Arc::clone(whom.workspace.id()), whom.agent.clone());
        match known.get(&seer) {
            Some((seen, digest)) if Arc::ptr_eq(seen, view) => return *digest,
            _ => {}
        }
        let digest = tools::digest(whom, view);
        if known.len() >= REMEMBERED_MAX {
            known.clear();
        }
        known.insert(seer, (Arc::clone(view), digest));
        digest
    }
}
