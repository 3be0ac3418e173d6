//! The models that agents use, as the configuration names them.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde::Deserialize;
use toolcrib_agents::model::{ANSWER, HttpModel, HttpSettings, Script, ScriptModel};
use toolcrib_agents::wire::{Manner, Wire};
use toolcrib_agents::{Model, ModelError};

/// The model of agents that name none.
const DEFAULT: &str = "default";

/// What plays where nobody has set up a model.
const SAMPLE: &str = include_str!("../../../../agents/script.json");

/// Tokens that most models take.
const CONTEXT_TOKENS: usize = 128_000;

/// How long a model may be silent.
const PATIENCE_MS: u64 = 60_000;

/// One model of the configuration.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelConfig {
    provider: Vendor,
    #[serde(default)]
    base_url: Option<String>,
    /// The vendor's name for it.
    #[serde(default)]
    model: Option<String>,
    /// The name of the variable that holds the key, never the key.
    #[serde(default)]
    api_key_env: Option<String>,
    #[serde(default)]
    headers: BTreeMap<String, String>,
    #[serde(default)]
    timeout_ms: Option<u64>,
    #[serde(default)]
    retries: Option<u32>,
    #[serde(default)]
    stream: Option<bool>,
    #[serde(default)]
    max_tokens: Option<u32>,
    #[serde(default)]
    temperature: Option<f64>,
    #[serde(default)]
    context_tokens: Option<usize>,
    /// Whether it takes OpenRouter's additions; by its address where nobody says.
    #[serde(default)]
    openrouter: Option<bool>,
    /// The file of prepared answers.
    #[serde(default)]
    script: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Vendor {
    #[serde(alias = "openrouter", alias = "ollama", alias = "vllm")]
    OpenAi,
    Anthropic,
    Gemini,
    Script,
}

/// The models that agents use. Clones share them.
#[derive(Clone)]
pub struct Models(Arc<Inner>);

struct Inner {
    configs: BTreeMap<String, ModelConfig>,
    folder: PathBuf,
    /// Those that somebody has asked.
    made: Mutex<HashMap<String, Arc<dyn Model>>>,
}

impl Models {
    /// The models of a configuration, whose paths are told from its folder.
    pub fn new(configs: BTreeMap<String, ModelConfig>, folder: PathBuf) -> Self {
        Self(Arc::new(Inner { configs, folder, made: Mutex::default() }))
    }

    /// Whether prepared answers play because nobody has set up a model.
    pub fn are_samples(&self) -> bool {
        self.0.configs.is_empty()
    }

    /// A model by its name in the configuration.
    ///
    /// # Errors
    ///
    /// When there is none of this name, or it cannot be used; the words say
    /// what to do about it.
    pub fn named(&self, name: Option<&str>) -> Result<Arc<dyn Model>, ModelError> {
        let name = name.filter(|_| !self.are_samples()).unwrap_or(DEFAULT);
        let mut made = self.0.made.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(model) = made.get(name) {
            return Ok(Arc::clone(model));
        }
        let model = match self.0.configs.get(name) {
            Some(config) => config.make(name, &self.0.folder)?,
            None if self.are_samples() => played(SAMPLE, "the sample")?,
            None => {
                let known: Vec<&str> = self.0.configs.keys().map(String::as_str).collect();
                return Err(ModelError::Setup(format!(
                    "no model is called `{name}`; the configuration has {}. Add [models.{name}] to \
                     it, or give the agent one of those",
                    known.join(", ")
                )));
            }
        };
        made.insert(name.to_owned(), Arc::clone(&model));
        Ok(model)
    }
}

impl ModelConfig {
    fn make(&self, name: &str, folder: &Path) -> Result<Arc<dyn Model>, ModelError> {
        let setup = |what: String| ModelError::Setup(format!("the model `{name}` {what}"));
        let (wire, usual) = match self.provider {
            Vendor::OpenAi => (Wire::OpenAi, "https://api.openai.com/v1"),
            Vendor::Anthropic => (Wire::Anthropic, "https://api.anthropic.com/v1"),
            Vendor::Gemini => (Wire::Gemini, "https://generativelanguage.googleapis.com/v1beta"),
            Vendor::Script => {
                let path = self.script.as_ref();
                let path =
                    path.ok_or_else(|| setup("needs `script`, the path of a file".into()))?;
                let path = folder.join(path);
                let text = std::fs::read_to_string(&path)
                    .map_err(|error| setup(format!("cannot read {}: {error}", path.display())))?;
                return played(&text, &path.display().to_string());
            }
        };
        let key = match self.api_key_env.as_deref() {
            None => None,
            Some(variable) => match std::env::var(variable) {
                Ok(key) if !key.trim().is_empty() => Some(key.trim().to_owned()),
                _ => {
                    return Err(setup(format!("needs the variable {variable}, which is not set")));
                }
            },
        };
        let base_url = self.base_url.clone().unwrap_or_else(|| usual.to_owned());
        let is_openrouter = self.openrouter.unwrap_or_else(|| base_url.contains("openrouter.ai"));
        let model = self.model.clone();
        let settings = HttpSettings {
            wire,
            manner: Manner {
                model: model
                    .ok_or_else(|| setup("needs `model`, its vendor's name for it".into()))?,
                max_tokens: self.max_tokens,
                temperature: self.temperature,
                stream: self.stream.unwrap_or(true),
                is_openrouter,
            },
            base_url,
            key,
            headers: self.headers.clone().into_iter().collect(),
            patience: Duration::from_millis(self.timeout_ms.unwrap_or(PATIENCE_MS)),
            answer_max: ANSWER,
            retries: self.retries.unwrap_or(2),
            context_tokens: self.context_tokens.unwrap_or(CONTEXT_TOKENS),
        };
        Ok(Arc::new(HttpModel::new(settings)?))
    }
}

fn played(text: &str, what: &str) -> Result<Arc<dyn Model>, ModelError> {
    let script =
        Script::read(text).map_err(|error| ModelError::Setup(format!("{what}: {error}")))?;
    Ok(Arc::new(ScriptModel::new(script)))
}
