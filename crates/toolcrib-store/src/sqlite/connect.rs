//! Connections to a file, each set up for its work.

#[cfg(test)]
mod tests;

use std::fs::{DirBuilder, OpenOptions};
use std::io::ErrorKind;
use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags, TransactionBehavior};

use super::cannot_open;
use super::run::failure;
use crate::error::{Broken, StoreError};
use crate::schema::{self, Dialect};

/// How long to wait for another program that writes.
const BUSY_MAX: Duration = Duration::from_secs(5);

/// Statements kept ready on a connection.
const STATEMENTS_MAX: usize = 64;

/// Pages of the log before they are moved into the file, which everybody who
/// writes waits for.
const LOG_PAGES: i64 = 4_000;

const DIALECT: Dialect = Dialect {
    text: "TEXT",
    boolean: "INTEGER",
    now: "(strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))",
    by_key: " WITHOUT ROWID",
    serial: "INTEGER PRIMARY KEY",
    words: "",
    // Words arrive ready, separated by spaces: everything else is part of one.
    mail_index: "CREATE VIRTUAL TABLE emails_fts USING fts5(
        subject, body, content='', contentless_delete=1, tokenize='ascii');",
};

/// The one that writes: it makes the file and its tables.
pub(super) fn writer(path: &Path) -> Result<Connection, StoreError> {
    make(path)?;
    let opened = open(path, OpenFlags::SQLITE_OPEN_CREATE).and_then(|connection| {
        let mode: String =
            connection.pragma_update_and_check(None, "journal_mode", "wal", |row| row.get(0))?;
        // A record is on disk when its receipt says so: the log is flushed
        // with every commit, which many records share.
        connection.pragma_update(None, "synchronous", "full")?;
        connection.pragma_update(None, "wal_autocheckpoint", LOG_PAGES)?;
        connection.pragma_update(None, "foreign_keys", true)?;
        Ok((connection, mode))
    });
    let (mut connection, mode) = opened.map_err(|error| opening(path, error))?;
    if mode != "wal" {
        return Err(cannot_open(path, "its file system cannot share memory between programs"));
    }
    migrate(path, &mut connection)?;
    Ok(connection)
}

/// Makes the file, and its folder, if they are missing. They hold what tools were
/// called with: nobody else on this machine reads them.
fn make(path: &Path) -> Result<(), StoreError> {
    let (mut folders, mut file) = (DirBuilder::new(), OpenOptions::new());
    #[cfg(unix)]
    {
        use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
        folders.mode(0o700);
        file.mode(0o600);
    }
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        if folder.exists() && !folder.is_dir() {
            return Err(cannot_open(path, format!("{} is not a folder", folder.display())));
        }
        folders.recursive(true).create(folder).map_err(|source| cannot_open(path, source))?;
    }
    match file.write(true).create_new(true).open(path) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(cannot_open(path, error)),
        _ => Ok(()),
    }
}

/// One that only reads.
pub(super) fn reader(path: &Path) -> Result<Connection, StoreError> {
    let connection = open(path, OpenFlags::empty()).and_then(|connection| {
        connection.pragma_update(None, "query_only", true)?;
        Ok(connection)
    });
    connection.map_err(failure)
}

fn open(path: &Path, more: OpenFlags) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX | more;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(BUSY_MAX)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS_MAX);
    Ok(connection)
}

/// Brings the tables up to date; of two programs that do it at once, one waits.
fn migrate(path: &Path, connection: &mut Connection) -> Result<(), StoreError> {
    let failed = |error| opening(path, error);
    let transaction =
        connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(failed)?;
    transaction.execute_batch(schema::BEGINNING).map_err(failed)?;
    let found: i64 =
        transaction.query_row(schema::VERSION, [], |row| row.get(0)).map_err(failed)?;
    if found == schema::KNOWN {
        return Ok(());
    }
    let Some(missing) = schema::missing(found, DIALECT) else {
        let place = path.display().to_string();
        return Err(Broken::Newer { place, found, known: schema::KNOWN }.into());
    };
    transaction.execute_batch(&missing).map_err(failed)?;
    transaction.commit().map_err(failed)
}

fn opening(path: &Path, error: rusqlite::Error) -> StoreError {
    match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => {
            Broken::NotADatabase { place: path.display().to_string() }.into()
        }
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => failure(error),
        _ => cannot_open(path, error),
    }
}
