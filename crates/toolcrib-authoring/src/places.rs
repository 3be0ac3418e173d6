//! Places in a text: bytes, lines and columns.

use std::ops::Range;

/// The line and the column of a byte, in characters and counted from one.
pub fn line_and_column(text: &str, byte: usize) -> (usize, usize) {
    let before = &text[..floor(text, byte)];
    let line_start = before.rfind('\n').map_or(0, |end| end + 1);
    (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
}

/// The word or the quoted text at a line and a column, or one character where
/// there is neither.
pub fn word_at(text: &str, line: usize, column: usize) -> Range<usize> {
    let line_start = match line.saturating_sub(1) {
        0 => 0,
        before => text.match_indices('\n').nth(before - 1).map_or(text.len(), |(at, _)| at + 1),
    };
    let rest = text[line_start..].split('\n').next().unwrap_or_default();
    let skipped = rest.chars().take(column.saturating_sub(1)).map(char::len_utf8).sum::<usize>();
    let start = line_start + skipped;
    let rest = &rest[skipped..];
    if let Some(quote @ ('\'' | '"')) = rest.chars().next()
        && let Some(end) = rest[1..].find(quote)
    {
        return start..start + end + 2;
    }
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let word = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
    start..start + word.max(rest.chars().next().map_or(0, char::len_utf8))
}

/// A span that stays on its first line: of a long value only the opening.
pub fn on_one_line(text: &str, span: Range<usize>) -> Range<usize> {
    match text[span.clone()].contains('\n') {
        true => {
            span.start..span.start + text[span.start..].chars().next().map_or(0, char::len_utf8)
        }
        false => span,
    }
}

/// The nearest byte at which a character starts, not after this one.
pub fn floor(text: &str, byte: usize) -> usize {
    let byte = byte.min(text.len());
    (0..=byte).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}
