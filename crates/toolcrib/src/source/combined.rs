//! Several sources as one.

use std::sync::Arc;

use async_trait::async_trait;

use super::{Source, SourceError};
use crate::tool::Tool;

/// Several sources under one name. Two tools with one id are not resolved
/// here: the registry refuses the second and says whose they are.
pub struct Combined {
    name: String,
    parts: Vec<Box<dyn Source>>,
}

impl Combined {
    /// An empty combination with a name.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), parts: Vec::new() }
    }

    /// Adds a source.
    #[must_use]
    pub fn with(mut self, part: impl Source) -> Self {
        self.parts.push(Box::new(part));
        self
    }
}

#[async_trait]
impl Source for Combined {
    fn name(&self) -> &str {
        &self.name
    }

    async fn tools(&self) -> Result<Vec<Arc<dyn Tool>>, SourceError> {
        let mut tools = Vec::new();
        for part in &self.parts {
            tools.extend(part.tools().await?);
        }
        Ok(tools)
    }
}
