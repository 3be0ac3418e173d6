//! The keys that callers show. Only their hashes are kept.

use crate::Store;
use crate::error::StoreError;
use crate::names::check_length;
use crate::sql::{Row, Step, query};
use crate::stamp;
use crate::workspace::all;

/// A key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyRow {
    /// Its id.
    pub id: String,
    /// The workspace to which it opens the door.
    pub workspace: String,
    /// Its name for people.
    pub name: String,
    /// What it allows, comma-separated.
    pub scopes: String,
    /// Since when it is there.
    pub created_at: String,
    /// Since when it opens nothing.
    pub revoked_at: Option<String>,
    /// The SHA-256 of the key, in hex.
    pub hash: String,
}

/// A key that shall be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewKey {
    /// Its id.
    pub id: String,
    /// The workspace to which it opens the door.
    pub workspace: String,
    /// Its name for people.
    pub name: String,
    /// What it allows, comma-separated.
    pub scopes: String,
    /// The SHA-256 of the key, in hex.
    pub hash: String,
}

impl Store {
    /// Adds a key. `Exists` if its id or its hash is there.
    pub async fn create_key(&self, key: NewKey) -> Result<i64, StoreError> {
        check_length(&key.id)?;
        let workspace = key.workspace;
        let insert = query!(
            "INSERT INTO keys (id, workspace_id, name, scopes, hash, created_at)
             VALUES ($1, $2, $3, $4, $5, $6)",
            key.id,
            &workspace,
            key.name,
            key.scopes,
            key.hash,
            stamp::now().as_str(),
        );
        self.change(&workspace, vec![Step::new(insert)]).await
    }

    /// The keys of a workspace, or of all; revoked ones too, oldest first.
    pub async fn keys(&self, workspace: Option<&str>) -> Result<Vec<KeyRow>, StoreError> {
        let select =
            "SELECT id, workspace_id, name, scopes, created_at, revoked_at, hash FROM keys";
        let query = match workspace {
            Some(workspace) => query!(
                format!("{select} WHERE workspace_id = $1 ORDER BY created_at, id"),
                workspace
            ),
            None => query!(format!("{select} ORDER BY created_at, id")),
        };
        all(self.rows(query).await?, KeyRow::read)
    }

    /// Makes a key open nothing, from now on and for good; what is revoked
    /// already keeps its first time. `Missing` if there is no such key here.
    pub async fn revoke_key(&self, workspace: &str, id: &str) -> Result<i64, StoreError> {
        let update = query!(
            "UPDATE keys SET revoked_at = COALESCE(revoked_at, $3)
             WHERE id = $1 AND workspace_id = $2 RETURNING id",
            id,
            workspace,
            stamp::now().as_str(),
        );
        self.change(workspace, vec![Step::demanding(update)]).await
    }
}

impl KeyRow {
    fn read(mut row: Row) -> Result<Self, StoreError> {
        Ok(Self {
            id: row.text()?,
            workspace: row.text()?,
            name: row.text()?,
            scopes: row.text()?,
            created_at: row.text()?,
            revoked_at: row.maybe_text()?,
            hash: row.text()?,
        })
    }
}
