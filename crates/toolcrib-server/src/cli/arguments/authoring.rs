//! What authors of tools and programs use.

use std::fmt;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

#[derive(Debug, Args)]
pub(in crate::cli) struct Generate {
    /// The language.
    #[arg(value_enum)]
    pub(in crate::cli) language: GeneratedLanguage,

    /// Ids of the tools; all when absent.
    #[arg(value_name = "TOOL")]
    pub(in crate::cli) only: Vec<String>,

    /// The tools of a schema book in place of those that there are.
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) book: Option<PathBuf>,

    /// The file to write; standard output when absent.
    #[arg(long, short, value_name = "FILE")]
    pub(in crate::cli) out: Option<PathBuf>,
}

/// A language that code can be written in.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(in crate::cli) enum GeneratedLanguage {
    /// Types with serde and a client with reqwest.
    Rust,
    /// Types and a client with `fetch`.
    Typescript,
    /// TypedDicts and a client with the standard library.
    Python,
}

impl From<GeneratedLanguage> for toolcrib_generate::Language {
    fn from(language: GeneratedLanguage) -> Self {
        match language {
            GeneratedLanguage::Rust => Self::Rust,
            GeneratedLanguage::Typescript => Self::Typescript,
            GeneratedLanguage::Python => Self::Python,
        }
    }
}

#[derive(Debug, Args)]
pub(in crate::cli) struct New {
    /// The folder's name, such as `my-tool`; the tool's id is the same with `_`.
    pub(in crate::cli) name: String,

    /// The language of the handler: js or python.
    #[arg(long, default_value_t = Language::Js)]
    pub(in crate::cli) lang: Language,

    /// Where tool folders are.
    #[arg(long, default_value = "tools")]
    pub(in crate::cli) dir: PathBuf,
}

/// What a handler is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Language {
    Js,
    Python,
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Js => "js",
            Self::Python => "python",
        })
    }
}

#[derive(Debug, Args)]
pub(in crate::cli) struct Check {
    /// A folder of tool folders, one tool folder, or a schema book.
    #[arg(default_value = "tools")]
    pub(in crate::cli) dir: PathBuf,

    /// Also show what some model vendors cannot be told.
    #[arg(long)]
    pub(in crate::cli) notes: bool,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct Test {
    /// A tool folder, or a folder that holds some.
    #[arg(default_value = "tools")]
    pub(in crate::cli) dir: PathBuf,

    /// Also run tools that write; without this only their arguments are checked.
    #[arg(long)]
    pub(in crate::cli) allow_writes: bool,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct Build {
    /// A folder of tool folders, or one tool folder.
    #[arg(default_value = "tools")]
    pub(in crate::cli) dir: PathBuf,

    /// Where to write; `tool_registry.json` in that folder when absent.
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) out: Option<PathBuf>,
}
