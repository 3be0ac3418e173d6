//! A tool as REST shows it.

use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;
use toolcrib::{Entry, Problem, Spec};
use utoipa::ToSchema;

use crate::crib::{Settings, ToolView, Workspace, category_of, name_of};

/// A tool.
#[derive(Serialize, ToSchema)]
#[schema(as = Tool)]
pub(crate) struct ToolBody {
    /// The stable id; also the name that a model calls.
    id: String,
    /// A name for people.
    name: String,
    /// What the tool does and when to use it, for the model.
    description: String,
    /// JSON Schema of the arguments, as text.
    parameters_schema: String,
    /// What runs it.
    handler_key: String,
    /// Its group, or else what policy counts it as.
    category: String,
    created_at: String,
    updated_at: String,
    /// `native`, `shipped`, `folders`, `database` for those made over REST, `table`
    /// for rows that somebody inserted, `mcp:…` for those of another server, or
    /// `agents` for agents that others may hand work to.
    source: String,
    /// Fingerprint of the version that serves; settings aside.
    version_hash: String,
    /// Why it cannot be called, or what somebody should look at.
    #[schema(value_type = Vec<ProblemSchema>)]
    problems: Vec<Problem>,
    /// Whether it can be called at all: whether no problem is in the way.
    usable: bool,
    /// What was set beside what its source says.
    #[schema(value_type = SettingsSchema)]
    settings: Settings,
    /// Everything else that it promises; absent where it cannot be used.
    #[serde(flatten)]
    promises: Option<Promises>,
}

/// What a tool promises beside its name and schema.
#[derive(Serialize, ToSchema)]
struct Promises {
    version: String,
    group: Option<String>,
    /// `retrieval`, `action` or `utility`: what policy counts it as.
    policy_category: String,
    /// `none`, `read_only` or `writes`.
    side_effects: String,
    idempotent: bool,
    requires_confirmation: bool,
    allowed_modes: Vec<String>,
    latency_budget_ms: u64,
    timeout_ms: u64,
    /// JSON Schema of the answer's data.
    output: Option<Value>,
    tags: Vec<String>,
    aliases: Vec<String>,
    examples: Vec<Value>,
    enabled: bool,
    /// `reject` or `drop`.
    unknown_arguments: String,
    coerce: bool,
    /// The tools that its handler may call.
    uses: Vec<String>,
    /// The hosts that its handler may reach.
    hosts: Vec<String>,
    /// The tool's manual, in Markdown.
    guide: Option<String>,
}

/// One thing that somebody should look at.
#[derive(ToSchema)]
#[schema(as = Problem)]
#[expect(dead_code, reason = "the words of the OpenAPI document for a type of the core")]
struct ProblemSchema {
    /// Where in the manifest, as a JSON pointer.
    pointer: String,
    /// `error` or `warning`.
    severity: String,
    /// What is wrong.
    message: String,
    /// What to do.
    help: String,
}

/// What was set beside what a tool's source says.
#[derive(ToSchema)]
#[schema(as = Settings)]
#[expect(dead_code, reason = "the words of the OpenAPI document for a type of the crib")]
struct SettingsSchema {
    #[schema(nullable = false, required = false)]
    enabled: Option<bool>,
    #[schema(nullable = false, required = false)]
    requires_confirmation: Option<bool>,
    #[schema(nullable = false, required = false)]
    allowed_modes: Option<Vec<String>>,
    #[schema(nullable = false, required = false)]
    latency_budget_ms: Option<u64>,
    #[schema(nullable = false, required = false)]
    timeout_ms: Option<u64>,
    #[schema(nullable = false, required = false)]
    description: Option<String>,
    /// The version that serves, where that is not the newest.
    #[schema(nullable = false, required = false)]
    version_hash: Option<String>,
}

impl ToolBody {
    /// A tool as a workspace sees it now.
    pub(crate) fn of(tool: &Arc<ToolView>, workspace: &Workspace) -> Self {
        Self::with(tool, None, |spec| workspace.offered(None, spec))
    }

