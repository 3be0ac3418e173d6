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

#[test]
#[cfg(unix)]
fn what_is_made_is_its_owners_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("data").join("a.db");
    let connection = writer(&path).unwrap();
    connection.execute("DELETE FROM tools", []).unwrap();
    let mode = |path: &std::path::Path| path.metadata().unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(path.parent().unwrap()), 0o700);
    for file in ["a.db", "a.db-wal", "a.db-shm"] {
        assert_eq!(mode(&path.with_file_name(file)), 0o600, "{file}");
    }
    drop(connection);
    // Whoever opened it to others keeps it so.
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o640)).unwrap();
    writer(&path).unwrap();
    assert_eq!(mode(&path), 0o640);
}

#[test]
fn a_file_in_place_of_the_folder_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("data");
    std::fs::write(&path, "").unwrap();
    let error = writer(&path.join("a.db")).unwrap_err();
    let source = std::error::Error::source(&error).unwrap().to_string();
    assert_eq!(source, format!("{} is not a folder", path.display()));
}
