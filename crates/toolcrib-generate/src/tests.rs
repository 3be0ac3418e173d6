use std::path::Path;

use serde_json::json;
use toolcrib_authoring::book::Book;
use toolcrib_core::{Limits, Spec};

use super::*;

fn nasty() -> Book {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/books/nasty.yaml");
    let book = Book::read(&path, &Limits::DEFAULT).unwrap();
    assert!(!book.has_errors(), "{:#?}", book.all_findings());
    book
}

fn specs(book: &Book) -> Vec<&Spec> {
    book.tools.iter().map(|tool| tool.spec.as_ref().unwrap()).collect()
}

#[test]
fn the_same_tools_give_the_same_bytes_in_any_order() {
    let book = nasty();
    let mut specs = specs(&book);
    assert!(specs.len() >= 10);
    for language in [Language::Rust, Language::Typescript, Language::Python] {
        let first = generate(&specs, language).unwrap();
        specs.reverse();
        assert_eq!(generate(&specs, language).unwrap(), first, "{language:?}");
        if let Some(folder) = std::env::var_os("TOOLCRIB_SHOW_GENERATED") {
            let file = Path::new(&folder).join(format!("{language:?}.txt"));
            std::fs::write(file, first).unwrap();
        }
    }
}

#[test]
fn types_say_what_a_schema_says() {
    let spec = Spec {
        parameters: json!({
            "type": "object",
            "additionalProperties": false,
            "required": ["query"],
            "properties": {
                "query": { "type": "string", "description": "The words." },
                "kinds": { "type": "array", "items": { "$ref": "#/$defs/Kind" } },
                "page": { "type": ["integer", "null"] },
            },
            "$defs": { "Kind": { "type": "string", "enum": ["post", "reply"] } },
        }),
        output: Some(json!({ "type": "array", "items": { "type": "string" } })),
        ..Spec::new("search", "Finds things.")
    };
    let typescript = generate(&[&spec], Language::Typescript).unwrap();
    for line in [
        "export type SearchKind = \"post\" | \"reply\";",
        "export interface SearchInput {\n  /** The words. */\n  query: string;\n  kinds?: Array<SearchKind>;\n  page?: number | null;\n}",
        "export type SearchOutput = Array<string>;",
        "  /** Finds things. */\n  search(input: SearchInput, options?: CallOptions): Promise<Answer<SearchOutput>> {",
    ] {
        assert!(typescript.contains(line), "{line}\n{typescript}");
    }
    let python = generate(&[&spec], Language::Python).unwrap();
    for line in [
        "SearchKind: TypeAlias = \"Literal[\\\"post\\\", \\\"reply\\\"]\"",
        "class SearchInput(TypedDict):\n    # The words.\n    query: str\n    kinds: NotRequired[list[SearchKind]]\n    page: NotRequired[Union[int, None]]\n",
        "    def search(self, input: SearchInput, **options: Any) -> Answer[SearchOutput]:\n        \"\"\"Finds things.\"\"\"\n",
    ] {
        assert!(python.contains(line), "{line}\n{python}");
    }
    let rust = generate(&[&spec], Language::Rust).unwrap();
    for line in [
        "pub mod search {",
        "pub struct Input {",
        "pub query: ::std::string::String,",
        "pub enum Kind {",
        "pub async fn search(",
    ] {
        assert!(rust.contains(line), "{line}\n{rust}");
    }
}
