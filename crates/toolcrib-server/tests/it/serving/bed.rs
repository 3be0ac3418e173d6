//! A folder and a database of its own for each test.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::{Value, json};
use tempfile::TempDir;

use super::server::Server;

/// Names the PostgreSQL server that tests may make databases on.
const VARIABLE: &str = "TOOLCRIB_TEST_POSTGRES";

/// Where a test's servers and commands work.
pub(super) struct Bed {
    folder: TempDir,
    postgres: Option<Postgres>,
}

struct Postgres {
    server: tokio_postgres::Config,
    database: String,
    url: String,
}

/// Keeps everybody else from writing until it is dropped.
pub(super) enum Hold {
    Sqlite(#[expect(dead_code, reason = "open until it is dropped")] rusqlite::Connection),
    Postgres(#[expect(dead_code, reason = "open until it is dropped")] tokio_postgres::Client),
}

/// A key that a command made.
pub(super) struct Key {
    pub(super) id: String,
    pub(super) secret: String,
}

impl Bed {
    pub(super) fn sqlite() -> Self {
        Self { folder: tempfile::tempdir().unwrap(), postgres: None }
    }

    /// Nothing where no server is named, which is a fault where the tests must
    /// be complete.
    pub(super) async fn postgres() -> Option<Self> {
        let Ok(url) = std::env::var(VARIABLE) else {
            assert!(std::env::var_os("CI").is_none(), "{VARIABLE} must name a PostgreSQL server");
            return None;
        };
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let database = format!("toolcrib_serving_{}_{number}", std::process::id());
        let server: tokio_postgres::Config = url.parse().unwrap();
        execute(&server, &format!("CREATE DATABASE {database}")).await;
        let (base, _) = url.rsplit_once('/').unwrap();
        let url = format!("{base}/{database}");
        let postgres = Some(Postgres { server, database, url });
        Some(Self { postgres, ..Self::sqlite() })
    }

    pub(super) async fn clear(self) {
        if let Some(Postgres { server, database, .. }) = self.postgres {
            execute(&server, &format!("DROP DATABASE {database} WITH (FORCE)")).await;
        }
    }

    /// The file of the database, where it is one.
    pub(super) fn file(&self) -> Option<PathBuf> {
        self.postgres.is_none().then(|| self.path().join("data/toolcrib.db"))
    }

    /// Takes the database's own lock, as a slow disk or another program would.
    pub(super) async fn hold_writes(&self) -> Hold {
        let Some(Postgres { server, database, .. }) = &self.postgres else {
            let connection = rusqlite::Connection::open(self.file().unwrap()).unwrap();
            connection.busy_timeout(super::DEADLINE).unwrap();
            connection.execute_batch("BEGIN IMMEDIATE").unwrap();
            return Hold::Sqlite(connection);
        };
        let mut config = server.clone();
        let (client, connection) =
            config.dbname(database).connect(tokio_postgres::NoTls).await.unwrap();
        tokio::spawn(connection);
        client.batch_execute("BEGIN; LOCK TABLE calls IN EXCLUSIVE MODE").await.unwrap();
        Hold::Postgres(client)
    }

    /// Takes the database away: nobody reaches it until it is brought back.
    pub(super) async fn take_away(&self) -> Option<Hold> {
        let Some(Postgres { server, database, .. }) = &self.postgres else {
            return Some(self.hold_all().await);
        };
        execute(server, &format!("ALTER DATABASE {database} ALLOW_CONNECTIONS false")).await;
        let end = format!(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{database}'"
        );
        execute(server, &end).await;
        None
    }

    /// Keeps everybody else from reading and writing.
    async fn hold_all(&self) -> Hold {
        let connection = rusqlite::Connection::open(self.file().unwrap()).unwrap();
        connection.busy_timeout(super::DEADLINE).unwrap();
        connection.execute_batch("BEGIN EXCLUSIVE").unwrap();
        Hold::Sqlite(connection)
    }

    /// Brings it back.
    pub(super) async fn bring_back(&self, taken: Option<Hold>) {
        drop(taken);
        if let Some(Postgres { server, database, .. }) = &self.postgres {
            let allow = format!("ALTER DATABASE {database} ALLOW_CONNECTIONS true");
            execute(server, &allow).await;
        }
    }

    pub(super) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The binary, working here.
    pub(super) fn command<T: AsRef<OsStr>>(&self, typed: &[T]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_toolcrib"));
        command.args(typed).current_dir(self.path()).stdin(Stdio::null());
        command.env_remove("TOOLCRIB_DATABASE").args(["--data", "data"]);
        if let Some(postgres) = &self.postgres {
            command.args(["--database", &postgres.url]);
        }
        command
    }

    /// Runs a command to its end.
    pub(super) fn run(&self, typed: &[&str]) -> Output {
        self.command(typed).output().unwrap()
    }

    /// Runs a command that must succeed, and reads its JSON.
    pub(super) fn run_json(&self, typed: &[&str]) -> Value {
        let output = self.run(&[typed, &["--json"]].concat());
        assert!(output.status.success(), "{typed:?}: {}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice(&output.stdout).unwrap()
    }

    pub(super) fn create_key(&self, workspace: &str, scopes: &str) -> Key {
        let made = self.run_json(&["keys", "create", "--workspace", workspace, "--scope", scopes]);
        let text = |name: &str| made[name].as_str().unwrap().to_owned();
        Key { id: text("id"), secret: text("key") }
    }

    pub(super) fn revoke_key(&self, workspace: &str, key: &Key) {
        self.run_json(&["keys", "revoke", "--workspace", workspace, &key.id]);
    }

    /// A server on a port of its own.
    pub(super) async fn serve(&self, typed: &[&str]) -> Server {
        let typed = [&["serve", "--listen", "127.0.0.1:0"], typed].concat();
        Server::start(self.command(&typed)).await
    }

    /// The folder for tool folders; `--tools tools` is its name to a command.
    pub(super) fn tools(&self) -> PathBuf {
        let tools = self.path().join("tools");
        fs::create_dir_all(&tools).unwrap();
        tools
    }

    /// Writes a tool folder whose handler is the body of `execute`.
    pub(super) fn write_tool(&self, id: &str, changes: &Value, body: &str) {
        let folder = self.tools().join(id.replace('_', "-"));
        let mut manifest = json!({
            "toolId": id,
            "version": "1.0.0",
            "description": "Is there to be tried.",
            "category": "utility",
            "sideEffects": "none",
            "idempotent": true,
            "requiresConfirmation": false,
            "allowedModes": ["text"],
            "latencyBudgetMs": 5000,
            "parameters": { "type": "object", "additionalProperties": false, "properties": {} },
        });
        for (name, value) in changes.as_object().unwrap() {
            manifest[name] = value.clone();
        }
        fs::create_dir_all(&folder).unwrap();
        let handler = format!("export async function execute({{ args }}) {{ {body} }}\n");
        fs::write(folder.join("guide.md"), format!("# {id}\n\nIs there to be tried.\n")).unwrap();
        fs::write(folder.join("handler.js"), handler).unwrap();
        fs::write(folder.join("schema.json"), manifest.to_string()).unwrap();
    }

    pub(super) fn remove_tool(&self, id: &str) {
        fs::remove_dir_all(self.tools().join(id.replace('_', "-"))).unwrap();
    }
}

async fn execute(config: &tokio_postgres::Config, text: &str) {
    let (client, connection) = config.connect(tokio_postgres::NoTls).await.unwrap();
    let connection = tokio::spawn(connection);
    client.batch_execute(text).await.unwrap();
    drop(client);
    connection.await.unwrap().unwrap();
}
