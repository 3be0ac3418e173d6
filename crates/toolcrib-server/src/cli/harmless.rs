//! Text that does not steer a terminal.
//!
//! Names, descriptions and answers are often a stranger's, and an escape sequence
//! in them could rewrite what a person reads, or worse. Everything that a command
//! prints goes through here, as the last thing before the stream.
//!
//! (1) Of all control characters only line ends and tabs come through. Any other
//!     is shown as JSON writes it, so what was JSON is still the same.
//! (2) Our own colours do, word for word; they can do no harm to anybody.

use std::io::{self, Write};

/// What a command itself says to a terminal (2).
const COLORS: [&[u8]; 5] = [b"\x1b[0m", b"\x1b[2m", b"\x1b[31m", b"\x1b[32m", b"\x1b[33m"];

/// A stream that no text steers.
pub(super) struct Harmless<W>(pub(super) W);

impl<W: Write> Write for Harmless<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut start = 0;
        while let Some((at, length)) = first_control(&bytes[start..]) {
            let at = start + at;
            self.0.write_all(&bytes[start..at])?;
            // A character of two bytes has its number in the second.
            write!(self.0, "\\u{:04x}", bytes[at + length - 1])?;
            start = at + length;
        }
        self.0.write_all(&bytes[start..])?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// The same for a text.
pub(super) fn harmless(text: &str) -> String {
    let mut shown = Vec::new();
    Harmless(&mut shown).write_all(text.as_bytes()).expect("writing to memory does not fail");
    String::from_utf8(shown).expect("whole characters were put in the place of whole characters")
}

/// Where the first control character stands, and how many bytes it has (1).
fn first_control(bytes: &[u8]) -> Option<(usize, usize)> {
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let rest = &bytes[at..];
        match byte {
            b'\n' | b'\t' => {}
            b'\r' if rest.starts_with(b"\r\n") => {}
            b'\x1b' if let Some(color) = COLORS.iter().find(|color| rest.starts_with(color)) => {
                at += color.len() - 1;
            }
            0..=0x1f | 0x7f => return Some((at, 1)),
            // U+0080 to U+009F: some terminals take them for escape sequences.
            0xc2 if matches!(rest.get(1), Some(0x80..=0x9f)) => return Some((at, 2)),
            _ => {}
        }
        at += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::harmless;

    #[test]
    fn a_text_steers_nothing() {
        for (text, shown) in [
            ("plain, grün, 中文\n\t.", "plain, grün, 中文\n\t."),
            ("a\u{1b}[2Jb", "a\\u001b[2Jb"),
            ("\u{1b}]0;title\u{7}", "\\u001b]0;title\\u0007"),
            ("\u{9b}2J\u{7f}\0", "\\u009b2J\\u007f\\u0000"),
            ("over\rwritten\r\n", "over\\u000dwritten\r\n"),
            ("\u{1b}[31mFAIL\u{1b}[0m \u{1b}[8m", "\u{1b}[31mFAIL\u{1b}[0m \\u001b[8m"),
            ("\u{a0}\u{c2}", "\u{a0}\u{c2}"),
        ] {
            assert_eq!(harmless(text), shown);
        }
    }

    #[test]
    fn what_was_json_still_is() {
        let value = serde_json::json!({ "a": "\u{1b}\u{9b}\u{7f}" });
        let shown = harmless(&value.to_string());
        assert_eq!(serde_json::from_str::<serde_json::Value>(&shown).unwrap(), value);
        assert!(shown.is_ascii(), "{shown}");
    }
}
