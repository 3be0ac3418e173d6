//! The documents of a workspace.

use toolcrib_store::{NewDocument, StoreError};

use super::{Crib, Touched, Workspace};

impl Crib {
    /// Keeps a document; one with the same id gives way to it.
    ///
    /// # Errors
    ///
    /// When the store does not answer.
    pub async fn put_document(
        &self,
        workspace: &Workspace,
        document: NewDocument,
    ) -> Result<(), StoreError> {
        let revision = self.store().put_documents(workspace.id(), vec![document]).await?;
        workspace.refresh(self, Touched::Documents, revision).await
    }

    /// Deletes a document.
    ///
    /// # Errors
    ///
    /// `Missing` if there is none of this id.
    pub async fn delete_document(&self, workspace: &Workspace, id: &str) -> Result<(), StoreError> {
        let revision = self.store().delete_document(workspace.id(), id).await?;
        workspace.refresh(self, Touched::Documents, revision).await
    }
}
