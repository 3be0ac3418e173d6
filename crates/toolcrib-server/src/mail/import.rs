//! Carries messages into the store, a batch at a time.
//!
//! Reading and parsing have a thread of their own, so that they go on while a
//! batch is being written. What is written is written with how far it came, so
//! an import that was broken off goes on from there.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::time::UNIX_EPOCH;

use tokio::sync::mpsc::{self, Receiver};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use toolcrib_store::{Added, Mailbox as StoredMailbox, NewEmail, Store};

use super::source::{self, Format};
use super::{Import, ImportError, Item, Mailbox, Skipped};

/// Messages that are written at once.
const BATCH_MAX: usize = 500;

/// Bytes that are written at once.
const BATCH_BYTES_MAX: u64 = 4 * 1024 * 1024;

/// Batches that are ready before anybody writes them.
const AHEAD_MAX: usize = 2;

/// Places that are shown of each kind of skipped message.
const SHOWN_MAX: usize = 3;

/// How an import went.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// Messages that are new.
    pub new: u64,
    /// Messages that were there, in another mailbox.
    pub shared: u64,
    /// Messages that were there.
    pub known: u64,
    /// What was skipped: why, how often, and where the first of them are.
    pub skipped: Vec<(String, u64, Vec<String>)>,
    /// The mailboxes that were filled.
    pub inboxes: Vec<Inbox>,
    /// Where an earlier import was broken off and this one went on.
    pub resumed: bool,
    /// Whether this one was broken off.
    pub stopped: bool,
}

/// A mailbox that was filled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inbox {
    /// The name of its folder.
    pub mailbox: String,
    /// The address that it belongs to.
    pub address: Option<String>,
    /// Messages that are new in it.
    pub new: u64,
}

/// Told of how an import goes.
pub trait Progress: Send {
    /// How much there is to do, and how much of it was done before: messages of a
    /// folder, bytes of a file.
    fn begins(&mut self, total: u64, behind: u64, is_bytes: bool);

    /// So much more is done.
    fn moves(&mut self, messages: u64, bytes: u64);
}

struct Batch {
    items: Vec<Item>,
    bytes: u64,
}

type Batches = Receiver<Result<Batch, ImportError>>;

/// Brings mail in.
///
/// # Errors
///
/// When it cannot be read or written. What was written stays.
pub async fn import(
    import: &Import,
    store: &Store,
    progress: &mut dyn Progress,
    cancel: &CancellationToken,
) -> Result<Summary, ImportError> {
    let path = &import.path;
    if !path.exists() {
        return Err(ImportError::Missing(path.clone()));
    }
    if let Some(inbox) = &import.inbox
        && (!email_address::EmailAddress::is_valid(inbox) || inbox.contains(['<', ' ', '"']))
    {
        return Err(ImportError::Inbox(inbox.clone()));
    }
    let format = import.format.map_or_else(|| source::format_of(path), Ok)?;
    let (name, state) = identity(path, format, import.inbox.as_deref());
    let from = store.import_position(&import.workspace, &name, &state).await?;
    let mut carried = Carried {
        store,
        import,
        source: (name, state),
        mailboxes: HashMap::new(),
        new_in: HashMap::new(),
        skipped: BTreeMap::new(),
        summary: Summary { resumed: from.is_some(), ..Summary::default() },
    };
    let names = source::mailboxes(path, format);
    if import.inbox.is_some() && names.len() > 1 {
        return Err(ImportError::Several { path: path.clone(), names });
    }
    let behind = from.as_deref().map_or(0, |from| source::behind(path, format, from));
    let (batches, total, reading) = start(path, format, from)?;
    progress.begins(total, behind, format != Format::Maildir);
    let carrying = carried.all(batches, progress, cancel).await;
    // A reader that broke has not read to the end.
    let read = reading.await.map_err(|_| ImportError::Broken(path.clone()));
    let done = carrying.and(read);
    // What came in before something broke has its addresses, too.
    let summary = carried.finish(done.is_ok()).await?;
    done?;
    let found = summary.new + summary.shared + summary.known;
    match found == 0 && summary.skipped.is_empty() && !summary.stopped && !summary.resumed {
        true => Err(ImportError::Nothing(path.clone())),
        false => Ok(summary),
    }
}

/// Starts to read; the batches, how much there is, and the reader.
fn start(
    path: &Path,
    format: Format,
    from: Option<String>,
) -> Result<(Batches, u64, JoinHandle<()>), ImportError> {
    let total = match format {
        Format::Maildir => source::count(path),
        _ => path.metadata().map_or(0, |file| file.len()),
    };
    let mut items = source::items(path, format, from.as_deref())?;
    let (sender, batches) = mpsc::channel(AHEAD_MAX);
    let reading = tokio::task::spawn_blocking(move || {
        loop {
            let mut batch = Batch { items: Vec::new(), bytes: 0 };
            while batch.items.len() < BATCH_MAX && batch.bytes < BATCH_BYTES_MAX {
                match items.next() {
                    Some(Ok(item)) => {
                        batch.bytes += item.bytes;
                        batch.items.push(item);
                    }
                    Some(Err(error)) => {
                        // What was read before it counts.
                        let _ = sender.blocking_send(Ok(batch));
                        let _ = sender.blocking_send(Err(error));
                        return;
                    }
                    None => break,
                }
            }
            // Whoever has stopped to listen needs no more.
            if batch.items.is_empty() || sender.blocking_send(Ok(batch)).is_err() {
                return;
            }
        }
    });
    Ok((batches, total, reading))
}

