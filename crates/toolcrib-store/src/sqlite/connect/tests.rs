use super::{reader, writer};

#[test]
fn connections_are_set_up_for_their_work() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.db");
    let writer = writer(&path).unwrap();
    let number = |connection: &rusqlite::Connection, pragma: &str| -> i64 {
        connection.pragma_query_value(None, pragma, |row| row.get(0)).unwrap()
    };
    let mode: String = writer.pragma_query_value(None, "journal_mode", |row| row.get(0)).unwrap();
    assert_eq!(mode, "wal");
    // 2 is FULL: the log is flushed with every commit.
    assert_eq!(number(&writer, "synchronous"), 2);
    assert_eq!(number(&writer, "foreign_keys"), 1);
    assert_eq!(number(&writer, "busy_timeout"), 5_000);
    let reader = reader(&path).unwrap();
    assert!(reader.execute("DELETE FROM tools", []).is_err());
}
