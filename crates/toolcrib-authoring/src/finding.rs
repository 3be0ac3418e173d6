//! One thing to say about what an author wrote.

use std::fmt;
use std::ops::Range;

use serde::Serialize;
use toolcrib_core::Problem;

use crate::places::line_and_column;

/// The files that findings are about.
pub trait Texts {
    /// The text of a file that was read.
    fn text(&self, file: &str) -> Option<&str>;

    /// A file's path for messages; that of all of them for no file.
    fn path_of(&self, file: &str) -> String;
}

/// How much a finding matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FindingSeverity {
    /// The tool cannot be used.
    Error,
    /// The tool works, and its author should still look.
    Warning,
    /// Good to know.
    Note,
}

impl fmt::Display for FindingSeverity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        })
    }
}

/// One thing to say about what an author wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// How much it matters.
    pub severity: FindingSeverity,
    /// Which file, by its name; empty for all of them.
    pub file: String,
    /// Which bytes of the file; nothing when all of it is meant.
    pub span: Option<Range<usize>>,
    /// Where in its file, as a JSON pointer.
    pub pointer: String,
    /// What there is to say.
    pub message: String,
    /// How to mend it; empty where there is nothing to mend.
    pub help: String,
    /// Whether it only says what a model vendor cannot be told.
    pub is_loss: bool,
}

impl Finding {
    /// A finding about a file as a whole.
    pub fn new(
        severity: FindingSeverity,
        file: impl Into<String>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Self {
        let (file, message, help) = (file.into(), message.into(), help.into());
        let (span, pointer, is_loss) = (None, String::new(), false);
        Self { severity, file, span, pointer, message, help, is_loss }
    }

    /// One that keeps the tool from being used.
    pub fn error(
        file: impl Into<String>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Self {
        Self::new(FindingSeverity::Error, file, message, help)
    }

    /// The same, at these bytes of its file.
    pub fn at(self, span: Range<usize>) -> Self {
        Self { span: Some(span), ..self }
    }

    /// Whether it keeps the tool from being used.
    pub fn is_error(&self) -> bool {
        self.severity == FindingSeverity::Error
    }

    /// The line and the column in its file, counted from one.
    pub fn place(&self, files: &impl Texts) -> Option<(usize, usize)> {
        let text = files.text(&self.file)?;
        self.span.as_ref().map(|span| line_and_column(text, span.start))
    }

    /// As a problem of the tool's spec, whose message says the place.
    pub fn as_problem(&self, files: &impl Texts) -> Problem {
        let message = match (self.place(files), self.file.as_str()) {
            (Some((line, column)), file) => format!("{file}:{line}:{column}: {}", self.message),
            (None, "") => self.message.clone(),
            (None, file) => format!("{file}: {}", self.message),
        };
        let (pointer, help) = (self.pointer.clone(), self.help.clone());
        match self.is_error() {
            true => Problem::error(pointer, message, help),
            false => Problem::warning(pointer, message, help),
        }
    }
}
