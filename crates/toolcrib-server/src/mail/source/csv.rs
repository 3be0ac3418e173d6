//! A table with one row a message.

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use csv::{ByteRecord, Position, Reader, ReaderBuilder};
use serde_json::Value;

use super::{Parts, mailbox_of, open, unreadable};
use crate::mail::parse::parse;
use crate::mail::{ImportError, Item, Mailbox, Skipped};

/// What a table must have one of.
const WANTED: &str = "it wants `body`, `subject` or `message_id`, or whole messages in `message`";

pub(super) struct Csv {
    path: PathBuf,
    reader: Reader<BufReader<File>>,
    columns: Vec<String>,
    mailbox: Mailbox,
    from: u64,
    is_done: bool,
}

impl Csv {
    pub(super) fn open(path: &Path, at: u64) -> Result<Self, ImportError> {
        let failed = |error: csv::Error| unreadable(path, error.into());
        let mut reader = ReaderBuilder::new().flexible(true).from_reader(open(path)?);
        let columns: Vec<String> = reader
            .byte_headers()
            .map_err(failed)?
            .iter()
            .map(|name| String::from_utf8_lossy(name).trim_start_matches('\u{feff}').to_owned())
            .collect();
        let has = |names: &[&str]| {
            let plain = |column: &String| column.trim().to_lowercase().replace(['-', ' '], "_");
            columns.iter().any(|column| names.contains(&plain(column).as_str()))
        };
        if !has(&["body", "subject", "message_id", "message", "text", "content"]) {
            let found = match columns.as_slice() {
                [] => " and no line at all".to_owned(),
                [first, ..] if first.contains(['\0', '\u{fffd}']) => {
                    ", and is not UTF-8 text".to_owned()
                }
                columns => format!(": {}", columns.join(", ")),
            };
            let path = path.to_owned();
            return Err(ImportError::Columns { path, found, wanted: WANTED });
        }
        if at > 0 {
            let mut position = Position::new();
            position.set_byte(at);
            reader.seek(position).map_err(failed)?;
        }
        let (path, mailbox) = (path.to_owned(), mailbox_of(path));
        Ok(Self { path, reader, columns, mailbox, from: at, is_done: false })
    }

    fn item(&self, row: &ByteRecord, start: u64) -> Item {
        let mut parts = Parts::default();
        let mut whole: Option<Vec<u8>> = None;
        for (column, value) in self.columns.iter().zip(row) {
            if column.trim().eq_ignore_ascii_case("message") {
                whole = Some(value.to_vec());
                continue;
            }
            parts.put(column, Value::from(String::from_utf8_lossy(value).into_owned()));
        }
        let mailbox = parts.mailbox(&self.mailbox);
        let email = match whole {
            _ if row.len() < self.columns.len() => Err(Skipped::ShortRow),
            Some(raw) => parse(&raw),
            None => parts.finished(row.as_slice()),
        };
        let end = self.reader.position();
        Item {
            mailbox,
            email,
            shown: match self.from {
                0 => format!("row {}", row.position().map_or(0, Position::record)),
                _ => format!("byte {start}"),
            },
            position: end.byte().to_string(),
            bytes: end.byte().saturating_sub(start),
        }
    }
}

impl Iterator for Csv {
    type Item = Result<Item, ImportError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_done {
            return None;
        }
        let start = self.reader.position().byte();
        let mut row = ByteRecord::new();
        match self.reader.read_byte_record(&mut row) {
            Ok(true) => Some(Ok(self.item(&row, start))),
            Ok(false) => None,
            Err(error) => {
                self.is_done = true;
                Some(Err(unreadable(&self.path, error.into())))
            }
        }
    }
}
