//! Code in a build script.
//!
//! ```no_run
//! // build.rs
//! toolcrib_generate::build::book("book.yaml", "book.rs");
//! ```
//!
//! ```ignore
//! // src/main.rs
//! mod book {
//!     include!(concat!(env!("OUT_DIR"), "/book.rs"));
//! }
//!
//! registry.register(toolcrib::handler::<book::greet::Tool, _, _, _>(|input, _| async move {
//!     Ok(format!("hello {}", input.name))
//! }))?;
//! ```
//!
//! A handler that reads or answers something else than the book says does not
//! compile.

use std::path::{Path, PathBuf};

use toolcrib_authoring::book::Book;
use toolcrib_authoring::render;
use toolcrib_core::{Limits, Spec};

use crate::names::Unique;
use crate::{Flavour, GenerateError, rust, shapes};

/// Why a build script has nothing to write.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// The book cannot be read.
    #[error("the book `{}` cannot be read: {cause}", .path.display())]
    Unreadable {
        /// Which book.
        path: PathBuf,
        /// Why.
        cause: std::io::Error,
    },
    /// The book is broken: the whole report.
    #[error("the book has faults\n\n{0}")]
    Faults(String),
    /// No code can be written.
    #[error(transparent)]
    Generate(#[from] GenerateError),
}

/// Writes Rust for the tools of a book into a file of the build's own folder.
/// Cargo is told to look again when the book changes.
///
/// # Panics
///
/// With the whole report, when the book has faults: that ends the build.
#[expect(clippy::print_stdout, reason = "this is how a build script talks to cargo")]
pub fn book(path: impl AsRef<Path>, file: &str) {
    let path = path.as_ref();
    println!("cargo::rerun-if-changed={}", path.display());
    let text = rust_of_book(path).unwrap_or_else(|error| panic!("{error}"));
    let folder = std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR for build scripts");
    let target = Path::new(&folder).join(file);
    std::fs::write(&target, text).unwrap_or_else(|error| panic!("{}: {error}", target.display()));
}

/// Rust for the tools of a book: types, and what binds a handler to them.
///
/// # Errors
///
/// When the book cannot be read or has faults.
pub fn rust_of_book(path: &Path) -> Result<String, BuildError> {
    let book = Book::read(path, &Limits::DEFAULT)
        .map_err(|cause| BuildError::Unreadable { path: path.to_owned(), cause })?;
    if book.has_errors() {
        return Err(BuildError::Faults(render(&book.files, &book.all_findings(), false)));
    }
    let specs: Vec<&Spec> = book.tools.iter().filter_map(|tool| tool.spec.as_ref()).collect();
    let mut names = Unique::new();
    let tools = shapes(&specs, &mut names);
    Ok(rust::write(&tools, &mut names, Flavour::Handlers)?)
}
