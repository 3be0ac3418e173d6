//! What keeps a server from starting, and what is said then.

use std::fs;

use super::bed::Bed;

/// Runs a command that must not work, and says what it printed.
fn refused(bed: &Bed, typed: &[&str], variables: &[(&str, &str)]) -> String {
    let mut command = bed.command(typed);
    let output = command.envs(variables.iter().copied()).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{typed:?}");
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "", "{typed:?}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn wrong_usage_says_what_would_be_right() {
    let bed = Bed::sqlite();
    for (typed, variables, said) in [
        (
            vec!["serve", "--listen", "nonsense"],
            vec![],
            "`nonsense` is no address to listen on: give a host and a port, such as 127.0.0.1:7420",
        ),
        (
            vec!["serve"],
            vec![("TOOLCRIB_LOG", "loud")],
            "TOOLCRIB_LOG is `loud`; it can be error, warn, info, debug, trace or off",
        ),
        (
            vec!["serve", "--database", "mysql://localhost/tools"],
            vec![],
            "--database: `mysql://` is no database of ours: give a file, or \
             postgres://user@host/database",
        ),
        (
            vec!["serve", "--workspace", "a b"],
            vec![],
            "`a b` can be no workspace: its id has 1 to 64 letters, digits, `_`, `-` or `.`, and \
             begins with a letter or digit",
        ),
    ] {
        assert_eq!(refused(&bed, &typed, &variables), format!("error: {said}\n"));
    }
}

#[test]
fn a_file_where_the_data_folder_should_be_is_named() {
    let bed = Bed::sqlite();
    fs::write(bed.path().join("taken"), "").unwrap();
    let said = refused(
        &bed,
        &["serve", "--listen", "127.0.0.1:0", "--database", "taken/toolcrib.db"],
        &[],
    );
    assert!(said.starts_with("error: cannot open the database /"), "{said}");
    assert!(said.ends_with("/taken is not a folder\n"), "{said}");
}

#[test]
fn a_name_of_the_server_is_no_address() {
    let bed = Bed::sqlite();
    for wrong in ["https://tools.example.com", "tools.example.com:443", "tools.example.com/", ""] {
        let settings = format!("[server]\nhosts = [\"{wrong}\"]\n");
        fs::write(bed.path().join("toolcrib.toml"), settings).unwrap();
        let said = refused(&bed, &["serve", "--listen", "127.0.0.1:0"], &[]);
        assert!(said.contains(&format!("`{wrong}` is no name of a server")), "{said}");
    }
}

#[tokio::test]
async fn default_tools_that_nobody_has_are_named() {
    let bed = Bed::sqlite();
    let settings = "[agents]\ndefault_tools = [\"echo\", \"unheard_of\"]\n";
    fs::write(bed.path().join("toolcrib.toml"), settings).unwrap();
    let server = bed.serve(&[]).await;
    server.signal("TERM");
    let said = server.ended().await.err;
    let first = said.lines().next();
    assert_eq!(first, Some("agents.default_tools: there is no tool `unheard_of` yet"), "{said}");
}

#[test]
fn looking_at_keys_makes_no_database() {
    let bed = Bed::sqlite();
    let output = bed.run(&["keys", "list"]);
    assert_eq!(output.status.code(), Some(0));
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(said, "The workspace `default` has no keys.\n");
    assert!(!bed.file().unwrap().exists());
}
