//! The tools that every workspace sees, written down.
//!
//! They are defined elsewhere (in the binary, in folders); rows of theirs are
//! what settings and attachments refer to, so none is ever taken away here.

use std::collections::HashMap;

use crate::Store;
use crate::error::StoreError;
use crate::names::ToolKey;
use crate::rows::{GlobalTool, ToolRow};
use crate::sql::query;
use crate::stamp;
use crate::tools::put_global;
use crate::workspace::all;

impl Store {
    /// Writes down the tools that every workspace sees: those that are new or
    /// differ, and their versions. Without any there is no write.
    pub async fn sync(&self, tools: &[GlobalTool]) -> Result<(), StoreError> {
        let known = self.global_tools().await?;
        let known: HashMap<&str, &ToolRow> =
            known.iter().map(|row| (row.key.id.as_str(), row)).collect();
        let is_new =
            |tool: &&GlobalTool| !known.get(&*tool.tool.id).is_some_and(|row| same(row, tool));
        let mut new: Vec<&GlobalTool> = tools.iter().filter(is_new).collect();
        if new.is_empty() {
            return Ok(());
        }
        // Two programs that write the same tools take the rows in the same order.
        new.sort_by(|a, b| a.tool.id.cmp(&b.tool.id));
        let now = stamp::now();
        let mut steps = Vec::with_capacity(new.len() * 2);
        for GlobalTool { tool, source } in new {
            let row_id = ToolKey::global(&*tool.id).row_id()?;
            steps.extend(put_global(&row_id, tool.clone(), source, now.as_str()));
        }
        self.engine.write(steps).await?;
        Ok(())
    }
}

fn same(row: &ToolRow, GlobalTool { tool, source }: &GlobalTool) -> bool {
    row.name == tool.name
        && row.description == tool.description
        && row.parameters_schema == tool.parameters_schema
        && row.handler_key == tool.handler_key
        && row.category == tool.category
        && row.version_hash == tool.version_hash
        && row.source == *source
        // Without its version, a row was inserted by hand.
        && (!row.manifest.is_empty() || tool.manifest.is_empty())
}

impl Store {
    /// The tools that everybody sees, by id, whether they still exist or not.
    pub async fn global_tools(&self) -> Result<Vec<ToolRow>, StoreError> {
        let text = format!(
            "SELECT {} FROM {} WHERE t.workspace_id IS NULL AND t.id NOT LIKE '%/%'
             ORDER BY t.id",
            ToolRow::COLUMNS,
            ToolRow::TABLES
        );
        all(self.rows(query!(text)).await?, ToolRow::read)
    }
}
