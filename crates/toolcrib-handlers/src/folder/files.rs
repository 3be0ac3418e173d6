//! The files of a tool folder, as they are on disk.
//!
//! Reads and judges nothing. A folder is a stranger's: what is read is bounded
//! in number and size, and no link leads out of it.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use toolcrib_authoring::{Texts, read_text};

use super::{GUIDE, HANDLER, MANIFEST, PYTHON};
use crate::js::Scripts;
use crate::why::Why;

/// Bytes of one file.
pub const FILE_BYTES_MAX: u64 = 1024 * 1024;

/// Script files of one folder.
pub const SCRIPTS_MAX: usize = 64;

/// Levels of folders inside a tool folder.
const DEPTH_MAX: usize = 8;

/// Files of one folder that are looked at at all.
const FILES_MAX: usize = 1_000;

/// The files of one tool folder, as read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Files {
    /// The folder's name.
    pub name: String,
    /// The folder's path for messages.
    pub shown: String,
    /// `schema.json`.
    pub manifest: Option<String>,
    /// `guide.md`.
    pub guide: Option<String>,
    /// All scripts in the folder and the folders in it.
    pub scripts: Scripts,
    /// Other files, by their path in the folder.
    pub others: Vec<String>,
    /// Files that should have been read and could not be, and why.
    pub unreadable: Vec<(String, String)>,
}

impl Files {
    /// Reads a tool folder. What cannot be read is listed as such.
    pub fn read(folder: &Path) -> Self {
        let root = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
        // A link goes by its own name; `.` has none.
        let name = folder.file_name().or(root.file_name());
        let name = name.map(|name| name.to_string_lossy().into_owned());
        let mut reading = Reading {
            files: Self {
                name: name.unwrap_or_default(),
                shown: Self::shown(folder),
                ..Self::default()
            },
            root,
            seen: 0,
            too_many: false,
        };
        reading.folder(folder, "", 0);
        reading.files
    }

    /// A path as messages show it.
    pub fn shown(path: &Path) -> String {
        path.components().collect::<PathBuf>().to_string_lossy().replace('\\', "/")
    }

    /// Whether the folder holds any of the three files that make a tool.
    pub fn is_tool(&self) -> bool {
        self.manifest.is_some()
            || self.guide.is_some()
            || self.scripts.contains_key(HANDLER)
            || self.scripts.contains_key(PYTHON)
            || self.unreadable.iter().any(|(file, _)| is_essential(file))
            || self.is_closed()
    }

    /// Adds a file, as if it had been read.
    pub fn put(&mut self, file: String, text: String) {
        match file.as_str() {
            MANIFEST => self.manifest = Some(text),
            GUIDE => self.guide = Some(text),
            script if is_script(script) => {
                self.scripts.insert(file, text.into());
            }
            _ => self.others.push(file),
        }
    }

    /// Whether nothing of the folder could be read; then nobody knows what it is.
    fn is_closed(&self) -> bool {
        let nothing_seen = self.scripts.is_empty() && self.others.is_empty();
        nothing_seen && self.unreadable.iter().any(|(file, _)| file.is_empty())
    }
}

impl Texts for Files {
    fn text(&self, file: &str) -> Option<&str> {
        match file {
            MANIFEST => self.manifest.as_deref(),
            GUIDE => self.guide.as_deref(),
            script => self.scripts.get(script).map(AsRef::as_ref),
        }
    }

    fn path_of(&self, file: &str) -> String {
        match file {
            "" => self.shown.clone(),
            file => format!("{}/{file}", self.shown.trim_end_matches('/')),
        }
    }
}

