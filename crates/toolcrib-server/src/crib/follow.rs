//! Keeps what is open up to date: with the store, and with tool folders.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::timeout;
use toolcrib_handlers::folders::{LoadError, Report, Watch, WatchError};
use toolcrib_store::StoreError;

use super::{Crib, Touched};

/// How often books are looked at.
const LOOK_AGAIN: Duration = Duration::from_millis(400);

/// How long to wait before what could not be read is tried again.
const AGAIN: Duration = Duration::from_secs(1);

impl Crib {
    /// Follows what others change in the store, for as long as this is polled.
    pub async fn follow(&self) {
        let mut changes = self.0.store.changes();
        // What was read before anybody followed may be old by now.
        let mut changed = changes.seen();
        loop {
            let missed = self.take_over(changed).await;
            changed = match missed {
                None => changes.next().await,
                // What could not be read is tried again, whether or not more comes.
                Some(missed) => match timeout(AGAIN, changes.next()).await {
                    Ok(more) => missed.into_iter().chain(more).collect(),
                    Err(_) => missed,
                },
            };
        }
    }

    /// Takes over what others have changed; what could not be read is handed
    /// back.
    async fn take_over(&self, changed: Vec<(String, i64)>) -> Option<Vec<(String, i64)>> {
        let keys = self.reload_keys().await;
        if let Err(error) = &keys {
            tracing::warn!(error = error as &dyn std::error::Error, "keys were not reloaded");
        }
        let upstreams = self.reload_upstreams().await;
        if let Err(error) = &upstreams {
            let error = error as &dyn std::error::Error;
            tracing::warn!(error, "other servers were not reloaded");
        }
        self.all_opened().await;
        let mut missed = Vec::new();
        for (id, revision) in changed {
            let open = self.0.open.load().get(id.as_str()).cloned();
            let Some(workspace) = open else { continue };
            if let Err(error) = workspace.refresh(self, Touched::Anything, revision).await {
                let error = &error as &dyn std::error::Error;
                tracing::warn!(workspace = id, error, "a workspace was not reloaded");
                missed.push((id, revision));
            }
        }
        (keys.is_err() || upstreams.is_err() || !missed.is_empty()).then_some(missed)
    }

    /// Waits for those that are being opened: they may have been read before a
    /// change.
    async fn all_opened(&self) {
        let opening: Vec<_> = self.0.opening.lock().await.values().cloned().collect();
        for one in opening {
            drop(one.lock().await);
        }
    }

    /// Loads tool folders anew whenever they change, until the watch is dropped,
    /// and says how that went.
    ///
    /// # Errors
    ///
    /// When the operating system cannot watch folders.
    pub fn watch(
        &self,
        told: impl Fn(Result<&Report, &LoadError>) + Send + Sync + 'static,
    ) -> Result<Option<Watch>, WatchError> {
        let Some(folders) = &self.0.folders else { return Ok(None) };
        let (crib, told) = (self.clone(), Arc::new(told));
        let watch = folders.watch(self.0.handlers.clone(), move |loaded| {
            let (crib, told) = (crib.clone(), Arc::clone(&told));
            tokio::spawn(async move {
                crib.lay_books_over();
                if let Err(error) = crib.base_changed().await {
                    let error = &error as &dyn std::error::Error;
                    tracing::error!(error, "changed tools were not written down");
                }
                told(loaded.as_ref());
            });
        })?;
        Ok(Some(watch))
    }

    /// Reads schema books anew whenever they change, for as long as this is
    /// polled.
    pub async fn follow_books(&self) {
        if self.0.books.is_empty() {
            return;
        }
        loop {
            tokio::time::sleep(LOOK_AGAIN).await;
            let (books, limits) = (self.0.books.clone(), self.0.base.limits().clone());
            // Reading and compiling take their time, and other tasks need the thread.
            let read = tokio::task::spawn_blocking(move || {
                books.has_changed().then(|| books.read(&limits))
            });
            let Ok(Some(read)) = read.await else { continue };
            for error in read.err().into_iter().flatten() {
                tracing::warn!("{error}");
            }
            self.lay_books_over();
            if let Err(error) = self.base_changed().await {
                let error = &error as &dyn std::error::Error;
                tracing::error!(error, "changed tools were not written down");
            }
        }
    }

    pub(super) fn lay_books_over(&self) {
        if !self.0.books.is_empty() {
            self.0.books.publish(&self.0.handlers, &self.0.base);
        }
    }

    /// The tools that everybody sees are others now.
    pub(super) async fn base_changed(&self) -> Result<(), StoreError> {
        let synced = self.sync().await;
        self.all_opened().await;
        // Also if that failed: the tools are there, only their history is not.
        for workspace in self.0.open.load().values() {
            workspace.rebuild(self).await;
        }
        synced
    }
}
