//! Other servers that somebody added, and what the tools of other servers were
//! when they were approved.

use crate::Store;
use crate::error::StoreError;
use crate::names::check_length;
use crate::sql::{Step, query};
use crate::stamp;
use crate::workspace::all;

impl Store {
    /// The servers that somebody added: their settings as JSON, by name.
    pub async fn upstreams(&self) -> Result<Vec<(String, String)>, StoreError> {
        let query = query!("SELECT name, settings FROM upstreams ORDER BY name");
        all(self.rows(query).await?, |mut row| Ok((row.text()?, row.text()?)))
    }

    /// Adds a server; whoever follows the workspace hears of it. `Exists` if there
    /// is one of this name.
    pub async fn add_upstream(
        &self,
        workspace: &str,
        name: &str,
        settings: &str,
    ) -> Result<i64, StoreError> {
        check_length(name)?;
        let insert = query!(
            "INSERT INTO upstreams (name, settings, created_at) VALUES ($1, $2, $3)",
            name,
            settings,
            stamp::now().as_str(),
        );
        self.change(workspace, vec![Step::new(insert)]).await
    }

    /// Takes a server out that somebody added, with all that was approved of it.
    /// `Missing` if there is none of this name.
    pub async fn remove_upstream(&self, workspace: &str, name: &str) -> Result<i64, StoreError> {
        let server = query!("DELETE FROM upstreams WHERE name = $1 RETURNING name", name);
        let tools = query!("DELETE FROM upstream_tools WHERE server = $1", name);
        self.change(workspace, vec![Step::demanding(server), Step::new(tools)]).await
    }

    /// The definition of a server's tool that was approved last, as JSON.
    pub async fn upstream_tool(
        &self,
        server: &str,
        tool_id: &str,
    ) -> Result<Option<String>, StoreError> {
        let query = query!(
            "SELECT definition FROM upstream_tools WHERE server = $1 AND tool_id = $2",
            server,
            tool_id,
        );
        self.rows(query).await?.pop().map(|mut row| row.text()).transpose()
    }

    /// Remembers a definition as approved, in place of an earlier one.
    pub async fn approve_upstream_tool(
        &self,
        server: &str,
        tool_id: &str,
        definition: &str,
    ) -> Result<(), StoreError> {
        check_length(server)?;
        check_length(tool_id)?;
        let insert = query!(
            "INSERT INTO upstream_tools (server, tool_id, definition, approved_at)
             VALUES ($1, $2, $3, $4)
             ON CONFLICT (server, tool_id) DO UPDATE
             SET definition = excluded.definition, approved_at = excluded.approved_at",
            server,
            tool_id,
            definition,
            stamp::now().as_str(),
        );
        self.engine.write(vec![Step::new(insert)]).await?;
        Ok(())
    }
}
