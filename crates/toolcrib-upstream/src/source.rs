//! One server as a source of tools.

use std::sync::Arc;

use async_trait::async_trait;
use toolcrib::source::SourceError;
use toolcrib::{Source, Tool};

use crate::upstreams::Server;

/// One server as a source of tools: those that it had when it was last looked at.
#[derive(Clone)]
pub struct UpstreamSource {
    name: String,
    server: Arc<Server>,
}

impl UpstreamSource {
    pub(crate) fn new(server: Arc<Server>) -> Self {
        Self { name: format!("mcp:{}", server.name()), server }
    }
}

#[async_trait]
impl Source for UpstreamSource {
    fn name(&self) -> &str {
        &self.name
    }

    async fn tools(&self) -> Result<Vec<Arc<dyn Tool>>, SourceError> {
        Ok(self.server.tools())
    }
}
