//! What was approved, and where that is remembered.
//!
//! A tool is approved when it is first seen, and after that when a person says
//! so. Where definitions are kept is the embedding program's business.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use async_trait::async_trait;
use toolcrib::error::BoxError;

use crate::definition::Definition;

/// Where approved definitions are remembered.
#[async_trait]
pub trait Memory: Send + Sync + 'static {
    /// The definition of a server's tool, by the id that it has here, that was
    /// approved last.
    ///
    /// # Errors
    ///
    /// When that cannot be said; the tool is not used until it can.
    async fn approved(&self, server: &str, tool_id: &str) -> Result<Option<Definition>, BoxError>;

    /// Remembers a definition as approved, in place of an earlier one.
    ///
    /// # Errors
    ///
    /// When it cannot be kept.
    async fn remember(
        &self,
        server: &str,
        tool_id: &str,
        definition: &Definition,
    ) -> Result<(), BoxError>;

    /// Whether a tool that is no server's has an id. Then no server gets it.
    fn is_taken(&self, tool_id: &str) -> bool {
        let _ = tool_id;
        false
    }
}

/// Remembers as long as the process lives.
#[derive(Default)]
pub struct InMemory(Mutex<HashMap<(String, String), Definition>>);

#[async_trait]
impl Memory for InMemory {
    async fn approved(&self, server: &str, tool_id: &str) -> Result<Option<Definition>, BoxError> {
        // Entries are whole or absent, whoever panics.
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(known.get(&(server.to_owned(), tool_id.to_owned())).cloned())
    }

    async fn remember(
        &self,
        server: &str,
        tool_id: &str,
        definition: &Definition,
    ) -> Result<(), BoxError> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.insert((server.to_owned(), tool_id.to_owned()), definition.clone());
        Ok(())
    }
}
