//! Test data that lies beside the checkout, where there is any.

use std::path::PathBuf;

/// Reads a data file, or says that the test is skipped.
pub(crate) fn read(path: &str) -> Option<String> {
    let full: PathBuf =
        [env!("CARGO_MANIFEST_DIR"), "..", "..", "..", "shared", "data", path].iter().collect();
    let text = std::fs::read_to_string(full).ok();
    if text.is_none() {
        println!("skipped: no shared data `{path}` beside the checkout");
    }
    text
}
