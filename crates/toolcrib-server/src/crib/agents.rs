//! Agents that are made and changed by others than an operator.

use toolcrib_store::{NewAgent, NewAttachment, StoreError};

use super::{Crib, Touched, Workspace};

impl Crib {
    /// Makes an agent with its tools, in one change.
    ///
    /// # Errors
    ///
    /// `Exists` if there is one of this id.
    pub async fn create_agent(
        &self,
        workspace: &Workspace,
        agent: NewAgent,
        tools: Vec<NewAttachment>,
    ) -> Result<(), StoreError> {
        let store = self.store();
        let revision = store.create_agent_with_tools(workspace.id(), agent, tools).await?;
        workspace.refresh(self, Touched::Anything, revision).await
    }

    /// Changes an agent and, where they are given, all of its tools, in one
    /// change. What is to be written is made of what there is, anew if somebody
    /// else was quicker.
    ///
    /// # Errors
    ///
    /// What `change` says; `Missing` if there is no such agent.
    pub async fn change_agent<E: From<StoreError>>(
        &self,
        workspace: &Workspace,
        id: &str,
        change: impl Fn(&super::View) -> Result<(NewAgent, Option<Vec<NewAttachment>>), E>,
    ) -> Result<(), E> {
        let _editing = workspace.edit().await;
        loop {
            let view = workspace.view();
            if !view.agents.contains_key(id) {
                return Err(StoreError::Missing.into());
            }
            let (agent, tools) = change(&view)?;
            let store = self.store().seen_at(view.revision);
            match store.update_agent_with_tools(workspace.id(), agent, tools).await {
                Ok(revision) => {
                    return Ok(workspace.refresh(self, Touched::Anything, revision).await?);
                }
                Err(StoreError::Moved) => workspace.catch_up(self, view.revision).await?,
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Deletes an agent.
    ///
    /// # Errors
    ///
    /// `Missing` if there is no such agent.
    pub async fn delete_agent(&self, workspace: &Workspace, id: &str) -> Result<(), StoreError> {
        let revision = self.store().delete_agent(workspace.id(), id).await?;
        workspace.refresh(self, Touched::Agent(id), revision).await
    }
}
