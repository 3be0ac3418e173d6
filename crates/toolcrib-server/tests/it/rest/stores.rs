//! Databases for tests, each fresh.

use std::env;
use std::sync::atomic::{AtomicUsize, Ordering};

use tempfile::TempDir;
use toolcrib_store::{Location, Store};

/// The variable that names a PostgreSQL server to test on.
const POSTGRES: &str = "TOOLCRIB_TEST_POSTGRES";

/// A database that is gone when this is.
pub(crate) struct Fresh {
    pub(crate) name: &'static str,
    pub(crate) location: Location,
    _folder: Option<TempDir>,
}

impl Fresh {
    pub(crate) async fn open(&self) -> Store {
        Store::open(&self.location).await.unwrap()
    }
}

/// A fresh database of every kind that there is.
pub(crate) async fn every_kind() -> Vec<Fresh> {
    let mut all = vec![sqlite()];
    match env::var(POSTGRES) {
        Ok(url) => all.push(postgres(&url).await),
        Err(_) => assert!(env::var_os("CI").is_none(), "{POSTGRES} must be set where CI is"),
    }
    all
}

pub(crate) fn sqlite() -> Fresh {
    let folder = TempDir::new().unwrap();
    let location = Location::Sqlite(folder.path().join("toolcrib.db"));
    Fresh { name: "SQLite", location, _folder: Some(folder) }
}

/// A schema of its own; the server that holds it is as short-lived as the tests.
async fn postgres(url: &str) -> Fresh {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let name = format!("rest_{}_{number}", std::process::id());
    let (client, connection) = tokio_postgres::connect(url, tokio_postgres::NoTls).await.unwrap();
    let connection = tokio::spawn(connection);
    client.batch_execute(&format!("CREATE DATABASE {name}")).await.unwrap();
    drop(client);
    connection.await.unwrap().unwrap();
    let (server, _) = url.rsplit_once('/').unwrap();
    let location = Location::Postgres(format!("{server}/{name}"));
    Fresh { name: "PostgreSQL", location, _folder: None }
}
