//! A folder with one file a message.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use super::unreadable;
use crate::mail::parse::{MESSAGE_BYTES_MAX, parse};
use crate::mail::{ImportError, Item, Mailbox, Skipped};

/// Folders by which a mailbox is known; others are mailboxes themselves.
const FOLDERS: [&str; 12] = [
    "cur",
    "new",
    "inbox",
    "sent",
    "sent_items",
    "_sent_mail",
    "sent_mail",
    "all_documents",
    "deleted_items",
    "discussion_threads",
    "notes_inbox",
    "drafts",
];

/// Levels of folders.
const DEPTH_MAX: usize = 32;

/// The messages of a tree, by path.
pub(in crate::mail) struct Tree {
    root: PathBuf,
    /// The mailbox that the root is, if it is one.
    whole: Option<Mailbox>,
    /// Folders that are being read: what is left of each, the last first.
    open: Vec<Vec<PathBuf>>,
    /// Everything up to here was brought in before.
    after: Option<PathBuf>,
}

impl Tree {
    pub(in crate::mail) fn new(root: &Path, after: Option<&str>) -> Result<Self, ImportError> {
        if root.is_file() {
            let folder = root.parent().unwrap_or(root).to_owned();
            let (whole, open) = (Some(super::mailbox_of(root)), vec![vec![root.to_owned()]]);
            return Ok(Self { root: folder, whole, open, after: None });
        }
        let entries = listed(root).map_err(|source| unreadable(root, source))?;
        let name = |path: &PathBuf| {
            path.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default()
        };
        let is_mailbox = entries
            .iter()
            .any(|path| path.is_file() || FOLDERS.contains(&name(path).trim_start_matches('.')));
        let whole = is_mailbox.then(|| {
            let absolute = fs::canonicalize(root).unwrap_or_else(|_| root.to_owned());
            Mailbox { name: name(&absolute), address: None }
        });
        let after = after.map(PathBuf::from);
        Ok(Self { root: root.to_owned(), whole, open: vec![entries], after })
    }

    /// The next file that is not behind us, or a folder that cannot be read.
    fn next_file(&mut self) -> Option<PathBuf> {
        loop {
            let folder = self.open.last_mut()?;
            let Some(path) = folder.pop() else {
                self.open.pop();
                continue;
            };
            let own = path.strip_prefix(&self.root).unwrap_or(&path);
            // A folder comes before what is in it, so it is looked into unless
            // all of it is behind us.
            if self.after.as_ref().is_some_and(|after| own <= after && !after.starts_with(own)) {
                continue;
            }
            if is_folder(&path) {
                match listed(&path) {
                    Ok(entries) if self.open.len() < DEPTH_MAX => self.open.push(entries),
                    Ok(_) => {}
                    Err(_) => return Some(path),
                }
                continue;
            }
            if self.after.as_deref() == Some(own) {
                continue;
            }
            return Some(path);
        }
    }

    /// How many files there are from here on.
    pub(in crate::mail) fn left(mut self) -> u64 {
        std::iter::from_fn(|| self.next_file()).count() as u64
    }

    /// The mailboxes, as far as the folders show them.
    pub(in crate::mail) fn mailboxes(&self) -> Vec<String> {
        let folders = self.open.iter().flatten().filter(|path| is_folder(path) && count(path) > 0);
        let own = |path: &PathBuf| path.strip_prefix(&self.root).unwrap_or(path).to_owned();
        let mut names: Vec<String> = folders.map(|path| self.mailbox(&own(path)).name).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    fn mailbox(&self, own: &Path) -> Mailbox {
        self.whole.clone().unwrap_or_else(|| {
            let first = own.components().next().map(|part| part.as_os_str().to_string_lossy());
            Mailbox { name: first.unwrap_or_default().to_lowercase(), address: None }
        })
    }
}

impl Iterator for Tree {
    type Item = Result<Item, ImportError>;

    fn next(&mut self) -> Option<Self::Item> {
        let path = self.next_file()?;
        let own = path.strip_prefix(&self.root).unwrap_or(&path);
        let (raw, email) = match read(&path) {
            Ok(raw) => {
                let email = parse(&raw);
                (raw.len() as u64, email)
            }
            Err(skipped) => (0, Err(skipped)),
        };
        let shown = own.to_string_lossy().into_owned();
        let position = shown.clone();
        Some(Ok(Item { mailbox: self.mailbox(own), email, shown, position, bytes: raw }))
    }
}

fn read(path: &Path) -> Result<Vec<u8>, Skipped> {
    // Asked before it is opened: opening a pipe would wait for a writer.
    let size = fs::symlink_metadata(path).map_err(|_| Skipped::Unreadable)?;
    if size.is_symlink() {
        return Err(Skipped::Link);
    }
    if size.is_dir() {
        // One that could not be listed.
        return Err(Skipped::Unreadable);
    }
    if !size.is_file() {
        return Err(Skipped::NotAFile);
    }
    let file = File::open(path).map_err(|_| Skipped::Unreadable)?;
    let mut raw = Vec::with_capacity(size.len() as usize + 1);
    file.take(MESSAGE_BYTES_MAX as u64 + 1)
        .read_to_end(&mut raw)
        .map_err(|_| Skipped::Unreadable)?;
    match raw.len() {
        _ if raw.starts_with(b"From ") => Err(Skipped::Mbox),
        length if length > MESSAGE_BYTES_MAX => Err(Skipped::TooLarge),
        _ => Ok(raw),
    }
}

/// What is in a folder, the last first; what a maildir is still writing and what
/// is hidden is left out, but not the folders of a maildir, which begin with a dot.
fn listed(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut entries = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let kind = entry.file_type()?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let is_left_out = name == "tmp" || (name.starts_with('.') && !kind.is_dir());
        if !is_left_out {
            entries.push(entry.path());
        }
    }
    entries.sort_unstable_by(|a, b| b.cmp(a));
    Ok(entries)
}

/// How many files there are, so that somebody can be told how long it takes.
pub(in crate::mail) fn count(folder: &Path) -> u64 {
    let entries = listed(folder).unwrap_or_default();
    entries.iter().map(|path| if is_folder(path) { count(path) } else { 1 }).sum()
}

/// Whether this is a folder itself, and no link to one: that could lead round.
fn is_folder(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|kind| kind.is_dir())
}
