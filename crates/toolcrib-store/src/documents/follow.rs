//! The index follows the tables.

use std::sync::{Arc, PoisonError};

use super::index::{Index, Shared};
use super::{COLUMNS, DocumentRow};
use crate::Store;
use crate::error::{Broken, StoreError};
use crate::names::check_workspace;
use crate::sql::query;

/// Documents that are read at once while an index is made.
const PAGE: usize = 2_000;

impl Store {
    /// The index of a workspace, as new as the tables.
    pub(super) async fn current_index(&self, workspace: &str) -> Result<Arc<Shared>, StoreError> {
        check_workspace(workspace)?;
        let shared = self.indexes.of(workspace);
        let seen =
            |shared: &Shared| shared.index.read().unwrap_or_else(PoisonError::into_inner).revision;
        let revision = self.document_revision(workspace).await?;
        if seen(&shared) >= revision {
            return Ok(shared);
        }
        // One brings it up to date, the others wait for that.
        let turn = shared.turn.lock().await;
        while seen(&shared) < revision {
            self.take_over(workspace, &shared, revision).await?;
        }
        drop(turn);
        Ok(shared)
    }

    /// Takes over what has moved since the index was last brought up to date.
    async fn take_over(
        &self,
        workspace: &str,
        shared: &Arc<Shared>,
        revision: i64,
    ) -> Result<(), StoreError> {
        let (mut from, worn) = {
            let index = shared.index.read().unwrap_or_else(PoisonError::into_inner);
            (index.revision, index.is_worn())
        };
        let embed = self.indexes.embed();
        let mut fresh = worn.then(Index::default);
        if worn {
            from = 0;
        }
        let mut after = i64::MAX;
        loop {
            // What moves while this is read has a later number, and is read next.
            let text = format!(
                "SELECT {COLUMNS}, moved, number, gone FROM documents
                 WHERE workspace_id = $1 AND (moved > $2 OR (moved = $2 AND number > $3))
                 ORDER BY moved, number LIMIT {PAGE}"
            );
            let rows = self.rows(query!(text, workspace, from, after)).await?;
            let is_last = rows.len() < PAGE;
            let mut page = Vec::with_capacity(rows.len());
            for mut row in rows {
                let tail = row.split_off(10);
                let mut tail = tail.ok_or(Broken::Unexpected("too few columns"))?;
                (from, after) = (tail.int()?, tail.int()?);
                page.push((DocumentRow::read(row)?, tail.bool()?));
            }
            let (shared, embed, building) = (Arc::clone(shared), embed.clone(), fresh.take());
            // Words take their time, and others need the thread.
            let work = tokio::task::spawn_blocking(move || {
                let mut building = building;
                let mut held;
                let index = match &mut building {
                    Some(index) => index,
                    None => {
                        held = shared.index.write().unwrap_or_else(PoisonError::into_inner);
                        &mut *held
                    }
                };
                for (row, is_gone) in &page {
                    match is_gone {
                        true => index.remove(&row.document.id),
                        false => index.put(row, embed.as_deref()),
                    }
                }
                building
            });
            fresh = work.await.map_err(|_| Broken::Unexpected("an index that broke"))?;
            if is_last {
                break;
            }
        }
        let mut index = shared.index.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(fresh) = fresh {
            *index = fresh;
        }
        index.revision = from.max(revision);
        Ok(())
    }
}
