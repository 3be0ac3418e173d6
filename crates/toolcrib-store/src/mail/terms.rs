//! What somebody looks for: words that must all be there.
//!
//! Words in quotes, and words that are written as one (`follow-up`,
//! `jane@example.com`), must stand next to each other. Nothing else that is
//! typed in has a meaning of its own.

use crate::words::words;

/// Terms that are looked for; what comes after them is left out.
pub const TERMS_MAX: usize = 32;

/// What somebody looks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    /// Each a row of words that stand next to each other.
    pub(crate) terms: Vec<Vec<String>>,
    /// How many were left out.
    pub left_out: usize,
}

impl Terms {
    /// Reads what somebody typed in.
    pub fn read(text: &str) -> Self {
        let mut terms: Vec<Vec<String>> = Vec::new();
        for (piece, is_quoted) in pieces(text) {
            let units: Vec<&str> =
                if is_quoted { vec![piece] } else { piece.split_whitespace().collect() };
            for unit in units {
                let term: Vec<String> = words(unit).map(|word| word.text).collect();
                if !term.is_empty() && !terms.contains(&term) {
                    terms.push(term);
                }
            }
        }
        let left_out = terms.len().saturating_sub(TERMS_MAX);
        terms.truncate(TERMS_MAX);
        Self { terms, left_out }
    }

    /// Whether there is no word in it.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// As FTS5 reads it, in one mailbox.
    pub(super) fn for_sqlite(&self, inbox: i64) -> String {
        let terms = self.terms.iter().map(|term| {
            let words: Vec<String> = term.iter().map(|word| filed(inbox, word)).collect();
            format!("\"{}\"", words.join(" "))
        });
        terms.collect::<Vec<_>>().join(" AND ")
    }

    /// As a `tsquery` reads it, in one mailbox.
    pub(super) fn for_postgres(&self, inbox: i64) -> String {
        let terms = self.terms.iter().map(|term| {
            let words = term.iter().map(|word| format!("'{}'", filed(inbox, word)));
            format!("({})", words.collect::<Vec<_>>().join(" <-> "))
        });
        terms.collect::<Vec<_>>().join(" & ")
    }
}

/// A word as it is kept: with its mailbox before it, so that a search costs what
/// the mailbox has, whatever others have. No word contains the sign between.
pub(super) fn filed(inbox: i64, word: &str) -> String {
    format!("{inbox}§{word}")
}

/// The text in pieces: what is in quotes, and what is not. A quote that nobody
/// closes is none.
fn pieces(text: &str) -> Vec<(&str, bool)> {
    let is_quote = |c: char| matches!(c, '"' | '“' | '”' | '„' | '«' | '»');
    let (mut pieces, mut rest) = (Vec::new(), text);
    while let Some(open) = rest.find(is_quote) {
        let (before, quoted) = rest.split_at(open);
        let mut inside = quoted.chars();
        inside.next();
        let Some((inside, after)) = inside.as_str().split_once(is_quote) else { break };
        pieces.extend([(before, false), (inside, true)]);
        rest = after;
    }
    pieces.push((rest, false));
    pieces
}
