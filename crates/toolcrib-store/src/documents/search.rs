//! Finding documents.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::sync::{Arc, PoisonError};

use super::index::{Embed, Entry, Index, SearchTerms, Shared};
use super::{COLUMNS, DocumentRow, KINDS};
use crate::Store;
use crate::error::{Broken, StoreError};
use crate::names::check_workspace;
use crate::sql::{Cell, query};
use crate::words::words;

/// Documents that are read at once while an index is made.
const PAGE: usize = 2_000;

/// Documents of each ranking that are fused.
const FUSED_MAX: usize = 200;

/// What keeps the first places of a ranking from counting for everything, as in
/// reciprocal rank fusion.
const RANK_CONSTANT: f32 = 60.0;

/// How near two meanings must be to count as alike.
const NEARNESS_MIN: f32 = 0.3;

/// Words around what was found that are shown.
const SNIPPET_WORDS: usize = 40;

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
}

/// What is wrong with a search, and with what it is put to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unknown {
    /// Kinds that no document has, and that are not of those that every knowledge
    /// base has.
    pub kinds: Vec<String>,
    /// Authors of whom there is nothing.
    pub authors: Vec<String>,
    /// Categories in which there is nothing.
    pub categories: Vec<String>,
    /// Whether there are no documents at all.
    pub is_empty: bool,
}

impl Store {
    /// Searches by meaning, too, with what makes vectors of texts.
    pub fn set_embedder(&self, embed: Arc<dyn Embed>) {
        let mut slot = self.2.embed.write().unwrap_or_else(PoisonError::into_inner);
        *slot = Some(embed);
    }

    /// The documents that fit best.
    pub async fn search_documents(
        &self,
        workspace: &str,
        search: &DocumentSearch,
    ) -> Result<DocumentHits, StoreError> {
        let shared = self.current_index(workspace).await?;
        let (terms, embed) = (SearchTerms::read(&search.query), self.2.embed());
        let near = embed.and_then(|embed| embed.embed(&search.query));
        let (ranked, total) = {
            let index = shared.index.read().unwrap_or_else(PoisonError::into_inner);
            index.ranked(&terms, near.as_deref(), search)
        };
        let mut rows = self.rows_of(workspace, ranked.iter().map(|(id, _)| id.as_str())).await?;
        let hits = ranked.into_iter().filter_map(|(id, score)| {
            let row = rows.remove(&id)?;
            let snippet = snippet(&row.document.body, &terms);
            Some(DocumentHit { row, score, snippet })
        });
        Ok(DocumentHits { hits: hits.collect(), total })
    }

    /// Takes out of a search what does not exist, and says what that was.
    pub async fn forgive(
        &self,
        workspace: &str,
        search: &mut DocumentSearch,
    ) -> Result<Unknown, StoreError> {
        let shared = self.current_index(workspace).await?;
        let index = shared.index.read().unwrap_or_else(PoisonError::into_inner);
        let unknown = |names: &mut Vec<String>, there: &dyn Fn(&str) -> bool| {
            let (known, unknown) =
                names.drain(..).partition(|name| there(&name.trim().to_lowercase()));
            *names = known;
            names.iter_mut().for_each(|name| *name = name.trim().to_owned());
            unknown
        };
        Ok(Unknown {
            kinds: unknown(&mut search.kinds, &|name| {
                KINDS.contains(&name) || index.kinds.contains_key(name)
            }),
            authors: unknown(&mut search.authors, &|name| index.authors.contains_key(name)),
            categories: unknown(&mut search.categories, &|name| {
                index.categories.contains_key(name)
            }),
            is_empty: index.count == 0,
        })
    }

