//! A database of its own for each test.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

use tempfile::TempDir;
use toolcrib_store::{Location, NewAgent, NewAttachment, NewTool, Store, ToolKey};

/// Names the server on which PostgreSQL is tested.
const VARIABLE: &str = "TOOLCRIB_TEST_POSTGRES";

pub(crate) struct Bed {
    pub(crate) location: Location,
    kind: Kind,
}

enum Kind {
    Sqlite { _folder: TempDir },
    Postgres { inside: Box<tokio_postgres::Config>, schema: String },
}

impl Bed {
    pub(crate) fn sqlite() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let location = Location::Sqlite(folder.path().join("made/by/open.db"));
        Self { location, kind: Kind::Sqlite { _folder: folder } }
    }

    /// Nothing where no server is named, which is a fault where the tests must
    /// be complete.
    pub(crate) async fn postgres() -> Option<Self> {
        let Ok(url) = std::env::var(VARIABLE) else {
            assert!(std::env::var_os("CI").is_none(), "{VARIABLE} must name a PostgreSQL server");
            return None;
        };
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let schema = format!("toolcrib_{}_{number}", std::process::id());
        let server: tokio_postgres::Config = url.parse().unwrap();
        execute(&server, &format!("CREATE SCHEMA {schema}")).await;
        let sign = if url.contains('?') { '&' } else { '?' };
        let url = format!("{url}{sign}options=-csearch_path%3D{schema}&application_name={schema}");
        let inside = Box::new(url.parse().unwrap());
        Some(Self { location: Location::Postgres(url), kind: Kind::Postgres { inside, schema } })
    }

    pub(crate) async fn clear(self) {
        if let Kind::Postgres { inside, schema } = self.kind {
            execute(&inside, &format!("DROP SCHEMA {schema} CASCADE")).await;
        }
    }

    pub(crate) async fn open(&self) -> Store {
        Store::open(&self.location).await.unwrap()
    }

    pub(crate) fn path(&self) -> PathBuf {
        let Location::Sqlite(path) = &self.location else { panic!("no file") };
        path.clone()
    }

    /// Runs SQL behind the store's back; the first column of every row.
    pub(crate) async fn ask(&self, text: &str) -> Vec<String> {
        match &self.kind {
            Kind::Sqlite { .. } => {
                let connection = rusqlite::Connection::open(self.path()).unwrap();
                connection.pragma_update(None, "foreign_keys", true).unwrap();
                let mut statement = connection.prepare(text).unwrap();
                let rows = statement.query_map([], |row| row.get::<_, Option<String>>(0)).unwrap();
                rows.map(|row| row.unwrap().unwrap_or_default()).collect()
            }
            Kind::Postgres { inside, .. } => execute(inside, text).await,
        }
    }

    /// One of two, by the database.
    pub(crate) fn either<T>(&self, sqlite: T, postgres: T) -> T {
        match self.kind {
            Kind::Sqlite { .. } => sqlite,
            Kind::Postgres { .. } => postgres,
        }
    }

    pub(crate) fn url(&self) -> &str {
        let Location::Postgres(url) = &self.location else { panic!("no server") };
        url
    }

    /// What a statement of PostgreSQL finds its connections by.
    pub(crate) fn schema(&self) -> &str {
        let Kind::Postgres { schema, .. } = &self.kind else { panic!("no schema") };
        schema
    }
}

async fn execute(config: &tokio_postgres::Config, text: &str) -> Vec<String> {
    let (client, connection) = config.connect(tokio_postgres::NoTls).await.unwrap();
    let connection = tokio::spawn(connection);
    let messages = client.simple_query(text).await.unwrap();
    drop(client);
    connection.await.unwrap().unwrap();
    let rows = messages.into_iter().filter_map(|message| match message {
        tokio_postgres::SimpleQueryMessage::Row(row) => {
            Some(row.get(0).unwrap_or_default().to_owned())
        }
        _ => None,
    });
    rows.collect()
}

/// A tool in its first version.
pub(crate) fn tool(id: &str) -> NewTool {
    version_of(id, "1")
}

/// A tool in some version.
pub(crate) fn version_of(id: &str, version: &str) -> NewTool {
    NewTool {
        id: id.to_owned(),
        name: format!("{id} {version}"),
        description: "does it".to_owned(),
        parameters_schema: r#"{"type":"object"}"#.to_owned(),
        handler_key: "echo".to_owned(),
        category: "general".to_owned(),
        version: format!("{version}.0.0"),
        version_hash: format!("hash-{id}-{version}"),
        manifest: format!(r#"{{"v":"{version}"}}"#),
        guide: Some(format!("# {version}")),
        files: None,
    }
}

pub(crate) fn agent(id: &str) -> NewAgent {
    NewAgent { id: id.to_owned(), name: id.to_owned(), enabled: true, ..NewAgent::default() }
}

pub(crate) fn attachment(tool: ToolKey) -> NewAttachment {
    NewAttachment { tool, config: None, version_hash: None }
}
