use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use toolcrib_core::{Limits, SideEffects, Spec};

use super::*;
use crate::render;

fn books() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/books")
}

fn read(name: &str) -> Book {
    Book::read(&books().join(name), &Limits::DEFAULT).unwrap()
}

fn of_text(text: &str) -> Book {
    Book::from_files(BookFiles::of_text("book.yaml", text), &Limits::DEFAULT)
}

fn said(book: &Book) -> Vec<String> {
    let all = book.all_findings();
    let shown = |finding: &Finding| {
        let (line, column) = finding.place(&book.files).unwrap_or_default();
        format!("{} {line}:{column}: {}", finding.severity, finding.message)
    };
    all.iter().map(shown).collect()
}

fn spec<'a>(book: &'a Book, tool_id: &str) -> &'a Spec {
    let tool = book.tools.iter().find(|tool| tool.tool_id == tool_id);
    tool.unwrap_or_else(|| panic!("{tool_id}")).spec.as_ref().unwrap()
}

fn defs(schema: &Value) -> Vec<&str> {
    let defs = schema.get("$defs").and_then(Value::as_object);
    defs.map(|defs| defs.keys().map(String::as_str).collect()).unwrap_or_default()
}

#[test]
fn the_examples_of_the_seed_make_tools() {
    let book = read("seed.yaml");
    let ids: Vec<&str> = book.tools.iter().map(|tool| tool.tool_id.as_str()).collect();
    assert_eq!(ids, ["search", "my_new_tool"]);
    assert!(!book.has_errors(), "{:?}", said(&book));
    let search = spec(&book, "search");
    assert_eq!(search.description, "Search the knowledge base for posts, threads and people.");
    assert_eq!(search.side_effects, SideEffects::ReadOnly);
    assert_eq!(search.tags, ["search"]);
    assert_eq!(search.parameters["properties"]["kinds"]["items"], json!({"$ref": "#/$defs/Kind"}));
    assert_eq!(search.parameters["additionalProperties"], false);
    // Each schema carries what it reaches, cycles included, and nothing else.
    assert_eq!(defs(&search.parameters), ["Kind"]);
    assert_eq!(defs(search.output.as_ref().unwrap()), ["Author", "Item", "Kind"]);
    let item = &search.output.as_ref().unwrap()["$defs"]["Item"];
    assert_eq!(item["properties"]["replies"]["items"], json!({"$ref": "#/$defs/Item"}));
    assert_eq!(defs(&spec(&book, "my_new_tool").parameters), [] as [&str; 0]);
    // What a tool of the design must say and the seed does not, is said.
    let place = "the parameters say nothing about unknown arguments: those are refused";
    assert_eq!(said(&book).iter().filter(|said| said.ends_with(place)).count(), 2);
}

#[test]
fn a_folder_is_one_book_whose_files_know_each_other() {
    let book = read("one-file-a-tool");
    assert_eq!(said(&book), [] as [&str; 0]);
    let greet = spec(&book, "greet");
    assert_eq!(greet.parameters["properties"]["name"], json!({"$ref": "#/$defs/Name"}));
    assert_eq!(greet.parameters["$defs"]["Name"], json!({"type": "string", "minLength": 1}));
    assert_eq!(greet.output, Some(json!({"type": "string"})));
    let part = spec(&book, "part");
    assert_eq!((part.title.as_deref(), &*part.aliases), (Some("Part"), &["bye".to_owned()][..]));
    assert_eq!(part.output, Some(json!({"type": "string"})));
}

#[test]
fn a_broken_book_has_one_report_of_everything() {
    let golden = books().join("broken.txt");
    let mut book = read("broken.yaml");
    book.files = BookFiles::of_text(
        "tests/books/broken.yaml",
        std::fs::read_to_string(books().join("broken.yaml")).unwrap(),
    );
    let report = render(&book.files, &book.all_findings(), false);
    if std::env::var_os("UPDATE").is_some() && std::env::var_os("CI").is_none() {
        std::fs::write(&golden, &report).unwrap();
    }
    assert_eq!(report, std::fs::read_to_string(golden).unwrap());
    // What is broken takes nothing else with it.
    let usable: Vec<&str> = book
        .tools
        .iter()
        .filter(|tool| tool.spec.is_some())
        .map(|tool| tool.tool_id.as_str())
        .collect();
    assert_eq!(usable, [] as [&str; 0]);
}

#[test]
fn a_text_that_is_no_book_is_told_so() {
    for (text, expected) in [
        ("", "error 1:1: there is nothing here but white space"),
        ("- a\n- b\n", "error 1:1: there is no tool here"),
        ("definitions: {}\n", "error 1:1: there is no tool here"),
        ("a: 1\n---\nb: 2\n", "error 3:1: a second document starts here"),
        ("a: &x 1\na: 2\n", "error 2:1: the key `a` stands twice; it was first on line 1"),
        ("a: .inf\n", "error 1:4: `.inf` is a number that JSON does not have"),
        ("a: !x 1\n", "error 1:7: nobody knows what the tag `x` means here"),
        ("<<: 5\n", "error 1:5: `<<` takes over what an object has, and this is none"),
        ("? [a]\n: 1\n", "error 1:3: a key must be a text"),
        ("a: &a [*a]\n", "error 1:8: this stands for something that it is itself a part of"),
    ] {
        let found = said(&of_text(text));
        assert!(found.iter().any(|said| said == expected), "{text:?}: {found:?}");
    }
}

#[test]
fn a_reference_may_be_written_for_an_address() {
    let text = "definitions:\n  ToolX: { description: x, x-tool: { sideEffects: none } }\n  \
                ToolXInput: { type: object, additionalProperties: false, properties: { a: { $ref: \
                '#/definitions/N%20x' } } }\n  ToolXOutput: { type: string }\n  \
                'N x': { type: string }\n";
    assert_eq!(said(&of_text(text)), [] as [&str; 0]);
}

#[test]
fn copies_are_bounded() {
    let mut text = "a0: &a0 [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]\n".to_owned();
    for level in 1..10 {
        let copies = vec![format!("*a{}", level - 1); 10].join(", ");
        text.push_str(&format!("a{level}: &a{level} [{copies}]\n"));
    }
    let found = said(&of_text(&text));
    assert_eq!(found.len(), 1);
    assert!(found[0].ends_with("this has more than 100000 values, copies included"), "{found:?}");
}

#[test]
fn names_are_made_of_definitions() {
    for (name, id) in
        [("Search", "search"), ("RobotCreate", "robot_create"), ("KBSearch2", "kb_search2")]
    {
        let text = format!(
            "definitions:\n  Tool{name}: {{ description: x, x-tool: {{ sideEffects: none }} }}\n  \
             Tool{name}Input: {{ type: object, additionalProperties: false }}\n  \
             Tool{name}Output: {{ type: string }}\n"
        );
        let book = of_text(&text);
        assert_eq!(said(&book), [] as [&str; 0]);
        assert_eq!(book.tools[0].tool_id, id);
    }
}
