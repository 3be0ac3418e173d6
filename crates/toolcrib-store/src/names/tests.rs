use super::{InvalidId, ToolKey, own_id};

#[test]
fn keys_and_rows_name_each_other() {
    for (key, row_id) in [
        (ToolKey::global("echo"), "echo"),
        (ToolKey::own("w", "echo"), "w/echo"),
        (ToolKey::own("w", "a/b"), "w/a/b"),
    ] {
        assert_eq!(key.row_id().as_deref(), Ok(row_id));
        assert_eq!(ToolKey::from_row_id(row_id), key);
    }
    assert_eq!(own_id("w/a").unwrap(), "a");
}

#[test]
fn nothing_can_pass_for_another_workspaces() {
    let slash = |id: &str| Err(InvalidId::Slash(id.to_owned()));
    assert_eq!(ToolKey::global("w/echo").row_id(), slash("w/echo"));
    assert_eq!(ToolKey::own("w/x", "echo").row_id(), slash("w/x"));
    assert_eq!(ToolKey::own("", "echo").row_id(), Err(InvalidId::Length(0)));
    assert_eq!(ToolKey::global("i".repeat(600)).row_id(), Err(InvalidId::Length(600)));
}