    /// The index of a workspace, as new as the tables.
    async fn current_index(&self, workspace: &str) -> Result<Arc<Shared>, StoreError> {
        check_workspace(workspace)?;
        let shared = self.2.of(workspace);
        let seen =
            |shared: &Shared| shared.index.read().unwrap_or_else(PoisonError::into_inner).revision;
        let revision = self.document_revision(workspace).await?;
        if seen(&shared) >= revision {
            return Ok(shared);
        }
        // One brings it up to date, the others wait for that.
        let turn = shared.turn.lock().await;
        while seen(&shared) < revision {
            self.take_over(workspace, &shared, revision).await?;
        }
        drop(turn);
        Ok(shared)
    }

    /// Takes over what has moved since the index was last brought up to date.
    async fn take_over(
        &self,
        workspace: &str,
        shared: &Arc<Shared>,
        revision: i64,
    ) -> Result<(), StoreError> {
        let (mut from, worn) = {
            let index = shared.index.read().unwrap_or_else(PoisonError::into_inner);
            (index.revision, index.is_worn())
        };
        let embed = self.2.embed();
        let mut fresh = worn.then(Index::default);
        if worn {
            from = 0;
        }
        let mut after = i64::MAX;
        loop {
            // What moves while this is read has a later number, and is read next.
            let text = format!(
                "SELECT {COLUMNS}, moved, number, gone FROM documents
                 WHERE workspace_id = $1 AND (moved > $2 OR (moved = $2 AND number > $3))
                 ORDER BY moved, number LIMIT {PAGE}"
            );
            let rows = self.rows(query!(text, workspace, from, after)).await?;
            let is_last = rows.len() < PAGE;
            let mut page = Vec::with_capacity(rows.len());
            for mut row in rows {
                let tail = row.split_off(10);
                let mut tail = tail.ok_or(Broken::Unexpected("too few columns"))?;
                (from, after) = (tail.int()?, tail.int()?);
                page.push((DocumentRow::read(row)?, tail.bool()?));
            }
            let (shared, embed, building) = (Arc::clone(shared), embed.clone(), fresh.take());
            // Words take their time, and others need the thread.
            let work = tokio::task::spawn_blocking(move || {
                let mut building = building;
                let mut held;
                let index = match &mut building {
                    Some(index) => index,
                    None => {
                        held = shared.index.write().unwrap_or_else(PoisonError::into_inner);
                        &mut *held
                    }
                };
                for (row, is_gone) in &page {
                    match is_gone {
                        true => index.remove(&row.document.id),
                        false => index.put(row, embed.as_deref()),
                    }
                }
                building
            });
            fresh = work.await.map_err(|_| Broken::Unexpected("an index that broke"))?;
            if is_last {
                break;
            }
        }
        let mut index = shared.index.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(fresh) = fresh {
            *index = fresh;
        }
        index.revision = from.max(revision);
        Ok(())
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

impl Index {
    /// The ids that fit best with their scores, and how many fit.
    fn ranked(
        &self,
        terms: &SearchTerms,
        near: Option<&[f32]>,
        search: &DocumentSearch,
    ) -> (Vec<(String, f32)>, usize) {
        let filter = Filter::of(search);
        let fits = |entry: &Entry| !entry.is_gone && filter.admits(entry);
        let scores = self.scores(terms);
        let mut lexical: Vec<(u32, f32)> = Vec::new();
        for (place, (entry, score)) in self.documents.iter().zip(&scores).enumerate() {
            // Without a word, every document is as good as another.
            if (*score > 0.0 || (terms.is_empty() && near.is_none())) && fits(entry) {
                lexical.push((place as u32, *score));
            }
        }
        let total = lexical.len();
        let limit = if near.is_some() { FUSED_MAX } else { search.limit };
        best(&mut lexical, limit);
        let Some(near) = near else {
            return (self.named(lexical, search.limit), total);
        };
        let mut semantic: Vec<(u32, f32)> = Vec::new();
        for (place, entry) in self.documents.iter().enumerate() {
            if let Some(vector) = entry.vector.as_deref().filter(|_| fits(entry)) {
                let nearness = vector.iter().zip(near).map(|(a, b)| a * b).sum::<f32>();
                if nearness >= NEARNESS_MIN {
                    semantic.push((place as u32, nearness));
                }
            }
        }
        let found: usize =
            semantic.iter().filter(|(place, _)| scores[*place as usize] <= 0.0).count();
        best(&mut semantic, FUSED_MAX);
        (self.named(fused(&[lexical, semantic]), search.limit), total + found)
    }

    fn named(&self, ranked: Vec<(u32, f32)>, limit: usize) -> Vec<(String, f32)> {
        let ids = ranked.into_iter().take(limit);
        ids.map(|(place, score)| (self.documents[place as usize].id.clone(), score)).collect()
    }
}

/// Keeps the best, the best first; of equals, those that came first.
fn best(found: &mut Vec<(u32, f32)>, limit: usize) {
    let order =
        |a: &(u32, f32), b: &(u32, f32)| -> Ordering { b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)) };
    if found.len() > limit && limit > 0 {
        found.select_nth_unstable_by(limit - 1, order);
    }
    found.truncate(limit);
    found.sort_unstable_by(order);
}

