//! A source without some of its tools.

use std::sync::Arc;

use async_trait::async_trait;
use toolcrib_core::Spec;

use super::{Source, SourceError};
use crate::tool::Tool;

type Keep = Box<dyn Fn(&Spec) -> bool + Send + Sync>;

/// A source of which only the tools that pass are seen.
pub struct Filtered<S> {
    inner: S,
    keep: Keep,
}

impl<S: Source> Filtered<S> {
    pub(super) fn new(inner: S, keep: Keep) -> Self {
        Self { inner, keep }
    }
}

#[async_trait]
impl<S: Source> Source for Filtered<S> {
    fn name(&self) -> &str {
        self.inner.name()
    }

    async fn tools(&self) -> Result<Vec<Arc<dyn Tool>>, SourceError> {
        let mut tools = self.inner.tools().await?;
        tools.retain(|tool| (self.keep)(&tool.spec()));
        Ok(tools)
    }
}
