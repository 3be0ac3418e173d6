//! The way of mail from files into the store.
//!
//! `source` finds messages in whatever form they lie on disk, `parse` reads one,
//! [`import()`] carries them in batches. Nothing is held but the batch at hand.

mod fields;
mod import;
mod parse;
mod source;

use std::io;
use std::path::PathBuf;

use toolcrib_store::{NewEmail, StoreError};

pub use import::{Inbox, Progress, Summary, import};
pub use source::Format;

/// What to bring in.
#[derive(Clone, Debug)]
pub struct Import {
    /// The workspace that gets it.
    pub workspace: String,
    /// A folder or a file.
    pub path: PathBuf,
    /// How it is written; found out if absent.
    pub format: Option<Format>,
    /// The address of the mailbox; found out if absent.
    pub inbox: Option<String>,
}

/// Why mail cannot be brought in.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// There is nothing at the path.
    #[error("`{}` does not exist", .0.display())]
    Missing(PathBuf),
    /// It cannot be read.
    #[error("cannot read `{}`: {source}", .path.display())]
    Unreadable {
        /// Which file or folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Nobody knows how it is written.
    #[error(
        "`{}` is neither a folder of messages nor an mbox, CSV or JSONL file; say which with \
         --format",
        .0.display()
    )]
    Unknown(PathBuf),
    /// It is a table of something else.
    #[error("`{}` has no column for messages{found}; {wanted}", .path.display())]
    Columns {
        /// Which file.
        path: PathBuf,
        /// The columns that it has.
        found: String,
        /// The columns that it should have.
        wanted: &'static str,
    },
    /// An address that is none.
    #[error("`{0}` is no email address")]
    Inbox(String),
    /// One address for many mailboxes.
    #[error(
        "`{}` holds several mailboxes ({}), and --inbox names one: import each by itself",
        .path.display(), .names.join(", ")
    )]
    Several {
        /// Which file or folder.
        path: PathBuf,
        /// The first of them.
        names: Vec<String>,
    },
    /// There is no message in it.
    #[error("there are no messages in `{}`", .0.display())]
    Nothing(PathBuf),
    /// Reading broke off.
    #[error("reading `{}` broke off; what was read before is there", .0.display())]
    Broken(PathBuf),
    /// The store did not take it.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Something that was found where messages are.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Item {
    /// The mailbox that it is in.
    mailbox: Mailbox,
    /// The message, or why there is none.
    email: Result<NewEmail, Skipped>,
    /// Where it stands: a path, or a place in a file.
    shown: String,
    /// From where to go on after it.
    position: String,
    /// How much was read for it.
    bytes: u64,
}

/// The name of a mailbox, and its address where the file says one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Mailbox {
    name: String,
    address: Option<String>,
}

/// Why something is no message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, thiserror::Error)]
enum Skipped {
    #[error("it is empty")]
    Empty,
    #[error("it is not mail")]
    NotMail,
    #[error("it is larger than 32 MiB")]
    TooLarge,
    #[error("it cannot be read")]
    Unreadable,
    #[error("it is a link, and those are not followed")]
    Link,
    #[error("it is not a file")]
    NotAFile,
    #[error("it is an mbox file; import it by itself")]
    Mbox,
    #[error("the line is not JSON")]
    NotJson,
    #[error("the line is not a JSON object")]
    NotAnObject,
    #[error("the row has too few columns")]
    ShortRow,
}
