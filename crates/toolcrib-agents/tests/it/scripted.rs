//! A model that plays a script, and remembers what it was asked.

use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use toolcrib::async_trait;
use toolcrib_agents::model::{Answer, Script, ScriptModel};
use toolcrib_agents::wire::{ModelRequest, Wire};
use toolcrib_agents::{Message, Model, ModelError};

/// A model that plays a script, and remembers what it was asked.
pub(crate) struct Scripted {
    model: ScriptModel,
    asked: Mutex<Vec<Asked>>,
}

/// What a model was asked in one round.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub(crate) agent: String,
    pub(crate) system: String,
    pub(crate) messages: Vec<Message>,
    /// The names of the tools that it was offered.
    pub(crate) tools: Vec<String>,
}

/// A model that plays these turns.
pub(crate) fn script(turns: Value) -> Arc<Scripted> {
    let script = Script::read(&json!({ "turns": turns }).to_string()).unwrap();
    Arc::new(Scripted { model: ScriptModel::new(script), asked: Mutex::default() })
}

impl Scripted {
    pub(crate) fn asked(&self) -> Vec<Asked> {
        self.asked.lock().unwrap().clone()
    }
}

#[async_trait]
impl Model for Scripted {
    fn wire(&self) -> Wire {
        self.model.wire()
    }

    async fn ask(&self, request: &ModelRequest<'_>) -> Result<Box<dyn Answer>, ModelError> {
        let tools = request.tools.as_array().unwrap().iter();
        let asked = Asked {
            agent: request.agent.to_owned(),
            system: request.system.to_owned(),
            messages: request.messages.to_vec(),
            tools: tools
                .map(|tool| tool["function"]["name"].as_str().unwrap().to_owned())
                .collect(),
        };
        self.asked.lock().unwrap().push(asked);
        self.model.ask(request).await
    }
}
