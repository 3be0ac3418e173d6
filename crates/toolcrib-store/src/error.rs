//! Why the store did not do what it was asked.

use toolcrib::error::BoxError;

use crate::names::InvalidId;

/// Why the store did not do what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// It is there already.
    #[error("it exists already")]
    Exists,
    /// It, or something that it needs, is not there.
    #[error("there is no such thing")]
    Missing,
    /// The workspace has changed since it was looked at.
    #[error("somebody else made a change at the same moment")]
    Moved,
    /// An id or a text that no database of ours keeps.
    #[error(transparent)]
    Invalid(#[from] InvalidId),
    /// Busy, gone or full: the same may work later.
    #[error("the database is not available")]
    Unavailable(#[source] BoxError),
    /// The database cannot be used as it is.
    #[error(transparent)]
    Broken(#[from] Broken),
}

/// Why a database cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum Broken {
    /// It cannot be opened.
    #[error("cannot open the database {place}")]
    CannotOpen {
        /// Which one; without a password.
        place: String,
        /// Why.
        #[source]
        source: BoxError,
    },
    /// The file is something else.
    #[error("{place} is not an SQLite database")]
    NotADatabase {
        /// Which file.
        place: String,
    },
    /// A newer program has written it.
    #[error(
        "the database {place} was written by a newer toolcrib (schema {found}, this program knows \
         {known}): use that one, or another database"
    )]
    Newer {
        /// Which one; without a password.
        place: String,
        /// The schema that it has.
        found: i64,
        /// The newest schema that this program knows.
        known: i64,
    },
    /// It refused what every database of ours takes.
    #[error("the database refused a statement")]
    Refused(#[source] BoxError),
    /// It holds what this program has not put there.
    #[error("the database holds {0}")]
    Unexpected(&'static str),
}

impl StoreError {
    pub(crate) fn unavailable(cause: impl Into<BoxError>) -> Self {
        Self::Unavailable(cause.into())
    }
}
