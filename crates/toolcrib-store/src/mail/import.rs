//! The way of messages into their mailboxes.

use super::terms::filed;
use crate::Store;
use crate::engine::Engine;
use crate::error::{Broken, StoreError};
use crate::names::{check_length, check_workspace};
use crate::sql::{Query, Step, query};
use crate::stamp;
use crate::words::words;

/// Bytes of a body whose words can be searched for.
const SEARCHED_BYTES_MAX: usize = 256 * 1024;

/// The positions that a `tsvector` knows.
const POSITION_MAX: usize = 16_383;

/// A message on its way in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewEmail {
    /// Its id, with the angle brackets.
    pub message_id: String,
    /// What it is about.
    pub subject: String,
    /// Whose it is.
    pub sender: String,
    /// To whom it went.
    pub recipients: Vec<String>,
    /// When, as `2001-05-15T10:30:00Z`.
    pub date: Option<String>,
    /// What it says.
    pub body: String,
}

/// A mailbox that messages go into.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mailbox {
    /// The workspace.
    pub workspace: String,
    /// The name of its folder, in small letters.
    pub name: String,
    id: i64,
}

/// What became of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Added {
    /// It is new.
    New,
    /// It was there, in another mailbox.
    ToMailbox,
    /// It was there.
    Known,
}

impl Store {
    /// A mailbox, made if it is missing. An address that is given is its own
    /// from now on.
    pub async fn mailbox(
        &self,
        workspace: &str,
        name: &str,
        address: Option<&str>,
    ) -> Result<Mailbox, StoreError> {
        check_workspace(workspace)?;
        check_length(name)?;
        let insert = query!(
            "INSERT INTO inboxes (workspace_id, mailbox, address, is_given) VALUES ($1, $2, $3, $4)
             ON CONFLICT (workspace_id, mailbox)
             DO UPDATE SET address = COALESCE(excluded.address, inboxes.address),
                 is_given = (inboxes.is_given OR excluded.is_given) RETURNING id",
            workspace,
            name,
            address,
            address.is_some(),
        );
        let rows = self.engine.write(vec![Step::demanding(insert)]).await?;
        let row = rows.into_iter().flatten().next();
        let id = row.ok_or(Broken::Unexpected("a mailbox without an id"))?.int()?;
        Ok(Mailbox { workspace: workspace.to_owned(), name: name.to_owned(), id })
    }

    /// Puts messages into a mailbox, all or none, together with how far the
    /// import is then. What became of each.
    pub async fn add_mail(
        &self,
        mailbox: &Mailbox,
        emails: &[NewEmail],
        progress: Option<(&str, &str, &str)>,
    ) -> Result<Vec<Added>, StoreError> {
        let mut steps = Vec::with_capacity(emails.len() * 3 + 1);
        for email in emails {
            self.engine.file_mail(mailbox, email, &mut steps);
        }
        let each = steps.len().checked_div(emails.len()).unwrap_or_default();
        if let Some((source, state, position)) = progress {
            steps.push(Step::new(progressed(&mailbox.workspace, source, state, position)));
        }
        let mut rows = self.engine.write(steps).await?.into_iter();
        let mut added = Vec::with_capacity(emails.len());
        for _ in emails {
            let made: Vec<bool> = rows.by_ref().take(each).map(|rows| !rows.is_empty()).collect();
            added.push(match made[..] {
                [true, ..] => Added::New,
                [_, true, ..] => Added::ToMailbox,
                _ => Added::Known,
            });
        }
        Ok(added)
    }

    /// Gives a mailbox the address to which most of its messages went, unless
    /// somebody gave it one. Returns the one that it has.
    pub async fn settle_mailbox(&self, mailbox: &Mailbox) -> Result<Option<String>, StoreError> {
        let recipient = self.engine.each_recipient();
        let settle = query!(
            format!(
                "UPDATE inboxes SET address = CASE WHEN is_given THEN address ELSE (
                     SELECT {} FROM email_boxes b JOIN emails e ON e.id = b.email_id
                         CROSS JOIN {}
                     WHERE b.inbox_id = $1 GROUP BY 1 ORDER BY COUNT(*) DESC, 1 LIMIT 1) END
                 WHERE id = $1 RETURNING address",
                recipient.0, recipient.1
            ),
            mailbox.id,
        );
        let rows = self.engine.write(vec![Step::demanding(settle)]).await?;
        let row = rows.into_iter().flatten().next();
        row.ok_or(Broken::Unexpected("a mailbox without a row"))?.maybe_text()
    }

    /// Where an import of this source was broken off, if it still is what it
    /// was then.
    pub async fn import_position(
        &self,
        workspace: &str,
        source: &str,
        state: &str,
    ) -> Result<Option<String>, StoreError> {
        let query = query!(
            "SELECT position FROM email_imports
             WHERE workspace_id = $1 AND source = $2 AND state = $3",
            workspace,
            source,
            state,
        );
        self.rows(query).await?.pop().map(|mut row| row.text()).transpose()
    }

    /// Forgets how far an import came: it is done.
    pub async fn finish_import(&self, workspace: &str, source: &str) -> Result<(), StoreError> {
        let done = query!(
            "DELETE FROM email_imports WHERE workspace_id = $1 AND source = $2",
            workspace,
            source,
        );
        self.engine.write(vec![Step::new(done)]).await?;
        Ok(())
    }
}

