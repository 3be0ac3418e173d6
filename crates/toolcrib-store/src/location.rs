//! Where a database is.
//!
//! A PostgreSQL URL may hold a password: nothing here ever prints one.

#[cfg(test)]
mod tests;

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

/// Where a database is.
#[derive(Clone, PartialEq, Eq)]
pub enum Location {
    /// A file.
    Sqlite(PathBuf),
    /// The URL of a server and a database on it.
    Postgres(String),
}

/// A text that names no database.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LocationError {
    /// Nothing at all.
    #[error("no database is named: give a file, or postgres://user@host/database")]
    Empty,
    /// A database in memory would be gone with its last call.
    #[error("a database in memory keeps nothing: give a file, or postgres://user@host/database")]
    Memory,
    /// Some other kind of database.
    #[error("`{0}://` is no database of ours: give a file, or postgres://user@host/database")]
    Scheme(String),
}

impl FromStr for Location {
    type Err = LocationError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            return Ok(Self::Postgres(text.to_owned()));
        }
        let path = text.strip_prefix("sqlite:").unwrap_or(text);
        let path = match text.starts_with("sqlite:") {
            true => path.strip_prefix("//").unwrap_or(path),
            false => path,
        };
        match path.split_once("://") {
            _ if path.is_empty() => Err(LocationError::Empty),
            _ if path == ":memory:" => Err(LocationError::Memory),
            Some((scheme, _)) => Err(LocationError::Scheme(scheme.to_owned())),
            None => Ok(Self::Sqlite(path.into())),
        }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite(path) => write!(f, "{}", path.display()),
            Self::Postgres(url) => f.write_str(&without_password(url)),
        }
    }
}

impl fmt::Debug for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Location({self})")
    }
}

/// The URL's host and database, and the user where it is plain which part that is.
fn without_password(url: &str) -> String {
    let (scheme, rest) = url.split_once("://").unwrap_or(("postgres", url));
    // Options may hold a password as well, and a password may hold any sign.
    let (login, place) = match rest.rsplit_once('@') {
        Some((login, place)) => (Some(login), place),
        None => (None, rest),
    };
    let place = place.split(['?', '#']).next().unwrap_or_default();
    match login.and_then(|login| login.split(':').next()) {
        Some(user) => format!("{scheme}://{user}@{place}"),
        None => format!("{scheme}://{place}"),
    }
}
