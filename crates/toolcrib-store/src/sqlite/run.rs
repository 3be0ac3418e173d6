//! Statements and rows, in SQLite's words.

use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, ErrorCode, ToSql, ffi, params_from_iter};

use crate::error::{Broken, StoreError};
use crate::sql::{Cell, Query, Row};

/// Runs a statement and takes its rows.
pub(super) fn run(connection: &Connection, query: &Query) -> rusqlite::Result<Vec<Row>> {
    // `$1` would be a name here; `?1` is a number.
    let mut statement = connection.prepare_cached(&query.text.replace('$', "?"))?;
    let columns = statement.column_count();
    let mut rows = statement.query(params_from_iter(&query.params))?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        let cells = (0..columns).map(|column| cell(row.get_ref(column)?));
        found.push(Row::new(cells.collect::<rusqlite::Result<_>>()?));
    }
    Ok(found)
}

fn cell(value: ValueRef<'_>) -> rusqlite::Result<Cell> {
    Ok(match value {
        ValueRef::Null => Cell::Null,
        ValueRef::Integer(number) => Cell::Int(number),
        // Somebody else has written these; text is what they can be read as.
        ValueRef::Real(number) => Cell::Text(number.to_string()),
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => {
            Cell::Text(String::from_utf8_lossy(bytes).into_owned())
        }
    })
}

impl ToSql for Cell {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(match self {
            Self::Null => ToSqlOutput::Borrowed(ValueRef::Null),
            Self::Text(text) => ToSqlOutput::Borrowed(ValueRef::Text(text.as_bytes())),
            Self::Int(number) => ToSqlOutput::Borrowed(ValueRef::Integer(*number)),
            Self::Bool(is) => ToSqlOutput::Borrowed(ValueRef::Integer(i64::from(*is))),
        })
    }
}

/// What a failure means to whoever asked.
pub(super) fn failure(error: rusqlite::Error) -> StoreError {
    match error.sqlite_error() {
        Some(ffi::Error { code: ErrorCode::ConstraintViolation, extended_code }) => {
            match *extended_code {
                ffi::SQLITE_CONSTRAINT_FOREIGNKEY => StoreError::Missing,
                ffi::SQLITE_CONSTRAINT_UNIQUE | ffi::SQLITE_CONSTRAINT_PRIMARYKEY => {
                    StoreError::Exists
                }
                _ => Broken::Refused(error.into()).into(),
            }
        }
        Some(ffi::Error {
            code:
                ErrorCode::DatabaseBusy
                | ErrorCode::DatabaseLocked
                | ErrorCode::DiskFull
                | ErrorCode::SystemIoFailure
                | ErrorCode::OutOfMemory
                | ErrorCode::CannotOpen
                | ErrorCode::ReadOnly
                | ErrorCode::OperationInterrupted
                | ErrorCode::FileLockingProtocolFailed,
            ..
        }) => StoreError::unavailable(error),
        _ => Broken::Refused(error.into()).into(),
    }
}
