//! Tool folders as tools.
//!
//! Reads folders again and again, compiles what has changed and publishes the
//! whole set in one change. It decides which version of a tool serves; what is
//! wrong with a folder, [`folder`] says. Start at
//! [`ToolFolders::load`], then [`ToolFolders::watch`].
//!
//! (1) Nobody ever sees half a set: all folders change in one swap.
//! (2) A change that broke a tool does not take it away: the last good version
//!     goes on, and says what is wrong with the files.
//! (3) What somebody put in a folder stands before what was shipped, even if
//!     it is broken.

mod kept;
mod listed;
mod watch;

use std::collections::{HashMap, HashSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use toolcrib::registry::{Broken, Loaded};
use toolcrib::{Filter, Limits, Problem, Registry, Tool};

use self::kept::{Kept, Names};
use self::listed::Listed;
use crate::folder::{self, Files};
use crate::script::Engines;

pub use watch::{Watch, WatchError};

/// The source of tools that were read from folders.
pub const FOLDERS: &str = "folders";

/// The source of tool folders that are part of the program.
pub const SHIPPED: &str = "shipped";

/// Tool folders as tools. Clones share what they know.
#[derive(Clone)]
pub struct ToolFolders(Arc<Inner>);

struct Inner {
    engines: Engines,
    shipped: Vec<Files>,
    roots: Vec<PathBuf>,
    /// Held from the look to the swap, so that an older look never overtakes a
    /// newer one.
    turn: tokio::sync::Mutex<()>,
    /// What each folder was when it was last looked at.
    kept: Mutex<HashMap<String, Kept>>,
}

/// How loading went.
#[derive(Debug, Default)]
pub struct Report {
    /// Tools that can be called.
    pub tools: usize,
    /// Tools that cannot, and why.
    pub broken: Vec<Arc<Broken>>,
    /// Tools whose files are broken and whose last good version goes on (2).
    pub stale: Vec<Stale>,
}

/// A tool whose files are broken and whose last good version goes on.
#[derive(Debug)]
pub struct Stale {
    /// Which tool.
    pub tool_id: String,
    /// What is wrong with its files.
    pub problems: Vec<Problem>,
}

/// Why folders could not be loaded.
#[derive(Debug, thiserror::Error)]
#[error("the tool folders in {} cannot be read", .root.display())]
pub struct LoadError {
    /// Which root.
    pub root: PathBuf,
    /// Why.
    #[source]
    pub cause: io::Error,
}

impl ToolFolders {
    /// Folders under these roots. A root that does not exist yet is empty.
    pub fn new(engines: impl Into<Engines>, roots: impl IntoIterator<Item = PathBuf>) -> Self {
        Self::with_shipped(engines, Vec::new(), roots)
    }

    /// The same, with folders that are part of the program.
    pub fn with_shipped(
        engines: impl Into<Engines>,
        shipped: Vec<Files>,
        roots: impl IntoIterator<Item = PathBuf>,
    ) -> Self {
        let roots = roots.into_iter().collect();
        let (turn, kept) = (tokio::sync::Mutex::default(), Mutex::default());
        Self(Arc::new(Inner { engines: engines.into(), shipped, roots, turn, kept }))
    }

    /// Where it looks.
    pub fn roots(&self) -> &[PathBuf] {
        &self.0.roots
    }

    /// Puts the folders' present tools in place of those before (1).
    ///
    /// # Errors
    ///
    /// When a root cannot be listed; then nothing changes.
    pub async fn load(&self, registry: &Registry) -> Result<Report, LoadError> {
        let _turn = self.0.turn.lock().await;
        let (inner, own) = (Arc::clone(&self.0), registry.clone());
        // Reading and compiling take their time, and other tasks need the thread.
        let looked = tokio::task::spawn_blocking(move || inner.look(&own)).await;
        let (folders, shipped, stale) =
            looked.unwrap_or_else(|error| std::panic::resume_unwind(error.into_panic()))?;
        let loaded = registry.load_all(&[&folders, &shipped]).await;
        let Loaded { tools, broken } =
            loaded.expect("what is listed can be listed, and neither name is reserved");
        Ok(Report { tools, broken, stale })
    }
}

impl ToolFolders {
    /// The files that present tools are made of, by the tools' ids. A tool whose
    /// last good version goes on is left out: its files say something else.
    pub fn files(&self) -> HashMap<String, Files> {
        let known = self.0.kept.lock().unwrap_or_else(PoisonError::into_inner);
        known.values().filter_map(Kept::files).collect()
    }

    /// A tool made of files from elsewhere, such as an older version of one.
    /// Reads and compiles, so it takes its time.
    ///
    /// # Errors
    ///
    /// When they make no tool: everything that is wrong with them.
    pub fn revive(&self, files: &Files, limits: &Limits) -> Result<Arc<dyn Tool>, Vec<Problem>> {
        kept::revive(files, &self.0.engines, limits)
    }
}

impl Inner {
    /// Looks at every folder; compiles those that have changed.
    fn look(&self, registry: &Registry) -> Result<(Listed, Listed, Vec<Stale>), LoadError> {
        let files = self.read()?;
        // Entries are replaced whole; a panic cannot leave half of one.
        let mut known = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let mut refresh = |files: &[Files]| -> Vec<Kept> {
            let tools = files.iter().filter(|files| files.is_tool());
            let kept = tools.map(|files| {
                let mut kept = known.remove(&files.shown).unwrap_or_default();
                kept.refresh(files, &self.engines, registry.limits());
                kept
            });
            kept.collect()
        };
        let mut folders = refresh(&files);
        // (3)
        let own: HashSet<String> = folders.iter().flat_map(Kept::ids).collect();
        let mut shipped = refresh(&self.shipped);
        shipped.retain(|kept| kept.ids().all(|id| !own.contains(&id)));
        let mut names = Names(names_of(registry, |source| source != FOLDERS && source != SHIPPED));
        // Ids first: a tool keeps its id against another's alias.
        for kept in folders.iter().chain(&shipped) {
            kept.claim_id(&mut names);
        }
        let mut list = |all: &mut [Kept]| -> Vec<Arc<dyn Tool>> {
            all.iter_mut().map(|kept| kept.serve(&mut names)).collect()
        };
        let tools = (list(&mut folders), list(&mut shipped));
        let all = || folders.iter().chain(&shipped);
        let stale = all().filter_map(Kept::stale).collect();
        *known = folders
            .into_iter()
            .chain(shipped)
            .map(|kept| (kept.shown().to_owned(), kept))
            .collect();
        Ok((Listed::new(FOLDERS, tools.0), Listed::new(SHIPPED, tools.1), stale))
    }

    /// The files of every folder, each folder once even if two roots hold it.
    fn read(&self) -> Result<Vec<Files>, LoadError> {
        let (mut all, mut seen) = (Vec::new(), HashSet::new());
        for root in &self.roots {
            let found = found(root).map_err(|cause| LoadError { root: root.clone(), cause })?;
            all.extend(found.into_iter().filter(|files| {
                let path = Path::new(&files.shown);
                seen.insert(path.canonicalize().unwrap_or_else(|_| path.to_owned()))
            }));
        }
        Ok(all)
    }
}

fn found(root: &Path) -> io::Result<Vec<Files>> {
    match folder::find(root) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        found => found,
    }
}

/// The names that belong to the tools of some sources, and to which tools.
pub fn names_of(registry: &Registry, of: impl Fn(&str) -> bool) -> HashMap<String, String> {
    let snapshot = registry.snapshot();
    let mut names = HashMap::new();
    for entry in snapshot.list(&Filter::default()).filter(|entry| of(entry.source())) {
        let spec = entry.spec();
        let owner = format!("the tool `{}` of the source `{}`", spec.tool_id, entry.source());
        for name in std::iter::once(&spec.tool_id).chain(&spec.aliases) {
            names.insert(name.clone(), owner.clone());
        }
    }
    names
}
