//! Conversations.

use crate::Store;
use crate::error::StoreError;
use crate::names::{check_length, check_workspace};
use crate::sql::{Step, query};

/// A conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionRow {
    /// Its id.
    pub id: String,
    /// The workspace to which it belongs.
    pub workspace: String,
    /// The agent at its other end, where one was named.
    pub agent_id: Option<String>,
    /// The kind of conversation.
    pub mode: String,
    /// Since when.
    pub created_at: String,
}

impl Store {
    /// Writes a conversation down. `Exists` if there is one of this id.
    pub async fn create_session(&self, session: SessionRow) -> Result<(), StoreError> {
        check_length(&session.id)?;
        check_workspace(&session.workspace)?;
        let insert = query!(
            "INSERT INTO sessions (id, workspace_id, agent_id, mode, created_at)
             VALUES ($1, $2, $3, $4, $5)",
            session.id,
            session.workspace,
            session.agent_id,
            session.mode,
            session.created_at,
        );
        self.engine.write(vec![Step::new(insert)]).await?;
        Ok(())
    }

    /// A conversation of a workspace.
    pub async fn session(
        &self,
        workspace: &str,
        id: &str,
    ) -> Result<Option<SessionRow>, StoreError> {
        let query = query!(
            "SELECT id, workspace_id, agent_id, mode, created_at FROM sessions
             WHERE id = $1 AND workspace_id = $2",
            id,
            workspace,
        );
        let Some(mut row) = self.rows(query).await?.pop() else {
            return Ok(None);
        };
        Ok(Some(SessionRow {
            id: row.text()?,
            workspace: row.text()?,
            agent_id: row.maybe_text()?,
            mode: row.text()?,
            created_at: row.text()?,
        }))
    }
}
