//! Finding documents.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError};

use super::index::{Embed, SearchTerms};
use super::snippet::snippet;
use super::{COLUMNS, DocumentRow};
use crate::Store;
use crate::error::StoreError;
use crate::sql::{Cell, query};

/// What somebody looks for, and among what.
#[derive(Clone, Debug, Default)]
pub struct DocumentSearch {
    /// What was typed in.
    pub query: String,
    /// Of one of these kinds; of any where there are none.
    pub kinds: Vec<String>,
    /// By one of these authors.
    pub authors: Vec<String>,
    /// In one of these categories.
    pub categories: Vec<String>,
    /// With one of these tags.
    pub tags: Vec<String>,
    /// At most so many.
    pub limit: usize,
    /// Leaves out names that nothing has, and reports them, rather than to find
    /// nothing.
    pub forgives: bool,
}

/// A document that was found.
#[derive(Clone, Debug, PartialEq)]
pub struct DocumentHit {
    /// The document.
    pub row: DocumentRow,
    /// How well it fits; only good to compare those of one search.
    pub score: f32,
    /// Where it says what was looked for.
    pub snippet: String,
}

/// The documents that were found, the best first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DocumentHits {
    /// As many as were asked for.
    pub hits: Vec<DocumentHit>,
    /// How many there are in all.
    pub total: usize,
    /// What was left out of a search that forgives.
    pub unknown: Unknown,
    /// How many documents the workspace has.
    pub documents: usize,
}

/// Names in a search that nothing has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unknown {
    /// Kinds that no document has, and that are not of those that every knowledge
    /// base has.
    pub kinds: Vec<String>,
    /// Authors of whom there is nothing.
    pub authors: Vec<String>,
    /// Categories in which there is nothing.
    pub categories: Vec<String>,
}

impl Store {
    /// Searches by meaning, too, with what makes vectors of texts.
    pub fn set_embedder(&self, embed: Arc<dyn Embed>) {
        let mut slot = self.indexes.embed.write().unwrap_or_else(PoisonError::into_inner);
        *slot = Some(embed);
    }

    /// The documents that fit best.
    pub async fn search_documents(
        &self,
        workspace: &str,
        search: &DocumentSearch,
    ) -> Result<DocumentHits, StoreError> {
        let shared = self.current_index(workspace).await?;
        let (terms, embed) = (SearchTerms::read(&search.query), self.indexes.embed());
        let near = embed.and_then(|embed| embed.embed(&search.query));
        let mut found = DocumentHits::default();
        let ranked = {
            let index = shared.index.read().unwrap_or_else(PoisonError::into_inner);
            let mut search = search.clone();
            if search.forgives {
                found.unknown = index.forgive(&mut search);
            }
            found.documents = index.count;
            let (ranked, total) = index.ranked(&terms, near.as_deref(), &search);
            found.total = total;
            ranked
        };
        let mut rows = self.rows_of(workspace, ranked.iter().map(|(id, _)| id.as_str())).await?;
        let hits = ranked.into_iter().filter_map(|(id, score)| {
            let row = rows.remove(&id)?;
            let snippet = snippet(&row.document.body, &terms);
            Some(DocumentHit { row, score, snippet })
        });
        found.hits = hits.collect();
        Ok(found)
    }

    async fn rows_of<'a>(
        &self,
        workspace: &str,
        ids: impl Iterator<Item = &'a str>,
    ) -> Result<HashMap<String, DocumentRow>, StoreError> {
        let mut params: Vec<Cell> = vec![workspace.into()];
        params.extend(ids.map(Cell::from));
        if params.len() == 1 {
            return Ok(HashMap::new());
        }
        let marks: Vec<String> = (2..=params.len()).map(|number| format!("${number}")).collect();
        let mut query = query!(format!(
            "SELECT {COLUMNS} FROM documents
             WHERE workspace_id = $1 AND NOT gone AND id IN ({})",
            marks.join(", ")
        ));
        query.params = params;
        let rows = self.rows(query).await?.into_iter().map(DocumentRow::read);
        rows.map(|row| row.map(|row| (row.document.id.clone(), row))).collect()
    }
}
