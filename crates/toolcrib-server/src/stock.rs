//! The tools that a command works with.
//!
//! What is shipped, what lies in `./tools` and what `--tools` names, in one
//! registry. Folders stand before what is shipped.

use std::collections::HashMap;
use std::path::PathBuf;

use toolcrib::{Limits, Registry};
use toolcrib_handlers::books::{BookError, Books};
use toolcrib_handlers::folder::Files;
use toolcrib_handlers::folders::{LoadError, ToolFolders, names_of};
use toolcrib_handlers::script::Engines;
use toolcrib_handlers::{js, python};

use crate::config::Config;
use crate::shipped::{self, ExecutePython};

/// Where tools are looked for when nobody says.
const TOOLS: &str = "tools";

/// The tool that is made of the settings.
const EXECUTE_PYTHON: &str = "execute_python";

/// The tools that are there before any folder is read.
#[derive(Clone)]
pub struct Stock {
    registry: Registry,
    /// Tool folders that are part of the program; nothing where no folder is
    /// to be read at all.
    folders: Option<Vec<Files>>,
    python: python::Settings,
}

impl Stock {
    /// What comes with the binary.
    pub fn shipped() -> Self {
        let (registry, folders) = (shipped::registry(), Some(shipped::folders()));
        Self { registry, folders, python: python::Settings::default() }
    }

    /// The same, with another program as the worker that runs Python.
    #[must_use]
    pub fn with_worker(mut self, program: PathBuf) -> Self {
        self.python.worker = Some(program);
        self
    }

    /// Just these tools: no folder is read.
    pub fn only(registry: Registry) -> Self {
        Self { registry, folders: None, python: python::Settings::default() }
    }

    /// The limits that its tools are held to.
    pub(crate) fn limits(&self) -> Limits {
        self.registry.limits().clone()
    }

    /// How Python is run.
    pub(crate) fn python(&self, config: &Config) -> python::Settings {
        python::Settings { imports: config.imports(), ..self.python.clone() }
    }

    /// The names that are taken, whatever folders say, and by which tools.
    pub(crate) fn names(&self) -> HashMap<String, String> {
        names_of(&self.registry, |_| true)
    }

    /// Whether a tool folder of this id is part of the program.
    pub(crate) fn ships(&self, tool_id: &str) -> bool {
        self.folders.iter().flatten().any(|files| files.name.replace('-', "_") == tool_id)
    }

    /// Adds the tools of these roots and, after them, of `./tools`.
    pub(crate) async fn open(
        self,
        roots: &[PathBuf],
        config: &Config,
    ) -> Result<Opened, OpenError> {
        let python = python::Engine::new(self.python(config));
        let Some(shipped) = self.folders else {
            let (registry, handlers) = (self.registry.clone(), self.registry);
            let books = Books::default();
            return Ok(Opened { registry, handlers, folders: None, books, python: None });
        };
        // What it says of itself depends on the settings.
        self.registry.unregister(EXECUTE_PYTHON);
        let execute_python = self.registry.register(ExecutePython::new(python.clone()));
        execute_python.expect("its id is free, and a test shows that it is valid");
        let settings = js::Settings { fetch: config.fetch(), ..js::Settings::default() };
        let engines = Engines { js: js::Engine::new(settings), python: python.clone() };
        let roots = roots.iter().cloned().chain([PathBuf::from(TOOLS)]);
        let folders = ToolFolders::with_shipped(engines, shipped, roots);
        folders.load(&self.registry).await?;
        let (handlers, books) = (self.registry, Books::new(config.books()));
        let registry = match books.is_empty() {
            true => handlers.clone(),
            false => {
                books.read(handlers.limits())?;
                let registry = Registry::with_limits(handlers.limits().clone());
                books.publish(&handlers, &registry);
                registry
            }
        };
        let (folders, python) = (Some(folders), Some(python));
        Ok(Opened { registry, handlers, folders, books, python })
    }
}

/// Why there are no tools to work with.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// Tool folders cannot be read.
    #[error("{folders}: {cause}", folders = .0, cause = .0.cause)]
    Folders(#[from] LoadError),
    /// Schema books cannot be used.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n\n"))]
    Books(Vec<BookError>),
}

impl From<Vec<BookError>> for OpenError {
    fn from(errors: Vec<BookError>) -> Self {
        Self::Books(errors)
    }
}

/// The tools, and what keeps those of folders up to date.
pub(crate) struct Opened {
    pub(crate) registry: Registry,
    /// The same without what books say; the same registry where there are none.
    pub(crate) handlers: Registry,
    pub(crate) books: Books,
    pub(crate) folders: Option<ToolFolders>,
    /// What runs Python, where anything does.
    pub(crate) python: Option<python::Engine>,
}
