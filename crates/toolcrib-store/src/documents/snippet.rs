//! What is shown of a document that was found.

use super::index::{SearchTerms, stem};
use crate::words::words;

/// Words around what was found that are shown.
const SNIPPET_WORDS: usize = 40;

/// The stretch of a text with the most of what was looked for.
pub(super) fn snippet(text: &str, terms: &SearchTerms) -> String {
    let stemmer = rust_stemmers::Stemmer::create(rust_stemmers::Algorithm::English);
    let all: Vec<(std::ops::Range<usize>, bool)> = words(text)
        .take(5_000)
        .map(|word| {
            let found = terms.stems.contains(&stem(&stemmer, word.text));
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
