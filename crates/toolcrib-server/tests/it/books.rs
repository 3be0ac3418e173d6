//! Schema books: as a source of the configuration, and taken into a workspace.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::shipped_tools::typed;

pub(crate) fn book(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/books").join(name);
    path.canonicalize().unwrap().display().to_string()
}

/// A folder with a handler for `greet`, whose own schema says something else.
pub(crate) fn with_greet(folder: &Path) -> PathBuf {
    let tool = folder.join("tools/greet");
    fs::create_dir_all(&tool).unwrap();
    let manifest = json!({
        "toolId": "greet", "version": "2.0.0", "description": "Of the folder.",
        "category": "utility", "sideEffects": "none", "idempotent": true,
        "requiresConfirmation": false, "allowedModes": ["text"], "latencyBudgetMs": 100,
        "parameters": { "type": "object", "additionalProperties": false, "properties": {} },
    });
    fs::write(tool.join("schema.json"), manifest.to_string()).unwrap();
    fs::write(tool.join("guide.md"), "# greet\n\nSays hello.\n\n## Example\n\n```json\n{}\n```\n")
        .unwrap();
    let script = "export async function execute(context) {\n  \
                  return { ok: true, data: `hello ${context.args.name}` };\n}\n";
    fs::write(tool.join("handler.js"), script).unwrap();
    tool
}

fn json_of(folder: &Path, words: &[&str]) -> (Option<i32>, Value) {
    let words = [&["--json"], words].concat();
    let (code, out, err) = typed(folder, &words);
    (code, serde_json::from_str(&out).unwrap_or_else(|_| panic!("{out} {err}")))
}

#[test]
fn a_broken_book_is_reported_whole_and_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    for command in ["check", "import"] {
        let (code, out, err) = typed(folder.path(), &[command, &book("broken.yaml")]);
        assert_eq!((code, out.as_str()), (Some(1), ""), "{command}");
        assert_eq!(err.matches("\nerror: ").count() + 1, 18, "{err}");
        assert!(err.ends_with("7 tools checked: 18 errors, 3 warnings\n"), "{err}");
        assert!(err.contains("broken.yaml:25:21"), "{err}");
    }
    // A folder of files is a book, too.
    let (code, _, err) = typed(folder.path(), &["check", &book("one-file-a-tool")]);
    assert_eq!((code, err.as_str()), (Some(0), "2 tools checked: no errors\n"));
    let (_, tools) = json_of(folder.path(), &["list"]);
    assert!(!tools.to_string().contains("no_output"), "{tools}");
    let (code, _, err) = typed(folder.path(), &["import", "nothing.yaml"]);
    assert_eq!(code, Some(2));
    assert!(err.starts_with("error: cannot read the book `nothing.yaml`: "), "{err}");
    let (code, _, err) = typed(folder.path(), &["import", "Cargo.toml"]);
    assert_eq!((code, err.contains("cannot read the book")), (Some(2), true));
}

#[test]
fn a_book_takes_back_nothing_that_its_handler_does() {
    let folder = tempfile::tempdir().unwrap();
    let manifest = with_greet(folder.path()).join("schema.json");
    let text = fs::read_to_string(&manifest).unwrap();
    let mut facts: Value = serde_json::from_str(&text).unwrap();
    facts["sideEffects"] = "writes".into();
    facts["category"] = "action".into();
    facts["requiresConfirmation"] = true.into();
    fs::write(&manifest, facts.to_string()).unwrap();
    let tame = "definitions:\n  ToolGreet:\n    title: greet\n    description: Greets.\n    \
                x-tool: { sideEffects: none, requiresConfirmation: false }\n  \
                ToolGreetInput: { type: object, additionalProperties: false, \
                properties: { name: { type: string } } }\n  ToolGreetOutput: { type: string }\n";
    let own = folder.path().join("book.yaml");
    fs::write(&own, tame).unwrap();
    fs::write(folder.path().join("toolcrib.toml"), "[sources]\nbooks = [\"book.yaml\"]\n").unwrap();
    let by_configuration = json_of(folder.path(), &["call", "greet", "name=Ada"]).1;
    fs::remove_file(folder.path().join("toolcrib.toml")).unwrap();
    let (code, out, err) = typed(folder.path(), &["import", "book.yaml"]);
    assert_eq!((code, out.as_str()), (Some(0), "greet: new\n"), "{err}");
    let by_import = json_of(folder.path(), &["call", "greet", "name=Ada"]).1;
    for outcome in [by_configuration, by_import] {
        assert_eq!(outcome["error"]["type"], "CONFIRMATION_REQUIRED", "{outcome}");
    }
}

