//! The files of a book, as they are on disk.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::document::Language;
use crate::finding::{Finding, Texts};
use crate::text::read_text;

/// Bytes of one file of a book.
pub const FILE_BYTES_MAX: u64 = 8 * 1024 * 1024;

/// Files of one book.
pub const FILES_MAX: usize = 1_000;

/// The files of one book, as read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BookFiles {
    /// The path of the file or of the folder, for messages.
    shown: String,
    is_folder: bool,
    files: Vec<BookFile>,
    unreadable: Vec<(String, String)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct BookFile {
    name: String,
    language: Language,
    text: String,
}

impl BookFiles {
    /// Reads a file, or the YAML and JSON files of a folder, by name. Names that
    /// start with `.` or `_` are passed over.
    ///
    /// # Errors
    ///
    /// When the file, or the list of the folder's files, cannot be read.
    pub fn read(path: &Path) -> io::Result<Self> {
        let shown = path.components().collect::<PathBuf>().to_string_lossy().replace('\\', "/");
        let is_folder = fs::metadata(path)?.is_dir();
        let mut book = Self { shown, is_folder, ..Self::default() };
        if !is_folder {
            let name = name_of(path);
            let Some(language) = Language::of(path) else {
                let message = "it is neither .yaml, .yml nor .json";
                return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
            };
            let text = read_text(path, FILE_BYTES_MAX)?;
            book.put(name, language, text);
            return Ok(book);
        }
        let mut paths: Vec<PathBuf> = Vec::new();
        for item in fs::read_dir(path)? {
            let path = item?.path();
            let passed_over = name_of(&path).starts_with(['.', '_']);
            if !passed_over && Language::of(&path).is_some() && path.is_file() {
                paths.push(path);
            }
        }
        paths.sort();
        if paths.len() > FILES_MAX {
            let why = format!("it holds more than {FILES_MAX} files");
            book.unreadable.push((String::new(), why));
            paths.truncate(FILES_MAX);
        }
        for path in paths {
            let (name, language) = (name_of(&path), Language::of(&path));
            match read_text(&path, FILE_BYTES_MAX) {
                Ok(text) => book.put(name, language.unwrap_or(Language::Yaml), text),
                Err(error) => book.unreadable.push((name, error.to_string())),
            }
        }
        Ok(book)
    }

    /// A book of one text.
    pub fn of_text(name: &str, text: impl Into<String>) -> Self {
        let mut book = Self { shown: name.to_owned(), ..Self::default() };
        let language = Language::of(Path::new(name)).unwrap_or(Language::Yaml);
        book.put(name_of(Path::new(name)), language, text.into());
        book
    }

    /// The path of the book, for messages.
    pub fn shown(&self) -> &str {
        &self.shown
    }

    /// Adds a file, as if it had been read.
    pub fn put(&mut self, name: impl Into<String>, language: Language, text: String) {
        self.files.push(BookFile { name: name.into(), language, text });
    }

    /// Its files: name, language, text.
    pub(super) fn texts(&self) -> impl Iterator<Item = (&str, Language, &str)> {
        self.files.iter().map(|file| (file.name.as_str(), file.language, file.text.as_str()))
    }

    /// What could not be read.
    pub(super) fn unreadable(&self) -> Vec<Finding> {
        let found = self.unreadable.iter().map(|(file, why)| {
            let name = if file.is_empty() { "the folder" } else { file };
            let message = format!("{name} cannot be read: {why}");
            Finding::error(file, message, "see that it is there and may be read")
        });
        found.collect()
    }
}

impl Texts for BookFiles {
    fn text(&self, file: &str) -> Option<&str> {
        self.files.iter().find(|known| known.name == file).map(|file| file.text.as_str())
    }

    fn path_of(&self, file: &str) -> String {
        match (self.is_folder, file) {
            (false, _) | (true, "") => self.shown.clone(),
            (true, file) => format!("{}/{file}", self.shown.trim_end_matches('/')),
        }
    }
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
