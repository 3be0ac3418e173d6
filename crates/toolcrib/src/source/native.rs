//! Tools that are compiled into the program.

use std::sync::Arc;

use async_trait::async_trait;

use super::{Source, SourceError};
use crate::tool::Tool;

/// A source made of tools that are compiled in.
pub struct NativeTools {
    name: String,
    tools: Vec<Arc<dyn Tool>>,
}

impl NativeTools {
    /// An empty source with a name.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), tools: Vec::new() }
    }

    /// Adds a tool.
    #[must_use]
    pub fn with(mut self, tool: impl Tool) -> Self {
        self.tools.push(Arc::new(tool));
        self
    }
}

#[async_trait]
impl Source for NativeTools {
    fn name(&self) -> &str {
        &self.name
    }

    async fn tools(&self) -> Result<Vec<Arc<dyn Tool>>, SourceError> {
        Ok(self.tools.clone())
    }
}
