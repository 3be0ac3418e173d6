//! Agents.

use crate::Store;
use crate::error::StoreError;
use crate::names::own_row_id;
use crate::rows::{AgentRow, AttachmentRow, NewAgent, NewAttachment};
use crate::sql::{Query, Step, query};
use crate::stamp;
use crate::workspace::all;

impl Store {
    /// An agent and the tools that it has.
    pub async fn agent(
        &self,
        workspace: &str,
        id: &str,
    ) -> Result<Option<(AgentRow, Vec<AttachmentRow>)>, StoreError> {
        let row_id = own_row_id(workspace, id)?;
        let agent = format!("SELECT {} FROM agents WHERE id = $1", AgentRow::COLUMNS);
        let attachments = format!(
            "SELECT {} FROM agent_tools x WHERE x.agent_id = $1 ORDER BY x.created_at, x.tool_id",
            AttachmentRow::COLUMNS
        );
        let [agent, attachments] =
            self.read([query!(agent, &row_id), query!(attachments, &row_id)]).await?;
        let Some(agent) = agent.into_iter().next() else {
            return Ok(None);
        };
        Ok(Some((AgentRow::read(agent)?, all(attachments, AttachmentRow::read)?)))
    }

    /// Makes an agent with its tools. `Exists` if the workspace has one of this
    /// id, `Missing` if there is no such tool here. One that is primary is the
    /// only one.
    pub async fn create_agent(
        &self,
        workspace: &str,
        agent: NewAgent,
        tools: &[NewAttachment],
    ) -> Result<i64, StoreError> {
        self.put_agent(workspace, CREATE, agent, Some(tools)).await
    }

    /// Replaces an agent and, where they are given, its tools; one that it has
    /// keeps its config and its pin. `Missing` if the workspace has none of this
    /// id. One that is primary is the only one.
    pub async fn update_agent(
        &self,
        workspace: &str,
        agent: NewAgent,
        tools: Option<&[NewAttachment]>,
    ) -> Result<i64, StoreError> {
        self.put_agent(workspace, UPDATE, agent, tools).await
    }

    /// Takes an agent away, with its attachments. `Missing` if there is none.
    pub async fn delete_agent(&self, workspace: &str, id: &str) -> Result<i64, StoreError> {
        let row_id = own_row_id(workspace, id)?;
        let gone = query!("DELETE FROM agents WHERE id = $1 RETURNING id", row_id);
        self.change(workspace, vec![Step::demanding(gone)]).await
    }

    async fn put_agent(
        &self,
        workspace: &str,
        text: &'static str,
        agent: NewAgent,
        tools: Option<&[NewAttachment]>,
    ) -> Result<i64, StoreError> {
        let row_id = own_row_id(workspace, &agent.id)?;
        let now = stamp::now();
        let mut steps = Vec::with_capacity(2);
        if agent.is_primary {
            steps.push(Step::new(step_down(workspace, &row_id, now.as_str())));
        }
        steps.push(Step::demanding(query!(
            text,
            &row_id,
            workspace,
            agent.name,
            agent.description,
            agent.tool_description,
            agent.instructions,
            agent.model,
            agent.parameters,
            agent.settings,
            agent.enabled,
            agent.is_primary,
            now.as_str(),
        )));
        if let Some(tools) = tools {
            steps.extend(given(workspace, &row_id, tools, now.as_str())?);
        }
        self.change(workspace, steps).await
    }
}

/// Gives an agent just these tools.
fn given(
    workspace: &str,
    agent: &str,
    tools: &[NewAttachment],
    now: &str,
) -> Result<Vec<Step>, StoreError> {
    let mut gone = query!("DELETE FROM agent_tools WHERE agent_id = $1", agent);
    let mut steps = Vec::new();
    let mut kept = Vec::new();
    for tool in tools {
        let tool_id = tool.tool.row_id_in(workspace)?;
        kept.push(format!("${}", gone.params.len() + 1));
        gone.params.push(tool_id.clone().into());
        steps.push(Step::new(query!(
            "INSERT INTO agent_tools (agent_id, tool_id, config, version_hash, created_at)
             VALUES ($1, $2, $3, $4, $5) ON CONFLICT (agent_id, tool_id) DO NOTHING",
            agent,
            tool_id,
            tool.config.clone(),
            tool.version_hash.clone(),
            now,
        )));
    }
    if !kept.is_empty() {
        let others = format!(" AND tool_id NOT IN ({})", kept.join(", "));
        gone.text.to_mut().push_str(&others);
    }
    steps.insert(0, Step::new(gone));
    Ok(steps)
}

const CREATE: &str = "INSERT INTO agents (id, workspace_id, name, description, tool_description,
         instructions, model, parameters, settings, enabled, is_primary, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12) RETURNING id";

const UPDATE: &str = "UPDATE agents SET name = $3, description = $4, tool_description = $5,
         instructions = $6, model = $7, parameters = $8, settings = $9, enabled = $10,
         is_primary = $11, updated_at = $12
     WHERE id = $1 AND workspace_id = $2 RETURNING id";

/// There is one primary agent: the others are none.
fn step_down(workspace: &str, row_id: &str, now: &str) -> Query {
    query!(
        "UPDATE agents SET is_primary = FALSE, updated_at = $3
         WHERE workspace_id = $1 AND id <> $2 AND is_primary",
        workspace,
        row_id,
        now,
    )
}
