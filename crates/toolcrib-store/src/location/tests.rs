use super::{Location, LocationError};

fn read(text: &str) -> Result<Location, LocationError> {
    text.parse()
}

#[test]
fn a_path_is_a_file_and_a_url_a_server() {
    let file = |path: &str| Ok(Location::Sqlite(path.into()));
    assert_eq!(read("toolcrib.db"), file("toolcrib.db"));
    assert_eq!(read("sqlite:a/b.db"), file("a/b.db"));
    assert_eq!(read("sqlite:///var/b.db"), file("/var/b.db"));
    for url in ["postgres://u@h/d", "postgresql:///d?host=/run"] {
        assert_eq!(read(url), Ok(Location::Postgres(url.to_owned())));
    }
}

#[test]
fn what_is_neither_is_refused() {
    assert_eq!(read(""), Err(LocationError::Empty));
    assert_eq!(read("sqlite:"), Err(LocationError::Empty));
    assert_eq!(read("sqlite::memory:"), Err(LocationError::Memory));
    assert_eq!(read("mysql://h/d"), Err(LocationError::Scheme("mysql".to_owned())));
}

#[test]
fn a_password_is_never_shown() {
    for (url, shown) in [
        ("postgres://u:pass@h:5/d", "postgres://u@h:5/d"),
        ("postgres://u:p@ss:w/rd@h/d?sslmode=require", "postgres://u@h/d"),
        ("postgres://h/d?user=u&password=pass", "postgres://h/d"),
    ] {
        let location = read(url).unwrap();
        assert_eq!(location.to_string(), shown);
        assert_eq!(format!("{location:?}"), format!("Location({shown})"));
    }
}