/// What an import is known by, and what must be the same for it to go on.
fn identity(path: &Path, format: Format, inbox: Option<&str>) -> (String, String) {
    let absolute = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    // A folder that gets new files is still the same; a file that changes is not.
    let state = match (format, path.metadata()) {
        (Format::Maildir, _) | (_, Err(_)) => String::new(),
        (_, Ok(file)) => {
            let changed = file.modified().ok().and_then(|at| at.duration_since(UNIX_EPOCH).ok());
            format!("{} bytes, {}", file.len(), changed.unwrap_or_default().as_secs())
        }
    };
    let name = format!("{format:?} {} {}", absolute.display(), inbox.unwrap_or_default());
    (name, state)
}

/// An import under way.
struct Carried<'a> {
    store: &'a Store,
    import: &'a Import,
    source: (String, String),
    mailboxes: HashMap<Mailbox, StoredMailbox>,
    new_in: HashMap<String, u64>,
    skipped: BTreeMap<Skipped, (u64, Vec<String>)>,
    summary: Summary,
}

impl Carried<'_> {
    async fn all(
        &mut self,
        mut batches: Batches,
        progress: &mut dyn Progress,
        cancel: &CancellationToken,
    ) -> Result<(), ImportError> {
        while let Some(batch) = batches.recv().await {
            let batch = batch?;
            let (count, bytes) = (batch.items.len() as u64, batch.bytes);
            self.batch(batch).await?;
            progress.moves(count, bytes);
            if cancel.is_cancelled() {
                self.summary.stopped = true;
                break;
            }
        }
        Ok(())
    }

    async fn batch(&mut self, batch: Batch) -> Result<(), ImportError> {
        let Some(position) = batch.items.last().map(|item| item.position.clone()) else {
            return Ok(());
        };
        let mut groups: Vec<(Mailbox, Vec<NewEmail>)> = Vec::new();
        for item in batch.items {
            match item.email {
                Ok(email) => {
                    match groups.iter_mut().find(|(mailbox, _)| *mailbox == item.mailbox) {
                        Some((_, emails)) => emails.push(email),
                        None => groups.push((item.mailbox, vec![email])),
                    }
                }
                Err(skipped) => {
                    let (count, shown) = self.skipped.entry(skipped).or_default();
                    *count += 1;
                    if shown.len() < SHOWN_MAX {
                        shown.push(item.shown);
                    }
                }
            }
        }
        let last = groups.len().saturating_sub(1);
        for (index, (mailbox, emails)) in groups.into_iter().enumerate() {
            let stored = self.mailbox(&mailbox).await?;
            let (name, state) = &self.source;
            let progress =
                (index == last).then_some((name.as_str(), state.as_str(), position.as_str()));
            let added = self.store.add_mail(&stored, &emails, progress).await?;
            for added in added {
                match added {
                    Added::New => self.summary.new += 1,
                    Added::ToMailbox => self.summary.shared += 1,
                    Added::Known => self.summary.known += 1,
                }
                if added != Added::Known {
                    *self.new_in.entry(mailbox.name.clone()).or_default() += 1;
                }
            }
        }
        Ok(())
    }

    /// A mailbox of the store, made with its first message.
    async fn mailbox(&mut self, mailbox: &Mailbox) -> Result<StoredMailbox, ImportError> {
        if let Some(stored) = self.mailboxes.get(mailbox) {
            return Ok(stored.clone());
        }
        let given = self.import.inbox.as_deref().map(str::to_lowercase);
        if let (Some(_), Some(other)) = (&given, self.mailboxes.keys().next())
            && other.name != mailbox.name
        {
            let names = vec![other.name.clone(), mailbox.name.clone()];
            return Err(ImportError::Several { path: self.import.path.clone(), names });
        }
        let address = given.as_deref().or(mailbox.address.as_deref());
        let name = if mailbox.name.is_empty() { "mail" } else { &mailbox.name };
        let stored =
            self.store.mailbox(&self.import.workspace, &name.to_lowercase(), address).await?;
        self.mailboxes.insert(mailbox.clone(), stored.clone());
        Ok(stored)
    }

    /// Gives mailboxes their addresses and says how it went.
    async fn finish(mut self, is_done: bool) -> Result<Summary, ImportError> {
        for (mailbox, stored) in &self.mailboxes {
            let address = self.store.settle_mailbox(stored).await?;
            let new = self.new_in.get(&mailbox.name).copied().unwrap_or_default();
            self.summary.inboxes.push(Inbox { mailbox: stored.name.clone(), address, new });
        }
        self.summary.inboxes.sort_by(|a, b| a.mailbox.cmp(&b.mailbox));
        self.summary.inboxes.dedup();
        let skipped = self.skipped.into_iter();
        self.summary.skipped =
            skipped.map(|(why, (count, shown))| (why.to_string(), count, shown)).collect();
        if is_done && !self.summary.stopped {
            self.store.finish_import(&self.import.workspace, &self.source.0).await?;
        }
        Ok(self.summary)
    }
}
