//! That a connection is over, and why: said once, heard by all.

use std::sync::{Arc, OnceLock};

use tokio_util::sync::CancellationToken;

/// That a connection is over. Clones share it.
#[derive(Clone, Default)]
pub(super) struct Over(Arc<Inner>);

#[derive(Default)]
struct Inner {
    why: OnceLock<String>,
    came: CancellationToken,
}

/// What is said where the other side simply went away.
pub(super) const CLOSED: &str = "it closed the connection";

impl Over {
    /// Ends it; the first reason counts.
    pub(super) fn end(&self, why: &str) {
        let _ = self.0.why.set(why.to_owned());
        self.0.came.cancel();
    }

    pub(super) fn is_over(&self) -> bool {
        self.0.came.is_cancelled()
    }

    /// Whether the other side simply went away.
    pub(super) fn was_hung_up(&self) -> bool {
        self.is_over() && self.why() == CLOSED
    }

    pub(super) fn why(&self) -> String {
        self.0.why.get().map_or(CLOSED, String::as_str).to_owned()
    }

    pub(super) async fn wait(&self) {
        self.0.came.cancelled().await;
    }
}
