//! The knowledge base: what a document must hold to, and the way of files into it.
//!
//! [`check`] is the one gate for documents, whichever door they come through;
//! `files` reads Markdown, HTML and JSONL; [`import()`] carries them in batches.

mod document;
mod files;
mod import;

pub use document::{DocumentFields, check};
pub use import::{ImportError, Summary, import};
