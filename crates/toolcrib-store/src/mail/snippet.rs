//! The part of a text that shows why it was found.

use super::terms::Terms;
use crate::words::{Word, words};

/// Words of a text that are looked at for a snippet.
const WORDS_MAX: usize = 20_000;

/// What stands where text was left out.
const MORE: &str = "...";

/// The stretch of a text with the most of what was looked for, of so many words;
/// what was found is marked.
pub(crate) fn snippet(text: &str, terms: &Terms, words_max: usize) -> String {
    let all: Vec<Word> = words(text).take(WORDS_MAX).collect();
    let found = found(&all, terms);
    let start = best(&found, words_max.min(all.len()));
    let shown = start..(start + words_max).min(all.len());
    let from = if shown.start == 0 { 0 } else { all[shown.start].at.start };
    let to = if shown.end == all.len() { text.len() } else { all[shown.end - 1].at.end };
    let mut out = String::new();
    if shown.start > 0 {
        out.push_str(MORE);
    }
    let mut at = from;
    let mut index = shown.start;
    while index < shown.end {
        if found[index].is_none() {
            index += 1;
            continue;
        }
        // Neighbours share a mark where nothing but space is between them.
        let first = index;
        while index + 1 < shown.end
            && found[index + 1].is_some()
            && text[all[index].at.end..all[index + 1].at.start].chars().all(char::is_whitespace)
        {
            index += 1;
        }
        push(&mut out, &text[at..all[first].at.start]);
        out.push_str("<mark>");
        push(&mut out, &text[all[first].at.start..all[index].at.end]);
        out.push_str("</mark>");
        at = all[index].at.end;
        index += 1;
    }
    push(&mut out, &text[at..to]);
    if to < text.len() {
        out.push_str(MORE);
    }
    out.trim().to_owned()
}

/// For each word, which term it belongs to.
fn found(all: &[Word], terms: &Terms) -> Vec<Option<usize>> {
    let mut found = vec![None; all.len()];
    for (number, term) in terms.terms.iter().enumerate() {
        for start in 0..all.len().saturating_sub(term.len() - 1) {
            let here = &all[start..start + term.len()];
            if here.iter().zip(term).all(|(word, term)| word.text == *term) {
                found[start..start + term.len()].fill(Some(number));
            }
        }
    }
    found
}

/// Where the stretch with the most different terms begins; of several, the one
/// with the most words found, then the first.
fn best(found: &[Option<usize>], length: usize) -> usize {
    let mut best = (0, 0, 0);
    let starts = found.iter().enumerate().filter(|(_, term)| term.is_some());
    // A little of what comes before is shown, too.
    let starts = starts.map(|(at, _)| at.saturating_sub(length / 8).min(found.len() - length));
    let mut last = None;
    for start in starts {
        if last == Some(start) {
            continue;
        }
        last = Some(start);
        let here = &found[start..start + length];
        let hits = here.iter().flatten().count();
        let mut different: Vec<usize> = here.iter().flatten().copied().collect();
        different.sort_unstable();
        different.dedup();
        if (different.len(), hits) > (best.0, best.1) {
            best = (different.len(), hits, start);
        }
    }
    best.2
}

/// Adds text with every run of space as one.
fn push(out: &mut String, text: &str) {
    for c in text.chars() {
        if !c.is_whitespace() {
            out.push(c);
        } else if !out.ends_with(' ') {
            out.push(' ');
        }
    }
}
