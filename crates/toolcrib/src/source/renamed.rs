//! A source whose tools go by other names.

use std::collections::HashMap;
use std::sync::Arc;

use async_trait::async_trait;
use serde_json::{Map, Value};
use toolcrib_core::vendor::callable_name;
use toolcrib_core::{Answer, Problem, Spec, ToolError, ValidCall};

use super::{Source, SourceError};
use crate::context::Context;
use crate::tool::Tool;

/// A source whose tools go by other names. Each tool still hears its own.
pub struct Renamed<S> {
    inner: S,
    rule: Rule,
}

enum Rule {
    Prefix(String),
    Names(HashMap<String, String>),
}

impl<S: Source> Renamed<S> {
    pub(super) fn with_prefix(inner: S, prefix: String) -> Self {
        Self { inner, rule: Rule::Prefix(prefix) }
    }

    pub(super) fn with_names(inner: S, names: HashMap<String, String>) -> Self {
        Self { inner, rule: Rule::Names(names) }
    }
}

impl Rule {
    fn rename(&self, name: &str) -> String {
        match self {
            Self::Prefix(prefix) => callable_name(&format!("{prefix}{name}")),
            Self::Names(names) => names.get(name).map_or(name, String::as_str).to_owned(),
        }
    }
}

#[async_trait]
impl<S: Source> Source for Renamed<S> {
    fn name(&self) -> &str {
        self.inner.name()
    }

    async fn tools(&self) -> Result<Vec<Arc<dyn Tool>>, SourceError> {
        let tools = self.inner.tools().await?;
        Ok(tools.into_iter().map(|inner| NamedTool::wrap(inner, &self.rule)).collect())
    }
}

struct NamedTool {
    inner: Arc<dyn Tool>,
    inner_id: Arc<str>,
    spec: Spec,
}

impl NamedTool {
    fn wrap(inner: Arc<dyn Tool>, rule: &Rule) -> Arc<dyn Tool> {
        let mut spec = inner.spec();
        let inner_id = Arc::from(spec.tool_id.as_str());
        spec.tool_id = rule.rename(&spec.tool_id);
        for alias in &mut spec.aliases {
            *alias = rule.rename(alias);
        }
        Arc::new(Self { inner, inner_id, spec })
    }
}

#[async_trait]
impl Tool for NamedTool {
    fn spec(&self) -> Spec {
        self.spec.clone()
    }

    fn guide(&self) -> Option<String> {
        self.inner.guide()
    }

    fn summary(&self) -> Option<String> {
        self.inner.summary()
    }

    fn handler_bytes(&self) -> &[u8] {
        self.inner.handler_bytes()
    }

    fn problems(&self) -> Vec<Problem> {
        self.inner.problems()
    }

    fn normalize(&self, arguments: &Map<String, Value>) -> Option<Map<String, Value>> {
        self.inner.normalize(arguments)
    }

    fn is_quick(&self) -> bool {
        self.inner.is_quick()
    }

    fn argument_bytes_max(&self) -> Option<usize> {
        self.inner.argument_bytes_max()
    }

    async fn call(&self, call: &ValidCall, context: &Context) -> Result<Answer, ToolError> {
        self.inner.call(&call.under_name(&self.inner_id), context).await
    }
}
