//! A stranger's words, made fit to be shown.
//!
//! They are bounded and on as many lines as they should be, and what must not be
//! shown is taken out before they are cut: half a secret is too much of it.

use std::fmt;

/// Shortest value that counts as a secret wherever it stands: `1` or `true` do not.
const SECRET_BYTES_MIN: usize = 8;

/// What must never be shown. It has no `Debug`.
#[derive(Clone, Default)]
pub(crate) struct Secrets(Vec<String>);

impl Secrets {
    /// Adds a value and each of its words: `Bearer abc` is one with a secret in it.
    pub(crate) fn add(&mut self, value: &str) {
        let words = value.split_whitespace().chain([value]);
        for word in words.filter(|word| word.len() >= SECRET_BYTES_MIN) {
            self.0.push(word.to_owned());
        }
        // The longest first, so that no part of one stands for the whole of another.
        self.0.sort_by_key(|secret| std::cmp::Reverse(secret.len()));
        self.0.dedup();
    }

    /// The text without them.
    pub(crate) fn redact(&self, text: &str) -> String {
        self.0.iter().fold(text.to_owned(), |text, secret| text.replace(secret, "[redacted]"))
    }
}

/// Why something is as it is: in words that everybody may read, and what more there
/// is for people. A process's last words, a path or an address are not a model's
/// business.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Why {
    pub(crate) short: String,
    pub(crate) more: String,
}

impl Why {
    pub(crate) fn new(short: impl Into<String>, more: impl Into<String>) -> Self {
        Self { short: short.into(), more: more.into() }
    }
}

impl<T: Into<String>> From<T> for Why {
    fn from(short: T) -> Self {
        Self::new(short, "")
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.more.as_str() {
            "" => f.write_str(&self.short),
            more => write!(f, "{}: {more}", self.short),
        }
    }
}

/// A text of at most so many bytes; one that was cut says so.
pub(crate) fn cut(text: &str, bytes_max: usize) -> String {
    if text.len() <= bytes_max {
        return text.to_owned();
    }
    format!("{}…", &text[..text.floor_char_boundary(bytes_max)])
}

/// A text without what steers a terminal; line breaks and tabs stay.
pub(crate) fn plain(text: &str) -> String {
    text.chars().filter(|c| !c.is_control() || matches!(c, '\n' | '\t')).collect()
}

/// A text on one line, without what moves a terminal's cursor.
pub(crate) fn on_one_line(text: &str, bytes_max: usize) -> String {
    let plain: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    cut(plain.trim(), bytes_max)
}

#[cfg(test)]
mod tests {
    use super::{Secrets, cut, on_one_line};

    #[test]
    fn secrets_are_taken_out_whole_and_in_words() {
        let mut secrets = Secrets::default();
        secrets.add("Bearer sk-123456789");
        secrets.add("1");
        assert_eq!(secrets.redact("no 1: Bearer sk-123456789"), "no 1: [redacted]");
        assert_eq!(secrets.redact("key sk-123456789!"), "key [redacted]!");
    }

    #[test]
    fn a_cut_is_between_characters_and_says_so() {
        assert_eq!(cut("grün", 3), "gr…");
        assert_eq!(cut("grün", 5), "grün");
        assert_eq!(on_one_line(" a\nb\u{1b}[1m ", 80), "a b [1m");
    }
}
