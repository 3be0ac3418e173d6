//! One JSON object a line.

use std::fs::File;
use std::io::{BufRead as _, BufReader, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use serde_json::Value;
use toolcrib_store::NewEmail;

use super::{Parts, mailbox_of, open, unreadable};
use crate::mail::parse::{MESSAGE_BYTES_MAX, parse};
use crate::mail::{ImportError, Item, Mailbox, Skipped};

pub(super) struct Jsonl {
    path: PathBuf,
    file: BufReader<File>,
    mailbox: Mailbox,
    at: u64,
    line: u64,
    from: u64,
    is_done: bool,
}

impl Jsonl {
    pub(super) fn open(path: &Path, at: u64) -> Result<Self, ImportError> {
        let mut file = open(path)?;
        file.seek(SeekFrom::Start(at)).map_err(|source| unreadable(path, source))?;
        let (path, mailbox) = (path.to_owned(), mailbox_of(path));
        Ok(Self { path, file, mailbox, at, line: 0, from: at, is_done: false })
    }

    fn next_line(&mut self) -> std::io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        let most = MESSAGE_BYTES_MAX as u64 + 1;
        let mut count = self.file.by_ref().take(most).read_until(b'\n', &mut line)? as u64;
        // Of one that is too long, the rest is passed over.
        while count > 0 && !line.ends_with(b"\n") && line.len() as u64 >= most {
            let mut rest = Vec::new();
            let more = self.file.by_ref().take(most).read_until(b'\n', &mut rest)? as u64;
            count += more;
            if more == 0 || rest.ends_with(b"\n") {
                break;
            }
        }
        self.at += count;
        self.line += 1;
        Ok((count > 0).then_some(line))
    }

    fn email(&self, line: &[u8]) -> (Mailbox, Result<NewEmail, Skipped>) {
        if line.len() > MESSAGE_BYTES_MAX {
            return (self.mailbox.clone(), Err(Skipped::TooLarge));
        }
        // Editors on Windows put it before the first line.
        let line = line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line);
        let Ok(value) = serde_json::from_slice::<Value>(line) else {
            return (self.mailbox.clone(), Err(Skipped::NotJson));
        };
        let Value::Object(fields) = value else {
            return (self.mailbox.clone(), Err(Skipped::NotAnObject));
        };
        let (mut parts, mut whole) = (Parts::default(), None);
        for (name, value) in fields {
            match value {
                Value::String(raw) if name == "message" || name == "raw" => whole = Some(raw),
                value => parts.put(&name, value),
            }
        }
        let mailbox = parts.mailbox(&self.mailbox);
        let email = match whole {
            Some(raw) => parse(raw.as_bytes()),
            None => parts.finished(line),
        };
        (mailbox, email)
    }
}

impl Iterator for Jsonl {
    type Item = Result<Item, ImportError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if self.is_done {
                return None;
            }
            let start = self.at;
            let line = match self.next_line() {
                Ok(line) => line?,
                Err(source) => {
                    self.is_done = true;
                    return Some(Err(unreadable(&self.path, source)));
                }
            };
            if line.iter().all(u8::is_ascii_whitespace) {
                continue;
            }
            let (mailbox, email) = self.email(&line);
            return Some(Ok(Item {
                mailbox,
                email,
                // Lines are counted from the beginning, which was passed over.
                shown: match self.from {
                    0 => format!("line {}", self.line),
                    _ => format!("byte {start}"),
                },
                position: self.at.to_string(),
                bytes: self.at - start,
            }));
        }
    }
}
