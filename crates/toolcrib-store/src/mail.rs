//! Mail: messages, the mailboxes they are in, and the search over their words.
//!
//! A message is kept once; each mailbox that has it makes it searchable there.
//! A mailbox goes by the name of its folder and by the address that it belongs
//! to. Start at [`Store::search_mail`], then `mail/import` for the way in.

mod import;
mod search;
mod snippet;
mod terms;
#[cfg(test)]
mod tests;

use crate::Store;
use crate::error::StoreError;
use crate::sql::{Row, query};

pub use import::{Added, Mailbox, NewEmail};
pub use search::{EmailHit, EmailHits, EmailSearch};
pub use terms::{TERMS_MAX, Terms};

/// A whole message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmailRow {
    /// Its id, with the angle brackets.
    pub message_id: String,
    /// The address of the first mailbox that had it.
    pub inbox: String,
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

/// A mailbox that can be searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InboxRow {
    /// The name of its folder.
    pub mailbox: String,
    /// The address that it belongs to, once that is known.
    pub address: Option<String>,
    id: i64,
}

impl InboxRow {
    /// What to call it.
    pub fn name(&self) -> &str {
        self.address.as_deref().unwrap_or(&self.mailbox)
    }
}

impl Store {
    /// A message of a workspace.
    pub async fn email(
        &self,
        workspace: &str,
        message_id: &str,
    ) -> Result<Option<EmailRow>, StoreError> {
        let query = query!(
            "SELECT e.message_id, COALESCE(i.address, i.mailbox), e.subject, e.sender,
                    e.recipients, e.date, e.body
             FROM emails e JOIN inboxes i ON i.id = e.inbox_id
             WHERE e.workspace_id = $1 AND e.message_id = $2",
            workspace,
            message_id,
        );
        self.rows(query).await?.pop().map(EmailRow::read).transpose()
    }

    /// The mailboxes of a workspace, by name.
    pub async fn inboxes(&self, workspace: &str) -> Result<Vec<InboxRow>, StoreError> {
        let query = query!(
            "SELECT mailbox, address, id FROM inboxes WHERE workspace_id = $1
             ORDER BY address, mailbox",
            workspace,
        );
        self.rows(query).await?.into_iter().map(InboxRow::read).collect()
    }

    /// The mailboxes that somebody means by an address or by a folder's name.
    pub async fn inboxes_named(
        &self,
        workspace: &str,
        name: &str,
    ) -> Result<Vec<InboxRow>, StoreError> {
        let name = name.trim().to_lowercase();
        let query = query!(
            "SELECT mailbox, address, id FROM inboxes
             WHERE workspace_id = $1 AND (address = $2 OR mailbox = $2) ORDER BY id",
            workspace,
            name,
        );
        self.rows(query).await?.into_iter().map(InboxRow::read).collect()
    }
}

impl EmailRow {
    fn read(mut row: Row) -> Result<Self, StoreError> {
        Ok(Self {
            message_id: row.text()?,
            inbox: row.text()?,
            subject: row.text()?,
            sender: row.text()?,
            recipients: serde_json::from_str(&row.text()?).unwrap_or_default(),
            date: row.maybe_text()?,
            body: row.text()?,
        })
    }
}

impl InboxRow {
    fn read(mut row: Row) -> Result<Self, StoreError> {
        Ok(Self { mailbox: row.text()?, address: row.maybe_text()?, id: row.int()? })
    }
}
