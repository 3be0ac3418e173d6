//! The two databases, as one.
//!
//! Two primitives carry every operation: `read` sees one moment, `write` is one
//! transaction. Records have a way of their own, because there are so many.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use tokio::sync::{oneshot, watch};

use crate::changes::Revisions;
use crate::error::StoreError;
use crate::location::Location;
use crate::postgres::Postgres;
use crate::record::{Record, RecordJob};
use crate::recorder::settled;
use crate::sql::{Query, Row, Step};
use crate::sqlite::Sqlite;

pub(crate) enum Engine {
    Sqlite(Sqlite),
    Postgres(Postgres),
}

impl Engine {
    pub(crate) async fn open(location: &Location) -> Result<Self, StoreError> {
        match location {
            Location::Sqlite(path) => Ok(Self::Sqlite(Sqlite::open(path).await?)),
            Location::Postgres(url) => Ok(Self::Postgres(Postgres::open(location, url).await?)),
        }
    }

    /// The rows of each query, all as of one moment.
    pub(crate) async fn read(&self, queries: Vec<Query>) -> Result<Vec<Vec<Row>>, StoreError> {
        queries.iter().try_for_each(Query::check)?;
        match self {
            Self::Sqlite(sqlite) => sqlite.read(queries).await,
            Self::Postgres(postgres) => postgres.read(queries).await,
        }
    }

    /// All steps or none; the rows that each returns.
    pub(crate) async fn write(&self, steps: Vec<Step>) -> Result<Vec<Vec<Row>>, StoreError> {
        steps.iter().try_for_each(|step| step.query.check())?;
        match self {
            Self::Sqlite(sqlite) => sqlite.write(steps).await,
            Self::Postgres(postgres) => postgres.write(steps).await,
        }
    }

    /// The step that tells other programs of a change, where one is needed.
    pub(crate) fn notice(&self, workspace: &str) -> Option<Step> {
        match self {
            Self::Sqlite(_) => None,
            Self::Postgres(_) => Some(Postgres::notice(workspace)),
        }
    }

    pub(crate) fn revisions(&self) -> watch::Receiver<Revisions> {
        match self {
            Self::Sqlite(sqlite) => sqlite.revisions(),
            Self::Postgres(postgres) => postgres.revisions(),
        }
    }

    /// Hands a record in, for good; the receipt tells when it is safe.
    pub(crate) fn submit(
        engine: &Arc<Self>,
        record: Box<Record>,
    ) -> oneshot::Receiver<Result<(), StoreError>> {
        match &**engine {
            Self::Sqlite(sqlite) => sqlite.queue().submit(engine, record),
            Self::Postgres(postgres) => postgres.queue().submit(engine, record),
        }
    }

    /// The calls whose end was not written down.
    pub(crate) fn lost(&self) -> &AtomicU64 {
        match self {
            Self::Sqlite(sqlite) => sqlite.queue().lost(),
            Self::Postgres(postgres) => postgres.queue().lost(),
        }
    }

    /// Hands a record in and waits until it is safe.
    pub(crate) async fn keep(&self, record: Box<Record>) -> Result<(), StoreError> {
        let (done, receipt) = oneshot::channel();
        let job = RecordJob { record, done };
        match self {
            Self::Sqlite(sqlite) => sqlite.queue().put(job.into()).await?,
            Self::Postgres(postgres) => postgres.queue().put(job.into()).await?,
        }
        settled(receipt).await
    }

    /// Waits until everything that was handed in is safe, or its owner knows
    /// that it is not.
    pub(crate) async fn settle(&self) {
        match self {
            Self::Sqlite(sqlite) => sqlite.settle().await,
            Self::Postgres(postgres) => postgres.settle().await,
        }
    }

    pub(crate) async fn close(self) {
        match self {
            Self::Sqlite(sqlite) => sqlite.close().await,
            Self::Postgres(postgres) => postgres.close().await,
        }
    }
}
