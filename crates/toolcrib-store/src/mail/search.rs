//! Finding messages in a mailbox.

use super::InboxRow;
use super::snippet::snippet;
use super::terms::Terms;
use crate::Store;
use crate::engine::Engine;
use crate::error::StoreError;
use crate::sql::{Cell, Query, Row};

/// Words of a subject that a snippet shows.
const SUBJECT_WORDS: usize = 32;

/// Words of a body that a snippet shows.
const BODY_WORDS: usize = 64;

/// What somebody looks for, and where.
#[derive(Clone, Debug, Default)]
pub struct EmailSearch {
    /// Words that must all be there; without any, every message fits.
    pub terms: Terms,
    /// The mailboxes.
    pub inboxes: Vec<InboxRow>,
    /// Parts of the sender's address, all of which it must have.
    pub from: Vec<String>,
    /// Parts that one and the same or several recipients must have.
    pub to: Vec<String>,
    /// Not before this moment, `2001-05-15T10:30:00Z`.
    pub after: Option<String>,
    /// Before this moment.
    pub before: Option<String>,
    /// At most so many.
    pub limit: u32,
}

/// A message that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmailHit {
    /// Its id.
    pub message_id: String,
    /// What it is about.
    pub subject: String,
    /// Whose it is.
    pub sender: String,
    /// When.
    pub date: Option<String>,
    /// Why it was found: `Subject: … | Body: …`.
    pub snippet: String,
}

/// The messages that were found, the best first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EmailHits {
    /// As many as were asked for.
    pub emails: Vec<EmailHit>,
    /// How many there are in all.
    pub total: u64,
}

impl Store {
    /// Looks for messages: those that say most of what is looked for first, or
    /// the newest where nothing is.
    pub async fn search_mail(&self, search: &EmailSearch) -> Result<EmailHits, StoreError> {
        if search.inboxes.is_empty() {
            return Ok(EmailHits::default());
        }
        let (count, find) = self.engine.mail_queries(search);
        let [count, found] = self.read([count, find]).await?;
        let total = count.into_iter().next().map_or(Ok(0), |mut row| row.int())?;
        let emails = found.into_iter().map(|row| EmailHit::read(row, &search.terms));
        Ok(EmailHits { emails: emails.collect::<Result<_, _>>()?, total: total.unsigned_abs() })
    }
}

impl EmailHit {
    fn read(mut row: Row, terms: &Terms) -> Result<Self, StoreError> {
        let (message_id, subject, sender, date, body) =
            (row.text()?, row.text()?, row.text()?, row.maybe_text()?, row.text()?);
        let snippet = format!(
            "Subject: {} | Body: {}",
            snippet(&subject, terms, SUBJECT_WORDS),
            snippet(&body, terms, BODY_WORDS)
        );
        Ok(Self { message_id, subject, sender, date, snippet })
    }
}

impl Engine {
    /// How many there are, and which.
    fn mail_queries(&self, search: &EmailSearch) -> (Query, Query) {
        let mut params: Vec<Cell> = Vec::new();
        let mut param = |value: Cell| {
            params.push(value);
            format!("${}", params.len())
        };
        let ids = search.inboxes.iter().map(|inbox| inbox.id);
        let (mut tables, mut conditions, order);
        if search.terms.is_empty() {
            tables = "email_boxes b".to_owned();
            let ids: Vec<String> = ids.map(|id| id.to_string()).collect();
            conditions = vec![format!("b.inbox_id IN ({})", ids.join(", "))];
            order = "e.date DESC, b.id DESC".to_owned();
        } else {
            match self {
                Self::Sqlite(_) => {
                    let each = ids.map(|id| format!("({})", search.terms.for_sqlite(id)));
                    let text = param(each.collect::<Vec<_>>().join(" OR ").into());
                    tables = "emails_fts f".to_owned();
                    conditions = vec![format!("emails_fts MATCH {text}")];
                    order = "f.rank, f.rowid".to_owned();
                }
                Self::Postgres(_) => {
                    let each = ids.map(|id| format!("({})", search.terms.for_postgres(id)));
                    let text = param(each.collect::<Vec<_>>().join(" | ").into());
                    let query = format!("CAST(CAST({text} AS TEXT) AS TSQUERY)");
                    tables = "email_boxes b".to_owned();
                    conditions = vec![format!("b.words @@ {query}")];
                    // Long messages say everything once.
                    order = format!("ts_rank(b.words, {query}, 1) DESC, b.id");
                }
            }
        }
        let filters = filters(search, &mut param);
        let is_fts = tables.starts_with("emails_fts");
        let boxes = if is_fts { " JOIN email_boxes b ON b.id = f.rowid" } else { "" };
        let emails = " JOIN emails e ON e.id = b.email_id";
        let mut counted = tables.clone();
        if !filters.is_empty() {
            counted.push_str(boxes);
            counted.push_str(emails);
        }
        tables.push_str(boxes);
        tables.push_str(emails);
        conditions.extend(filters);
        let conditions = conditions.join(" AND ");
        let count = format!("SELECT COUNT(*) FROM {counted} WHERE {conditions}");
        let limit = search.limit;
        let find = format!(
            "SELECT e.message_id, e.subject, e.sender, e.date, e.body
             FROM {tables} WHERE {conditions} ORDER BY {order} LIMIT {limit}"
        );
        let count = Query { text: count.into(), params: params.clone() };
        (count, Query { text: find.into(), params })
    }
}

fn filters(search: &EmailSearch, param: &mut impl FnMut(Cell) -> String) -> Vec<String> {
    let mut filters = Vec::new();
    if let [_, _, ..] = search.inboxes.as_slice() {
        // A message that lies in several of them is found once.
        let ids: Vec<String> = search.inboxes.iter().map(|inbox| inbox.id.to_string()).collect();
        filters.push(format!(
            "NOT EXISTS (SELECT 1 FROM email_boxes o
             WHERE o.email_id = b.email_id AND o.inbox_id IN ({}) AND o.id < b.id)",
            ids.join(", ")
        ));
    }
    for (column, parts) in [("e.sender", &search.from), ("e.recipients", &search.to)] {
        for part in parts {
            let text = param(pattern(part).into());
            filters.push(format!("lower({column}) LIKE {text} ESCAPE '!'"));
        }
    }
    for (sign, moment) in [(">=", &search.after), ("<", &search.before)] {
        if let Some(moment) = moment {
            let text = param(moment.as_str().into());
            filters.push(format!("e.date {sign} {text}"));
        }
    }
    filters
}

/// A text that contains this one, whatever signs are in it.
fn pattern(part: &str) -> String {
    let part = part.to_lowercase();
    let part = part.replace('!', "!!").replace('%', "!%").replace('_', "!_");
    format!("%{part}%")
}
