//! A workspace's tools by name, and those of its agents.

use std::sync::Arc;

use toolcrib::provider::{FoundTools, ToolProvider, no_robot, tool_named};
use toolcrib::{Entry, Filter, ToolError, async_trait};

use super::Workspace;

#[async_trait]
impl ToolProvider for Workspace {
    async fn get_tool(&self, name: &str) -> Result<Arc<Entry>, ToolError> {
        tool_named(self.registry(), name)
    }

    async fn get_default_tools(&self) -> Result<Vec<Arc<Entry>>, ToolError> {
        let all = self.registry().list(&Filter::default());
        Ok(all.into_iter().filter(|entry| self.default_tools().contains(entry)).collect())
    }

    async fn find_robot_tools(&self, robot_id: &str) -> Result<FoundTools, ToolError> {
        let view = self.view();
        let agent = view.agents.get(robot_id).ok_or_else(|| no_robot(robot_id))?;
        if agent.attachments.is_empty() {
            let tools = self.get_default_tools().await?;
            return Ok(FoundTools { tools, missing: Vec::new() });
        }
        let mut found = FoundTools::default();
        for (id, given) in &agent.attachments {
            let present = given.pinned.clone().or_else(|| self.registry().get(id));
            match present.filter(|_| given.problems.is_empty()) {
                Some(entry) => found.tools.push(entry),
                None => found.missing.push(id.clone()),
            }
        }
        Ok(found)
    }
}
