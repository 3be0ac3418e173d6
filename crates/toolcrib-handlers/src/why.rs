//! Why something cannot be used, in words for whoever wrote it.

use std::fmt;

/// Why something cannot be used. It becomes part of a message that also says
/// what and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Why(pub(crate) String);

impl From<String> for Why {
    fn from(words: String) -> Self {
        Self(words)
    }
}

impl From<&str> for Why {
    fn from(words: &str) -> Self {
        Self(words.to_owned())
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