    /// The same, as one version of it is, with what is live filled in.
    pub(crate) fn with(
        tool: &Arc<ToolView>,
        version: Option<&Entry>,
        live: impl Fn(&Spec) -> Option<Spec>,
    ) -> Self {
        let seen = match (&tool.entry, version) {
            (_, Some(version)) => Ok(version),
            (Ok(entry), None) => Ok(&**entry),
            (Err(broken), None) => Err(broken),
        };
        let mut body = Self {
            id: tool.key.id.clone(),
            name: String::new(),
            description: String::new(),
            parameters_schema: String::new(),
            handler_key: tool.handler_key.clone(),
            category: String::new(),
            created_at: tool.created_at.clone(),
            updated_at: tool.updated_at.clone(),
            source: tool.source.clone(),
            version_hash: tool.version_hash.clone(),
            problems: Vec::new(),
            usable: seen.is_ok(),
            settings: tool.settings.clone(),
            promises: None,
        };
        match seen {
            Ok(entry) => {
                let spec = entry.spec();
                name_of(spec).clone_into(&mut body.name);
                body.description.clone_from(&spec.description);
                let offered = live(spec);
                body.parameters_schema = offered.as_ref().unwrap_or(spec).parameters.to_string();
                body.category = category_of(spec);
                body.problems = entry.problems().to_vec();
                body.promises = Some(Promises::of(entry));
            }
            Err(broken) => {
                body.name.clone_from(&broken.name);
                body.description.clone_from(&broken.description);
                body.parameters_schema.clone_from(&broken.parameters_schema);
                body.category.clone_from(&broken.category);
                body.problems.clone_from(&broken.problems);
            }
        }
        body
    }

    /// Adds what keeps one agent from calling it.
    pub(crate) fn add_problems(&mut self, problems: &[Problem]) {
        self.usable &= problems.is_empty();
        self.problems.extend_from_slice(problems);
    }

    /// Says which version this is.
    pub(crate) fn of_version(&mut self, version_hash: &str) {
        version_hash.clone_into(&mut self.version_hash);
    }
}

impl Promises {
    fn of(entry: &Entry) -> Self {
        let spec = entry.spec();
        Self {
            version: spec.version.to_string(),
            group: spec.group.clone(),
            policy_category: spec.category().to_string(),
            side_effects: spec.side_effects.to_string(),
            idempotent: spec.idempotent,
            requires_confirmation: spec.requires_confirmation,
            allowed_modes: spec.allowed_modes.iter().map(ToString::to_string).collect(),
            latency_budget_ms: spec.latency_budget_ms,
            timeout_ms: spec.timeout_ms,
            output: spec.output.clone(),
            tags: spec.tags.clone(),
            aliases: spec.aliases.clone(),
            examples: spec.examples.clone(),
            enabled: spec.enabled,
            unknown_arguments: spec.unknown_arguments.to_string(),
            coerce: spec.coerce,
            uses: spec.uses.clone(),
            hosts: spec.hosts.clone(),
            guide: entry.guide().map(str::to_owned),
        }
    }
}

/// Whether a tool is of a category and has all these words, in lower case.
pub(super) fn is_like(tool: &ToolView, category: Option<&str>, words: &[&str]) -> bool {
    let (name, description, tags, categories): (_, _, &[String], _) = match &tool.entry {
        Ok(entry) => {
            let spec = entry.spec();
            let categories = [category_of(spec), spec.category().to_string()];
            (name_of(spec), &spec.description, &spec.tags, categories)
        }
        Err(broken) => {
            let categories = [broken.category.clone(), String::new()];
            (broken.name.as_str(), &broken.description, &[], categories)
        }
    };
    if category.is_some_and(|wanted| !categories.iter().any(|category| category == wanted)) {
        return false;
    }
    let contains = |text: &str, word: &str| text.to_lowercase().contains(word);
    words.iter().all(|word| {
        contains(&tool.key.id, word)
            || contains(name, word)
            || contains(description, word)
            || tags.iter().any(|tag| contains(tag, word))
    })
}
