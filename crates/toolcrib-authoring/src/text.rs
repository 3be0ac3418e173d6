//! A text on disk, which a stranger may have put there.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::Path;

/// Reads a file that is text and no larger than this.
///
/// # Errors
///
/// When it is missing, no file, too large or no UTF-8 text; the error says which.
pub fn read_text(path: &Path, bytes_max: u64) -> io::Result<String> {
    let invalid = |why: String| io::Error::new(io::ErrorKind::InvalidData, why);
    // Asked before it is opened: opening a pipe would wait for a writer.
    if !fs::metadata(path)?.is_file() {
        return Err(invalid("it is not a file".to_owned()));
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(bytes_max + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > bytes_max {
        return Err(invalid(format!("it is larger than {} KiB", bytes_max / 1024)));
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
        invalid(format!("it is not UTF-8 text: line {line} has other bytes"))
    })?;
    // Editors on Windows put it there; it is no part of the text.
    Ok(text.strip_prefix('\u{feff}').map_or_else(|| text.clone(), str::to_owned))
}