fn progressed(workspace: &str, source: &str, state: &str, position: &str) -> Query {
    query!(
        "INSERT INTO email_imports (workspace_id, source, state, position, updated_at)
         VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (workspace_id, source) DO UPDATE SET state = excluded.state,
             position = excluded.position, updated_at = excluded.updated_at",
        workspace,
        source,
        state,
        position,
        stamp::now().as_str(),
    )
}

impl Engine {
    /// The steps that put one message into a mailbox: first the message, then
    /// its place in the mailbox; each comes back with a row if it was not there.
    fn file_mail(&self, mailbox: &Mailbox, email: &NewEmail, steps: &mut Vec<Step>) {
        let recipients = serde_json::json!(email.recipients).to_string();
        steps.push(Step::new(query!(
            "INSERT INTO emails (workspace_id, message_id, inbox_id, subject, sender, recipients,
                 date, body, created_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
             ON CONFLICT (workspace_id, message_id) DO NOTHING RETURNING id",
            &mailbox.workspace,
            &email.message_id,
            mailbox.id,
            &email.subject,
            &email.sender,
            recipients,
            email.date.as_deref(),
            &email.body,
            stamp::now().as_str(),
        )));
        let searched = &email.body[..email.body.floor_char_boundary(SEARCHED_BYTES_MAX)];
        match self {
            Self::Sqlite(_) => {
                steps.push(Step::new(query!(
                    "INSERT INTO email_boxes (inbox_id, email_id)
                     SELECT $1, id FROM emails WHERE workspace_id = $2 AND message_id = $3
                     ON CONFLICT (inbox_id, email_id) DO NOTHING RETURNING id",
                    mailbox.id,
                    &mailbox.workspace,
                    &email.message_id,
                )));
                steps.push(Step::new(query!(
                    "INSERT INTO emails_fts (rowid, subject, body)
                     SELECT last_insert_rowid(), $1, $2 WHERE changes() > 0",
                    row_of_words(mailbox.id, &email.subject),
                    row_of_words(mailbox.id, searched),
                )));
            }
            Self::Postgres(_) => steps.push(Step::new(query!(
                "INSERT INTO email_boxes (inbox_id, email_id, words)
                 SELECT CAST($1 AS BIGINT), id, CAST(CAST($4 AS TEXT) AS TSVECTOR)
                 FROM emails WHERE workspace_id = $2 AND message_id = $3
                 ON CONFLICT (inbox_id, email_id) DO NOTHING RETURNING id",
                mailbox.id,
                &mailbox.workspace,
                &email.message_id,
                vector(mailbox.id, &email.subject, searched),
            ))),
        }
    }

    /// A recipient of the message `e`, and what makes one row of each.
    fn each_recipient(&self) -> (&'static str, &'static str) {
        match self {
            Self::Sqlite(_) => ("lower(r.value)", "json_each(e.recipients) r"),
            Self::Postgres(_) => (
                "lower(r.value)",
                "jsonb_array_elements_text(CAST(e.recipients AS JSONB)) r(value)",
            ),
        }
    }
}

/// Words as FTS5 takes them.
fn row_of_words(inbox: i64, text: &str) -> String {
    let mut row = String::with_capacity(text.len() * 2);
    let prefix = filed(inbox, "");
    for word in words(text) {
        row.push_str(&prefix);
        row.push_str(&word.text);
        row.push(' ');
    }
    row
}

/// Words as a `tsvector` is written, with their places; those of the subject
/// weigh more and are far from those of the body.
fn vector(inbox: i64, subject: &str, body: &str) -> String {
    use std::fmt::Write as _;
    let mut vector = String::with_capacity(body.len() * 2);
    let subject: Vec<_> = words(subject).collect();
    let gap = subject.len() + 2;
    let places = subject.into_iter().enumerate().map(|(at, word)| (at + 1, "A", word));
    let body = words(body).enumerate().map(|(at, word)| (at + gap, "", word));
    for (at, weight, word) in places.chain(body) {
        let word = filed(inbox, &word.text);
        // Writing into a text cannot fail.
        let _ = write!(vector, "'{word}':{}{weight} ", at.min(POSITION_MAX));
    }
    vector
}
