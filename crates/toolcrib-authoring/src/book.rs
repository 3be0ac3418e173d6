//! Schema books: many tools in one file.
//!
//! A book is YAML or JSON with `definitions`. `ToolX` has the tool's name as its
//! `title`, and its `description`; `ToolXInput` and `ToolXOutput` are what it
//! takes and what it answers; what else a spec says stands under `x-tool`. A
//! folder of such files is one book. Everything that is wrong with a book is
//! found at once, each fault with its line and column, and one broken tool takes
//! no other with it. Start at [`Book::read`].

mod definitions;
mod files;
mod reading;
mod references;
#[cfg(test)]
mod tests;
mod tools;

use std::collections::BTreeSet;
use std::io;
use std::path::Path;

use toolcrib_core::{Limits, Problem, Spec};

use crate::document::Document;
use crate::finding::{Finding, FindingSeverity};

use self::definitions::Definitions;

pub use files::{BookFiles, FILE_BYTES_MAX, FILES_MAX};

/// A book that was read.
#[derive(Debug)]
pub struct Book {
    /// What it was read from.
    pub files: BookFiles,
    /// Its tools, in the order in which they stand there.
    pub tools: Vec<BookTool>,
    /// What there is to say about the book and belongs to no tool.
    pub findings: Vec<Finding>,
}

/// One tool of a book.
#[derive(Debug)]
pub struct BookTool {
    /// The name of its definition, without the `Tool`.
    pub name: String,
    /// Its id.
    pub tool_id: String,
    /// The file that it stands in.
    pub file: String,
    /// What it promises, if nothing keeps it from being used.
    pub spec: Option<Spec>,
    /// The fields of the spec that the book sets under `x-tool`; the others are
    /// for its handler to say.
    pub said: BTreeSet<String>,
    /// All there is to say about it.
    pub findings: Vec<Finding>,
}

impl Book {
    /// Reads a book: a file, or a folder of them.
    ///
    /// # Errors
    ///
    /// When there is nothing at this path that could be read.
    pub fn read(path: &Path, limits: &Limits) -> io::Result<Self> {
        Ok(Self::from_files(BookFiles::read(path)?, limits))
    }

    /// Makes a book of files.
    pub fn from_files(files: BookFiles, limits: &Limits) -> Self {
        let mut findings: Vec<Finding> = files.unreadable();
        let mut read = Vec::new();
        for (name, language, text) in files.texts() {
            match Document::parse(text, language) {
                Ok(document) => read.push((name.to_owned(), document)),
                Err(faults) => {
                    findings.extend(faults.into_iter().map(|fault| {
                        Finding::error(name, fault.message, fault.help).at(fault.span)
                    }));
                }
            }
        }
        if files.texts().next().is_none() && findings.is_empty() {
            let help = "put .yaml, .yml or .json files there, or name another folder";
            findings.push(Finding::error("", "this folder holds no file of a book", help));
        }
        let definitions = Definitions::new(read);
        let tools = tools::read(&definitions, limits, &mut findings);
        sort(&mut findings);
        Self { files, tools, findings }
    }

    /// Everything there is to say, by place.
    pub fn all_findings(&self) -> Vec<Finding> {
        let of_tools = self.tools.iter().flat_map(|tool| &tool.findings);
        let mut all: Vec<Finding> = self.findings.iter().chain(of_tools).cloned().collect();
        sort(&mut all);
        // Two tools that reach one broken definition have one fault between them.
        all.dedup();
        all
    }

    /// Whether anything in it cannot be used.
    pub fn has_errors(&self) -> bool {
        let of_tools = self.tools.iter().flat_map(|tool| &tool.findings);
        self.findings.iter().chain(of_tools).any(Finding::is_error)
    }
}

impl BookTool {
    /// What there is to say about it, as problems whose messages say the place.
    pub fn problems(&self, files: &BookFiles) -> Vec<Problem> {
        self.findings.iter().map(|finding| finding.as_problem(files)).collect()
    }
}

/// Errors first, then by place.
fn sort(findings: &mut [Finding]) {
    findings.sort_by_key(|finding| {
        let start = finding.span.as_ref().map(|span| span.start);
        (finding.severity, finding.file.clone(), start, finding.message.clone())
    });
}

/// A problem of a spec as a finding.
fn severity(problem: &Problem) -> FindingSeverity {
    match problem.is_error() {
        true => FindingSeverity::Error,
        false => FindingSeverity::Warning,
    }
}
