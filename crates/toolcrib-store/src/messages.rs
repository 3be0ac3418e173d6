//! What is said in conversations, and what it takes.

use crate::Store;
use crate::error::StoreError;
use crate::names::check_workspace;
use crate::sql::{Step, query};
use crate::stamp;

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

impl Store {
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

    /// The last that was said in a conversation, the first of it first.
    pub async fn last_messages(
        &self,
        workspace: &str,
        session: &str,
        limit: u32,
    ) -> Result<Vec<MessageRow>, StoreError> {
        let query =
            query!("SELECT COALESCE(MAX(number), 0) FROM messages WHERE session_id = $1", session,);
        let last = self.rows(query).await?.pop().map(|mut row| row.int()).transpose()?;
        let after = last.unwrap_or_default() - i64::from(limit);
        self.messages(workspace, session, after, limit).await
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
}
