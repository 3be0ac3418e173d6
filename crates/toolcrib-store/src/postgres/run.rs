//! Statements and rows, in PostgreSQL's words.

use std::error::Error;
use std::io;

use deadpool_postgres::tokio_postgres::types::{
    IsNull, ToSql, Type, private::BytesMut, to_sql_checked,
};
use deadpool_postgres::tokio_postgres::{self, Client, Statement, error::SqlState};
use deadpool_postgres::{Object, Pool, PoolError};
use toolcrib::error::BoxError;

use crate::error::{Broken, StoreError};
use crate::sql::{Cell, Query, Row};

/// A connection.
pub(super) async fn get(pool: &Pool) -> Result<Object, StoreError> {
    pool.get().await.map_err(|error| match error {
        PoolError::Backend(error) => StoreError::unavailable(error),
        other => StoreError::unavailable(other),
    })
}

/// Runs a statement and takes its rows.
pub(super) async fn run(
    client: &Client,
    statement: &Statement,
    query: &Query,
) -> Result<Vec<Row>, StoreError> {
    let params: Vec<&(dyn ToSql + Sync)> =
        query.params.iter().map(|cell| cell as &(dyn ToSql + Sync)).collect();
    let rows = client.query(statement, &params).await.map_err(failure)?;
    rows.iter().map(row).collect()
}

fn row(row: &tokio_postgres::Row) -> Result<Row, StoreError> {
    let cells = row.columns().iter().enumerate().map(|(at, column)| cell(row, at, column.type_()));
    Ok(Row::new(cells.collect::<Result<_, _>>()?))
}

fn cell(row: &tokio_postgres::Row, at: usize, kind: &Type) -> Result<Cell, StoreError> {
    let cell = match *kind {
        Type::TEXT | Type::VARCHAR => row.try_get::<_, Option<String>>(at).map(Cell::from),
        Type::INT8 => row.try_get::<_, Option<i64>>(at).map(Cell::from),
        Type::INT4 => row.try_get::<_, Option<i32>>(at).map(|it| it.map(i64::from).into()),
        Type::BOOL => row.try_get::<_, Option<bool>>(at).map(Cell::from),
        Type::VOID => Ok(Cell::Null),
        _ => return Err(Broken::Unexpected("a column of a type that is not ours").into()),
    };
    cell.map_err(failure)
}

impl ToSql for Cell {
    fn to_sql(&self, kind: &Type, out: &mut BytesMut) -> Result<IsNull, BoxError> {
        match self {
            Self::Null => Ok(IsNull::Yes),
            Self::Text(text) => text.to_sql_checked(kind, out),
            Self::Int(number) => number.to_sql_checked(kind, out),
            Self::Bool(is) => is.to_sql_checked(kind, out),
        }
    }

    fn accepts(_: &Type) -> bool {
        // Each kind of cell checks for itself.
        true
    }

    to_sql_checked!();
}

/// What a failure means to whoever asked.
pub(super) fn failure(error: tokio_postgres::Error) -> StoreError {
    let Some(code) = error.code() else {
        let cause = error.source();
        let by_network = cause.is_none_or(|cause| cause.is::<io::Error>());
        return match error.is_closed() || by_network {
            true => StoreError::unavailable(error),
            false => Broken::Refused(error.into()).into(),
        };
    };
    match (code, code.code().get(..2)) {
        (&SqlState::UNIQUE_VIOLATION, _) => StoreError::Exists,
        (&SqlState::FOREIGN_KEY_VIOLATION, _) => StoreError::Missing,
        // Connections, conflicts, a server that is full, locked, going or read-only.
        (_, Some("08" | "25" | "40" | "53" | "55" | "57" | "58")) => StoreError::unavailable(error),
        _ => Broken::Refused(error.into()).into(),
    }
}
