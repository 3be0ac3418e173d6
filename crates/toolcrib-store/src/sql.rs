//! The one layer under every operation: a text, its parameters, its rows.
//!
//! Both databases take the same text; parameters are written `$1`, `$2`. What a
//! step must change and does not is `Missing`.

use std::borrow::Cow;

use crate::error::{Broken, StoreError};
use crate::names::InvalidId;

/// One value, on its way in or out.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Cell {
    Null,
    Text(String),
    Int(i64),
    Bool(bool),
}

/// A statement and its parameters.
#[derive(Clone, Debug)]
pub(crate) struct Query {
    pub(crate) text: Cow<'static, str>,
    pub(crate) params: Vec<Cell>,
}

/// A statement of a transaction.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) query: Query,
    /// It must come back with a row, or the whole is undone as `Missing`.
    pub(crate) demands: bool,
}

/// A row; its cells are taken from left to right.
#[derive(Debug)]
pub(crate) struct Row(std::vec::IntoIter<Cell>);

/// `query!("… $1 …", one)`.
macro_rules! query {
    ($text:expr $(, $param:expr)* $(,)?) => {
        $crate::sql::Query { text: $text.into(), params: vec![$($param.into()),*] }
    };
}
pub(crate) use query;

impl Query {
    /// PostgreSQL keeps no NUL, so neither of them gets one.
    pub(crate) fn check(&self) -> Result<(), InvalidId> {
        let nul = |cell: &Cell| matches!(cell, Cell::Text(text) if text.contains('\0'));
        if self.params.iter().any(nul) { Err(InvalidId::Nul) } else { Ok(()) }
    }
}

impl Step {
    pub(crate) fn new(query: Query) -> Self {
        Self { query, demands: false }
    }

    pub(crate) fn demanding(query: Query) -> Self {
        Self { query, demands: true }
    }
}

impl Row {
    /// The columns from one on, as a row of their own.
    pub(crate) fn split_off(&mut self, at: usize) -> Option<Self> {
        let mut cells: Vec<Cell> = std::mem::take(&mut self.0).collect();
        let tail = (cells.len() >= at).then(|| cells.split_off(at))?;
        self.0 = cells.into_iter();
        Some(Self(tail.into_iter()))
    }

    pub(crate) fn new(cells: Vec<Cell>) -> Self {
        Self(cells.into_iter())
    }

    pub(crate) fn text(&mut self) -> Result<String, StoreError> {
        match self.0.next() {
            Some(Cell::Text(text)) => Ok(text),
            _ => Err(Broken::Unexpected("something else where text belongs").into()),
        }
    }

    pub(crate) fn maybe_text(&mut self) -> Result<Option<String>, StoreError> {
        match self.0.next() {
            Some(Cell::Text(text)) => Ok(Some(text)),
            Some(Cell::Null) => Ok(None),
            _ => Err(Broken::Unexpected("something else where text belongs").into()),
        }
    }

    pub(crate) fn int(&mut self) -> Result<i64, StoreError> {
        match self.0.next() {
            Some(Cell::Int(number)) => Ok(number),
            _ => Err(Broken::Unexpected("something else where a number belongs").into()),
        }
    }

    pub(crate) fn maybe_int(&mut self) -> Result<Option<i64>, StoreError> {
        match self.0.next() {
            Some(Cell::Int(number)) => Ok(Some(number)),
            Some(Cell::Null) => Ok(None),
            _ => Err(Broken::Unexpected("something else where a number belongs").into()),
        }
    }

    pub(crate) fn bool(&mut self) -> Result<bool, StoreError> {
        Ok(self.maybe_bool()?.unwrap_or_default())
    }

    pub(crate) fn maybe_bool(&mut self) -> Result<Option<bool>, StoreError> {
        match self.0.next() {
            Some(Cell::Null) => Ok(None),
            Some(Cell::Bool(is)) => Ok(Some(is)),
            Some(Cell::Int(number)) => Ok(Some(number != 0)),
            _ => Err(Broken::Unexpected("something else where yes or no belongs").into()),
        }
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<&String> for Cell {
    fn from(text: &String) -> Self {
        Self::Text(text.clone())
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl<T: Into<Self>> From<Option<T>> for Cell {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

impl From<i64> for Cell {
    fn from(number: i64) -> Self {
        Self::Int(number)
    }
}

impl From<bool> for Cell {
    fn from(is: bool) -> Self {
        Self::Bool(is)
    }
}
