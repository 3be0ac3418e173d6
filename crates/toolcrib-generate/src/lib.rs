//! Typed code from tools.
//!
//! [`generate`] writes one file for many tools: the types of what each takes and
//! answers, and a small client that calls them over REST. The same tools always
//! give the same bytes. [`build`] does it in a build script, from a schema book,
//! so that a handler is written against the book's types.
//!
//! Types are as narrow as a language can say and never narrower than the schema:
//! what it cannot say (a pattern, a condition) is left out, and the server checks
//! it anyway. Start at `shape`, which every language is written from.

pub mod build;
mod names;
mod python;
mod rust;
mod shape;
#[cfg(test)]
mod tests;
mod typescript;

use toolcrib_core::Spec;

use names::Unique;
pub use rust::Flavour;
use shape::ToolShape;

/// A language that code can be written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Types with serde, and a client with reqwest.
    Rust,
    /// Types and a client with `fetch`, for `tsc --strict`.
    Typescript,
    /// `TypedDict`s and a client with the standard library.
    Python,
}

/// Why no code can be written.
#[derive(Debug, thiserror::Error)]
#[error("no {language} can be written for `{tool_id}`: {why}")]
pub struct GenerateError {
    /// The language.
    pub language: &'static str,
    /// The tool that stands in the way.
    pub tool_id: String,
    /// Why.
    pub why: String,
}

/// Writes the types and the client of tools, in the order of their ids.
///
/// # Errors
///
/// When the code that was written is none; that is a fault of this program.
pub fn generate(specs: &[&Spec], language: Language) -> Result<String, GenerateError> {
    let mut names = Unique::new();
    let tools = shapes(specs, &mut names);
    match language {
        Language::Rust => rust::write(&tools, &mut names, Flavour::Client),
        Language::Typescript => Ok(typescript::write(&tools)),
        Language::Python => Ok(python::write(&tools, &mut names)),
    }
}

fn shapes(specs: &[&Spec], names: &mut Unique) -> Vec<ToolShape> {
    let mut specs = specs.to_vec();
    specs.sort_by(|a, b| a.tool_id.cmp(&b.tool_id));
    specs.dedup_by(|a, b| a.tool_id == b.tool_id);
    specs.into_iter().map(|spec| ToolShape::of(spec, names)).collect()
}
