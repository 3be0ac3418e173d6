//! The tools that come with the binary.
//!
//! Small and useful at once. Those written in Rust are compiled in; some work on
//! the store, which the runtime hands them. Those in folders are the ones under
//! `tools/`, as they are there.

mod calculator;
mod contacts;
mod datetime;
mod echo;
mod email;
mod execute_python;
mod files;
mod kb;
mod mail;
mod return_final_answer;
mod robots;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use include_dir::{Dir, include_dir};
use toolcrib::{Context, Registry, Tool, ToolError};
use toolcrib_handlers::folder::Files;
use toolcrib_handlers::python::Engine;
use toolcrib_store::{Store, StoreError};

pub(crate) use execute_python::ExecutePython;

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
        Arc::new(ExecutePython::new(Engine::default())),
        Arc::new(files::ListFilesTool),
        Arc::new(files::ReadFileTool),
        Arc::new(files::WriteFileTool),
        Arc::new(kb::KbGetTool),
        Arc::new(kb::KbSearchTool),
        Arc::new(kb::SearchTool),
        Arc::new(mail::EmailGetTool),
        Arc::new(mail::EmailSearchTool),
        Arc::new(return_final_answer::ReturnFinalAnswerTool),
        Arc::new(robots::RobotCreateTool),
        Arc::new(robots::RobotDeleteTool),
        Arc::new(robots::RobotGetTool),
        Arc::new(robots::RobotListTool),
        Arc::new(robots::RobotSwitchTool),
        Arc::new(robots::RobotUpdateTool),
    ];
    registry.register_all(tools).expect("the shipped tools are valid, as a test shows");
    registry
}

/// The store that a tool works on.
fn store(context: &Context) -> Result<Store, ToolError> {
    let store = context.state::<Store>().cloned();
    store.ok_or_else(|| ToolError::permanent("There is no database to work on here."))
}

/// What to say when the store does not answer.
fn failed(error: StoreError, what: &str) -> ToolError {
    let message = format!("{what} cannot be reached now.");
    match error {
        StoreError::Unavailable(_) => ToolError::transient(message).caused_by(error),
        error => ToolError::internal(message).caused_by(error),
    }
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
