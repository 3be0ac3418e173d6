//! Schema books as tools: each spec of a book with the handler of its name.
//!
//! A handler is a tool of the same id that is there without the book: a Rust
//! function, a tool folder. The book says what a model sees and what is checked;
//! what the handler does to the world stays its author's to say. Start at
//! [`Books::read`], then [`Books::publish`].
//!
//! (1) A book that was good goes on as it was until it is good again.
//! (2) What a book names stands before what has the name without it, even if it
//!     is broken.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use toolcrib::registry::{Broken, RegisterError};
use toolcrib::{Entry, Filter, Limits, Problem, Registry, Severity, Spec};
use toolcrib_authoring::book::{Book, BookTool};
use toolcrib_authoring::render;

/// The source of tools whose spec is in a book.
pub const BOOKS: &str = "books";

/// Schema books as tools. Clones share what they know.
#[derive(Clone, Default)]
pub struct Books(Arc<Inner>);

#[derive(Default)]
struct Inner {
    paths: Vec<PathBuf>,
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    /// The files as they were when they were last read.
    marks: Vec<Mark>,
    /// The tools of each book.
    books: BTreeMap<PathBuf, Vec<Bound>>,
}

type Mark = (PathBuf, Option<SystemTime>, u64);

/// A tool of a book, before it has a handler.
#[derive(Clone)]
struct Bound {
    tool_id: String,
    spec: Option<Spec>,
    said: BTreeSet<String>,
    problems: Vec<Problem>,
}

/// Why a book has no tools.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    /// It cannot be read.
    #[error("the book `{}` cannot be read: {cause}", .path.display())]
    Unreadable {
        /// Which book.
        path: PathBuf,
        /// Why.
        cause: io::Error,
    },
    /// It is no book.
    #[error("the book `{}` cannot be used:\n\n{}", .path.display(), .report.trim_end())]
    Broken {
        /// Which book.
        path: PathBuf,
        /// Everything that is wrong with it.
        report: String,
    },
}

impl Books {
    /// The books at these paths: files, or folders of them.
    pub fn new(paths: Vec<PathBuf>) -> Self {
        Self(Arc::new(Inner { paths, kept: Mutex::default() }))
    }

    /// Whether there are any.
    pub fn is_empty(&self) -> bool {
        self.0.paths.is_empty()
    }

    /// Whether a file is another than when it was last read.
    pub fn has_changed(&self) -> bool {
        let marks = self.marks();
        self.kept().marks != marks
    }

    /// Reads the books. What cannot be read stays as it was (1).
    ///
    /// # Errors
    ///
    /// For each book that cannot be used as a whole. A book in which a tool is
    /// broken is no error: that tool is listed with what is wrong with it.
    pub fn read(&self, limits: &Limits) -> Result<(), Vec<BookError>> {
        let marks = self.marks();
        let mut errors = Vec::new();
        for path in &self.0.paths {
            match Book::read(path, limits) {
                Err(cause) => {
                    self.keep(path, &format!("cannot be read: {cause}"));
                    errors.push(BookError::Unreadable { path: path.clone(), cause });
                }
                Ok(book) if book.tools.is_empty() => {
                    let report = render(&book.files, &book.findings, false);
                    let first =
                        book.findings.first().map_or("it holds no file", |fault| &fault.message);
                    self.keep(path, first);
                    errors.push(BookError::Broken { path: path.clone(), report });
                }
                Ok(book) => self.take(path, &book),
            }
        }
        self.kept().marks = marks;
        if errors.is_empty() { Ok(()) } else { Err(errors) }
    }

    /// Keeps the tools of a book that cannot be used any more, and says why (1).
    fn keep(&self, path: &Path, why: &str) {
        let shown = path.display().to_string();
        let problem = Problem::error("", format!("{shown}: {why}"), "mend the book");
        if let Some(tools) = self.kept().books.get_mut(path) {
            for tool in tools {
                *tool = tool.clone().stale(&shown, vec![problem.clone()]);
            }
        }
    }

    fn take(&self, path: &Path, book: &Book) {
        let mut kept = self.kept();
        let before = kept.books.remove(path).unwrap_or_default();
        let mut tools: Vec<Bound> =
            book.tools.iter().map(|tool| bound(book, tool, &before)).collect();
        let faults = book.findings.iter().filter(|finding| finding.is_error());
        let faults: Vec<Problem> = faults.map(|fault| fault.as_problem(&book.files)).collect();
        for fault in &faults {
            let book = path.display().to_string();
            tracing::warn!(book, problem = fault.to_string(), "a book is broken");
        }
        // What is missing from a book with faults may stand where nobody can read it.
        let is_missing = |known: &Bound| tools.iter().all(|tool| tool.tool_id != known.tool_id);
        let missing: Vec<Bound> = before.into_iter().filter(is_missing).collect();
        if !faults.is_empty() {
            tools.extend(
                missing.into_iter().map(|known| known.stale(book.files.shown(), faults.clone())),
            );
        }
        kept.books.insert(path.to_owned(), tools);
    }

