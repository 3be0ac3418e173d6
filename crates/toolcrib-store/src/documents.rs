//! The knowledge base: documents that can be searched.
//!
//! The tables keep them; what finds them is an index in memory that follows the
//! tables, so that both databases rank alike (BM25) and a search costs no more
//! than a look at the revision. Start at [`Store::search_documents`], then
//! `index`.

mod follow;
mod index;
mod rank;
mod search;
mod snippet;

use serde_json::Value;

use crate::Store;
use crate::error::{Broken, StoreError};
use crate::names::{check_length, check_workspace};
use crate::sql::{Query, Row, Step, query};
use crate::stamp;

pub(crate) use index::Indexes;
pub use index::{Embed, SearchTerms};
pub use search::{DocumentHit, DocumentHits, DocumentSearch, Unknown};

/// The kinds that every knowledge base has; others are free.
pub const KINDS: [&str; 7] = ["post", "thread", "reply", "node", "collection", "profile", "event"];

/// Bytes of an id, a kind, an author, a category or a tag.
pub const LABEL_BYTES_MAX: usize = 200;

/// Bytes of a document's body.
pub const DOCUMENT_BYTES_MAX: usize = 1024 * 1024;

/// A document to be kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewDocument {
    /// Its id in its workspace.
    pub id: String,
    /// What it is: `post`, `thread`, … or a word of one's own.
    pub kind: String,
    /// What it is called.
    pub title: String,
    /// What it says.
    pub body: String,
    /// Who wrote it.
    pub author: Option<String>,
    /// What it is about.
    pub categories: Vec<String>,
    /// Words to find it by.
    pub tags: Vec<String>,
    /// Where it is from.
    pub url: Option<String>,
}

/// A document that is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentRow {
    /// What was to be kept.
    pub document: NewDocument,
    /// Since when.
    pub created_at: String,
    /// When it was last written.
    pub updated_at: String,
}

const COLUMNS: &str =
    "id, kind, title, body, author, categories, tags, url, created_at, updated_at";

impl Store {
    /// Keeps documents, all or none; one with the id of another takes its place.
    /// Returns the workspace's new revision.
    pub async fn put_documents(
        &self,
        workspace: &str,
        documents: Vec<NewDocument>,
    ) -> Result<i64, StoreError> {
        let now = stamp::now();
        let mut steps = vec![moved(workspace)];
        for document in documents {
            check_length(&document.id)?;
            let NewDocument { id, kind, title, body, author, categories, tags, url } = document;
            steps.push(Step::new(query!(
                "INSERT INTO documents (workspace_id, id, kind, title, body, author, categories,
                     tags, url, gone, moved, created_at, updated_at)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, FALSE,
                     (SELECT revision FROM document_revisions WHERE workspace_id = $1), $10, $10)
                 ON CONFLICT (workspace_id, id) DO UPDATE SET kind = excluded.kind,
                     title = excluded.title, body = excluded.body, author = excluded.author,
                     categories = excluded.categories, tags = excluded.tags, url = excluded.url,
                     gone = FALSE, moved = excluded.moved, updated_at = excluded.updated_at,
                     created_at = CASE WHEN documents.gone THEN excluded.created_at
                         ELSE documents.created_at END",
                workspace,
                id,
                kind,
                title,
                body,
                author,
                Value::from(categories).to_string(),
                Value::from(tags).to_string(),
                url,
                now.as_str(),
            )));
        }
        self.change(workspace, steps).await
    }

    /// Takes a document away. `Missing` if there is none of this id.
    pub async fn delete_document(&self, workspace: &str, id: &str) -> Result<i64, StoreError> {
        let gone = query!(
            "UPDATE documents SET gone = TRUE, title = '', body = '', author = NULL,
                 categories = '[]', tags = '[]', url = NULL, updated_at = $3,
                 moved = (SELECT revision FROM document_revisions WHERE workspace_id = $1)
             WHERE workspace_id = $1 AND id = $2 AND NOT gone RETURNING id",
            workspace,
            id,
            stamp::now().as_str(),
        );
        self.change(workspace, vec![moved(workspace), Step::demanding(gone)]).await
    }

    /// A document.
    pub async fn document(
        &self,
        workspace: &str,
        id: &str,
    ) -> Result<Option<DocumentRow>, StoreError> {
        check_workspace(workspace)?;
        let text = format!(
            "SELECT {COLUMNS} FROM documents WHERE workspace_id = $1 AND id = $2 AND NOT gone"
        );
        self.rows(query!(text, workspace, id)).await?.pop().map(DocumentRow::read).transpose()
    }

    /// Documents by id, those after one of them, of a kind or of all.
    pub async fn documents(
        &self,
        workspace: &str,
        kind: Option<&str>,
        after: &str,
        limit: u32,
    ) -> Result<Vec<DocumentRow>, StoreError> {
        check_workspace(workspace)?;
        let text = format!(
            "SELECT {COLUMNS} FROM documents
             WHERE workspace_id = $1 AND id > $2 AND NOT gone AND ($3 = '' OR kind = $3)
             ORDER BY id LIMIT {limit}"
        );
        let rows = self.rows(query!(text, workspace, after, kind.unwrap_or_default())).await?;
        rows.into_iter().map(DocumentRow::read).collect()
    }

    /// The categories that documents have.
    pub async fn document_categories(&self, workspace: &str) -> Result<Vec<String>, StoreError> {
        labels(self.rows(categories(workspace)).await?)
    }

    async fn document_revision(&self, workspace: &str) -> Result<i64, StoreError> {
        let text = "SELECT revision FROM document_revisions WHERE workspace_id = $1";
        let found = self.rows(query!(text, workspace)).await?.pop();
        found.map_or(Ok(0), |mut row| row.int())
    }
}

/// Counts a change.
fn moved(workspace: &str) -> Step {
    Step::new(query!(
        "INSERT INTO document_revisions (workspace_id, revision) VALUES ($1, 1)
         ON CONFLICT (workspace_id) DO UPDATE SET revision = document_revisions.revision + 1",
        workspace,
    ))
}

/// The lists of categories that there are, each once: from one to the next in the
/// index, however many documents have it.
pub(crate) fn categories(workspace: &str) -> Query {
    query!(
        "WITH RECURSIVE lists (categories) AS (
             SELECT MIN(categories) FROM documents WHERE workspace_id = $1
             UNION ALL
             SELECT (SELECT MIN(d.categories) FROM documents d
                     WHERE d.workspace_id = $1 AND d.categories > lists.categories)
             FROM lists WHERE lists.categories IS NOT NULL)
         SELECT categories FROM lists WHERE categories IS NOT NULL",
        workspace,
    )
}

/// What is in lists, each once and by name.
pub(crate) fn labels(lists: Vec<Row>) -> Result<Vec<String>, StoreError> {
    let mut all = std::collections::BTreeSet::new();
    for mut row in lists {
        all.extend(list(&row.text()?)?);
    }
    Ok(all.into_iter().collect())
}

fn list(text: &str) -> Result<Vec<String>, StoreError> {
    serde_json::from_str(text).map_err(|_| Broken::Unexpected("a list that is none").into())
}

impl DocumentRow {
    fn read(mut row: Row) -> Result<Self, StoreError> {
        Ok(Self {
            document: NewDocument {
                id: row.text()?,
                kind: row.text()?,
                title: row.text()?,
                body: row.text()?,
                author: row.maybe_text()?,
                categories: list(&row.text()?)?,
                tags: list(&row.text()?)?,
                url: row.maybe_text()?,
            },
            created_at: row.text()?,
            updated_at: row.text()?,
        })
    }
}
