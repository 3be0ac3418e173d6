//! Agents in files: `agents/*.json`.
//!
//! (1) A file makes its agent once, and changes it when the file changes; what
//!     somebody changed or deleted since stays so until then.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use include_dir::{Dir, include_dir};
use serde::Deserialize;
use serde_json::{Map, Value};
use sha2::{Digest as _, Sha256};
use toolcrib::spec::is_tool_id;
use toolcrib_authoring::read_text;
use toolcrib_store::{NewAgent, NewAttachment, StoreError};

use super::faults;
use crate::crib::{Crib, Unchanged, Workspace};

/// The agents that ship with the program.
static SHIPPED: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/../../agents");

/// The file beside them that is no agent: what plays without a model.
const SCRIPT: &str = "script.json";

/// Bytes of a file.
const FILE_BYTES_MAX: u64 = 1024 * 1024;

/// An agent, as a file says it.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AgentFile {
    /// Its id.
    pub id: String,
    /// Its name for people; its id where nobody says.
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    description: String,
    #[serde(default)]
    tool_description: Option<String>,
    /// What it is told.
    #[serde(default, alias = "playbook")]
    instructions: String,
    /// The name of a configured model.
    #[serde(default)]
    model: Option<String>,
    #[serde(default)]
    parameters: Option<Map<String, Value>>,
    #[serde(default)]
    settings: Map<String, Value>,
    /// Its tools, by id, each alone or with its config.
    #[serde(default)]
    tools: Vec<GivenTool>,
    /// The agents that it may hand work to.
    #[serde(default)]
    agents: Option<Vec<String>>,
    #[serde(default)]
    web_search: Option<bool>,
    #[serde(default = "yes")]
    enabled: bool,
    #[serde(default)]
    is_primary: bool,
    #[serde(skip)]
    hash: String,
    #[serde(skip)]
    path: PathBuf,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum GivenTool {
    Id(String),
    Set {
        id: String,
        #[serde(default)]
        config: Option<Map<String, Value>>,
    },
}

fn yes() -> bool {
    true
}

/// Why a file makes no agent.
#[derive(Debug, thiserror::Error)]
pub enum AgentFileError {
    /// It cannot be read.
    #[error("cannot read `{}`: {cause}", .path.display())]
    Unreadable {
        /// Which file.
        path: PathBuf,
        /// Why.
        cause: io::Error,
    },
    /// What it says makes no agent.
    #[error("`{}` is no agent: {why}", .path.display())]
    Wrong {
        /// Which file.
        path: PathBuf,
        /// Why.
        why: String,
    },
    /// The store does not answer.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl AgentFile {
    fn read(path: &Path, text: &str) -> Result<Self, AgentFileError> {
        let wrong = |why: String| AgentFileError::Wrong { path: path.to_owned(), why };
        let mut file: Self =
            serde_json::from_str(text).map_err(|error| wrong(error.to_string()))?;
        if !is_tool_id(&file.id) {
            return Err(wrong(format!(
                "`{}` is no id: it must match ^[a-z][a-z0-9_]{{0,63}}$",
                file.id
            )));
        }
        for (key, value) in [
            ("agents", file.agents.clone().map(Value::from)),
            ("web_search", file.web_search.map(Value::from)),
        ] {
            if let Some(value) = value {
                file.settings.insert(key.to_owned(), value);
            }
        }
        if let Some(fault) = faults(&file.agent()).first() {
            return Err(wrong(fault.to_string()));
        }
        file.path = path.to_owned();
        file.hash = Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(file)
    }

    fn agent(&self) -> NewAgent {
        NewAgent {
            id: self.id.clone(),
            name: self.name.clone().unwrap_or_else(|| self.id.clone()),
            description: self.description.clone(),
            tool_description: self.tool_description.clone(),
            instructions: self.instructions.clone(),
            model: self.model.clone(),
            parameters: self.parameters.clone().map(|map| Value::Object(map).to_string()),
            settings: (!self.settings.is_empty())
                .then(|| Value::Object(self.settings.clone()).to_string()),
            enabled: self.enabled,
            is_primary: self.is_primary,
        }
    }

