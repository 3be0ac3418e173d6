//! One transaction for all that waits.

mod bind;

use std::sync::Arc;

use rusqlite::Connection;
use tokio::sync::oneshot;

use super::messenger::Messenger;
use super::{Job, WriteJob};
use crate::error::StoreError;
use crate::record::RecordJob;
use crate::sql::{Row, Step};
use crate::sqlite::run::{failure, run as run_query};

pub(super) type Answer<T> = (oneshot::Sender<Result<T, StoreError>>, Result<T, StoreError>);

/// Who waits for the commit, and what it will hear then.
#[derive(Default)]
struct Answers {
    records: Vec<Answer<()>>,
    writes: Vec<Answer<Vec<Vec<Row>>>>,
}

/// Why a write was undone.
pub(super) enum Undone {
    Missing,
    Failed(rusqlite::Error),
}

/// Runs what waits, commits, and tells everybody.
pub(super) fn run(connection: &Connection, waiting: &mut Vec<Job>, messenger: &Messenger) {
    let mut answers = Answers::default();
    answers.records.reserve(waiting.len());
    let mut jobs = waiting.drain(..);
    let committed = execute(connection, "BEGIN IMMEDIATE")
        .and_then(|()| each(connection, &mut jobs, &mut answers))
        .and_then(|()| execute(connection, "COMMIT"));
    match committed {
        Ok(()) => answers.tell(messenger),
        Err(error) => {
            undo(connection);
            tracing::error!(
                error = &error as &dyn std::error::Error,
                writes = answers.records.len() + answers.writes.len() + jobs.len(),
                "nothing of a batch was written"
            );
            answers.refuse(&Arc::new(error), jobs);
        }
    }
}

/// Leaves no transaction open.
pub(super) fn undo(connection: &Connection) {
    if !connection.is_autocommit()
        && let Err(error) = execute(connection, "ROLLBACK")
    {
        tracing::error!(error = &error as &dyn std::error::Error, "cannot roll back");
    }
}

/// Runs each job. An error is one of the whole transaction.
fn each(
    connection: &Connection,
    jobs: &mut impl Iterator<Item = Job>,
    answers: &mut Answers,
) -> rusqlite::Result<()> {
    let mut upsert = connection.prepare_cached(&bind::UPSERT)?;
    for job in jobs {
        match job {
            Job::Record(RecordJob { record, done }) => {
                // A statement that fails is undone by itself.
                let result = bind::all(&mut upsert, &record).and_then(|()| upsert.raw_execute());
                answers.records.push((done, Ok(())));
                if let Err(error) = result {
                    answers.records.last_mut().expect("just pushed").1 =
                        Err(failure(alone(connection, error)?));
                }
            }
            Job::Write(WriteJob { steps, done }) => {
                answers.writes.push((done, Ok(Vec::new())));
                answers.writes.last_mut().expect("just pushed").1 = write(connection, &steps)?;
            }
        }
    }
    Ok(())
}

/// Some failures end the transaction: they are everybody's.
fn alone(connection: &Connection, error: rusqlite::Error) -> rusqlite::Result<rusqlite::Error> {
    if connection.is_autocommit() { Err(error) } else { Ok(error) }
}

/// All steps or none.
fn write(
    connection: &Connection,
    steps: &[Step],
) -> rusqlite::Result<Result<Vec<Vec<Row>>, StoreError>> {
    execute(connection, "SAVEPOINT one")?;
    let result = match each_step(connection, steps) {
        Ok(rows) => Ok(rows),
        Err(undone) => {
            let error = match undone {
                Undone::Missing => StoreError::Missing,
                Undone::Failed(error) => failure(alone(connection, error)?),
            };
            execute(connection, "ROLLBACK TO one")?;
            Err(error)
        }
    };
    execute(connection, "RELEASE one")?;
    Ok(result)
}

pub(super) fn each_step(connection: &Connection, steps: &[Step]) -> Result<Vec<Vec<Row>>, Undone> {
    let mut all = Vec::with_capacity(steps.len());
    for step in steps {
        let rows = run_query(connection, &step.query).map_err(Undone::Failed)?;
        if step.demands && rows.is_empty() {
            return Err(Undone::Missing);
        }
        all.push(rows);
    }
    Ok(all)
}

fn execute(connection: &Connection, text: &str) -> rusqlite::Result<()> {
    connection.prepare_cached(text)?.raw_execute().map(drop)
}

impl Answers {
    fn tell(self, messenger: &Messenger) {
        messenger.tell(self.records);
        // Who has stopped waiting does not mind.
        self.writes.into_iter().for_each(|(done, result)| drop(done.send(result)));
    }

    /// Tells everybody that nothing was written; those who failed on their own
    /// hear why.
    fn refuse(self, error: &Arc<rusqlite::Error>, rest: impl Iterator<Item = Job>) {
        let lost = || StoreError::unavailable(Arc::clone(error));
        for (done, result) in self.records {
            drop(done.send(Err(result.err().unwrap_or_else(lost))));
        }
        for (done, result) in self.writes {
            drop(done.send(Err(result.err().unwrap_or_else(lost))));
        }
        for job in rest {
            match job {
                Job::Record(job) => drop(job.done.send(Err(lost()))),
                Job::Write(job) => drop(job.done.send(Err(lost()))),
            }
        }
    }
}
