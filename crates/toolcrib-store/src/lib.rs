//! The registry on disk: SQLite or PostgreSQL, and nobody outside knows which.
//!
//! Owns the tables, the transactions and the records of calls. It never judges
//! what it keeps (the library does) and never speaks a protocol (the server
//! does). Start at [`Store::open`], then `sql` for the one layer under
//! every operation.
//!
//! (1) Every write is one transaction, and moves its workspace's revision.
//! (2) What a receipt or an `Ok` speaks of is on disk.
//! (3) A finished call is written down once, and never turns unfinished again.
//! (4) Nothing of one workspace is seen or changed under the name of another.

mod agents;
mod analytics;
mod approvals;
mod attachments;
mod calls;
mod changes;
mod documents;
mod engine;
mod error;
mod files;
mod idempotency;
mod keys;
mod location;
mod mail;
mod messages;
mod names;
mod postgres;
mod queue;
mod record;
mod recorder;
mod retention;
mod rows;
mod schema;
mod sessions;
mod sql;
mod sqlite;
mod stamp;
mod sync;
mod tools;
mod upstream;
mod words;
mod workspace;

use std::sync::Arc;
use std::sync::atomic::Ordering;

use documents::Indexes;
use engine::Engine;
use sql::{Query, Row, Step};

pub use analytics::{AgentCost, By, CallStats, ErrorStats, Grain, Moment, Percentiles, Stretch};
pub use approvals::{ApprovalRow, Bound, Decision, NewApproval};
pub use calls::{CallFilter, CallRow, CallWhole};
pub use changes::Changes;
pub use documents::{
    DOCUMENT_BYTES_MAX, DocumentHit, DocumentHits, DocumentRow, DocumentSearch, Embed, KINDS,
    LABEL_BYTES_MAX, NewDocument, SearchTerms, Unknown,
};
pub use error::{Broken, StoreError};
pub use files::{FileRow, NotWritten, Quota, Space};
pub use keys::{KeyRow, NewKey};
pub use location::{Location, LocationError};
pub use mail::{
    Added, EmailHit, EmailHits, EmailRow, EmailSearch, InboxRow, Mailbox, NewEmail, TERMS_MAX,
    Terms,
};
pub use messages::{MessageRow, UsageRow};
pub use names::{InvalidId, ToolKey};
pub use recorder::StoreRecorder;
pub use retention::Forgotten;
pub use rows::{
    AgentRow, AttachmentRow, GlobalTool, NewAgent, NewAttachment, NewTool, SettingsRow, ToolRow,
    VersionRow, WorkspaceRows,
};
pub use sessions::SessionRow;

/// The time, as every row has it.
pub fn now() -> String {
    stamp::now().as_str().to_owned()
}

/// The same in milliseconds since 1970.
pub fn now_ms() -> u64 {
    stamp::now_ms()
}

/// The registry on disk. Cheap to clone; the last clone closes it.
#[derive(Clone)]
pub struct Store {
    engine: Arc<Engine>,
    /// The revision that a change was made from.
    seen: Option<i64>,
    /// What finds documents.
    indexes: Arc<Indexes>,
}

impl Store {
    /// Opens a database, makes it if it is missing and brings its tables up to
    /// date.
    pub async fn open(location: &Location) -> Result<Self, StoreError> {
        let engine = Arc::new(Engine::open(location).await?);
        Ok(Self { engine, seen: None, indexes: Arc::default() })
    }

    /// The same store, for a change that was made from what a workspace had at
    /// this revision: `Moved` if it has another now.
    #[must_use]
    pub fn seen_at(&self, revision: i64) -> Self {
        Self { seen: Some(revision), ..self.clone() }
    }

    /// Whether the database answers.
    pub async fn ping(&self) -> Result<(), StoreError> {
        self.rows(sql::query!("SELECT version FROM schema_version")).await?;
        Ok(())
    }

    /// Waits until everything that was handed in is on disk, and closes the
    /// database if this is its last handle.
    pub async fn close(self) {
        self.engine.settle().await;
        if let Some(engine) = Arc::into_inner(self.engine) {
            engine.close().await;
        }
    }

    /// Writes calls down here.
    pub fn recorder(&self) -> StoreRecorder {
        StoreRecorder::new(Arc::clone(&self.engine))
    }

    /// Calls since it was opened whose end somebody waited for in vain: they
    /// were not written down.
    pub fn lost(&self) -> u64 {
        self.engine.lost().load(Ordering::Relaxed)
    }

    /// Workspaces that change from now on, whoever changes them.
    pub fn changes(&self) -> Changes {
        Changes::new(self.engine.revisions())
    }

    /// The rows of each query, all as of one moment.
    async fn read<const N: usize>(&self, queries: [Query; N]) -> Result<[Vec<Row>; N], StoreError> {
        let rows = self.engine.read(queries.into()).await?;
        rows.try_into().map_err(|_| Broken::Unexpected("a query without its rows").into())
    }

    /// The rows of one query.
    async fn rows(&self, query: Query) -> Result<Vec<Row>, StoreError> {
        let [rows] = self.read([query]).await?;
        Ok(rows)
    }

    /// Changes something of a workspace: all of it or nothing. Returns the
    /// workspace's new revision.
    async fn change(&self, workspace: &str, steps: Vec<Step>) -> Result<i64, StoreError> {
        names::check_workspace(workspace)?;
        let mut bump = sql::query!(
            "INSERT INTO workspaces (id, revision, created_at) VALUES ($1, 1, $2)
             ON CONFLICT (id) DO UPDATE SET revision = workspaces.revision + 1",
            workspace,
            stamp::now().as_str(),
        );
        if let Some(seen) = self.seen {
            bump.text.to_mut().push_str(" WHERE workspaces.revision = $3");
            bump.params.push(seen.into());
        }
        bump.text.to_mut().push_str(" RETURNING revision");
        let mut all = vec![Step::demanding(bump)];
        all.extend(steps);
        all.extend(self.engine.notice(workspace));
        let mut rows = match self.engine.write(all).await {
            Err(StoreError::Missing) if self.has_moved(workspace).await? => {
                return Err(StoreError::Moved);
            }
            written => written?,
        };
        let bumped = rows.first_mut().and_then(|rows| rows.pop());
        bumped.ok_or(Broken::Unexpected("a workspace without a revision"))?.int()
    }

    /// Whether a workspace is not any more what a change was made from.
    async fn has_moved(&self, workspace: &str) -> Result<bool, StoreError> {
        let Some(seen) = self.seen else { return Ok(false) };
        let query = sql::query!("SELECT revision FROM workspaces WHERE id = $1", workspace);
        let found = self.rows(query).await?.pop();
        Ok(found.map_or(Ok(0), |mut row| row.int())? != seen)
    }
}
