//! Names for what has none.

use toolcrib::canonical;

/// Characters of a workspace's id.
const WORKSPACE_CHARS_MAX: usize = 64;

/// Random bytes of an id that nobody should guess.
const RANDOM_BYTES: usize = 10;

/// Whether a text can be the id of a workspace.
pub fn is_workspace_id(id: &str) -> bool {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric();
    id.len() <= WORKSPACE_CHARS_MAX
        && id.bytes().next().is_some_and(is_word)
        && id.bytes().all(|byte| is_word(byte) || matches!(byte, b'_' | b'-' | b'.'))
}

/// A new id that nobody can guess, such as `agent_5f0c…`.
///
/// # Errors
///
/// When the operating system has no randomness to give.
pub fn mint_id(prefix: &str) -> Result<String, getrandom::Error> {
    let mut random = [0; RANDOM_BYTES];
    getrandom::fill(&mut random)?;
    Ok(format!("{prefix}_{}", canonical::hex(&random)))
}

/// A new id for a request: unique, not secret, and cheap.
pub fn mint_request_id() -> String {
    format!("req_{:016x}", fastrand::u64(..))
}
