//! Live folders: what changes on disk changes in the registry.
//!
//! The operating system says that something has changed, not what; after a
//! short rest everything is looked at again. A root that does not exist is
//! looked for until it does.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use notify::{RecommendedWatcher, RecursiveMode, Watcher as _};
use tokio::sync::mpsc::{self, Receiver};
use tokio::task::JoinHandle;
use tokio::time::{Instant, timeout};
use toolcrib::Registry;

use super::{LoadError, Report, ToolFolders};

/// How long it must be quiet before folders are read: a change is often many.
const REST: Duration = Duration::from_millis(75);

/// How long a reload is put off while changes keep coming.
const REST_MAX: Duration = Duration::from_millis(300);

/// How often roots that are missing are looked for.
const LOOK_AGAIN: Duration = Duration::from_millis(400);

/// Keeps a registry up to date until it is dropped.
pub struct Watch {
    task: JoinHandle<()>,
}

/// Why folders cannot be watched.
#[derive(Debug, thiserror::Error)]
#[error("the tool folders cannot be watched for changes")]
pub struct WatchError(#[source] notify::Error);

impl ToolFolders {
    /// Loads the folders anew whenever something in them changes, and says how
    /// that went. Must be called inside a Tokio runtime.
    ///
    /// # Errors
    ///
    /// When the operating system cannot watch folders.
    pub fn watch(
        &self,
        registry: Registry,
        told: impl Fn(Result<Report, LoadError>) + Send + 'static,
    ) -> Result<Watch, WatchError> {
        let (changed, changes) = mpsc::channel(1);
        let told_by_system = move |event: notify::Result<notify::Event>| {
            // Reading a folder is not a change of it.
            if event.is_ok_and(|event| event.kind.is_access()) {
                return;
            }
            // One notice that waits is enough.
            let _ = changed.try_send(());
        };
        // A link could lead anywhere, and watching all of that takes for ever.
        let config = notify::Config::default().with_follow_symlinks(false);
        let watcher = RecommendedWatcher::new(told_by_system, config).map_err(WatchError)?;
        let mut roots = Roots { watcher, watched: HashSet::new() };
        roots.watch_anew(self.roots());
        let folders = self.clone();
        let task =
            tokio::spawn(async move { folders.follow(roots, changes, registry, told).await });
        Ok(Watch { task })
    }

    async fn follow(
        &self,
        mut roots: Roots,
        mut changes: Receiver<()>,
        registry: Registry,
        told: impl Fn(Result<Report, LoadError>),
    ) {
        loop {
            match timeout(LOOK_AGAIN, changes.recv()).await {
                Ok(None) => return,
                Ok(Some(())) => {
                    settle(&mut changes).await;
                    roots.watch_anew(self.roots());
                }
                // Nothing has changed but, perhaps, which roots there are.
                Err(_) if roots.are(self.roots()) => continue,
                Err(_) => roots.watch_anew(self.roots()),
            }
            let before = registry.snapshot();
            let loaded = self.load(&registry).await;
            let is_news = match &loaded {
                Ok(report) => {
                    before.version() != registry.snapshot().version()
                        || !report.broken.is_empty()
                        || !report.stale.is_empty()
                }
                Err(_) => true,
            };
            if is_news {
                told(loaded);
            }
        }
    }
}

/// Waits until it is quiet, or has not been for long enough.
async fn settle(changes: &mut Receiver<()>) {
    let until = Instant::now() + REST_MAX;
    while Instant::now() < until && timeout(REST, changes.recv()).await.is_ok() {}
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// The roots that are watched.
struct Roots {
    watcher: RecommendedWatcher,
    watched: HashSet<PathBuf>,
}

impl Roots {
    /// Whether just those roots are watched that exist.
    fn are(&self, roots: &[PathBuf]) -> bool {
        roots.iter().all(|root| root.is_dir() == self.watched.contains(root))
    }

    /// Watches every root that exists. A folder that was deleted and made again
    /// looks the same and is another one, so all are watched from scratch.
    fn watch_anew(&mut self, roots: &[PathBuf]) {
        for root in self.watched.drain() {
            // It may be gone, and its watch with it.
            let _ = self.watcher.unwatch(&root);
        }
        let linked = roots.iter().flat_map(|root| linked_folders(root));
        for root in roots.iter().filter(|root| root.is_dir()).cloned().chain(linked) {
            match self.watcher.watch(&root, RecursiveMode::Recursive) {
                Ok(()) => {
                    self.watched.insert(root);
                }
                // It is looked at every time it is missed instead: slower, and right.
                Err(error) => {
                    tracing::debug!(root = %root.display(), %error, "a root cannot be watched");
                }
            }
        }
    }
}

/// Tool folders that are links: they are read, so they are watched as well.
fn linked_folders(root: &Path) -> Vec<PathBuf> {
    let items = std::fs::read_dir(root).into_iter().flatten().flatten();
    let links = items.map(|item| item.path()).filter(|path| path.is_symlink() && path.is_dir());
    links.filter_map(|path| path.canonicalize().ok()).collect()
}
