//! The connections that read: a few, opened when they are needed.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::Connection;
use tokio::sync::Semaphore;

use super::run::{failure, run};
use super::{blocking, connect};
use crate::error::StoreError;
use crate::sql::{Query, Row};

/// Who reads at the same time.
const READERS_MAX: usize = 4;

pub(super) struct Readers {
    path: Arc<PathBuf>,
    places: Arc<Semaphore>,
    idle: Arc<Mutex<Vec<Connection>>>,
}

impl Readers {
    pub(super) fn new(path: PathBuf) -> Self {
        let places = Arc::new(Semaphore::new(READERS_MAX));
        Self { path: Arc::new(path), places, idle: Arc::default() }
    }

    /// The rows of each query, all as of one moment.
    pub(super) async fn read(&self, queries: Vec<Query>) -> Result<Vec<Vec<Row>>, StoreError> {
        let place = Arc::clone(&self.places).acquire_owned().await;
        let place = place.map_err(StoreError::unavailable)?;
        let (path, idle) = (Arc::clone(&self.path), Arc::clone(&self.idle));
        blocking(move || {
            let kept = idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let connection = kept.map_or_else(|| connect::reader(&path), Ok)?;
            let rows = snapshot(&connection, &queries).map_err(failure);
            // One that is in the middle of something is of no use to others.
            if connection.is_autocommit() {
                idle.lock().unwrap_or_else(PoisonError::into_inner).push(connection);
            }
            drop(place);
            rows
        })
        .await
    }
}

fn snapshot(connection: &Connection, queries: &[Query]) -> rusqlite::Result<Vec<Vec<Row>>> {
    // One statement sees one moment anyway.
    if let [query] = queries {
        return Ok(vec![run(connection, query)?]);
    }
    let transaction = connection.unchecked_transaction()?;
    let rows = queries.iter().map(|query| run(connection, query)).collect();
    transaction.finish()?;
    rows
}