/// One ranking of many: a document counts by its places.
fn fused(rankings: &[Vec<(u32, f32)>]) -> Vec<(u32, f32)> {
    let mut scores: HashMap<u32, f32> = HashMap::new();
    for ranking in rankings {
        for (rank, (place, _)) in ranking.iter().enumerate() {
            *scores.entry(*place).or_default() += 1.0 / (RANK_CONSTANT + 1.0 + rank as f32);
        }
    }
    let mut all: Vec<(u32, f32)> = scores.into_iter().collect();
    let count = all.len();
    best(&mut all, count);
    all
}

/// What a document must have.
struct Filter {
    kinds: Vec<String>,
    authors: Vec<String>,
    categories: Vec<String>,
    tags: Vec<String>,
}

impl Filter {
    fn of(search: &DocumentSearch) -> Self {
        let small = |names: &[String]| names.iter().map(|name| name.to_lowercase()).collect();
        Self {
            kinds: small(&search.kinds),
            authors: small(&search.authors),
            categories: small(&search.categories),
            tags: small(&search.tags),
        }
    }

    fn admits(&self, entry: &Entry) -> bool {
        let one_of = |wanted: &[String], has: &[String]| {
            wanted.is_empty() || has.iter().any(|name| wanted.contains(name))
        };
        (self.kinds.is_empty() || self.kinds.contains(&entry.kind))
            && (self.authors.is_empty()
                || entry.author.as_ref().is_some_and(|author| self.authors.contains(author)))
            && one_of(&self.categories, &entry.categories)
            && one_of(&self.tags, &entry.tags)
    }
}

/// The stretch of a text with the most of what was looked for.
fn snippet(text: &str, terms: &SearchTerms) -> String {
    let stemmer = rust_stemmers::Stemmer::create(rust_stemmers::Algorithm::English);
    let all: Vec<(std::ops::Range<usize>, bool)> = words(text)
        .take(5_000)
        .map(|word| {
            let found = terms.stems.contains(&super::index::stem(&stemmer, word.text));
            (word.at, found)
        })
        .collect();
    let length = SNIPPET_WORDS.min(all.len());
    if length == 0 {
        return String::new();
    }
    let mut hits = all[..length].iter().filter(|(_, found)| *found).count();
    let (mut most, mut start) = (hits, 0);
    for at in length..all.len() {
        hits += usize::from(all[at].1);
        hits -= usize::from(all[at - length].1);
        if hits > most {
            (most, start) = (hits, at + 1 - length);
        }
    }
    let is_end = start + length == all.len();
    let from = if start == 0 { 0 } else { all[start].0.start };
    let to = if is_end { text.len() } else { all[start + length - 1].0.end };
    let shown: Vec<&str> = text[from..to].split_whitespace().collect();
    let before = if start > 0 { "… " } else { "" };
    let after = if is_end { "" } else { " …" };
    format!("{before}{}{after}", shown.join(" "))
}
