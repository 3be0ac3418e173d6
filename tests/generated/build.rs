//! Generates from the nasty book what a build script would, and what the command
//! line does.

use std::path::Path;

use toolcrib_authoring::book::Book;
use toolcrib_core::{Limits, Spec};
use toolcrib_generate::{Language, generate};

fn main() {
    let book = "../books/nasty.yaml";
    toolcrib_generate::build::book(book, "handlers.rs");
    let book = Book::read(Path::new(book), &Limits::DEFAULT).expect("the book is there");
    let specs: Vec<&Spec> = book.tools.iter().filter_map(|tool| tool.spec.as_ref()).collect();
    let client = generate(&specs, Language::Rust).expect("code can be written");
    let folder = std::env::var_os("OUT_DIR").expect("cargo sets it");
    std::fs::write(Path::new(&folder).join("client.rs"), client).expect("the folder is there");
}
