//! Calls that may be asked for twice and are made once.
//!
//! Whoever sends an idempotency key with a call may send it again, and gets the
//! outcome of the first time. The library remembers in memory; whoever needs
//! more gives the runtime a memory of their own.
//!
//! (1) A key is claimed before the handler starts, by one call alone.
//! (2) Equal arguments get the first outcome; others are told that they differ.
//! (3) A call that did nothing, or may safely be made again, gives its key back.
//! (4) Where the end of the first call is not known and its tool writes, there
//!     is no second.

mod memory;

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use serde_json::json;
use toolcrib_core::error::BoxError;
use toolcrib_core::{Arguments, Caller, Outcome, canonical};

pub use memory::KeysInMemory;

/// How long an outcome is kept under its key.
pub const KEPT: Duration = Duration::from_secs(24 * 60 * 60);

/// Bytes of a key.
pub const KEY_BYTES_MAX: usize = 255;

/// Remembers which keys were used, and what came of it.
#[async_trait]
pub trait Idempotency: Send + Sync + 'static {
    /// Takes a key for a call, unless another has it (1).
    ///
    /// # Errors
    ///
    /// When that cannot be told; then the call is not made.
    async fn claim(&self, claim: &Claim) -> Result<Claimed, BoxError>;

    /// What a claim would meet, for a dry run: nothing is taken.
    ///
    /// # Errors
    ///
    /// When that cannot be told.
    async fn look(&self, claim: &Claim) -> Result<Claimed, BoxError>;

    /// Keeps the outcome of the call that has the key; without one the key is
    /// free again (3).
    ///
    /// # Errors
    ///
    /// When it could not be kept.
    async fn settle(&self, claim: &Claim, outcome: Option<&Outcome>) -> Result<(), BoxError>;

    /// The call ended, nobody waits for it, and its handler was never started:
    /// the key is free again. Must not block.
    fn give_back(&self, claim: &Claim);
}

/// A key, and the call that wants it.
#[derive(Clone, Debug)]
pub struct Claim {
    /// Whose keys these are.
    pub workspace: Arc<str>,
    /// The key.
    pub key: Arc<str>,
    /// What a call must have in common with the first to be the same (2).
    pub fingerprint: String,
    /// The call.
    pub call_id: Arc<str>,
    /// Whether its tool writes (4).
    pub writes: bool,
    /// How long it can take at most.
    pub lease: Duration,
}

/// What became of a claim.
#[derive(Debug)]
pub enum Claimed {
    /// The call has the key, and is the first; for [`Idempotency::look`], it would.
    First,
    /// It was made, and this came of it.
    Done(Box<Outcome>),
    /// It is being made.
    Running,
    /// It was begun, and nobody knows how it ended (4).
    Lost,
    /// The key was used for another call.
    Taken,
}

/// What calls have in common that are the same call: tool, agent, arguments.
pub(crate) fn fingerprint(tool_id: &str, caller: &Caller, arguments: &Arguments) -> String {
    let same = match arguments {
        Arguments::Text(text) => json!([tool_id, caller.agent, text]),
        Arguments::Value(value) => json!([tool_id, caller.agent, **value]),
    };
    canonical::hex(&canonical::digest(&same))
}
