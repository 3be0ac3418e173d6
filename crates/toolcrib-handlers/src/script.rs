//! A tool whose handler is a script, in whatever language.

use std::sync::Arc;

use async_trait::async_trait;
use serde_json::{Map, Value, json};
use toolcrib::{Answer, Context, Mode, Problem, Spec, Tool, ToolError, ValidCall};

use crate::fetch::HostList;
use crate::{js, python};

/// What runs scripts. Clones share it.
#[derive(Clone, Default)]
pub struct Engines {
    /// Those in JavaScript.
    pub js: js::Engine,
    /// Those in Python.
    pub python: python::Engine,
}

impl From<js::Engine> for Engines {
    fn from(js: js::Engine) -> Self {
        Self { js, python: python::Engine::default() }
    }
}

/// A handler that was looked at and can be called.
#[derive(Clone, Debug)]
pub enum Program {
    /// In JavaScript.
    Js(js::Program),
    /// In Python.
    Python(python::Program),
}

/// A tool whose handler is a script.
#[derive(Clone)]
pub struct ScriptTool {
    /// What it promises.
    pub spec: Spec,
    /// Its manual.
    pub guide: Option<String>,
    /// What it is for, in one line.
    pub summary: Option<String>,
    /// Its handler.
    pub program: Program,
    /// Its handler's bytes, for the version hash.
    pub handler_bytes: Vec<u8>,
    /// The hosts it may reach: those of its spec.
    pub hosts: Arc<HostList>,
    /// What is wrong with it and does not keep it from running.
    pub problems: Vec<Problem>,
    /// What runs it.
    pub engines: Engines,
}

#[async_trait]
impl Tool for ScriptTool {
    fn spec(&self) -> Spec {
        self.spec.clone()
    }

    fn guide(&self) -> Option<String> {
        self.guide.clone()
    }

    fn summary(&self) -> Option<String> {
        self.summary.clone()
    }

    fn handler_bytes(&self) -> &[u8] {
        &self.handler_bytes
    }

    fn problems(&self) -> Vec<Problem> {
        self.problems.clone()
    }

    async fn call(&self, call: &ValidCall, context: &Context) -> Result<Answer, ToolError> {
        let told = self.described(call.arguments(), context).to_string();
        let tool_id = &self.spec.tool_id;
        match &self.program {
            Program::Js(program) => {
                let call = js::Call { tool_id, program, context: told, hosts: &self.hosts };
                self.engines.js.call(call, context).await
            }
            Program::Python(program) => {
                let call = python::Call { tool_id, program, context: told };
                self.engines.python.call(call, context).await
            }
        }
    }
}

impl ScriptTool {
    /// What the handler is told; the prelude adds what can be called.
    fn described(&self, arguments: &Value, context: &Context) -> Value {
        let caller = context.caller();
        let session = context.session();
        let client_id =
            caller.session.as_ref().or(caller.agent.as_ref()).unwrap_or(&caller.workspace);
        let empty = Map::new();
        json!({
            "args": arguments,
            "clientId": client_id,
            "session": {
                "isActive": session.is_active,
                "toolsVersion": context.registry_version(),
                "state": *session.state,
            },
            "capabilities": {
                "messaging": session.client.is_some(),
                "voice": context.mode() == Mode::Voice,
                "audit": true,
            },
            "meta": {
                "toolId": self.spec.tool_id,
                "version": self.spec.version,
                "category": self.spec.category(),
            },
            "config": context.config().unwrap_or(&empty),
            "hasClient": session.client.is_some(),
        })
    }
}
