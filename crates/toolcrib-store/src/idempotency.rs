//! Idempotency keys that outlive the process.

use tokio::runtime::Handle;
use toolcrib::Outcome;
use toolcrib::async_trait;
use toolcrib::error::BoxError;
use toolcrib::idempotency::{Claim, Claimed, Idempotency, KEPT};

use crate::Store;
use crate::error::{Broken, StoreError};
use crate::names::check_workspace;
use crate::sql::{Query, Row, Step, query};
use crate::stamp::{Stamp, now_ms};

#[async_trait]
impl Idempotency for Store {
    async fn claim(&self, claim: &Claim) -> Result<Claimed, BoxError> {
        check_workspace(&claim.workspace)?;
        let now = Stamp::from_ms(now_ms());
        let lease = u64::try_from(claim.lease.as_millis()).unwrap_or(u64::MAX);
        let until = Stamp::from_ms(now_ms().saturating_add(lease));
        // A call that may have written is not taken over, however long ago it was.
        let is_free = match claim.writes {
            true => "idempotency.outcome IS NOT NULL",
            false => "TRUE",
        };
        let take = query!(
            format!(
                "INSERT INTO idempotency
                     (workspace_id, key, fingerprint, call_id, kept_until, outcome)
                 VALUES ($1, $2, $3, $4, $5, NULL)
                 ON CONFLICT (workspace_id, key) DO UPDATE SET
                     fingerprint = excluded.fingerprint, call_id = excluded.call_id,
                     kept_until = excluded.kept_until, outcome = NULL
                 WHERE idempotency.kept_until <= $6 AND {is_free}"
            ),
            &*claim.workspace,
            &*claim.key,
            claim.fingerprint.as_str(),
            &*claim.call_id,
            until.as_str(),
            now.as_str(),
        );
        let mut rows = self.engine.write(vec![Step::new(take), Step::new(kept(claim))]).await?;
        let row = rows.pop().and_then(|mut rows| rows.pop());
        let row = row.ok_or(StoreError::from(Broken::Unexpected("a key without its row")))?;
        Kept::read(row)?.meet(claim, now.as_str(), false)
    }

    async fn look(&self, claim: &Claim) -> Result<Claimed, BoxError> {
        check_workspace(&claim.workspace)?;
        let now = Stamp::from_ms(now_ms());
        match self.rows(kept(claim)).await?.pop() {
            Some(row) => Kept::read(row)?.meet(claim, now.as_str(), true),
            None => Ok(Claimed::First),
        }
    }

    async fn settle(&self, claim: &Claim, outcome: Option<&Outcome>) -> Result<(), BoxError> {
        let settled = match outcome {
            None => free(claim),
            Some(outcome) => {
                let kept = u64::try_from(KEPT.as_millis()).unwrap_or(u64::MAX);
                let until = Stamp::from_ms(now_ms().saturating_add(kept));
                query!(
                    "UPDATE idempotency SET outcome = $4, kept_until = $5
                     WHERE workspace_id = $1 AND key = $2 AND call_id = $3",
                    &*claim.workspace,
                    &*claim.key,
                    &*claim.call_id,
                    serde_json::to_string(outcome)?,
                    until.as_str(),
                )
            }
        };
        self.engine.write(vec![Step::new(settled)]).await?;
        Ok(())
    }

    fn give_back(&self, claim: &Claim) {
        let (engine, free) = (self.engine.clone(), free(claim));
        // Without a runtime the key is free once its call must have ended.
        let Ok(runtime) = Handle::try_current() else { return };
        runtime.spawn(async move {
            if let Err(error) = engine.write(vec![Step::new(free)]).await {
                let error = &error as &dyn std::error::Error;
                tracing::warn!(error, "an idempotency key was not given back");
            }
        });
    }
}

/// What stands under a key.
struct Kept {
    fingerprint: String,
    call_id: String,
    until: String,
    outcome: Option<String>,
}

impl Kept {
    fn read(mut row: Row) -> Result<Self, StoreError> {
        Ok(Self {
            fingerprint: row.text()?,
            call_id: row.text()?,
            until: row.text()?,
            outcome: row.maybe_text()?,
        })
    }

    /// What a claim meets here, which was tried, or at which it only looks.
    fn meet(self, claim: &Claim, now: &str, only_looks: bool) -> Result<Claimed, BoxError> {
        let is_late = *self.until <= *now;
        let is_free = is_late && (self.outcome.is_some() || !claim.writes);
        Ok(match self.outcome {
            _ if self.call_id == *claim.call_id || (only_looks && is_free) => Claimed::First,
            _ if self.fingerprint != claim.fingerprint => Claimed::Taken,
            Some(outcome) => Claimed::Done(Box::new(Outcome::read(&outcome)?)),
            None if is_late => Claimed::Lost,
            None => Claimed::Running,
        })
    }
}

fn kept(claim: &Claim) -> Query {
    query!(
        "SELECT fingerprint, call_id, kept_until, outcome FROM idempotency
         WHERE workspace_id = $1 AND key = $2",
        &*claim.workspace,
        &*claim.key,
    )
}

fn free(claim: &Claim) -> Query {
    query!(
        "DELETE FROM idempotency WHERE workspace_id = $1 AND key = $2 AND call_id = $3
         AND outcome IS NULL",
        &*claim.workspace,
        &*claim.key,
        &*claim.call_id,
    )
}
