//! Which version of a tool somebody means.

use toolcrib_store::VersionRow;

/// Characters of a fingerprint that may stand for all of it.
const PREFIX_CHARS_MIN: usize = 8;

/// Why no version is meant.
#[derive(Debug, thiserror::Error)]
pub enum NoVersion {
    /// There is none like that.
    #[error("there is no version `{0}`")]
    Unknown(String),
    /// Several begin like that.
    #[error("several versions begin with `{0}`; say more of it")]
    Ambiguous(String),
}

/// The version that somebody means: a fingerprint or the beginning of one, a
/// number, or a semantic version, of which the newest counts.
///
/// # Errors
///
/// When there is no such version, or several are.
pub fn version_named<'a>(
    rows: &'a [VersionRow],
    wanted: &str,
) -> Result<&'a VersionRow, NoVersion> {
    let by_number = || rows.iter().find(|row| row.number.to_string() == wanted);
    let by_name = || rows.iter().find(|row| row.version == wanted);
    if let Some(row) = by_number().or_else(by_name) {
        return Ok(row);
    }
    let begins = |row: &&VersionRow| row.version_hash.starts_with(wanted);
    let mut found = rows.iter().filter(|_| wanted.len() >= PREFIX_CHARS_MIN).filter(begins);
    match (found.next(), found.next()) {
        (Some(row), None) => Ok(row),
        (Some(_), Some(_)) => Err(NoVersion::Ambiguous(wanted.to_owned())),
        (None, _) => Err(NoVersion::Unknown(wanted.chars().take(64).collect())),
    }
}
