//! The tables, as numbered steps from nothing to now.
//!
//! A step that was released is never changed; what comes later is a new step.
//! One text serves both databases, a few words apart.

/// From nothing to now, one text a version.
const MIGRATIONS: &[&str] = &[
    include_str!("schema/001.sql"),
    include_str!("schema/002.sql"),
    include_str!("schema/003.sql"),
    include_str!("schema/004.sql"),
    include_str!("schema/005.sql"),
    include_str!("schema/006.sql"),
    include_str!("schema/007.sql"),
];

/// The schema that this program knows.
pub(crate) const KNOWN: i64 = MIGRATIONS.len() as i64;

/// How a database says what the other says differently.
#[derive(Clone, Copy)]
pub(crate) struct Dialect {
    /// Text that sorts by its bytes.
    pub(crate) text: &'static str,
    /// Yes or no.
    pub(crate) boolean: &'static str,
    /// This moment as the program writes it.
    pub(crate) now: &'static str,
    /// A table that is kept in the order of its key, where that can be said.
    pub(crate) by_key: &'static str,
    /// A key that the database counts.
    pub(crate) serial: &'static str,
    /// A column with the words of a message, where they are kept in its row.
    pub(crate) words: &'static str,
    /// The index over the words of all messages.
    pub(crate) mail_index: &'static str,
}

/// What a database of this version lacks, as one text; nothing if it is newer.
pub(crate) fn missing(version: i64, dialect: Dialect) -> Option<String> {
    let done = usize::try_from(version).ok()?;
    let steps = MIGRATIONS.get(done..)?.concat();
    let text = steps
        .replace("{text}", dialect.text)
        .replace("{boolean}", dialect.boolean)
        .replace("{now}", dialect.now)
        .replace("{by_key}", dialect.by_key)
        .replace("{serial}", dialect.serial)
        .replace("{words}", dialect.words)
        .replace("{mail_index}", dialect.mail_index);
    Some(format!("{text}\nUPDATE schema_version SET version = {KNOWN};"))
}

/// Makes the table that says how far a database is.
pub(crate) const BEGINNING: &str = "
    CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL);
    INSERT INTO schema_version (version)
        SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM schema_version);";

/// Says how far a database is.
pub(crate) const VERSION: &str = "SELECT MAX(version) FROM schema_version";
