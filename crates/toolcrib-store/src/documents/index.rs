//! What finds documents: words and where they stand, in memory.
//!
//! (1) An index is as new as the tables: whoever searches looks at the revision
//!     first, and what has moved since is taken over before anything is found.
//! (2) Scores are those of BM25; a word in a title counts for three.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use rust_stemmers::{Algorithm, Stemmer};

use super::DocumentRow;
use crate::words::words;

/// Workspaces whose index is kept.
const OPEN_MAX: usize = 16;

/// Words of a body that can be found.
const WORDS_MAX: usize = 50_000;

/// How much a word in a title counts.
const TITLE_WEIGHT: u32 = 3;

/// Words that are looked for; what comes after them is left out.
const TERMS_MAX: usize = 32;

/// How quickly a word that is repeated stops to count.
const K1: f32 = 1.2;

/// How much a long document is held against it.
const B: f32 = 0.75;

/// What makes vectors of texts, so that those of like meaning are near.
pub trait Embed: Send + Sync + 'static {
    /// The vector of a text, of length one; nothing where the text has no word
    /// that is known.
    fn embed(&self, text: &str) -> Option<Vec<f32>>;
}

/// The words of a query, as the index has them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchTerms {
    pub(crate) stems: Vec<String>,
    /// How many were left out.
    pub left_out: usize,
}

impl SearchTerms {
    /// Reads what somebody typed in.
    pub fn read(text: &str) -> Self {
        let stemmer = Stemmer::create(Algorithm::English);
        let mut stems: Vec<String> = Vec::new();
        for word in words(text) {
            let stem = stem(&stemmer, word.text);
            if !stems.contains(&stem) {
                stems.push(stem);
            }
        }
        let left_out = stems.len().saturating_sub(TERMS_MAX);
        stems.truncate(TERMS_MAX);
        Self { stems, left_out }
    }

    /// Whether there is no word in it.
    pub fn is_empty(&self) -> bool {
        self.stems.is_empty()
    }
}

/// A word without its ending; words of other alphabets stay as they are.
pub(super) fn stem(stemmer: &Stemmer, word: String) -> String {
    match word.len() > 2 && word.bytes().all(|byte| byte.is_ascii_alphabetic()) {
        true => stemmer.stem(&word).into_owned(),
        false => word,
    }
}

/// The indexes of workspaces, and what makes vectors.
#[derive(Default)]
pub(crate) struct Indexes {
    open: Mutex<BTreeMap<String, Arc<Shared>>>,
    pub(crate) embed: RwLock<Option<Arc<dyn Embed>>>,
}

/// One index and whose turn it is to bring it up to date.
#[derive(Default)]
pub(crate) struct Shared {
    pub(super) index: RwLock<Index>,
    pub(super) turn: tokio::sync::Mutex<()>,
}

impl Indexes {
    pub(crate) fn of(&self, workspace: &str) -> Arc<Shared> {
        // Entries are put in whole; a panic cannot leave half of one.
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if !open.contains_key(workspace) && open.len() >= OPEN_MAX {
            // Whoever works with one holds it, too.
            open.retain(|_, shared| Arc::strong_count(shared) > 1);
        }
        Arc::clone(open.entry(workspace.to_owned()).or_default())
    }

