//! What authors of tools write, and what there is to say about it.
//!
//! Owns the reading of JSON and YAML with the place of everything in it
//! ([`document`]), findings and how they are shown ([`finding`], [`render()`]),
//! and schema books ([`book`]). It never stops at the first fault and never runs
//! anything. Start at [`book::Book::read`].

pub mod book;
pub mod document;
pub mod finding;
pub mod places;
mod render;
mod rules;
mod text;

pub use document::Document;
pub use finding::{Finding, FindingSeverity, Texts};
pub use render::render;
pub use rules::schema_problems;
pub use text::read_text;
