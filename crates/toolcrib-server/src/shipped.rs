//! The tools that come with the binary.
//!
//! Small and useful at once. Those written in Rust harm nobody: none of them
//! writes. Those in folders are the ones under `tools/`, as they are there.

mod calculator;
mod contacts;
mod datetime;
mod echo;
mod email;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use include_dir::{Dir, include_dir};
use toolcrib::{Registry, Tool};
use toolcrib_handlers::folder::Files;

static FOLDERS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../tools");

/// A registry of the shipped tools.
pub fn registry() -> Registry {
    let registry = Registry::new();
    let tools: Vec<Arc<dyn Tool>> = vec![
        Arc::new(calculator::CalculatorTool),
        Arc::new(contacts::ExtractContactsTool),
        Arc::new(datetime::FormatDatetimeTool),
        Arc::new(echo::Echo),
        Arc::new(email::ValidateEmailTool),
    ];
    registry.register_all(tools).expect("the shipped tools are valid, as a test shows");
    registry
}

/// The shipped tool folders.
pub fn folders() -> Vec<Files> {
    FOLDERS.dirs().map(files).collect()
}

fn files(folder: &Dir<'_>) -> Files {
    let name = folder.path().display().to_string();
    let mut files = Files { shown: format!("shipped/{name}"), name, ..Files::default() };
    for file in folder.files() {
        let name = file.path().file_name().unwrap_or_default().to_string_lossy().into_owned();
        let text = file.contents_utf8().expect("the shipped tools are text, as a test shows");
        files.put(name, text.to_owned());
    }
    files
}
