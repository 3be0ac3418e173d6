//! Agents that are made, changed and deleted, by an operator or by another agent.

use toolcrib_store::{NewAgent, NewAttachment, StoreError};

use super::{Crib, Touched, View, Workspace};

/// Why an agent stays as it is.
#[derive(Debug)]
pub enum Unchanged<E> {
    /// It is not there.
    Gone,
    /// The store does not answer.
    Store(StoreError),
    /// Whoever would change it does not want to.
    Refused(E),
}

impl<E> From<StoreError> for Unchanged<E> {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Missing => Self::Gone,
            other => Self::Store(other),
        }
    }
}

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
        let (id, is_primary) = (agent.id.clone(), agent.is_primary);
        let revision = self.store().create_agent(workspace.id(), agent, &tools).await?;
        let touched = touched(&id, is_primary, &tools);
        workspace.refresh(self, touched, revision).await
    }

    /// Changes an agent and, where they are given, all of its tools, in one
    /// change. What is to be written is made of what there is, anew if somebody
    /// else was quicker.
    ///
    /// # Errors
    ///
    /// What `change` says, or that there is no such agent.
    pub async fn change_agent<E>(
        &self,
        workspace: &Workspace,
        id: &str,
        change: impl Fn(&View) -> Result<(NewAgent, Option<Vec<NewAttachment>>), E>,
    ) -> Result<(), Unchanged<E>> {
        let _editing = workspace.edit().await;
        loop {
            let view = workspace.view();
            if !view.agents.contains_key(id) {
                return Err(Unchanged::Gone);
            }
            let (agent, tools) = change(&view).map_err(Unchanged::Refused)?;
            let touched = touched(id, agent.is_primary, tools.as_deref().unwrap_or_default());
            let store = self.store().seen_at(view.revision);
            match store.update_agent(workspace.id(), agent, tools.as_deref()).await {
                Ok(revision) => {
                    return Ok(workspace.refresh(self, touched, revision).await?);
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

/// One that is primary is the only one, and one that is pinned needs a version
/// that may not have been read yet.
fn touched<'a>(id: &'a str, is_primary: bool, tools: &[NewAttachment]) -> Touched<'a> {
    match is_primary || tools.iter().any(|tool| tool.version_hash.is_some()) {
        true => Touched::Anything,
        false => Touched::Agent(id),
    }
}
