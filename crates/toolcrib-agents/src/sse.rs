//! Server-sent events, byte by byte.
//!
//! Bytes come in pieces that end anywhere, inside a character or a line
//! ending too. What comes out does not depend on where they were cut.

#[cfg(test)]
mod tests;

/// Bytes of one event; more is a stream that makes no sense.
const EVENT_BYTES_MAX: usize = 4 * 1024 * 1024;

/// An event is too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an event of the stream has more than {EVENT_BYTES_MAX} bytes")]
pub struct TooLarge;

/// Reads events out of bytes.
#[derive(Default)]
pub struct SseReader {
    /// The line that has begun.
    line: Vec<u8>,
    /// What the event says so far.
    data: Vec<u8>,
    has_data: bool,
    /// The last byte ended a line with a carriage return: a line feed belongs
    /// to it.
    after_return: bool,
    has_begun: bool,
}

impl SseReader {
    /// Takes in bytes, and hands out the data of every event that they end.
    ///
    /// # Errors
    ///
    /// When an event does not end.
    pub fn read(&mut self, bytes: &[u8], mut event: impl FnMut(&str)) -> Result<(), TooLarge> {
        let mut rest = bytes;
        while let Some(&first) = rest.first() {
            if std::mem::take(&mut self.after_return) && first == b'\n' {
                rest = &rest[1..];
                continue;
            }
            let end = memchr::memchr2(b'\n', b'\r', rest);
            let (part, ended) = rest.split_at(end.unwrap_or(rest.len()));
            self.line.extend_from_slice(part);
            if self.line.len() + self.data.len() > EVENT_BYTES_MAX {
                return Err(TooLarge);
            }
            let Some(&ending) = ended.first() else { return Ok(()) };
            self.after_return = ending == b'\r';
            self.end_line(&mut event);
            rest = &ended[1..];
        }
        Ok(())
    }

    /// Hands out the last event, where the stream ended without an empty line.
    pub fn end(&mut self, mut event: impl FnMut(&str)) {
        if !self.line.is_empty() {
            self.end_line(&mut event);
        }
        self.dispatch(&mut event);
    }

    fn end_line(&mut self, event: &mut impl FnMut(&str)) {
        let line = std::mem::take(&mut self.line);
        let mut text = line.as_slice();
        if !std::mem::replace(&mut self.has_begun, true) {
            text = text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(text);
        }
        if text.is_empty() {
            self.dispatch(event);
        } else if let Some(value) = text.strip_prefix(b"data") {
            // Anything else (comments, names, ids) says nothing that the data does not.
            let value = match value {
                [] => Some(value),
                [b':', b' ', value @ ..] | [b':', value @ ..] => Some(value),
                _ => None,
            };
            if let Some(value) = value {
                if self.has_data {
                    self.data.push(b'\n');
                }
                self.data.extend_from_slice(value);
                self.has_data = true;
            }
        }
        // The room is used again.
        self.line = line;
        self.line.clear();
    }

    fn dispatch(&mut self, event: &mut impl FnMut(&str)) {
        if std::mem::take(&mut self.has_data) {
            event(&String::from_utf8_lossy(&self.data));
            self.data.clear();
        }
    }
}