    /// Its tools. One that is not there must not become none, which would mean
    /// the default ones.
    fn tools(&self, workspace: &Workspace) -> Result<Vec<NewAttachment>, AgentFileError> {
        let view = workspace.view();
        let (mut given, mut missing) = (Vec::new(), Vec::new());
        for tool in &self.tools {
            let (id, config) = match tool {
                GivenTool::Id(id) => (id, None),
                GivenTool::Set { id, config } => (id, config.clone()),
            };
            match view.tools.get(id) {
                Some(known) => given.push(NewAttachment {
                    tool: known.key.clone(),
                    config: config.map(|config| Value::Object(config).to_string()),
                    version_hash: None,
                }),
                None => missing.push(format!("`{id}`")),
            }
        }
        if missing.is_empty() {
            return Ok(given);
        }
        let why = format!(
            "it wants tools that nobody has: {}; `toolcrib list` shows those there are",
            missing.join(", ")
        );
        Err(AgentFileError::Wrong { path: self.path.clone(), why })
    }
}

impl AgentFile {
    /// Why the agent could not be made: nobody can be given a tool that never was
    /// whole.
    fn unmade(&self, workspace: &Workspace, error: StoreError) -> AgentFileError {
        let view = workspace.view();
        let broken = self.tools.iter().find_map(|tool| {
            let (GivenTool::Id(id) | GivenTool::Set { id, .. }) = tool;
            let broken = view.tools.get(id)?.entry.as_ref().err()?;
            Some((id, broken.problems.first()?))
        });
        match (error, broken) {
            (StoreError::Missing, Some((id, problem))) => AgentFileError::Wrong {
                path: self.path.clone(),
                why: format!("its tool `{id}` is broken: {problem}"),
            },
            (error, _) => error.into(),
        }
    }
}

/// The agents that ship with the program.
///
/// # Errors
///
/// Never, as a test shows.
pub fn shipped() -> Result<Vec<AgentFile>, AgentFileError> {
    let files = SHIPPED.files().filter(|file| file.path() != Path::new(SCRIPT));
    let files = files.filter_map(|file| Some((file.path(), file.contents_utf8()?)));
    files.map(|(path, text)| AgentFile::read(path, text)).collect()
}

/// The agents of a folder; none if there is no such folder.
fn of_folder(folder: &Path) -> Result<Vec<AgentFile>, AgentFileError> {
    let unreadable =
        |path: &Path, cause| AgentFileError::Unreadable { path: path.to_owned(), cause };
    let listed = match std::fs::read_dir(folder) {
        Ok(listed) => listed,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(unreadable(folder, error)),
    };
    let mut files = BTreeMap::new();
    for file in listed {
        let path = file.map_err(|error| unreadable(folder, error))?.path();
        let is_agent = path.extension().is_some_and(|ending| ending == "json")
            && path.file_name().is_some_and(|name| name != SCRIPT);
        if is_agent {
            let text =
                read_text(&path, FILE_BYTES_MAX).map_err(|error| unreadable(&path, error))?;
            files.insert(path.clone(), AgentFile::read(&path, &text)?);
        }
    }
    Ok(files.into_values().collect())
}

/// Makes the agents of a folder, and those that ship with the program where
/// the workspace has none yet.
///
/// # Errors
///
/// When a file cannot be used, or the store does not answer.
pub async fn take_in(
    crib: &Crib,
    workspace: &Workspace,
    folder: &Path,
) -> Result<(), AgentFileError> {
    let own = of_folder(folder)?;
    let is_new = workspace.view().agents.is_empty() && own.is_empty();
    let samples = if is_new { shipped()? } else { Vec::new() };
    for file in own.iter().chain(&samples) {
        let known = crib.store().agent_file(workspace.id(), &file.id).await?;
        if known.as_deref() == Some(file.hash.as_str()) {
            continue;
        }
        let tools = file.tools(workspace)?;
        let agent = file.agent();
        let changed = crib
            .change_agent(workspace, &file.id, |_| {
                Ok::<_, std::convert::Infallible>((agent.clone(), Some(tools.clone())))
            })
            .await;
        match changed {
            Ok(()) => {}
            Err(Unchanged::Gone) => match crib.create_agent(workspace, agent, tools).await {
                // Somebody else was quicker.
                Err(StoreError::Exists) => {}
                made => made.map_err(|error| file.unmade(workspace, error))?,
            },
            Err(Unchanged::Store(error)) => return Err(file.unmade(workspace, error)),
            Err(Unchanged::Refused(never)) => match never {},
        }
        crib.store().keep_agent_file(workspace.id(), &file.id, &file.hash).await?;
    }
    // Whoever starts beside us may have made them since we looked.
    let view = workspace.view();
    let is_missing = |file: &AgentFile| !view.agents.contains_key(&file.id);
    if own.iter().chain(&samples).any(is_missing) {
        workspace.catch_up(crib, view.revision).await?;
    }
    Ok(())
}
