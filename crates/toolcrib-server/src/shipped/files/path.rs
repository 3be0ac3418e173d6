//! Paths of files that are rows.

use std::fmt;

/// Bytes of a path.
const PATH_BYTES_MAX: usize = 1_024;

/// Levels of a path.
const DEPTH_MAX: usize = 32;

/// A path that starts with `/` and means one thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FilePath(String);

/// Why a path means nothing. Reads on from "The path".
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum BadPath {
    #[error("is empty")]
    Empty,
    #[error("`{0}` does not start with `/`; write `/{0}`")]
    Relative(String),
    #[error("`{0}` has a `..` in it, which leads nowhere here")]
    Parent(String),
    #[error("`{0}` has a `.` in it; leave it out")]
    Dot(String),
    #[error("`{0}` has `//` in it; write one `/`")]
    Double(String),
    #[error("has a NUL character in it")]
    Nul,
    #[error("has a control character in it ({0})")]
    Control(String),
    #[error("`{0}` ends with `/`, so it is a directory's; name a file")]
    Directory(String),
    #[error("has {0} bytes; it may have {PATH_BYTES_MAX}")]
    Long(usize),
    #[error("has {0} levels; it may have {DEPTH_MAX}")]
    Deep(usize),
}

impl FilePath {
    /// Reads the path of a file.
    pub(super) fn file(text: &str) -> Result<Self, BadPath> {
        let path = Self::read(text)?;
        match text.ends_with('/') {
            true => Err(BadPath::Directory(text.to_owned())),
            false => Ok(path),
        }
    }

    /// Reads the path of a directory; a slash at its end is as good as none.
    pub(super) fn directory(text: &str) -> Result<Self, BadPath> {
        Self::read(text)
    }

    fn read(text: &str) -> Result<Self, BadPath> {
        let own = || text.to_owned();
        if text.is_empty() {
            return Err(BadPath::Empty);
        }
        if text.len() > PATH_BYTES_MAX {
            return Err(BadPath::Long(text.len()));
        }
        if let Some(control) = text.chars().find(|c| c.is_control()) {
            return Err(match control {
                '\0' => BadPath::Nul,
                other => BadPath::Control(format!("U+{:04X}", other as u32)),
            });
        }
        // Said first: a slash before it would not help.
        if text.split('/').any(|segment| segment == "..") {
            return Err(BadPath::Parent(own()));
        }
        let Some(rest) = text.strip_prefix('/') else {
            return Err(BadPath::Relative(own()));
        };
        if text.contains("//") {
            return Err(BadPath::Double(own()));
        }
        let rest = rest.strip_suffix('/').unwrap_or(rest);
        let segments: Vec<&str> = rest.split('/').collect();
        if segments.contains(&".") {
            return Err(BadPath::Dot(own()));
        }
        if segments.len() > DEPTH_MAX {
            return Err(BadPath::Deep(segments.len()));
        }
        Ok(Self(format!("/{rest}")))
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }

    /// What every path in this directory starts with.
    pub(super) fn inside(&self) -> String {
        if self.0 == "/" { self.0.clone() } else { format!("{}/", self.0) }
    }
}

impl fmt::Display for FilePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
