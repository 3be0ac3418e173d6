//! Keys of one process.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use tokio::time::Instant;
use toolcrib_core::Outcome;
use toolcrib_core::error::BoxError;

use super::{Claim, Claimed, Idempotency, KEPT};

/// Keys that are remembered.
const KEYS_MAX: usize = 10_000;

/// Remembers keys until the process ends. Clones share them.
#[derive(Clone, Default)]
pub struct KeysInMemory(Arc<Mutex<Keys>>);

/// By workspace and key.
type Keys = HashMap<(Arc<str>, Arc<str>), Kept>;

struct Kept {
    fingerprint: String,
    call_id: Arc<str>,
    /// Until when the call may run, then until when its outcome is kept.
    until: Instant,
    outcome: Option<String>,
}

impl Kept {
    /// What a claim meets here at this moment.
    fn meet(&self, claim: &Claim, now: Instant) -> Result<Claimed, BoxError> {
        let is_late = self.until <= now;
        let is_free = is_late && (self.outcome.is_some() || !claim.writes);
        Ok(match &self.outcome {
            _ if is_free => Claimed::First,
            _ if self.fingerprint != claim.fingerprint => Claimed::Taken,
            Some(outcome) => Claimed::Done(Box::new(Outcome::read(outcome)?)),
            None if is_late => Claimed::Lost,
            None => Claimed::Running,
        })
    }
}

impl KeysInMemory {
    fn lock(&self) -> MutexGuard<'_, Keys> {
        // An entry is only ever replaced whole; a panic cannot spoil the map.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl Idempotency for KeysInMemory {
    async fn claim(&self, claim: &Claim) -> Result<Claimed, BoxError> {
        let now = Instant::now();
        let mut keys = self.lock();
        let at = (Arc::clone(&claim.workspace), Arc::clone(&claim.key));
        if let Some(kept) = keys.get(&at) {
            let met = kept.meet(claim, now)?;
            if !matches!(met, Claimed::First) {
                return Ok(met);
            }
        }
        if keys.len() >= KEYS_MAX {
            keys.retain(|_, kept| kept.until > now);
            if keys.len() >= KEYS_MAX {
                return Err("too many idempotency keys are in use".into());
            }
        }
        let kept = Kept {
            fingerprint: claim.fingerprint.clone(),
            call_id: Arc::clone(&claim.call_id),
            until: now + claim.lease,
            outcome: None,
        };
        keys.insert(at, kept);
        Ok(Claimed::First)
    }

    async fn look(&self, claim: &Claim) -> Result<Claimed, BoxError> {
        let at = (Arc::clone(&claim.workspace), Arc::clone(&claim.key));
        match self.lock().get(&at) {
            Some(kept) => kept.meet(claim, Instant::now()),
            None => Ok(Claimed::First),
        }
    }

    async fn settle(&self, claim: &Claim, outcome: Option<&Outcome>) -> Result<(), BoxError> {
        let Some(outcome) = outcome else {
            self.give_back(claim);
            return Ok(());
        };
        let text = serde_json::to_string(outcome)?;
        let at = (Arc::clone(&claim.workspace), Arc::clone(&claim.key));
        if let Some(kept) = self.lock().get_mut(&at).filter(|kept| kept.call_id == claim.call_id) {
            (kept.outcome, kept.until) = (Some(text), Instant::now() + KEPT);
        }
        Ok(())
    }

    fn give_back(&self, claim: &Claim) {
        let at = (Arc::clone(&claim.workspace), Arc::clone(&claim.key));
        let mut keys = self.lock();
        if keys.get(&at).is_some_and(|kept| kept.call_id == claim.call_id) {
            keys.remove(&at);
        }
    }
}
