//! Carries documents into the store, a batch at a time.

use std::collections::{BTreeMap, HashSet};
use std::io;
use std::path::{Path, PathBuf};

use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use toolcrib::Faults;
use toolcrib_store::{NewDocument, Store, StoreError};

use super::check;
use super::files::{self, Found};

/// Documents that are written at once.
const BATCH_MAX: usize = 500;

/// Bytes that are written at once.
const BATCH_BYTES_MAX: usize = 4 * 1024 * 1024;

/// Places that are shown of each kind of skipped document.
const SHOWN_MAX: usize = 3;

/// How an import went.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Documents that were kept.
    pub kept: u64,
    /// What was skipped: why, how often, and where the first of them are.
    pub skipped: Vec<(String, u64, Vec<String>)>,
    /// Whether it was broken off.
    pub stopped: bool,
}

/// Why documents cannot be brought in.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// It cannot be read.
    #[error("cannot read `{}`: {cause}", .path.display())]
    Unreadable {
        /// Which file or folder.
        path: PathBuf,
        /// Why.
        cause: io::Error,
    },
    /// It holds none.
    #[error("there are no documents in `{}`: they are .md, .html or .jsonl files", .0.display())]
    Nothing(PathBuf),
    /// The store did not take them.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Brings documents in: those that are known by their ids are replaced. Told of
/// are files, as many as there are and each when it is done.
///
/// # Errors
///
/// When nothing can be read, or the store does not take it. What was written
/// stays.
pub async fn import(
    root: &Path,
    workspace: &str,
    store: &Store,
    told: &mut (dyn FnMut(usize, usize) + Send),
    cancel: &CancellationToken,
) -> Result<Summary, ImportError> {
    let unreadable = |cause| ImportError::Unreadable { path: root.to_owned(), cause };
    let found = files::find(root).map_err(unreadable)?;
    if found.is_empty() || found.iter().all(|file| !files::is_known(file)) {
        return Err(ImportError::Nothing(root.to_owned()));
    }
    let total = found.len();
    let (sender, mut documents) = mpsc::channel::<(usize, Found)>(BATCH_MAX);
    let folder = root.to_owned();
    // Reading goes on while a batch is being written.
    let reading = tokio::task::spawn_blocking(move || {
        for (index, file) in found.iter().enumerate() {
            // Whoever has stopped to listen needs no more.
            files::read(&folder, file, &mut |found| drop(sender.blocking_send((index, found))));
            if sender.is_closed() {
                return;
            }
        }
    });
    let mut carried = Carried::new(store, workspace);
    while let Some((index, found)) = documents.recv().await {
        carried.take(found).await?;
        told(index + 1, total);
        if cancel.is_cancelled() {
            carried.summary.stopped = true;
            break;
        }
    }
    drop(documents);
    carried.write().await?;
    let _ = reading.await;
    let skipped = carried.skipped.into_iter();
    carried.summary.skipped = skipped.map(|(why, (count, places))| (why, count, places)).collect();
    Ok(carried.summary)
}

struct Carried<'a> {
    store: &'a Store,
    workspace: &'a str,
    batch: Vec<NewDocument>,
    bytes: usize,
    /// The ids that were there.
    seen: HashSet<String>,
    skipped: BTreeMap<String, (u64, Vec<String>)>,
    summary: Summary,
}

impl<'a> Carried<'a> {
    fn new(store: &'a Store, workspace: &'a str) -> Self {
        Self {
            store,
            workspace,
            batch: Vec::new(),
            bytes: 0,
            seen: HashSet::new(),
            skipped: BTreeMap::new(),
            summary: Summary::default(),
        }
    }

    async fn take(&mut self, found: Found) -> Result<(), ImportError> {
        let Found { shown, fields, fallback } = found;
        let document = fields.and_then(|mut fields| {
            let id = fields.id.take().map(|id| id.trim().to_owned()).filter(|id| !id.is_empty());
            let mut faults = Faults::new();
            let document = check(fields, id.unwrap_or(fallback), &mut faults);
            if faults.is_empty() { Ok(document) } else { Err(faults.to_string()) }
        });
        match document {
            Ok(document) => {
                self.bytes += document.body.len();
                if !self.seen.insert(document.id.clone()) {
                    // One write cannot hold an id twice; what comes later counts.
                    self.batch.retain(|known| known.id != document.id);
                    let why =
                        format!("the id `{}` came twice, and the later one was kept", document.id);
                    self.skip(why, shown);
                }
                self.batch.push(document);
            }
            Err(why) => self.skip(why, shown),
        }
        if self.batch.len() >= BATCH_MAX || self.bytes >= BATCH_BYTES_MAX {
            self.write().await?;
        }
        Ok(())
    }

    fn skip(&mut self, why: String, shown: String) {
        let (count, places) = self.skipped.entry(why).or_default();
        *count += 1;
        if places.len() < SHOWN_MAX {
            places.push(shown);
        }
    }

    async fn write(&mut self) -> Result<(), ImportError> {
        let batch = std::mem::take(&mut self.batch);
        self.bytes = 0;
        if !batch.is_empty() {
            self.summary.kept += batch.len() as u64;
            self.store.put_documents(self.workspace, batch).await?;
        }
        Ok(())
    }
}
