//! A tool whose handler is a script.

use std::sync::Arc;

use async_trait::async_trait;
use serde_json::{Map, Value, json};
use toolcrib::{Answer, Context, Mode, Problem, Spec, Tool, ToolError, ValidCall};

use super::engine::{Call, Engine};
use super::program::Program;
use crate::fetch::HostList;

/// A tool whose handler is a script.
#[derive(Clone)]
pub struct JsTool {
    /// What it promises.
    pub spec: Spec,
    /// Its manual.
    pub guide: Option<String>,
    /// What it is for, in one line.
    pub summary: Option<String>,
    /// Its handler, compiled.
    pub program: Program,
    /// Its handler's bytes, for the version hash.
    pub handler_bytes: Vec<u8>,
    /// The hosts it may reach: those of its spec.
    pub hosts: Arc<HostList>,
    /// What is wrong with it and does not keep it from running.
    pub problems: Vec<Problem>,
    /// What runs it.
    pub engine: Engine,
}

#[async_trait]
impl Tool for JsTool {
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
        let call = Call {
            tool_id: &self.spec.tool_id,
            program: &self.program,
            context: self.described(call.arguments(), context).to_string(),
            hosts: &self.hosts,
        };
        self.engine.call(call, context).await
    }
}

impl JsTool {
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
