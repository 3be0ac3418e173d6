//! What is old enough to be forgotten.

use crate::Store;
use crate::error::StoreError;
use crate::sql::{Step, query};
use crate::stamp::Stamp;

/// Calls that are forgotten in one go, so that nobody waits long for the next
/// write.
const BATCH: i64 = 2_000;

/// What was forgotten.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Forgotten {
    /// Records of calls.
    pub calls: u64,
    /// Approvals and idempotency keys.
    pub others: u64,
}

impl Store {
    /// Forgets calls and approvals that are older than a moment (milliseconds
    /// since 1970), if there is one, and idempotency keys whose time is over.
    ///
    /// # Errors
    ///
    /// When the database does not answer; what was forgotten until then stays
    /// forgotten.
    pub async fn forget(&self, before_ms: Option<u64>) -> Result<Forgotten, StoreError> {
        let now = crate::now();
        let mut forgotten = Forgotten::default();
        // A key whose call may have written and never ended is kept as long as
        // the records are: it keeps the call from being made again.
        let keys = query!(
            "DELETE FROM idempotency WHERE kept_until <= $1 AND outcome IS NOT NULL RETURNING key",
            now,
        );
        let rows = self.engine.write(vec![Step::new(keys)]).await?;
        forgotten.others += rows.first().map_or(0, Vec::len) as u64;
        let Some(before) = before_ms.map(Stamp::from_ms) else { return Ok(forgotten) };
        let old = [
            query!("DELETE FROM idempotency WHERE kept_until <= $1 RETURNING key", before.as_str()),
            query!("DELETE FROM approvals WHERE expires_at <= $1 RETURNING id", before.as_str()),
        ];
        for query in old {
            let rows = self.engine.write(vec![Step::new(query)]).await?;
            forgotten.others += rows.first().map_or(0, Vec::len) as u64;
        }
        let before_id = toolcrib::record::first_id_at(before_ms.unwrap_or_default());
        let workspaces = query!("SELECT DISTINCT workspace_id FROM calls");
        for mut row in self.rows(workspaces).await? {
            let workspace = row.text()?;
            loop {
                let some = query!(
                    "DELETE FROM calls WHERE workspace_id = $1 AND id IN (
                         SELECT id FROM calls WHERE workspace_id = $1 AND id < $2
                         ORDER BY id LIMIT $3)
                     RETURNING id",
                    &workspace,
                    &before_id,
                    BATCH,
                );
                let rows = self.engine.write(vec![Step::new(some)]).await?;
                let count = rows.first().map_or(0, Vec::len);
                forgotten.calls += count as u64;
                if count < BATCH as usize {
                    break;
                }
            }
        }
        Ok(forgotten)
    }
}