/// The tool folders under a root, by name.
///
/// A root that itself holds one of the three files, and no folder that does, is
/// one tool folder. Names that start with `_` or `.` and `node_modules` are
/// passed over.
///
/// # Errors
///
/// When the root cannot be listed.
pub fn find(root: &Path) -> io::Result<Vec<Files>> {
    let mut folders: Vec<PathBuf> = Vec::new();
    let mut is_one = false;
    for item in fs::read_dir(root)? {
        let item = item?;
        let name = item.file_name().to_string_lossy().into_owned();
        if item.path().is_dir() {
            if !is_passed_over(&name) && !name.starts_with('_') {
                folders.push(item.path());
            }
        } else {
            is_one |= is_essential(&name);
        }
    }
    let holds = |folder: &PathBuf| ESSENTIAL.iter().any(|file| folder.join(file).exists());
    if is_one && !folders.iter().any(holds) {
        return Ok(vec![Files::read(root)]);
    }
    folders.sort();
    // A folder and a link to it are one tool, under the first of their names.
    let mut seen = HashSet::new();
    folders.retain(|folder| seen.insert(folder.canonicalize().unwrap_or_else(|_| folder.clone())));
    Ok(folders.iter().map(|folder| Files::read(folder)).collect())
}

/// The files of which one is enough to make a folder a tool's.
const ESSENTIAL: [&str; 4] = [MANIFEST, GUIDE, HANDLER, PYTHON];

fn is_essential(file: &str) -> bool {
    ESSENTIAL.contains(&file)
}

fn is_passed_over(name: &str) -> bool {
    name.starts_with('.') || name == "node_modules"
}

fn is_script(file: &str) -> bool {
    Path::new(file).extension().is_some_and(|end| end == "js" || end == "mjs" || end == "py")
}

struct Reading {
    files: Files,
    /// The folder without any links in its path.
    root: PathBuf,
    seen: usize,
    /// Whether there are more scripts than are read.
    too_many: bool,
}

impl Reading {
    fn folder(&mut self, folder: &Path, prefix: &str, depth: usize) {
        let items = fs::read_dir(folder).and_then(Iterator::collect::<io::Result<Vec<_>>>);
        let mut items = match items {
            Ok(items) => items,
            Err(error) => {
                self.unreadable(prefix.trim_end_matches('/'), error.to_string());
                return;
            }
        };
        // The three files first: whatever else is there must not crowd them out.
        items.sort_by_key(|item| {
            let name = item.file_name();
            (!is_essential(&name.to_string_lossy()), name)
        });
        for item in items {
            let name = item.file_name().to_string_lossy().into_owned();
            if is_passed_over(&name) {
                continue;
            }
            self.seen += 1;
            if self.seen > FILES_MAX {
                return self.unreadable("", format!("it holds more than {FILES_MAX} files"));
            }
            let file = format!("{prefix}{name}");
            match item.file_type() {
                // A link to a folder is not followed: it could lead anywhere, also round.
                Ok(kind) if kind.is_dir() && depth < DEPTH_MAX && !is_essential(&file) => {
                    self.folder(&item.path(), &format!("{file}/"), depth + 1);
                }
                _ => self.file(&item.path(), file),
            }
        }
    }

    fn file(&mut self, path: &Path, file: String) {
        if !is_essential(&file) && !is_script(&file) {
            self.files.others.push(file);
            return;
        }
        // The handler itself is read in any case: it says the most.
        if is_script(&file) && !is_essential(&file) && self.files.scripts.len() >= SCRIPTS_MAX {
            if !self.too_many {
                self.too_many = true;
                self.unreadable(&file, format!("there are more than {SCRIPTS_MAX} script files"));
            }
            return;
        }
        match self.text(path) {
            Ok(text) => self.files.put(file, text),
            Err(Why(why)) => self.unreadable(&file, why),
        }
    }

    fn text(&self, path: &Path) -> Result<String, Why> {
        let said = |error: io::Error| Why(error.to_string());
        let target = fs::canonicalize(path).map_err(said)?;
        if !target.starts_with(&self.root) {
            return Err("it is a link that leaves the folder".into());
        }
        read_text(&target, FILE_BYTES_MAX).map_err(said)
    }

    fn unreadable(&mut self, file: &str, why: String) {
        self.files.unreadable.push((file.to_owned(), why));
    }
}
