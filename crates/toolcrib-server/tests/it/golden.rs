//! Files that hold what a public surface looks like.
//!
//! `UPDATE=1` writes them anew; a reviewer then reads the difference. Where
//! `CI` is set nothing is written: there the files are the contract.

use std::path::Path;
use std::{env, fs};

/// Compares a text with a file under `tests/golden`, byte for byte.
///
/// `path` is relative to the crate, so that a failure names a file that can be
/// opened.
pub(crate) fn check(path: &str, actual: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if env::var_os("UPDATE").is_some() {
        assert!(env::var_os("CI").is_none(), "golden files are not rewritten where CI is set");
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, actual).unwrap();
    }
    let expected = fs::read_to_string(&file)
        .unwrap_or_else(|error| panic!("{path}: {error}; write it with UPDATE=1"));
    if expected != actual {
        let line = expected.lines().zip(actual.lines()).take_while(|(one, two)| one == two).count();
        panic!(
            "{path} differs from line {}:\n  expected {:?}\n  actual   {:?}\nif that is meant, run with UPDATE=1",
            line + 1,
            expected.lines().nth(line),
            actual.lines().nth(line),
        );
    }
}
