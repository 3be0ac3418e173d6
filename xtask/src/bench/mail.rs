//! What it costs to bring mail in and to search it.
//!
//! The messages are made: words as often as words are in a language, lengths and
//! mailboxes as uneven as they are. The peer of a search is SQLite's own way: one
//! full-text table over all mail, and the mailbox as a condition beside it.

use std::fs;
use std::path::Path;
use std::time::Instant;

use anyhow::{Result, ensure};
use rusqlite::Connection;
use tokio_util::sync::CancellationToken;
use toolcrib_server::mail::{Import, Progress, import};
use toolcrib_store::{EmailSearch, Location, NewEmail, Store, Terms};

use super::line;

/// Messages that are searched.
const MESSAGES: usize = 100_000;

/// Messages that are imported from files.
const FILES: usize = 20_000;

const MAILBOXES: usize = 150;

const SEARCHES: usize = 1_000;

const VOCABULARY: usize = 60_000;

struct Nobody;

impl Progress for Nobody {
    fn begins(&mut self, _: u64, _: u64, _: bool) {}
    fn moves(&mut self, _: u64, _: u64) {}
}

pub(super) fn run() -> Result<()> {
    let tokio = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let folder = tempfile::tempdir()?;
    tokio.block_on(from_files(folder.path()))?;
    tokio.block_on(search(folder.path()))
}

/// The Enron form: a file a message.
async fn from_files(folder: &Path) -> Result<()> {
    let (mut made, tree) = (Made::new(), folder.join("maildir"));
    for number in 0..FILES {
        let (mailbox, email) = made.email(number);
        let inbox = tree.join(format!("box-{mailbox}/inbox"));
        let NewEmail { message_id, subject, sender, recipients, body, .. } = email;
        let text = format!(
            "Message-ID: {message_id}\r\nDate: Mon, 14 May 2001 16:39:00 -0700 (PDT)\r\n\
             From: {sender}\r\nTo: {}\r\nSubject: {subject}\r\nMime-Version: 1.0\r\n\
             Content-Type: text/plain; charset=us-ascii\r\n\
             Content-Transfer-Encoding: 7bit\r\nX-Folder: \\box\\inbox\r\n\r\n{body}\r\n",
            recipients.join(", ")
        );
        fs::create_dir_all(&inbox)?;
        fs::write(inbox.join(format!("{number}.")), text)?;
    }
    let store = Store::open(&Location::Sqlite(folder.join("files.db"))).await?;
    let wanted = Import { workspace: "default".into(), path: tree, format: None, inbox: None };
    let start = Instant::now();
    let summary = import(&wanted, &store, &mut Nobody, &CancellationToken::new()).await?;
    let rate = summary.new as f64 / start.elapsed().as_secs_f64();
    line("messages imported from files", format!("{rate:.0} /s"));
    store.close().await;
    Ok(())
}

async fn search(folder: &Path) -> Result<()> {
    let store = Store::open(&Location::Sqlite(folder.join("search.db"))).await?;
    let mut made = Made::new();
    let mut batches: Vec<Vec<NewEmail>> = vec![Vec::new(); MAILBOXES];
    for number in 0..MESSAGES {
        let (mailbox, email) = made.email(number);
        batches[mailbox].push(email);
    }
    for (number, emails) in batches.iter().enumerate() {
        let mailbox = store.mailbox("default", &format!("box-{number}"), None).await?;
        for emails in emails.chunks(500) {
            store.add_mail(&mailbox, emails, None).await?;
        }
    }
    let largest = batches.iter().map(Vec::len).max().unwrap_or_default();
    let plain = plain(&folder.join("plain.db"), &batches)?;
    drop(batches);
    let searches: Vec<(String, Vec<String>)> = (0..SEARCHES)
        .map(|_| {
            let words = (0..fastrand::usize(1..=4)).map(|_| made.word()).collect();
            (format!("box-{}", made.mailbox()), words)
        })
        .collect();
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for (mailbox, words) in &searches {
        let start = Instant::now();
        let inboxes = store.inboxes_named("default", mailbox).await?;
        let terms = Terms::read(&words.join(" "));
        let wanted = EmailSearch { terms, inboxes, limit: 10, ..EmailSearch::default() };
        let total = store.search_mail(&wanted).await?.total;
        ours.push(start.elapsed().as_secs_f64() * 1e3);
        let start = Instant::now();
        let plainly = search_plainly(&plain, mailbox, words)?;
        theirs.push(start.elapsed().as_secs_f64() * 1e3);
        ensure!(total == plainly, "{total} messages and not {plainly} fit {words:?}");
    }
    ours.sort_by(f64::total_cmp);
    theirs.sort_by(f64::total_cmp);
    println!("  (the largest of {MAILBOXES} mailboxes has {largest} of {MESSAGES} messages)");
    for (name, part) in [("median", 0.5), ("95th of a hundred", 0.95), ("99th of a hundred", 0.99)]
    {
        let at = (SEARCHES as f64 * part) as usize;
        line(&format!("a search: {name}"), format!("{:.2} ms", ours[at]));
        line(
            &format!("  one table, and the mailbox beside it: {name}"),
            format!("{:.2} ms", theirs[at]),
        );
        line("  one table / Toolcrib", format!("{:.1} times", theirs[at] / ours[at]));
    }
    store.close().await;
    Ok(())
}

