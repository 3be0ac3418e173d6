//! The knowledge base: search it with filters that forgive, read a document.

use schemars::JsonSchema;
use serde::Serialize;
use toolcrib::{Context, Faults, Mode, Reply, ToolError, tool};
use toolcrib_store::{
    DocumentHit, DocumentHits, DocumentRow, DocumentSearch, SearchTerms, StoreError,
};

use super::store;

/// Results in a voice conversation.
const VOICE_MAX: usize = 3;

/// Bytes of a document that are handed out at once.
const BODY_BYTES_MAX: usize = 1024 * 1024;

#[derive(Debug, Default, Serialize, JsonSchema)]
pub(super) struct Found {
    /// The documents that fit best, the best first.
    results: Vec<Hit>,
    /// How many documents fit in all.
    total: usize,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Hit {
    /// The id by which `kb_get` finds the whole document.
    id: String,
    kind: String,
    title: String,
    /// Where the document says what was looked for.
    snippet: String,
    author: Option<String>,
    categories: Vec<String>,
    tags: Vec<String>,
    url: Option<String>,
    /// How well it fits; only good to compare the results of one search.
    score: f32,
}

#[derive(Debug, Default, Serialize, JsonSchema)]
pub(super) struct Cited {
    /// The documents that fit best, the best first.
    results: Vec<Scored>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Scored {
    /// The id by which `kb_get` finds the whole document.
    id: String,
    title: String,
    snippet: String,
    /// How well it fits; only good to compare the results of one search.
    score: f32,
    /// What to name as the source.
    citation: Citation,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Citation {
    title: String,
    author: Option<String>,
    url: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Document {
    id: String,
    kind: String,
    title: String,
    body: String,
    author: Option<String>,
    categories: Vec<String>,
    tags: Vec<String>,
    url: Option<String>,
    updated_at: String,
    citation: Citation,
}

/// Searches the knowledge base of this workspace: posts, threads, people and whatever else it holds,
/// the best matches first. Filters that do not exist are left out and reported.
#[tool(
    title = "Search",
    group = "knowledge",
    side_effects = "read_only",
    latency_budget_ms = 200,
    timeout_ms = 10_000,
    tags = ["search", "knowledge"],
    guide = include_str!("kb/search.md")
)]
pub(super) async fn search(
    /// What to look for, in words.
    #[schemars(length(max = 2_000))]
    query: String,
    /// Only these kinds: post, thread, reply, node, collection, profile, event, or others that there are.
    kinds: Option<Vec<String>>,
    /// Only what these authors wrote, by their handles.
    authors: Option<Vec<String>>,
    /// Only what is in these categories, by their names.
    #[schemars(extend("x-enumFrom" = "categories", "x-onInvalid" = "drop"))]
    categories: Option<Vec<String>>,
    /// Only what has one of these tags.
    tags: Option<Vec<String>>,
    /// How many results to return at most.
    #[arg(default = 10)]
    #[schemars(range(min = 1, max = 50))]
    max_results: usize,
    context: &Context,
) -> Result<Reply<Found>, ToolError> {
    let (store, workspace) = (store(context)?, &context.caller().workspace);
    let search = DocumentSearch {
        kinds: kinds.unwrap_or_default(),
        authors: authors.unwrap_or_default(),
        categories: categories.unwrap_or_default(),
        tags: tags.unwrap_or_default(),
        limit: clamped(max_results, context),
        query,
        forgives: true,
    };
    let found = store.search_documents(workspace, &search).await.map_err(failed)?;
    let unknown = &found.unknown;
    let mut faults = Faults::new();
    for (argument, what, names) in [
        ("kinds", "invalid", &unknown.kinds),
        ("authors", "not found", &unknown.authors),
        ("categories", "not found", &unknown.categories),
    ] {
        if !names.is_empty() {
            faults.push(argument, format!("{what}: {}; left out", names.join(", ")));
        }
    }
    about(&search.query, &found, &mut faults);
    let results = found.hits.into_iter().map(Hit::from).collect();
    Ok(faults.reply(Found { results, total: found.total }))
}

/// Searches the knowledge base and returns results with scores and citations. In a voice conversation
/// there are at most 3.
#[tool(
    title = "Search Knowledge Base",
    group = "knowledge",
    side_effects = "read_only",
    idempotent = true,
    latency_budget_ms = 800,
    timeout_ms = 10_000,
    tags = ["search", "knowledge"],
    guide = include_str!("kb/kb_search.md")
)]
pub(super) async fn kb_search(
    /// The question, in natural language.
    #[schemars(length(min = 1, max = 500))]
    query: String,
    /// Number of results (voice: at most 3).
    #[arg(default = 5)]
    #[schemars(range(min = 1, max = 10))]
    top_k: usize,
    context: &Context,
) -> Result<Reply<Cited>, ToolError> {
    let (store, workspace) = (store(context)?, &context.caller().workspace);
    let mut faults = Faults::new();
    if query.trim().is_empty() {
        faults.push("query", "must say what to look for");
        return faults.refuse().map(|()| Reply::new(Cited::default()));
    }
    let limit = clamped(top_k, context);
    let search = DocumentSearch { query, limit, ..DocumentSearch::default() };
    let found = store.search_documents(workspace, &search).await.map_err(failed)?;
    about(&search.query, &found, &mut faults);
    Ok(faults.reply(Cited { results: found.hits.into_iter().map(Scored::from).collect() }))
}

