//! Everything that a workspace has, read at once.

use crate::Store;
use crate::documents;
use crate::error::StoreError;
use crate::names::check_workspace;
use crate::rows::{AgentRow, AttachmentRow, SettingsRow, ToolRow, VersionRow, WorkspaceRows};
use crate::sql::{Row, query};

impl Store {
    /// Everything that a workspace has, as of one moment. One that nobody has
    /// written is empty, at revision 0.
    pub async fn workspace(&self, workspace: &str) -> Result<WorkspaceRows, StoreError> {
        check_workspace(workspace)?;
        let [revision, tools, settings, agents, attachments, versions, categories] = self
            .read([
                query!("SELECT revision FROM workspaces WHERE id = $1", workspace),
                query!(
                    format!(
                        "SELECT {} FROM {} WHERE t.workspace_id = $1 AND {own} ORDER BY t.id",
                        ToolRow::COLUMNS,
                        ToolRow::TABLES,
                        own = is_own("t.id"),
                    ),
                    workspace
                ),
                query!(
                    "SELECT tool_id, settings FROM tool_settings
                     WHERE workspace_id = $1 ORDER BY tool_id",
                    workspace
                ),
                query!(
                    format!(
                        "SELECT {} FROM agents WHERE workspace_id = $1 AND {own} ORDER BY id",
                        AgentRow::COLUMNS,
                        own = is_own("id"),
                    ),
                    workspace
                ),
                query!(
                    format!(
                        "SELECT {} FROM agent_tools x JOIN agents a ON a.id = x.agent_id
                         WHERE a.workspace_id = $1 AND {own}
                         ORDER BY x.agent_id, x.created_at, x.tool_id",
                        AttachmentRow::COLUMNS,
                        own = is_own("a.id"),
                    ),
                    workspace
                ),
                // Settings are the server's words; a hash in them is still a hash.
                query!(
                    format!(
                        "SELECT {columns} FROM tool_versions v
                         JOIN agent_tools x ON x.tool_id = v.tool_id
                             AND x.version_hash = v.version_hash
                         JOIN agents a ON a.id = x.agent_id WHERE a.workspace_id = $1
                         UNION SELECT {columns} FROM tool_versions v
                         JOIN tool_settings s ON s.tool_id = v.tool_id
                             AND s.settings LIKE '%' || v.version_hash || '%'
                         WHERE s.workspace_id = $1
                         ORDER BY 1, 2",
                        columns = VersionRow::COLUMNS
                    ),
                    workspace
                ),
                documents::categories(workspace),
            ])
            .await?;
        Ok(WorkspaceRows {
            revision: revision.into_iter().next().map_or(Ok(0), |mut row| row.int())?,
            tools: all(tools, ToolRow::read)?,
            settings: all(settings, SettingsRow::read)?,
            agents: all(agents, AgentRow::read)?,
            attachments: all(attachments, AttachmentRow::read)?,
            versions: all(versions, VersionRow::read)?,
            categories: documents::labels(categories)?,
        })
    }
}

/// That a row has the name of one of the workspace's: what somebody inserted
/// under another is not there.
fn is_own(column: &str) -> String {
    format!("substr({column}, 1, length($1) + 1) = $1 || '/'")
}

/// Reads every row.
pub(crate) fn all<T>(
    rows: Vec<Row>,
    read: impl Fn(Row) -> Result<T, StoreError>,
) -> Result<Vec<T>, StoreError> {
    rows.into_iter().map(read).collect()
}