    pub(crate) fn embed(&self) -> Option<Arc<dyn Embed>> {
        self.embed.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// The documents of a workspace, by words.
#[derive(Default)]
pub(crate) struct Index {
    pub(super) revision: i64,
    pub(super) documents: Vec<Entry>,
    places: HashMap<String, u32>,
    postings: HashMap<String, Vec<Posting>>,
    /// How many documents have a kind, an author, a category.
    pub(super) kinds: HashMap<String, u32>,
    pub(super) authors: HashMap<String, u32>,
    pub(super) categories: HashMap<String, u32>,
    /// Words of all documents that are there.
    length: u64,
    pub(super) count: usize,
}

/// A document in the index.
pub(super) struct Entry {
    pub(super) id: String,
    pub(super) kind: String,
    pub(super) author: Option<String>,
    pub(super) categories: Vec<String>,
    pub(super) tags: Vec<String>,
    pub(super) is_gone: bool,
    length: u32,
    pub(super) vector: Option<Vec<f32>>,
}

#[derive(Clone, Copy)]
struct Posting {
    document: u32,
    count: u32,
}

impl Index {
    /// Takes over a document that is new or has changed.
    pub(super) fn put(&mut self, row: &DocumentRow, embed: Option<&dyn Embed>) {
        let document = &row.document;
        self.remove(&document.id);
        let stemmer = Stemmer::create(Algorithm::English);
        let mut counts: HashMap<String, u32> = HashMap::new();
        let mut length = 0;
        let labels = document.tags.iter().chain(&document.categories);
        let texts = std::iter::once((document.title.as_str(), TITLE_WEIGHT))
            .chain([(document.body.as_str(), 1)])
            .chain(labels.map(|label| (label.as_str(), 1)));
        for (text, weight) in texts {
            for word in words(text).take(WORDS_MAX) {
                *counts.entry(stem(&stemmer, word.text)).or_default() += weight;
                length += weight;
            }
        }
        let place = u32::try_from(self.documents.len()).unwrap_or(u32::MAX);
        for (word, count) in counts {
            self.postings.entry(word).or_default().push(Posting { document: place, count });
        }
        let text = || format!("{}\n{}", document.title, document.body);
        self.documents.push(Entry {
            id: document.id.clone(),
            kind: document.kind.to_lowercase(),
            author: document.author.as_deref().map(str::to_lowercase),
            categories: document.categories.iter().map(|name| name.to_lowercase()).collect(),
            tags: document.tags.iter().map(|name| name.to_lowercase()).collect(),
            is_gone: false,
            length,
            vector: embed.and_then(|embed| embed.embed(&text())),
        });
        self.places.insert(document.id.clone(), place);
        self.count_labels(place, |count| count + 1);
        self.length += u64::from(length);
        self.count += 1;
    }

    pub(super) fn remove(&mut self, id: &str) {
        if let Some(place) = self.places.remove(id) {
            self.count_labels(place, |count| count.saturating_sub(1));
            let entry = &mut self.documents[place as usize];
            entry.is_gone = true;
            self.length -= u64::from(entry.length);
            self.count -= 1;
        }
    }

    fn count_labels(&mut self, place: u32, change: fn(u32) -> u32) {
        let entry = &self.documents[place as usize];
        let counted = |counts: &mut HashMap<String, u32>, name: &String| {
            let count = counts.entry(name.clone()).or_default();
            *count = change(*count);
            if *count == 0 {
                counts.remove(name);
            }
        };
        counted(&mut self.kinds, &entry.kind);
        entry.author.iter().for_each(|name| counted(&mut self.authors, name));
        entry.categories.iter().for_each(|name| counted(&mut self.categories, name));
    }

    /// Whether more is gone than is there: then it is better made anew.
    pub(super) fn is_worn(&self) -> bool {
        self.documents.len() > 2 * self.count + 1_000
    }

    /// How well each document fits; 0 where nothing does. (2)
    pub(super) fn scores(&self, terms: &SearchTerms) -> Vec<f32> {
        let mut scores = vec![0.0; self.documents.len()];
        let count = self.count as f32;
        let average = (self.length as f32 / count.max(1.0)).max(1.0);
        for stem in &terms.stems {
            let Some(postings) = self.postings.get(stem) else { continue };
            let there = postings.iter().filter(|at| !self.documents[at.document as usize].is_gone);
            let documents = there.count() as f32;
            let rarity = (1.0 + (count - documents + 0.5) / (documents + 0.5)).ln();
            for posting in postings {
                let entry = &self.documents[posting.document as usize];
                if entry.is_gone {
                    continue;
                }
                let often = posting.count as f32;
                let long = 1.0 - B + B * entry.length as f32 / average;
                scores[posting.document as usize] +=
                    rarity * often * (K1 + 1.0) / (often + K1 * long);
            }
        }
        scores
    }
}
