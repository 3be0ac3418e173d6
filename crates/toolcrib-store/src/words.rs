//! The words of a text, as both databases and the snippets see them.
//!
//! A word is a run of letters and digits, in small letters and without accents;
//! where a language writes no spaces, each sign is one. Whoever searches is read
//! the same way, so nothing that is typed in can be anything but a word.

use std::ops::Range;

use unicode_normalization::char::{decompose_compatible, is_combining_mark};

/// Characters of a word that count.
const WORD_CHARS_MAX: usize = 64;

/// A word, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    pub(crate) at: Range<usize>,
    pub(crate) text: String,
}

/// The words of a text, in order.
pub(crate) fn words(text: &str) -> impl Iterator<Item = Word> {
    let mut rest = text.char_indices().peekable();
    std::iter::from_fn(move || {
        while rest.next_if(|(_, c)| !is_word(*c)).is_some() {}
        let (start, first) = rest.next()?;
        let mut word = String::new();
        let mut end = start + first.len_utf8();
        fold(first, &mut word);
        if !stands_alone(first) {
            let goes_on = |c: char| (is_word(c) && !stands_alone(c)) || is_combining_mark(c);
            while let Some((at, c)) = rest.next_if(|(_, c)| goes_on(*c)) {
                end = at + c.len_utf8();
                if word.len() < WORD_CHARS_MAX * 4 {
                    fold(c, &mut word);
                }
            }
        }
        if let Some((at, _)) = word.char_indices().nth(WORD_CHARS_MAX) {
            word.truncate(at);
        }
        Some(Word { at: start..end, text: word })
    })
    // A letter may consist of nothing but accents.
    .filter(|word| !word.text.is_empty())
}

fn is_word(c: char) -> bool {
    if c.is_ascii() { c.is_ascii_alphanumeric() } else { c.is_alphanumeric() }
}

/// Whether a sign is a word by itself.
fn stands_alone(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{323af}')
}

fn fold(c: char, word: &mut String) {
    if c.is_ascii() {
        return word.push(c.to_ascii_lowercase());
    }
    decompose_compatible(c, |part| {
        word.extend(part.to_lowercase().filter(|c| c.is_alphanumeric() && !is_combining_mark(*c)));
    });
}
