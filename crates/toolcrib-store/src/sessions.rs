//! Conversations: who talks, what was said, what it took.

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

/// Something that was said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MessageRow {
    /// Its place in the conversation, from 1.
    pub number: i64,
    /// Who spoke.
    pub role: String,
    /// JSON.
    pub content: String,
    /// When.
    pub created_at: String,
}

/// What a model took on behalf of an agent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UsageRow {
    /// Which agent.
    pub agent_id: String,
    /// Tokens that were read.
    pub input_tokens: i64,
    /// Tokens that were written.
    pub output_tokens: i64,
    /// Tokens that were read from a cache.
    pub cached_tokens: i64,
    /// Millionths of what the vendor bills in, where it says.
    pub cost_micros: Option<i64>,
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

    /// Writes down what was said next in a conversation. `Exists` if somebody
    /// else has written there: two cannot speak at once.
    pub async fn append_message(
        &self,
        session: &str,
        number: i64,
        role: &str,
        content: &str,
    ) -> Result<(), StoreError> {
        // PostgreSQL keeps no NUL; JSON says it with an escape, which both keep.
        let insert = query!(
            "INSERT INTO messages (session_id, number, role, content, created_at)
             VALUES ($1, $2, $3, $4, $5)",
            session,
            number,
            role,
            content,
            stamp::now().as_str(),
        );
        self.engine.write(vec![Step::new(insert)]).await?;
        Ok(())
    }

    /// What was said in a conversation after a place, the first first.
    pub async fn messages(
        &self,
        workspace: &str,
        session: &str,
        after: i64,
        limit: u32,
    ) -> Result<Vec<MessageRow>, StoreError> {
        let query = query!(
            format!(
                "SELECT number, role, content, messages.created_at FROM messages
                 JOIN sessions ON sessions.id = session_id
                 WHERE session_id = $1 AND workspace_id = $2 AND number > $3
                 ORDER BY number LIMIT {limit}"
            ),
            session,
            workspace,
            after,
        );
        let rows = self.rows(query).await?.into_iter().map(|mut row| {
            Ok(MessageRow {
                number: row.int()?,
                role: row.text()?,
                content: row.text()?,
                created_at: row.text()?,
            })
        });
        rows.collect()
    }

    /// Writes down what a turn took.
    pub async fn add_usage(
        &self,
        workspace: &str,
        session: Option<&str>,
        rows: &[UsageRow],
    ) -> Result<(), StoreError> {
        check_workspace(workspace)?;
        let now = stamp::now();
        let steps = rows.iter().map(|row| {
            Step::new(query!(
                "INSERT INTO usage (workspace_id, session_id, agent_id, input_tokens,
                     output_tokens, cached_tokens, cost_micros, created_at)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
                workspace,
                session.map(str::to_owned),
                &row.agent_id,
                row.input_tokens,
                row.output_tokens,
                row.cached_tokens,
                row.cost_micros,
                now.as_str(),
            ))
        });
        let steps: Vec<Step> = steps.collect();
        if !steps.is_empty() {
            self.engine.write(steps).await?;
        }
        Ok(())
    }

    /// What was taken in a workspace, or in one of its conversations, by agent.
    pub async fn usage(
        &self,
        workspace: &str,
        session: Option<&str>,
    ) -> Result<Vec<UsageRow>, StoreError> {
        let query = query!(
            "SELECT agent_id, CAST(SUM(input_tokens) AS BIGINT),
                 CAST(SUM(output_tokens) AS BIGINT), CAST(SUM(cached_tokens) AS BIGINT),
                 CAST(COALESCE(SUM(cost_micros), -1) AS BIGINT)
             FROM usage WHERE workspace_id = $1 AND ($2 = '' OR session_id = $2)
             GROUP BY agent_id ORDER BY agent_id",
            workspace,
            session.unwrap_or_default(),
        );
        let rows = self.rows(query).await?.into_iter().map(|mut row| {
            Ok(UsageRow {
                agent_id: row.text()?,
                input_tokens: row.int()?,
                output_tokens: row.int()?,
                cached_tokens: row.int()?,
                cost_micros: Some(row.int()?).filter(|cost| *cost >= 0),
            })
        });
        rows.collect()
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
