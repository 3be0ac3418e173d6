//! One message after the other in one file, each behind a line `From …`.

use std::fs::File;
use std::io::{BufRead as _, BufReader, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use super::{mailbox_of, open, unreadable};
use crate::mail::parse::{MESSAGE_BYTES_MAX, parse};
use crate::mail::{ImportError, Item, Mailbox, Skipped};

pub(super) struct Mbox {
    path: PathBuf,
    file: BufReader<File>,
    mailbox: Mailbox,
    /// How far it has been read.
    at: u64,
    is_done: bool,
}

impl Mbox {
    pub(super) fn open(path: &Path, at: u64) -> Result<Self, ImportError> {
        let mut file = open(path)?;
        file.seek(SeekFrom::Start(at)).map_err(|source| unreadable(path, source))?;
        let (path, mailbox) = (path.to_owned(), mailbox_of(path));
        Ok(Self { path, file, mailbox, at, is_done: false })
    }

    /// The bytes of the next message, without its `From` line.
    fn next_raw(&mut self) -> std::io::Result<Option<(Vec<u8>, bool)>> {
        let (mut raw, mut is_too_large, mut has_begun, mut after_blank) =
            (Vec::new(), false, false, true);
        loop {
            let mut line = Vec::new();
            let count = self.file.read_until(b'\n', &mut line)? as u64;
            if count == 0 {
                self.is_done = true;
                return Ok(has_begun.then_some((raw, is_too_large)));
            }
            let is_from = after_blank && line.starts_with(b"From ");
            if is_from && has_begun {
                // It belongs to the next one.
                self.file.seek_relative(-count.cast_signed())?;
                return Ok(Some((raw, is_too_large)));
            }
            self.at += count;
            after_blank = line.iter().all(u8::is_ascii_whitespace);
            if is_from {
                has_begun = true;
                continue;
            }
            has_begun |= !after_blank;
            // Lines that begin with `From ` were quoted.
            let quotes = line.iter().take_while(|byte| **byte == b'>').count();
            let is_quoted = quotes > 0 && line[quotes..].starts_with(b"From ");
            match raw.len() + line.len() > MESSAGE_BYTES_MAX {
                true => is_too_large = true,
                false => raw.extend_from_slice(&line[usize::from(is_quoted)..]),
            }
        }
    }
}

impl Iterator for Mbox {
    type Item = Result<Item, ImportError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_done {
            return None;
        }
        let start = self.at;
        let (raw, is_too_large) = match self.next_raw() {
            Ok(Some(found)) => found,
            Ok(None) => return None,
            Err(source) => {
                self.is_done = true;
                return Some(Err(unreadable(&self.path, source)));
            }
        };
        let email = if is_too_large { Err(Skipped::TooLarge) } else { parse(&raw) };
        Some(Ok(Item {
            mailbox: self.mailbox.clone(),
            email,
            shown: format!("byte {start}"),
            position: self.at.to_string(),
            bytes: self.at - start,
        }))
    }
}