/// Returns one document of the knowledge base as a whole.
#[tool(
    title = "Get Document",
    group = "knowledge",
    side_effects = "read_only",
    idempotent = true,
    latency_budget_ms = 100,
    timeout_ms = 10_000,
    tags = ["knowledge"],
    guide = include_str!("kb/kb_get.md")
)]
pub(super) async fn kb_get(
    /// The document's id, from the results of a search.
    #[schemars(length(min = 1, max = 200))]
    id: String,
    context: &Context,
) -> Result<Reply<Document>, ToolError> {
    let (store, workspace) = (store(context)?, &context.caller().workspace);
    let row = store.document(workspace, id.trim()).await.map_err(failed)?.ok_or_else(|| {
        let help = "kb_search shows the ids that there are.";
        ToolError::permanent(format!("Document not found: {}. {help}", id.trim()))
    })?;
    let mut document = Document::from(row);
    if document.body.len() <= BODY_BYTES_MAX {
        return Ok(Reply::new(document));
    }
    let message = format!("the body is cut: it has {} bytes", document.body.len());
    document.body.truncate(document.body.floor_char_boundary(BODY_BYTES_MAX));
    Ok(Reply::new(document).warning("", message))
}

/// What there is to say about a query, and about what it is put to.
fn about(query: &str, found: &DocumentHits, faults: &mut Faults) {
    if found.documents == 0 {
        faults.push("", "the knowledge base is empty; `toolcrib kb import` brings documents in");
    }
    let terms = SearchTerms::read(query);
    if terms.is_empty() {
        faults.push("query", "there is no word to look for in it; any document fits");
    }
    if terms.left_out > 0 {
        faults.push("query", format!("its last {} words were left out", terms.left_out));
    }
}

/// Nobody listens to ten results.
fn clamped(limit: usize, context: &Context) -> usize {
    match context.mode() {
        Mode::Voice => limit.min(VOICE_MAX),
        Mode::Text => limit,
    }
}

impl From<DocumentHit> for Hit {
    fn from(hit: DocumentHit) -> Self {
        let document = hit.row.document;
        Self {
            id: document.id,
            kind: document.kind,
            title: document.title,
            snippet: hit.snippet,
            author: document.author,
            categories: document.categories,
            tags: document.tags,
            url: document.url,
            score: hit.score,
        }
    }
}

impl From<DocumentHit> for Scored {
    fn from(hit: DocumentHit) -> Self {
        let document = hit.row.document;
        let title = document.title.clone();
        let citation = Citation { title, author: document.author, url: document.url };
        let (snippet, score) = (hit.snippet, hit.score);
        Self { id: document.id, title: document.title, snippet, score, citation }
    }
}

impl From<DocumentRow> for Document {
    fn from(row: DocumentRow) -> Self {
        let document = row.document;
        let citation = Citation {
            title: document.title.clone(),
            author: document.author.clone(),
            url: document.url.clone(),
        };
        Self {
            id: document.id,
            kind: document.kind,
            title: document.title,
            body: document.body,
            author: document.author,
            categories: document.categories,
            tags: document.tags,
            url: document.url,
            updated_at: row.updated_at,
            citation,
        }
    }
}

fn failed(error: StoreError) -> ToolError {
    super::failed(error, "The knowledge base")
}
