//! `/api/documents`: the knowledge base.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use toolcrib::Faults;
use toolcrib_store::{DocumentRow, DocumentSearch, StoreError};
use utoipa::{IntoParams, ToSchema};

use super::App;
use super::access::{Access, Manage, Read};
use super::error::ApiError;
use super::page;
use super::read::{Asked, At, Said};
use crate::crib::mint_id;
use crate::kb::{DocumentFields, check};

/// Which documents to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct DocumentQuery {
    /// Only documents of this kind.
    kind: Option<String>,
    /// Only documents that fit these words, the best first; there is one page of them.
    q: Option<String>,
    /// Where the page before ended: its `next_cursor`.
    cursor: Option<String>,
    /// Documents in a page.
    #[param(minimum = 1, maximum = 200, default = 50)]
    limit: Option<usize>,
}

/// A document.
#[derive(Serialize, ToSchema)]
#[schema(as = Document)]
pub(super) struct DocumentBody {
    id: String,
    kind: String,
    title: String,
    body: String,
    author: Option<String>,
    categories: Vec<String>,
    tags: Vec<String>,
    url: Option<String>,
    created_at: String,
    updated_at: String,
}

/// A page of documents.
#[derive(Serialize, ToSchema)]
pub(super) struct DocumentList {
    documents: Vec<DocumentBody>,
    /// Where the next page begins, if there is one.
    next_cursor: Option<String>,
}

/// List or search documents
///
/// By id; with `q` those that fit best.
#[utoipa::path(get, path = "/api/documents", tag = "documents", params(DocumentQuery),
    responses((status = OK, description = "A page of documents.", body = DocumentList)))]
pub(super) async fn list(
    State(app): State<App>,
    access: Access<Read>,
    Asked(query): Asked<DocumentQuery>,
) -> Result<Json<DocumentList>, ApiError> {
    let limit = page::limit(query.limit)?;
    let (store, workspace) = (app.crib.store(), access.workspace.id());
    if let Some(words) = query.q.filter(|words| !words.trim().is_empty()) {
        let kinds = query.kind.into_iter().collect();
        let search = DocumentSearch { query: words, kinds, limit, ..DocumentSearch::default() };
        let hits = store.search_documents(workspace, &search).await?.hits;
        let documents = hits.into_iter().map(|hit| DocumentBody::from(hit.row)).collect();
        return Ok(Json(DocumentList { documents, next_cursor: None }));
    }
    let (kind, after) = (query.kind.as_deref(), query.cursor.as_deref().unwrap_or_default());
    let rows = store.documents(workspace, kind, after, limit as u32 + 1).await?;
    let (rows, next_cursor) = page::cut(rows, limit, |row| row.document.id.clone());
    let documents = rows.into_iter().map(DocumentBody::from).collect();
    Ok(Json(DocumentList { documents, next_cursor }))
}

/// Keep a document
///
/// One with the same id gives way to it: then the answer is 200.
#[utoipa::path(post, path = "/api/documents", tag = "documents", request_body = DocumentFields,
    responses(
        (status = CREATED, description = "The document.", body = DocumentBody),
        (status = OK, description = "The document, in place of another.", body = DocumentBody)))]
pub(super) async fn put(
    State(app): State<App>,
    access: Access<Manage>,
    Said(mut fields): Said<DocumentFields>,
) -> Result<(StatusCode, Json<DocumentBody>), ApiError> {
    let workspace = &access.workspace;
    let id = match fields.id.take() {
        Some(id) => id,
        None => mint_id("doc").map_err(ApiError::internal)?,
    };
    let mut faults = Faults::new();
    if fields.title.is_empty() {
        faults.push("title", "must not be empty");
    }
    let document = check(fields, id.clone(), &mut faults);
    if let Err(error) = faults.refuse() {
        return Err(ApiError::faults("The document cannot be kept.", error.details));
    }
    let known = app.crib.store().document(workspace.id(), &id).await?.is_some();
    app.crib.put_document(workspace, document).await?;
    let row = app.crib.store().document(workspace.id(), &id).await?;
    let row = row.ok_or_else(|| ApiError::not_found("document", &id))?;
    let status = if known { StatusCode::OK } else { StatusCode::CREATED };
    Ok((status, Json(row.into())))
}

/// Get a document
#[utoipa::path(get, path = "/api/documents/{id}", tag = "documents",
    params(("id" = String, Path, description = "The document's id.")),
    responses((status = OK, description = "The document.", body = DocumentBody)))]
pub(super) async fn get(
    State(app): State<App>,
    access: Access<Read>,
    At(id): At<String>,
) -> Result<Json<DocumentBody>, ApiError> {
    let row = app.crib.store().document(access.workspace.id(), &id).await?;
    row.map(|row| Json(row.into())).ok_or_else(|| ApiError::not_found("document", &id))
}

/// Delete a document
#[utoipa::path(delete, path = "/api/documents/{id}", tag = "documents",
    params(("id" = String, Path, description = "The document's id.")),
    responses((status = NO_CONTENT, description = "It is gone.")))]
pub(super) async fn delete(
    State(app): State<App>,
    access: Access<Manage>,
    At(id): At<String>,
) -> Result<StatusCode, ApiError> {
    match app.crib.delete_document(&access.workspace, &id).await {
        Err(StoreError::Missing) => Err(ApiError::not_found("document", &id)),
        written => written.map(|()| StatusCode::NO_CONTENT).map_err(ApiError::from),
    }
}

impl From<DocumentRow> for DocumentBody {
    fn from(row: DocumentRow) -> Self {
        let DocumentRow { document, created_at, updated_at } = row;
        Self {
            id: document.id,
            kind: document.kind,
            title: document.title,
            body: document.body,
            author: document.author,
            categories: document.categories,
            tags: document.tags,
            url: document.url,
            created_at,
            updated_at,
        }
    }
}
