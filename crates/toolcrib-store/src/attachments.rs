//! Which tools an agent has.

use crate::Store;
use crate::error::StoreError;
use crate::names::{ToolKey, own_row_id};
use crate::rows::NewAttachment;
use crate::sql::{Step, query};
use crate::stamp;

impl Store {
    /// Gives an agent a tool. `Exists` if it has it, `Missing` if there is no
    /// such agent or tool here.
    pub async fn attach(
        &self,
        workspace: &str,
        agent_id: &str,
        attachment: NewAttachment,
    ) -> Result<i64, StoreError> {
        let insert = query!(
            "INSERT INTO agent_tools (agent_id, tool_id, config, version_hash, created_at)
             VALUES ($1, $2, $3, $4, $5)",
            own_row_id(workspace, agent_id)?,
            attachment.tool.row_id_in(workspace)?,
            attachment.config,
            attachment.version_hash,
            stamp::now().as_str(),
        );
        self.change(workspace, vec![Step::new(insert)]).await
    }

    /// Replaces the config and the pin of a tool that an agent has. `Missing`
    /// if it has not.
    pub async fn update_attachment(
        &self,
        workspace: &str,
        agent_id: &str,
        attachment: NewAttachment,
    ) -> Result<i64, StoreError> {
        let update = query!(
            "UPDATE agent_tools SET config = $3, version_hash = $4
             WHERE agent_id = $1 AND tool_id = $2 RETURNING agent_id",
            own_row_id(workspace, agent_id)?,
            attachment.tool.row_id_in(workspace)?,
            attachment.config,
            attachment.version_hash,
        );
        self.change(workspace, vec![Step::demanding(update)]).await
    }

    /// Takes a tool from an agent. `Missing` if it has not got it.
    pub async fn detach(
        &self,
        workspace: &str,
        agent_id: &str,
        tool: &ToolKey,
    ) -> Result<i64, StoreError> {
        let gone = query!(
            "DELETE FROM agent_tools WHERE agent_id = $1 AND tool_id = $2 RETURNING agent_id",
            own_row_id(workspace, agent_id)?,
            tool.row_id_in(workspace)?,
        );
        self.change(workspace, vec![Step::demanding(gone)]).await
    }
}
