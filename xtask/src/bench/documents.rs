//! What it costs to search a knowledge base.
//!
//! The documents are made as messages are in `mail`. The peer is SQLite's own way:
//! one FTS5 table, the words joined by OR and ranked by its `bm25`.

use std::time::Instant;

use anyhow::Result;
use rusqlite::Connection;
use toolcrib_store::{DocumentSearch, Location, NewDocument, Store};

use super::line;
use super::mail::Made;
use super::python::resident_kib;

const DOCUMENTS: usize = 100_000;

const SEARCHES: usize = 1_000;

const KINDS: [&str; 4] = ["post", "thread", "reply", "event"];

pub(super) fn run() -> Result<()> {
    let tokio = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    tokio.block_on(search())
}

async fn search() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let location = Location::Sqlite(folder.path().join("kb.db"));
    let store = Store::open(&location).await?;
    let mut made = Made::new();
    let documents: Vec<NewDocument> = (0..DOCUMENTS)
        .map(|number| {
            let (author, email) = made.email(number);
            NewDocument {
                id: format!("d{number}"),
                kind: KINDS[number % KINDS.len()].to_owned(),
                title: email.subject,
                body: email.body,
                author: Some(format!("author-{author}")),
                ..NewDocument::default()
            }
        })
        .collect();
    let start = Instant::now();
    for batch in documents.chunks(500) {
        store.put_documents("default", batch.to_vec()).await?;
    }
    let rate = DOCUMENTS as f64 / start.elapsed().as_secs_f64();
    line("documents kept", format!("{rate:.0} /s"));
    store.close().await;
    // The first search of a process makes the index.
    let store = Store::open(&location).await?;
    let before = resident_kib(std::process::id());
    let start = Instant::now();
    let first = DocumentSearch { query: "w1".to_owned(), limit: 10, ..DocumentSearch::default() };
    store.search_documents("default", &first).await?;
    line(
        "the first search, which makes the index",
        format!("{:.2} s", start.elapsed().as_secs_f64()),
    );
    let more = resident_kib(std::process::id()).saturating_sub(before) >> 10;
    line("  memory of the index", format!("{more} MiB"));
    let plain = plain(&folder.path().join("plain.db"), &documents)?;
    drop(documents);
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for number in 0..SEARCHES {
        let words: Vec<String> = (0..fastrand::usize(1..=6)).map(|_| made.word()).collect();
        // Some are narrowed down.
        let kinds = (number % 4 == 0).then(|| "post".to_owned()).into_iter().collect();
        let query = words.join(" ");
        let wanted = DocumentSearch { query, kinds, limit: 10, ..DocumentSearch::default() };
        let start = Instant::now();
        store.search_documents("default", &wanted).await?;
        ours.push(start.elapsed().as_secs_f64() * 1e3);
        let start = Instant::now();
        search_plainly(&plain, &words)?;
        theirs.push(start.elapsed().as_secs_f64() * 1e3);
    }
    ours.sort_by(f64::total_cmp);
    theirs.sort_by(f64::total_cmp);
    for (name, part) in [("median", 0.5), ("95th of a hundred", 0.95), ("99th of a hundred", 0.99)]
    {
        let at = (SEARCHES as f64 * part) as usize;
        line(&format!("a search: {name}"), format!("{:.2} ms", ours[at]));
        line(&format!("  one FTS5 table: {name}"), format!("{:.2} ms", theirs[at]));
        line("  one FTS5 table / Toolcrib", format!("{:.1} times", theirs[at] / ours[at]));
    }
    store.close().await;
    Ok(())
}

fn plain(path: &std::path::Path, documents: &[NewDocument]) -> Result<Connection> {
    let mut plain = Connection::open(path)?;
    plain.execute_batch("CREATE VIRTUAL TABLE documents USING fts5(id UNINDEXED, title, body);")?;
    let writing = plain.transaction()?;
    for document in documents {
        writing.prepare_cached("INSERT INTO documents VALUES (?1, ?2, ?3)")?.execute((
            &document.id,
            &document.title,
            &document.body,
        ))?;
    }
    writing.commit()?;
    Ok(plain)
}

fn search_plainly(plain: &Connection, words: &[String]) -> Result<()> {
    let terms: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
    let mut find = plain.prepare_cached(
        "SELECT id, title, snippet(documents, 2, '', '', '...', 40) FROM documents
         WHERE documents MATCH ?1 ORDER BY bm25(documents, 0, 3, 1) LIMIT 10",
    )?;
    let mut rows = find.query([terms.join(" OR ")])?;
    while let Some(row) = rows.next()? {
        row.get_ref(2)?;
    }
    Ok(())
}
