//! PostgreSQL: a pool of connections, one task for records, one that listens.
//!
//! Start at `records`, where many records share one statement.

mod connect;
mod listener;
mod records;
mod run;

use deadpool_postgres::tokio_postgres::IsolationLevel;
use deadpool_postgres::{Pool, Transaction};
use tokio::sync::{oneshot, watch};
use tokio::task::JoinHandle;

use crate::changes::Revisions;
use crate::error::StoreError;
use crate::location::Location;
use crate::queue::Queue;
use crate::recorder::settled;
use crate::sql::{Query, Row, Step, query};

use records::Job;
use run::{failure, get, run};

pub(crate) struct Postgres {
    pool: Pool,
    queue: Queue<Job>,
    /// Ends with the queue, when everything in it is written.
    writer: JoinHandle<()>,
    listener: listener::Listener,
}

impl Postgres {
    pub(crate) async fn open(location: &Location, url: &str) -> Result<Self, StoreError> {
        let server = connect::open(location, url).await?;
        let (queue, jobs) = Queue::new();
        let writer = tokio::spawn(records::write(server.pool.clone(), jobs));
        let pool = server.pool.clone();
        let listener = listener::Listener::start(server).await?;
        Ok(Self { pool, queue, writer, listener })
    }

    pub(crate) async fn read(&self, queries: Vec<Query>) -> Result<Vec<Vec<Row>>, StoreError> {
        let mut client = get(&self.pool).await?;
        // One statement sees one moment anyway.
        if let [query] = &*queries {
            let statement = client.prepare_cached(&query.text).await.map_err(failure)?;
            return Ok(vec![run(&client, &statement, query).await?]);
        }
        let transaction = client
            .build_transaction()
            .isolation_level(IsolationLevel::RepeatableRead)
            .read_only(true)
            .start()
            .await
            .map_err(failure)?;
        let mut all = Vec::with_capacity(queries.len());
        for query in &queries {
            all.push(in_transaction(&transaction, query).await?);
        }
        transaction.commit().await.map_err(failure)?;
        Ok(all)
    }

    pub(crate) async fn write(&self, steps: Vec<Step>) -> Result<Vec<Vec<Row>>, StoreError> {
        let mut client = get(&self.pool).await?;
        // One that is dropped is rolled back.
        let transaction = client.transaction().await.map_err(failure)?;
        let mut all = Vec::with_capacity(steps.len());
        for step in &steps {
            let rows = in_transaction(&transaction, &step.query).await?;
            if step.demands && rows.is_empty() {
                return Err(StoreError::Missing);
            }
            all.push(rows);
        }
        transaction.commit().await.map_err(failure)?;
        Ok(all)
    }

    /// Tells who listens, when the transaction is committed.
    pub(crate) fn notice(workspace: &str) -> Step {
        Step::new(query!(
            "SELECT pg_notify('toolcrib', id || ' ' || revision) FROM workspaces WHERE id = $1",
            workspace,
        ))
    }

    pub(crate) fn queue(&self) -> &Queue<Job> {
        &self.queue
    }

    pub(crate) fn revisions(&self) -> watch::Receiver<Revisions> {
        self.listener.revisions()
    }

    pub(crate) async fn settle(&self) {
        self.queue.all_placed().await;
        let (done, settle) = oneshot::channel();
        if self.queue.put(Job::Settle(done)).await.is_ok() {
            // What is before it in the queue is done when this is.
            drop(settled(settle).await);
        }
    }

    pub(crate) async fn close(self) {
        let Self { pool, queue, writer, listener } = self;
        drop(queue);
        drop(writer.await);
        listener.close().await;
        pool.close();
    }
}

async fn in_transaction(
    transaction: &Transaction<'_>,
    query: &Query,
) -> Result<Vec<Row>, StoreError> {
    let statement = transaction.prepare_cached(&query.text).await.map_err(failure)?;
    run(transaction.client(), &statement, query).await
}
