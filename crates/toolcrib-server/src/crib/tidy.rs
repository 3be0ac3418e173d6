//! Forgets what is old.

use std::convert::Infallible;
use std::time::Duration;

use toolcrib_store::now_ms;

use super::Crib;

/// How long after it started a server looks for the first time.
const FIRST: Duration = Duration::from_secs(60);

/// How often it looks after that.
const EACH: Duration = Duration::from_secs(60 * 60);

impl Crib {
    /// Forgets records that are older than this, and keys and approvals whose
    /// time is over, now and then.
    pub async fn tidy(&self, keep: Option<Duration>) -> Infallible {
        tokio::time::sleep(FIRST).await;
        loop {
            self.tidy_once(keep).await;
            tokio::time::sleep(EACH).await;
        }
    }

    async fn tidy_once(&self, keep: Option<Duration>) {
        let keep_ms = keep.map(|keep| u64::try_from(keep.as_millis()).unwrap_or(u64::MAX));
        let before = keep_ms.map(|keep_ms| now_ms().saturating_sub(keep_ms));
        match self.store().forget(before).await {
            Ok(forgotten) if forgotten.calls > 0 => {
                tracing::info!(calls = forgotten.calls, "records of old calls were forgotten");
            }
            Ok(_) => {}
            Err(error) => {
                let error = &error as &dyn std::error::Error;
                tracing::warn!(error, "what is old could not be forgotten; trying again later");
            }
        }
    }
}
