//! Tools, their versions, and what a workspace says about them.

use crate::Store;
use crate::error::StoreError;
use crate::names::{ToolKey, own_row_id};
use crate::rows::{NewTool, ToolRow, VersionRow};
use crate::sql::{Query, Step, query};
use crate::stamp;
use crate::workspace::all;

/// What is said to be the source of a workspace's own tools.
const OWN_SOURCE: &str = "database";

impl Store {
    /// A tool as it is now.
    pub async fn tool(&self, key: &ToolKey) -> Result<Option<ToolRow>, StoreError> {
        let text = format!("SELECT {} FROM {} WHERE t.id = $1", ToolRow::COLUMNS, ToolRow::TABLES);
        let rows = self.rows(query!(text, key.row_id()?)).await?;
        rows.into_iter().next().map(ToolRow::read).transpose()
    }

    /// The versions of a tool, newest first.
    pub async fn versions(&self, key: &ToolKey) -> Result<Vec<VersionRow>, StoreError> {
        let text = format!(
            "SELECT {} FROM tool_versions v WHERE v.tool_id = $1 ORDER BY v.number DESC",
            VersionRow::COLUMNS
        );
        all(self.rows(query!(text, key.row_id()?)).await?, VersionRow::read)
    }

    /// Gives a workspace a tool of its own, with what it says about it. `Exists`
    /// if it has one of this id.
    pub async fn create_tool(
        &self,
        workspace: &str,
        tool: NewTool,
        settings: Option<String>,
    ) -> Result<i64, StoreError> {
        let row_id = own_row_id(workspace, &tool.id)?;
        let now = stamp::now();
        let row = insert(&row_id, Some(workspace), &tool, OWN_SOURCE, now.as_str());
        let version = insert_version(&row_id, tool, now.as_str());
        let set = set(workspace, row_id, settings);
        self.change(workspace, vec![Step::new(row), Step::new(version), Step::new(set)]).await
    }

    /// Replaces a workspace's own tool and what it says about it; a version that
    /// was not there is added. `Missing` if it has none of this id.
    pub async fn update_tool(
        &self,
        workspace: &str,
        tool: NewTool,
        settings: Option<String>,
    ) -> Result<i64, StoreError> {
        let row_id = own_row_id(workspace, &tool.id)?;
        let now = stamp::now();
        let row = query!(
            "UPDATE tools SET name = $2, description = $3, parameters_schema = $4,
                 handler_key = $5, category = $6, version_hash = $7, updated_at = $8
             WHERE id = $1 RETURNING id",
            &row_id,
            &tool.name,
            &tool.description,
            &tool.parameters_schema,
            &tool.handler_key,
            &tool.category,
            &tool.version_hash,
            now.as_str(),
        );
        let version = insert_version(&row_id, tool, now.as_str());
        let set = set(workspace, row_id, settings);
        let steps = vec![Step::demanding(row), Step::new(version), Step::new(set)];
        self.change(workspace, steps).await
    }

    /// Takes a workspace's own tool away, with its versions, settings and
    /// attachments. `Missing` if it has none of this id.
    pub async fn delete_tool(&self, workspace: &str, id: &str) -> Result<i64, StoreError> {
        let row_id = own_row_id(workspace, id)?;
        let gone = query!("DELETE FROM tools WHERE id = $1 RETURNING id", row_id);
        self.change(workspace, vec![Step::demanding(gone)]).await
    }

    /// Sets what a workspace says about a tool; nothing takes it back.
    /// `Missing` if the workspace sees no such tool.
    pub async fn set_settings(
        &self,
        workspace: &str,
        tool: &ToolKey,
        settings: Option<String>,
    ) -> Result<i64, StoreError> {
        let row_id = tool.row_id_in(workspace)?;
        let there = query!("SELECT id FROM tools WHERE id = $1", &row_id);
        let set = set(workspace, row_id, settings);
        self.change(workspace, vec![Step::demanding(there), Step::new(set)]).await
    }
}

/// What a workspace says about a tool, whole.
fn set(workspace: &str, row_id: String, settings: Option<String>) -> Query {
    match settings {
        Some(settings) => query!(
            "INSERT INTO tool_settings (workspace_id, tool_id, settings) VALUES ($1, $2, $3)
             ON CONFLICT (workspace_id, tool_id) DO UPDATE SET settings = excluded.settings",
            workspace,
            row_id,
            settings,
        ),
        None => query!(
            "DELETE FROM tool_settings WHERE workspace_id = $1 AND tool_id = $2",
            workspace,
            row_id,
        ),
    }
}

fn insert(row_id: &str, workspace: Option<&str>, tool: &NewTool, source: &str, now: &str) -> Query {
    query!(
        "INSERT INTO tools (id, name, description, parameters_schema, handler_key, category,
             version_hash, workspace_id, source, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)",
        row_id,
        &tool.name,
        &tool.description,
        &tool.parameters_schema,
        &tool.handler_key,
        &tool.category,
        &tool.version_hash,
        workspace,
        source,
        now,
    )
}

/// Adds a version with the next number. One whose hash is there behaves the
/// same: only its words for people can be others, and those are the newest.
fn insert_version(row_id: &str, tool: NewTool, now: &str) -> Query {
    query!(
        "INSERT INTO tool_versions (tool_id, number, version, version_hash, manifest, guide,
             files, created_at)
         SELECT $1, COALESCE(MAX(number), 0) + 1, $2, $3, $4, $5, $6, $7
         FROM tool_versions WHERE tool_id = $1
         ON CONFLICT (tool_id, version_hash) DO UPDATE SET manifest = excluded.manifest",
        row_id,
        tool.version,
        tool.version_hash,
        tool.manifest,
        tool.guide,
        tool.files,
        now,
    )
}

/// What makes a tool that everybody sees what it shall be.
pub(crate) fn put_global(row_id: &str, tool: NewTool, source: &str, now: &str) -> [Step; 2] {
    let mut row = insert(row_id, None, &tool, source, now);
    row.text = format!(
        "{} ON CONFLICT (id) DO UPDATE SET name = excluded.name,
             description = excluded.description, parameters_schema = excluded.parameters_schema,
             handler_key = excluded.handler_key, category = excluded.category,
             version_hash = excluded.version_hash, source = excluded.source,
             updated_at = excluded.updated_at",
        row.text
    )
    .into();
    [Step::new(row), Step::new(insert_version(row_id, tool, now))]
}