    /// Puts what there is without books, and over it what the books say, in
    /// place of everything in another registry.
    pub fn publish(&self, handlers: &Registry, into: &Registry) {
        // Held from the look to the swap, so that an older look never overtakes a
        // newer one.
        let kept = self.kept();
        let snapshot = handlers.snapshot();
        let (mut entries, mut broken) = (Vec::new(), Vec::new());
        let mut taken: HashSet<String> = HashSet::new();
        for (path, tool) in
            kept.books.iter().flat_map(|(path, all)| all.iter().map(move |t| (path, t)))
        {
            let tool_id = tool.tool_id.clone();
            let result = match taken.insert(tool_id.clone()) {
                true => tool.with(snapshot.get(&tool_id), into),
                false => Err(vec![other_book(path)]),
            };
            match result {
                Ok(entry) => entries.push(entry),
                Err(problems) => {
                    broken.push(Broken { tool_id, source: BOOKS.to_owned(), problems });
                }
            }
        }
        let all = Filter::default();
        // (2)
        let others = snapshot.list(&all).filter(|entry| !taken.contains(&entry.spec().tool_id));
        entries.extend(others.cloned());
        let unusable = snapshot.all_broken().filter(|broken| !taken.contains(&broken.tool_id));
        broken.extend(unusable.map(|broken| Broken::clone(broken)));
        into.replace(entries, broken);
    }

    fn kept(&self) -> std::sync::MutexGuard<'_, Kept> {
        // Entries are replaced whole; a panic cannot leave half of one.
        self.0.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn marks(&self) -> Vec<Mark> {
        let mut marks = Vec::new();
        for path in &self.0.paths {
            marks.push(mark(path));
            let inside = std::fs::read_dir(path).into_iter().flatten().flatten();
            let mut inside: Vec<Mark> = inside.map(|item| mark(&item.path())).collect();
            inside.sort();
            marks.extend(inside);
        }
        marks
    }
}

fn mark(path: &Path) -> Mark {
    let file = path.metadata();
    let changed = file.as_ref().ok().and_then(|file| file.modified().ok());
    (path.to_owned(), changed, file.map_or(0, |file| file.len()))
}

/// A tool as the book has it; as it was, where it is broken now (1).
fn bound(book: &Book, tool: &BookTool, before: &[Bound]) -> Bound {
    let problems = tool.problems(&book.files);
    let good = before.iter().find(|known| known.tool_id == tool.tool_id && known.spec.is_some());
    match (&tool.spec, good) {
        (None, Some(good)) => good.clone().stale(book.files.shown(), problems),
        (spec, _) => Bound {
            tool_id: tool.tool_id.clone(),
            spec: spec.clone(),
            said: tool.said.clone(),
            problems,
        },
    }
}

impl Bound {
    /// The same, as it was when it was good.
    fn stale(self, path: &str, problems: Vec<Problem>) -> Self {
        let message = format!("its words in {path} are broken; the last good ones still hold");
        let stale = Problem::warning("", message, "mend what follows");
        let weak = |problem| Problem { severity: Severity::Warning, ..problem };
        let problems = std::iter::once(stale).chain(problems.into_iter().map(weak)).collect();
        Self { problems, ..self }
    }

    /// The tool, with the handler of its name.
    fn with(
        &self,
        handler: Option<&Arc<Entry>>,
        registry: &Registry,
    ) -> Result<Arc<Entry>, Vec<Problem>> {
        let Some(spec) = &self.spec else { return Err(self.problems.clone()) };
        let handler = handler.filter(|handler| handler.spec().tool_id == self.tool_id);
        let Some(handler) = handler else { return Err(vec![no_handler(&self.tool_id)]) };
        let spec = spec_with(spec, &self.said, handler.spec());
        let guide = handler.guide().map(str::to_owned);
        let made = registry.respecify_with(handler, BOOKS, spec, guide, self.problems.clone());
        made.map_err(|error: RegisterError| error.into_problems().1)
    }
}

/// What a book says of a tool, and what its handler says where the book is
/// silent. What the handler does to the world, a book cannot take back.
pub fn spec_with(book: &Spec, said: &BTreeSet<String>, handler: &Spec) -> Spec {
    let mut spec = book.clone();
    macro_rules! silent {
        ($($name:literal => $field:ident),+ $(,)?) => {$(
            if !said.contains($name) {
                spec.$field = handler.$field.clone();
            }
        )+};
    }
    silent! {
        "version" => version,
        "title" => title,
        "category" => category,
        "group" => group,
        "sideEffects" => side_effects,
        "idempotent" => idempotent,
        "requiresConfirmation" => requires_confirmation,
        "allowedModes" => allowed_modes,
        "latencyBudgetMs" => latency_budget_ms,
        "timeoutMs" => timeout_ms,
        "tags" => tags,
        "aliases" => aliases,
        "enabled" => enabled,
        "unknownArguments" => unknown_arguments,
        "coerce" => coerce,
    }
    if said.contains("sideEffects") && !said.contains("category") {
        spec.category = None;
    }
    spec.keep_to_facts(handler);
    spec
}

/// What to say of a tool that nobody can run.
pub fn no_handler(tool_id: &str) -> Problem {
    Problem::error(
        "",
        format!("there is no handler `{tool_id}`"),
        format!(
            "write one: a tool folder `{}`, or a native tool of this name",
            tool_id.replace('_', "-")
        ),
    )
}

fn other_book(path: &Path) -> Problem {
    let message = format!("{} names a tool that another book has", path.display());
    Problem::error("/toolId", message, "choose another name for one of the two")
}
