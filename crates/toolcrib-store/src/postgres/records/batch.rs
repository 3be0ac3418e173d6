//! Records on their way, together.

#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, LazyLock};

use deadpool_postgres::tokio_postgres::types::ToSql;
use deadpool_postgres::tokio_postgres::{Client, Error, Statement};
use tokio::sync::oneshot;

use super::Job;
use crate::error::StoreError;
use crate::record::{COLUMNS, ON_CONFLICT, Record};

/// Who waits for one record.
type Told = Vec<oneshot::Sender<Result<(), StoreError>>>;

/// Records of different calls, and who waits for each.
pub(super) struct Batch {
    records: Vec<Record>,
    told: Vec<Told>,
    settled: Told,
}

pub(super) static UPSERT: LazyLock<String> = LazyLock::new(|| {
    let array = |(at, column): (usize, &str)| {
        let kind = match column.trim() {
            "dry_run" | "ok" | "over_budget" => "bool",
            "duration_us" | "attempts" | "response_bytes" => "int8",
            _ => "text",
        };
        format!("${}::{kind}[]", at + 1)
    };
    let arrays: Vec<String> = COLUMNS.split(',').enumerate().map(array).collect();
    format!(
        "INSERT INTO calls ({COLUMNS}) SELECT * FROM unnest({}) {ON_CONFLICT}",
        arrays.join(", ")
    )
});

impl Batch {
    /// One statement cannot write a call twice, so what is said of one call is
    /// put together.
    pub(super) fn of(jobs: impl Iterator<Item = Job>) -> Self {
        let mut batch = Self { records: Vec::new(), told: Vec::new(), settled: Vec::new() };
        let mut places = HashMap::new();
        for job in jobs {
            let job = match job {
                Job::Record(job) => job,
                Job::Settle(done) => {
                    batch.settled.push(done);
                    continue;
                }
            };
            let key = (Arc::clone(&job.record.workspace_id), Arc::clone(&job.record.id));
            match places.entry(key) {
                Entry::Vacant(place) => {
                    place.insert(batch.records.len());
                    batch.records.push(*job.record);
                    batch.told.push(vec![job.done]);
                }
                Entry::Occupied(place) => {
                    batch.records[*place.get()].follow(*job.record);
                    batch.told[*place.get()].push(job.done);
                }
            }
        }
        batch
    }

    pub(super) fn records(&self) -> &[Record] {
        &self.records
    }

    pub(super) fn tell_all(self) {
        self.told.into_iter().chain([self.settled]).for_each(|told| tell(told, &Ok(())));
    }

    pub(super) fn refuse_all(self, error: &Arc<StoreError>) {
        let everybody = self.told.into_iter().chain([self.settled]);
        everybody.for_each(|told| tell(told, &Err(Arc::clone(error))));
    }

    /// Each record alone, and who waits for all of them.
    pub(super) fn apart(self) -> (impl Iterator<Item = (Record, Told)>, Told) {
        (self.records.into_iter().zip(self.told), self.settled)
    }
}

/// Who has stopped waiting does not mind.
pub(super) fn tell(told: Told, result: &Result<(), Arc<StoreError>>) {
    for done in told {
        let result = result.as_ref().map_err(|error| StoreError::unavailable(Arc::clone(error)));
        drop(done.send(result.copied()));
    }
}

/// Writes the records, a column an array.
pub(super) async fn execute(
    client: &Client,
    statement: &Statement,
    records: &[Record],
) -> Result<(), Error> {
    fn column<'r, T>(records: &'r [Record], of: impl Fn(&'r Record) -> T) -> Vec<T> {
        records.iter().map(of).collect()
    }
    let columns: [&(dyn ToSql + Sync); 27] = [
        &column(records, |r| &*r.workspace_id),
        &column(records, |r| &*r.id),
        &column(records, |r| &*r.tool_id),
        &column(records, |r| r.tool_version.as_deref()),
        &column(records, |r| &*r.registry_version),
        &column(records, |r| r.agent_id.as_deref()),
        &column(records, |r| r.session_id.as_deref()),
        &column(records, |r| r.key_id.as_deref()),
        &column(records, |r| r.door),
        &column(records, |r| r.mode),
        &column(records, |r| r.dry_run),
        &column(records, |r| &*r.arguments),
        &column(records, |r| r.ok),
        &column(records, |r| r.error_type),
        &column(records, |r| r.duration_us),
        &column(records, |r| r.attempts),
        &column(records, |r| r.created_at.as_str()),
        &column(records, |r| r.finished_at.as_ref().map(|at| at.as_str())),
        &column(records, |r| r.outcome.as_deref()),
        &column(records, |r| r.console.as_deref()),
        &column(records, |r| r.rule),
        &column(records, |r| r.approval_id.as_deref()),
        &column(records, |r| r.replay_of.as_deref()),
        &column(records, |r| r.over_budget),
        &column(records, |r| r.response_bytes),
        &column(records, |r| r.parent_id.as_deref()),
        &column(records, |r| r.stages.as_deref()),
    ];
    client.execute(statement, &columns).await.map(drop)
}
