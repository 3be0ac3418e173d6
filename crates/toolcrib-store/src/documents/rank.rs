//! Which documents fit best.

use std::cmp::Ordering;
use std::collections::HashMap;

use super::KINDS;
use super::index::{Entry, Index, SearchTerms};
use super::search::{DocumentSearch, Unknown};

/// Documents of each ranking that are fused.
const FUSED_MAX: usize = 200;

/// What keeps the first places of a ranking from counting for everything, as in
/// reciprocal rank fusion.
const RANK_CONSTANT: f32 = 60.0;

/// How near two meanings must be to count as alike.
const NEARNESS_MIN: f32 = 0.3;

impl Index {
    /// Takes out of a search what does not exist, and says what that was.
    pub(super) fn forgive(&self, search: &mut DocumentSearch) -> Unknown {
        let unknown = |names: &mut Vec<String>, there: &dyn Fn(&str) -> bool| {
            let (known, unknown) =
                names.drain(..).partition(|name| there(&name.trim().to_lowercase()));
            *names = known;
            names.iter_mut().for_each(|name| *name = name.trim().to_owned());
            unknown
        };
        Unknown {
            kinds: unknown(&mut search.kinds, &|name| {
                KINDS.contains(&name) || self.kinds.contains_key(name)
            }),
            authors: unknown(&mut search.authors, &|name| self.authors.contains_key(name)),
            categories: unknown(&mut search.categories, &|name| self.categories.contains_key(name)),
        }
    }

    /// The ids that fit best with their scores, and how many fit.
    pub(super) fn ranked(
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
