//! Tool folders in a temporary place, and a runtime over them.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tempfile::TempDir;
use toolcrib::record::MemoryRecorder;
use toolcrib::runtime::RuntimeBuilder;
use toolcrib::{CallRequest, Caller, Outcome, Registry, Runtime};
use toolcrib_handlers::folders::{Report, ToolFolders};
use toolcrib_handlers::js::{Engine, Settings};

/// A place with tool folders in it.
pub(crate) struct Workshop {
    pub(crate) root: TempDir,
    pub(crate) registry: Registry,
    pub(crate) folders: ToolFolders,
    pub(crate) recorder: MemoryRecorder,
}

impl Workshop {
    pub(crate) fn new() -> Self {
        Self::with(Settings::default())
    }

    pub(crate) fn with(settings: Settings) -> Self {
        let root = tempfile::tempdir().unwrap();
        let folders = ToolFolders::new(Engine::new(settings), [root.path().to_owned()]);
        let recorder = MemoryRecorder::new(10_000);
        Self { root, registry: Registry::new(), folders, recorder }
    }

    pub(crate) fn folder(&self, name: &str) -> PathBuf {
        self.root.path().join(name)
    }

    /// Writes a tool whose handler has this body.
    pub(crate) fn write(&self, name: &str, body: &str) {
        let handler = format!("export async function execute(context) {{ {body} }}\n");
        self.write_with(name, json!({}), &handler);
    }

    /// Writes a tool with other words in its manifest and a whole handler.
    pub(crate) fn write_with(&self, name: &str, others: Value, handler: &str) {
        write_tool(&self.folder(name), others, handler);
    }

    pub(crate) async fn load(&self) -> Report {
        self.folders.load(&self.registry).await.unwrap()
    }

    pub(crate) fn builder(&self) -> RuntimeBuilder {
        Runtime::builder(self.registry.clone()).recorder(self.recorder.clone())
    }

    pub(crate) fn runtime(&self) -> Runtime {
        self.builder().build()
    }

    pub(crate) async fn call(&self, tool: &str) -> Outcome {
        let request = CallRequest::new(tool, json!({}));
        self.runtime().call(&Caller::default(), request).await
    }

    /// The data that a tool answers with, or its error in words.
    pub(crate) async fn ask(&self, tool: &str) -> Result<Value, String> {
        let outcome = self.call(tool).await;
        outcome.result.map(|answer| answer.data).map_err(|error| error.to_string())
    }

    /// What the handler of the newest call said.
    pub(crate) fn console(&self) -> Vec<String> {
        let newest = self.recorder.finished().pop().unwrap();
        newest.console.into_iter().map(|line| line.text).collect()
    }
}

/// Writes the three files of a tool.
pub(crate) fn write_tool(folder: &Path, others: Value, handler: &str) {
    let name = folder.file_name().unwrap().to_str().unwrap();
    let id = name.replace('-', "_");
    let mut manifest = json!({
        "toolId": id,
        "version": "1.0.0",
        "description": "Does something for a test.",
        "category": "utility",
        "sideEffects": "none",
        "idempotent": true,
        "requiresConfirmation": false,
        "allowedModes": ["text", "voice"],
        "latencyBudgetMs": 1000,
        "timeoutMs": 20000,
        "parameters": { "type": "object", "additionalProperties": false, "properties": {} },
    });
    for (field, value) in others.as_object().unwrap() {
        manifest[field] = value.clone();
    }
    fs::create_dir_all(folder).unwrap();
    fs::write(folder.join("schema.json"), manifest.to_string()).unwrap();
    fs::write(folder.join("guide.md"), format!("# {id}\n\nFor a test.\n")).unwrap();
    fs::write(folder.join("handler.js"), handler).unwrap();
}

/// An engine that runs one script at a time.
pub(crate) fn one_at_a_time() -> Settings {
    Settings { threads_max: 1, ..Settings::default() }
}
