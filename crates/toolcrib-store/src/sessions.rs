//! Conversations: who talks, until when; and the files that agents come from.

use crate::Store;
use crate::error::StoreError;
use crate::names::{check_length, check_workspace};
use crate::sql::{Row, Step, query};
use crate::stamp;

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
    /// When it ended, if it has.
    pub ended_at: Option<String>,
}

const COLUMNS: &str = "id, workspace_id, agent_id, mode, created_at, ended_at";

impl Store {
    /// Writes a conversation down. `Exists` if there is one of this id.
    pub async fn create_session(&self, session: SessionRow) -> Result<(), StoreError> {
        check_length(&session.id)?;
        check_workspace(&session.workspace)?;
        let insert = query!(
            "INSERT INTO sessions (id, workspace_id, agent_id, mode, created_at, ended_at)
             VALUES ($1, $2, $3, $4, $5, $6)",
            session.id,
            session.workspace,
            session.agent_id,
            session.mode,
            session.created_at,
            session.ended_at,
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
            format!("SELECT {COLUMNS} FROM sessions WHERE id = $1 AND workspace_id = $2"),
            id,
            workspace,
        );
        self.rows(query).await?.pop().map(SessionRow::read).transpose()
    }

    /// The newest conversations of a workspace, before one if it is named.
    pub async fn sessions(
        &self,
        workspace: &str,
        before: Option<(&str, &str)>,
        limit: u32,
    ) -> Result<Vec<SessionRow>, StoreError> {
        let (at, id) = before.unwrap_or(("~", ""));
        let query = query!(
            format!(
                "SELECT {COLUMNS} FROM sessions WHERE workspace_id = $1
                 AND (created_at < $2 OR (created_at = $2 AND id < $3))
                 ORDER BY created_at DESC, id DESC LIMIT {limit}"
            ),
            workspace,
            at,
            id,
        );
        self.rows(query).await?.into_iter().map(SessionRow::read).collect()
    }

    /// Another agent goes on with a conversation. `Missing` if there is none.
    pub async fn hand_over_session(
        &self,
        workspace: &str,
        id: &str,
        agent_id: &str,
    ) -> Result<(), StoreError> {
        let update = query!(
            "UPDATE sessions SET agent_id = $3 WHERE id = $1 AND workspace_id = $2 RETURNING id",
            id,
            workspace,
            agent_id,
        );
        self.engine.write(vec![Step::demanding(update)]).await?;
        Ok(())
    }

    /// A conversation is of another kind from now on. `Missing` if there is none.
    pub async fn set_session_mode(
        &self,
        workspace: &str,
        id: &str,
        mode: &str,
    ) -> Result<(), StoreError> {
        let update = query!(
            "UPDATE sessions SET mode = $3 WHERE id = $1 AND workspace_id = $2 RETURNING id",
            id,
            workspace,
            mode,
        );
        self.engine.write(vec![Step::demanding(update)]).await?;
        Ok(())
    }

    /// Ends a conversation; one that has ended stays so. `Missing` if there is
    /// none.
    pub async fn end_session(&self, workspace: &str, id: &str) -> Result<(), StoreError> {
        let update = query!(
            "UPDATE sessions SET ended_at = COALESCE(ended_at, $3)
             WHERE id = $1 AND workspace_id = $2 RETURNING id",
            id,
            workspace,
            stamp::now().as_str(),
        );
        self.engine.write(vec![Step::demanding(update)]).await?;
        Ok(())
    }

    /// What the file of an agent was when the agent was last made from it.
    pub async fn agent_file(
        &self,
        workspace: &str,
        agent: &str,
    ) -> Result<Option<String>, StoreError> {
        let query = query!(
            "SELECT hash FROM agent_files WHERE workspace_id = $1 AND agent_id = $2",
            workspace,
            agent,
        );
        self.rows(query).await?.pop().map(|mut row| row.text()).transpose()
    }

    /// Remembers from what file an agent was made.
    pub async fn keep_agent_file(
        &self,
        workspace: &str,
        agent: &str,
        hash: &str,
    ) -> Result<(), StoreError> {
        check_workspace(workspace)?;
        let insert = query!(
            "INSERT INTO agent_files (workspace_id, agent_id, hash) VALUES ($1, $2, $3)
             ON CONFLICT (workspace_id, agent_id) DO UPDATE SET hash = excluded.hash",
            workspace,
            agent,
            hash,
        );
        self.engine.write(vec![Step::new(insert)]).await?;
        Ok(())
    }
}

impl SessionRow {
    fn read(mut row: Row) -> Result<Self, StoreError> {
        Ok(Self {
            id: row.text()?,
            workspace: row.text()?,
            agent_id: row.maybe_text()?,
            mode: row.text()?,
            created_at: row.text()?,
            ended_at: row.maybe_text()?,
        })
    }
}
