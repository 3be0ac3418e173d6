//! Where messages lie: a tree of files, an mbox, a CSV table, lines of JSON.

mod csv;
mod jsonl;
mod mbox;
mod tree;

use std::fs::File;
use std::io::{BufReader, Read as _};
use std::path::Path;

use clap::ValueEnum;
use serde_json::Value;
use toolcrib_store::NewEmail;

use super::fields::{address, date_from, finished, list, number_date};
use super::{ImportError, Item, Mailbox, Skipped};

pub(super) use tree::{Tree, count};

/// How messages are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A folder with one file a message: the Enron corpus, a maildir, `.eml` files.
    Maildir,
    /// One file with one message after the other.
    Mbox,
    /// A table: one row a message.
    Csv,
    /// One JSON object a line.
    Jsonl,
}

/// Messages, one after the other.
pub(super) type Items = Box<dyn Iterator<Item = Result<Item, ImportError>> + Send>;

/// Finds out how messages are written.
pub(super) fn format_of(path: &Path) -> Result<Format, ImportError> {
    if path.is_dir() {
        return Ok(Format::Maildir);
    }
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    match ending.as_deref() {
        Some("mbox" | "mbx") => return Ok(Format::Mbox),
        Some("csv") => return Ok(Format::Csv),
        Some("jsonl" | "ndjson") => return Ok(Format::Jsonl),
        _ => {}
    }
    if !path.is_file() {
        return Err(ImportError::Unknown(path.to_owned()));
    }
    let mut start = [0; 64];
    let count = open(path)?.read(&mut start).map_err(|source| unreadable(path, source))?;
    let start = start[..count].trim_ascii_start();
    match start {
        start if start.starts_with(b"From ") => Ok(Format::Mbox),
        start if start.starts_with(b"{") => Ok(Format::Jsonl),
        start if ending.as_deref() == Some("eml") || is_head(start) => Ok(Format::Maildir),
        _ => Err(ImportError::Unknown(path.to_owned())),
    }
}

/// Whether a text begins as a message does: `Name: `.
fn is_head(start: &[u8]) -> bool {
    let name = start.split(|byte| *byte == b':').next().unwrap_or_default();
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'-';
    name.len() < start.len() && !name.is_empty() && name.iter().all(is_name)
}

/// The messages at a path, from a position on.
pub(super) fn items(path: &Path, format: Format, from: Option<&str>) -> Result<Items, ImportError> {
    let at = from.and_then(|from| from.parse().ok()).unwrap_or(0);
    Ok(match format {
        Format::Maildir => Box::new(Tree::new(path, from)?),
        Format::Mbox => Box::new(mbox::Mbox::open(path, at)?),
        Format::Csv => Box::new(csv::Csv::open(path, at)?),
        Format::Jsonl => Box::new(jsonl::Jsonl::open(path, at)?),
    })
}

/// The mailboxes of a folder, as far as its folders show them.
pub(super) fn mailboxes(path: &Path, format: Format) -> Vec<String> {
    match format {
        Format::Maildir => Tree::new(path, None).map(|tree| tree.mailboxes()).unwrap_or_default(),
        _ => Vec::new(),
    }
}

/// How much lies before a position: messages of a folder, bytes of a file.
pub(super) fn behind(path: &Path, format: Format, from: &str) -> u64 {
    match format {
        Format::Maildir => {
            let left = Tree::new(path, Some(from)).map_or(0, Tree::left);
            count(path).saturating_sub(left)
        }
        _ => from.parse().unwrap_or(0),
    }
}

fn open(path: &Path) -> Result<BufReader<File>, ImportError> {
    let file = File::open(path).map_err(|source| unreadable(path, source))?;
    Ok(BufReader::with_capacity(256 * 1024, file))
}

fn unreadable(path: &Path, source: std::io::Error) -> ImportError {
    ImportError::Unreadable { path: path.to_owned(), source }
}

/// The mailbox that a file as a whole is.
fn mailbox_of(path: &Path) -> Mailbox {
    let name = path.file_stem().map(|name| name.to_string_lossy().into_owned());
    Mailbox { name: name.unwrap_or_else(|| "mail".to_owned()), address: None }
}

/// A message in parts that have names, as tables and JSON have it.
#[derive(Default)]
struct Parts {
    email: NewEmail,
    inbox: Option<String>,
    /// Where the message lay once: `arnold-j/inbox/12.`.
    file: Option<String>,
}

impl Parts {
    /// Takes a part; unknown ones are passed over.
    fn put(&mut self, name: &str, value: Value) {
        let text = match &value {
            Value::String(text) => text.clone(),
            Value::Null => String::new(),
            Value::Array(_) | Value::Object(_) => value.to_string(),
            other => other.to_string(),
        };
        let many = || match &value {
            Value::Array(items) => {
                items.iter().filter_map(Value::as_str).map(str::to_owned).collect()
            }
            _ => list(&text),
        };
        match name.trim().to_lowercase().replace(['-', ' '], "_").as_str() {
            "message_id" | "id" | "messageid" => self.email.message_id = text,
            "inbox" | "inbox_id" | "mailbox" => self.inbox = Some(text).filter(|it| !it.is_empty()),
            "subject" => self.email.subject = text,
            "sender" | "from" => self.email.sender = text,
            "recipients" | "to" | "cc" | "bcc" => self.email.recipients.extend(many()),
            "date" | "sent" | "timestamp" => {
                self.email.date = match value.as_f64() {
                    Some(number) => number_date(number as i64),
                    None => date_from(&text),
                };
            }
            "body" | "text" | "content" => self.email.body = text,
            "file" | "file_name" | "path" => self.file = Some(text).filter(|it| !it.is_empty()),
            _ => {}
        }
    }

    /// The mailbox that it says, or the one of the file that it is in.
    fn mailbox(&self, whole: &Mailbox) -> Mailbox {
        if let Some(inbox) = &self.inbox {
            let name = address(inbox);
            let is_address = name.contains('@');
            return Mailbox { address: is_address.then(|| name.clone()), name };
        }
        let folder =
            self.file.as_deref().and_then(|file| file.trim_start_matches('/').split_once('/'));
        match folder {
            Some((name, _)) => Mailbox { name: name.to_lowercase(), address: None },
            None => whole.clone(),
        }
    }

    fn finished(self, raw: &[u8]) -> Result<NewEmail, Skipped> {
        let email = &self.email;
        let says = [&email.message_id, &email.subject, &email.sender, &email.body];
        match says.iter().all(|part| part.trim().is_empty()) {
            true => Err(Skipped::NotMail),
            false => Ok(finished(self.email, raw)),
        }
    }
}