#[test]
fn a_file_that_is_too_large_is_no_book() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("big.yaml"), " ".repeat(8 * 1024 * 1024 + 1)).unwrap();
    let (code, _, err) = typed(folder.path(), &["import", "big.yaml"]);
    assert_eq!((code, err.contains("it is larger than 8192 KiB")), (Some(2), true), "{err}");
}

#[test]
fn a_book_is_taken_into_a_workspace_and_binds_by_name() {
    let folder = tempfile::tempdir().unwrap();
    with_greet(folder.path());
    let books = book("one-file-a-tool");
    let dry = typed(folder.path(), &["import", "--dry-run", &books]);
    assert!(
        dry.2.ends_with("The workspace `default` would have 2 tools of this book.\n"),
        "{dry:?}"
    );
    let (code, out, err) = typed(folder.path(), &["import", &books]);
    assert_eq!((code, out.as_str()), (Some(0), "greet: new\npart: new\n"));
    assert!(err.contains("nobody can run `part` yet: there is no handler of that name"), "{err}");
    let (code, out, _) = typed(folder.path(), &["import", &books]);
    assert_eq!((code, out.as_str()), (Some(0), "greet: unchanged\npart: unchanged\n"));
    // The book says what is checked, the folder what runs.
    let (code, outcome) = json_of(folder.path(), &["call", "greet", "name=Ada"]);
    assert_eq!((code, &outcome["data"]), (Some(0), &json!("hello Ada")), "{outcome}");
    let (code, outcome) = json_of(folder.path(), &["call", "greet"]);
    assert_eq!((code, &outcome["error"]["type"]), (Some(1), &json!("VALIDATION")));
    let (code, outcome) = json_of(folder.path(), &["call", "part"]);
    assert_eq!(code, Some(1));
    let said = outcome["error"]["message"].as_str().unwrap();
    assert!(said.contains("there is no handler `part`"), "{said}");
    let (_, _, shown) = typed(folder.path(), &["list"]);
    assert!(shown.contains("part"), "{shown}");
    // A book that changes makes another version.
    let text = fs::read_to_string(format!("{books}/greet.yaml")).unwrap();
    let own = folder.path().join("book.yaml");
    let text = text.replace("common.yaml#/definitions/Name", "#/definitions/Name");
    fs::write(&own, format!("{text}definitions:\n  Name: {{ type: string, maxLength: 5 }}\n"))
        .unwrap();
    let (code, out, err) = typed(folder.path(), &["import", "book.yaml"]);
    assert_eq!((code, out.as_str()), (Some(0), "greet: changed\n"), "{err}");
    let (code, _) = json_of(folder.path(), &["call", "greet", "name=Augusta"]);
    assert_eq!(code, Some(1));
}

#[test]
fn books_of_the_configuration_stand_before_their_handlers() {
    let folder = tempfile::tempdir().unwrap();
    with_greet(folder.path());
    let settings = format!("[sources]\nbooks = [{:?}]\n", book("one-file-a-tool"));
    fs::write(folder.path().join("toolcrib.toml"), settings).unwrap();
    let (_, shown) = json_of(folder.path(), &["show", "greet"]);
    let text = shown.to_string();
    assert!(text.contains("Says hello to somebody."), "{text}");
    assert!(text.contains("2.0.0"), "what the book leaves open is the handler's: {text}");
    let (code, outcome) = json_of(folder.path(), &["call", "greet", "name=Ada"]);
    assert_eq!((code, &outcome["data"]), (Some(0), &json!("hello Ada")), "{outcome}");
    let (code, outcome) = json_of(folder.path(), &["call", "part"]);
    assert_eq!(code, Some(1));
    assert!(outcome.to_string().contains("there is no handler `part`"), "{outcome}");
    // A path is told from the settings, and what is not there is said.
    fs::write(folder.path().join("toolcrib.toml"), "[sources]\nbooks = [\"no.yaml\"]\n").unwrap();
    let (code, _, err) = typed(folder.path(), &["list"]);
    assert_eq!(code, Some(2));
    assert!(err.starts_with("error: the book `no.yaml` cannot be read: No such file"), "{err}");
}
