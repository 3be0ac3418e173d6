//! What things are called, outside and in the tables.
//!
//! What belongs to a workspace is kept under `<workspace>/<id>`, what everybody
//! sees under its bare id. Only this file knows.

#[cfg(test)]
mod tests;

use crate::error::{Broken, StoreError};

/// Bytes of one id. An index entry of PostgreSQL must hold three of them.
const ID_BYTES_MAX: usize = 512;

/// Which tool: a workspace's own, or one that every workspace sees.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ToolKey {
    /// The workspace to which it belongs, if it belongs to one.
    pub workspace: Option<String>,
    /// Its id there.
    pub id: String,
}

/// A text that cannot be kept.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidId {
    /// An id that is empty or too long.
    #[error("an id has 1 to {ID_BYTES_MAX} bytes, this one has {0}")]
    Length(usize),
    /// A slash where it would be read as the end of a workspace's id.
    #[error("`{0}` must not contain a slash")]
    Slash(String),
    /// The one character that PostgreSQL does not keep.
    #[error("a text must not contain NUL")]
    Nul,
}

impl ToolKey {
    /// A tool that every workspace sees.
    pub fn global(id: impl Into<String>) -> Self {
        Self { workspace: None, id: id.into() }
    }

    /// A workspace's own tool.
    pub fn own(workspace: impl Into<String>, id: impl Into<String>) -> Self {
        Self { workspace: Some(workspace.into()), id: id.into() }
    }

    /// The name of its row.
    pub(crate) fn row_id(&self) -> Result<String, InvalidId> {
        match &self.workspace {
            Some(workspace) => own_row_id(workspace, &self.id),
            None => {
                check_no_slash(&self.id)?;
                check_length(&self.id)?;
                Ok(self.id.clone())
            }
        }
    }

    /// The name of its row, for whoever acts in this workspace: another's own
    /// tools are not there.
    pub(crate) fn row_id_in(&self, workspace: &str) -> Result<String, StoreError> {
        match &self.workspace {
            Some(owner) if owner != workspace => Err(StoreError::Missing),
            _ => Ok(self.row_id()?),
        }
    }

    pub(crate) fn from_row_id(row_id: &str) -> Self {
        match row_id.split_once('/') {
            Some((workspace, id)) => Self::own(workspace, id),
            None => Self::global(row_id),
        }
    }
}

/// The name of the row of something that belongs to a workspace.
pub(crate) fn own_row_id(workspace: &str, id: &str) -> Result<String, InvalidId> {
    check_workspace(workspace)?;
    check_length(id)?;
    Ok(format!("{workspace}/{id}"))
}

/// What a row of a workspace is called outside.
pub(crate) fn own_id(row_id: &str) -> Result<String, StoreError> {
    let id = row_id.split_once('/').map(|(_, id)| id.to_owned());
    Ok(id.ok_or(Broken::Unexpected("an agent without a workspace"))?)
}

pub(crate) fn check_workspace(workspace: &str) -> Result<(), InvalidId> {
    check_no_slash(workspace)?;
    check_length(workspace)
}

fn check_no_slash(id: &str) -> Result<(), InvalidId> {
    if id.contains('/') { Err(InvalidId::Slash(id.to_owned())) } else { Ok(()) }
}

pub(crate) fn check_length(id: &str) -> Result<(), InvalidId> {
    match id.len() {
        1..=ID_BYTES_MAX => Ok(()),
        length => Err(InvalidId::Length(length)),
    }
}