/// The same mail in one full-text table.
fn plain(path: &Path, batches: &[Vec<NewEmail>]) -> Result<Connection> {
    let mut plain = Connection::open(path)?;
    plain.execute_batch(
        "CREATE TABLE emails (message_id TEXT PRIMARY KEY, inbox TEXT NOT NULL, subject TEXT,
             sender TEXT, date TEXT, body TEXT);
         CREATE INDEX idx_emails_inbox ON emails (inbox);
         CREATE VIRTUAL TABLE emails_fts USING fts5(subject, body, content='emails',
             content_rowid='rowid');",
    )?;
    let writing = plain.transaction()?;
    for (number, emails) in batches.iter().enumerate() {
        for email in emails {
            let NewEmail { message_id, subject, sender, date, body, .. } = email;
            writing
                .prepare_cached("INSERT INTO emails VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?
                .execute((message_id, format!("box-{number}"), subject, sender, date, body))?;
            let row = writing.last_insert_rowid();
            writing
                .prepare_cached(
                    "INSERT INTO emails_fts (rowid, subject, body) VALUES (?1, ?2, ?3)",
                )?
                .execute((row, subject, body))?;
        }
    }
    writing.commit()?;
    Ok(plain)
}

fn search_plainly(plain: &Connection, mailbox: &str, words: &[String]) -> Result<u64> {
    let terms: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
    let terms = terms.join(" ");
    let from = "FROM emails_fts JOIN emails e ON emails_fts.rowid = e.rowid
                WHERE emails_fts MATCH ?1 AND e.inbox = ?2";
    let total = plain
        .prepare_cached(&format!("SELECT COUNT(*) {from}"))?
        .query_row((&terms, mailbox), |row| row.get::<_, i64>(0))?;
    let mut find = plain.prepare_cached(&format!(
        "SELECT e.message_id, snippet(emails_fts, 0, '<mark>', '</mark>', '...', 32),
             snippet(emails_fts, 1, '<mark>', '</mark>', '...', 64) {from} ORDER BY rank LIMIT 10"
    ))?;
    let mut rows = find.query((&terms, mailbox))?;
    while let Some(row) = rows.next()? {
        row.get_ref(2)?;
    }
    Ok(total.unsigned_abs())
}

/// Makes messages.
pub(super) struct Made {
    /// How likely a word is one of the first so many.
    words: Vec<f64>,
    mailboxes: Vec<f64>,
}

impl Made {
    pub(super) fn new() -> Self {
        fastrand::seed(7);
        let cumulated = |count: usize, weight: fn(usize) -> f64| {
            let mut sum = 0.0;
            (0..count)
                .map(|index| {
                    sum += weight(index);
                    sum
                })
                .collect()
        };
        Self {
            words: cumulated(VOCABULARY, |rank| 1.0 / (rank as f64 + 2.7).powf(1.07)),
            mailboxes: cumulated(MAILBOXES, |rank| 1.0 / (rank as f64 + 3.0)),
        }
    }

    pub(super) fn word(&self) -> String {
        format!("w{}", drawn(&self.words))
    }

    fn mailbox(&self) -> usize {
        drawn(&self.mailboxes)
    }

    pub(super) fn email(&mut self, number: usize) -> (usize, NewEmail) {
        let mailbox = self.mailbox();
        // Most are short, some are long.
        let spread: f64 = (0..12).map(|_| fastrand::f64()).sum::<f64>() - 6.0;
        let length = ((5.0 + spread).exp() as usize).clamp(5, 3_000);
        let words = |count: usize| (0..count).map(|_| self.word()).collect::<Vec<_>>().join(" ");
        let email = NewEmail {
            message_id: format!("<{number}.made@example.org>"),
            subject: words(5),
            sender: "jane.doe@example.org".to_owned(),
            recipients: vec![format!("box.{mailbox}@example.org"), "team@example.org".to_owned()],
            date: Some("2001-05-14T23:39:00Z".to_owned()),
            body: words(length),
        };
        (mailbox, email)
    }
}

fn drawn(cumulated: &[f64]) -> usize {
    let at = fastrand::f64() * cumulated.last().copied().unwrap_or_default();
    cumulated.partition_point(|sum| *sum < at).min(cumulated.len() - 1)
}
