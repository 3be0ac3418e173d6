//! Which tools exist right now.
//!
//! Owns the current snapshot and nothing else: it does not call tools
//! (`runtime` does) and does not find them (sources do). A change builds a new
//! snapshot and swaps it in whole, so readers never wait and never see half a
//! change. Start at [`Registry::register`] or [`Registry::load`].
//!
//! (1) No name belongs to two tools; a second claim is an error that names
//!     both owners.
//! (2) A broken tool hides no other: it is listed with what is wrong with it.

mod entry;
mod error;
mod respecified;
mod snapshot;

use std::sync::{Arc, Mutex, PoisonError};

use arc_swap::ArcSwap;
use tokio::task::JoinError;
use toolcrib_core::vendor::{self, Export, Provider};
use toolcrib_core::{CompiledSpec, Limits, Problem, Spec};

use crate::panics::{Panicked, caught};
use crate::source::{Source, SourceError};
use crate::tool::Tool;

use self::entry::Said;
use self::respecified::Respecified;

pub use entry::{Broken, Entry};
pub use error::{NameTaken, RegisterError};
pub use snapshot::{Filter, Snapshot, version_of};

/// The owner of tools that were registered one by one.
pub const NATIVE: &str = "native";

/// Which tools exist right now. Clones share one registry.
#[derive(Clone, Default)]
pub struct Registry(Arc<Inner>);

#[derive(Default)]
struct Inner {
    current: ArcSwap<Snapshot>,
    /// Held while a new snapshot is built, so that no change is lost.
    writing: Mutex<()>,
    /// Held while sources are asked and what they have is compiled, so that nobody
    /// puts what was before in place of what is now.
    loading: tokio::sync::Mutex<()>,
    limits: Limits,
}

/// What became of a tool of a source.
type Compiled = (String, Result<Entry, RegisterError>);

/// What loading a source changed.
#[derive(Debug, Default)]
pub struct Loaded {
    /// Tools that can be called.
    pub tools: usize,
    /// Tools that cannot, and why.
    pub broken: Vec<Arc<Broken>>,
}

impl Registry {
    /// An empty registry with the default limits.
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty registry whose schemas and calls are held to these limits.
    pub fn with_limits(limits: Limits) -> Self {
        Self(Arc::new(Inner { limits, ..Inner::default() }))
    }

    /// Adds one tool.
    pub fn register(&self, tool: impl Tool) -> Result<Arc<Entry>, RegisterError> {
        let entry = Arc::new(self.compile(NATIVE, Arc::new(tool))?);
        self.change(|next| {
            next.insert(Arc::clone(&entry))?;
            Ok(entry)
        })
    }

    /// Adds many tools in one change: all of them, or none.
    pub fn register_all(
        &self,
        tools: impl IntoIterator<Item = Arc<dyn Tool>>,
    ) -> Result<Vec<Arc<Entry>>, RegisterError> {
        let entries: Vec<Arc<Entry>> = tools
            .into_iter()
            .map(|tool| self.compile(NATIVE, tool).map(Arc::new))
            .collect::<Result<_, _>>()?;
        self.change(|next| {
            for entry in &entries {
                next.insert(Arc::clone(entry))?;
            }
            Ok(entries)
        })
    }

    /// Puts a source's present tools in place of those it had before, in one
    /// change. A tool that cannot be used is listed with its problems (2).
    pub async fn load(&self, source: &dyn Source) -> Result<Loaded, SourceError> {
        self.load_all(&[source]).await
    }

    /// The same for many sources, in one change: nobody sees some of them
    /// renewed and others not. Where two claim a name, the first has it.
    pub async fn load_all(&self, sources: &[&dyn Source]) -> Result<Loaded, SourceError> {
        let _loading = self.0.loading.lock().await;
        let mut tools = Vec::new();
        for source in sources {
            let owner = source.name();
            if owner == NATIVE {
                // Loading would throw out everything that was registered one by one.
                let cause =
                    format!("`{NATIVE}` is the name of tools that were registered directly");
                return Err(SourceError { source_name: owner.to_owned(), cause: cause.into() });
            }
            tools.extend(source.tools().await?.into_iter().map(|tool| (owner.to_owned(), tool)));
        }
        let listed = self.compile_all(tools).await;
        Ok(self.change_freely(|next| {
            for source in sources {
                next.remove_source(source.name());
            }
            let mut loaded = Loaded::default();
            for (owner, result) in listed {
                match result.and_then(|entry| next.insert(Arc::new(entry))) {
                    Ok(()) => loaded.tools += 1,
                    Err(error) => loaded.broken.push(next.insert_broken(&owner, error)),
                }
            }
            loaded
        }))
    }

    /// Puts these tools in place of everything before, in one change. Where two
    /// claim a name, the first has it and the other is listed as broken.
    pub fn replace(
        &self,
        entries: impl IntoIterator<Item = Arc<Entry>>,
        broken: impl IntoIterator<Item = Broken>,
    ) {
        self.change_freely(|next| {
            *next = Snapshot::default();
            for entry in entries {
                let owner = Arc::clone(entry.shared_source());
                if let Err(error) = next.insert(entry) {
                    next.insert_broken(&owner, error);
                }
            }
            for broken in broken {
                next.keep_broken(broken);
            }
        });
    }

    /// Takes a tool out, by id or alias.
    pub fn unregister(&self, name: &str) -> Option<Arc<Entry>> {
        self.change_freely(|next| next.remove(name))
    }

    /// Takes all tools of a source out and says how many there were.
    pub fn unregister_source(&self, source: &str) -> usize {
        self.change_freely(|next| next.remove_source(source))
    }

    /// Takes everything out.
    pub fn clear(&self) {
        self.change_freely(|next| *next = Snapshot::default());
    }

    /// A tool by id or alias.
    pub fn get(&self, name: &str) -> Option<Arc<Entry>> {
        self.0.current.load().get(name).cloned()
    }

    /// The tools that pass a filter, by id.
    pub fn list(&self, filter: &Filter<'_>) -> Vec<Arc<Entry>> {
        self.0.current.load().list(filter).cloned().collect()
    }

    /// The tools that are switched on, in the form that a provider accepts.
    pub fn export(&self, provider: Provider) -> Export {
        let current = self.0.current.load();
        let all = Filter::default();
        let specs = current.list(&all).map(|entry| entry.spec());
        vendor::export(specs.filter(|spec| spec.enabled), provider, self.limits())
    }

    /// The set of tools as it is now; it never changes.
    pub fn snapshot(&self) -> Arc<Snapshot> {
        self.0.current.load_full()
    }

    /// The limits that tools and calls are held to.
    pub fn limits(&self) -> &Limits {
        &self.0.limits
    }

    fn compile(&self, owner: &str, tool: Arc<dyn Tool>) -> Result<Entry, RegisterError> {
        let described = caught(|| {
            let (guide, summary, problems) = (tool.guide(), tool.summary(), tool.problems());
            let room = tool.argument_bytes_max();
            (tool.spec(), tool.handler_bytes(), Said { guide, summary, problems }, room)
        });
        let (spec, bytes, said, room) = described.map_err(|Panicked| RegisterError::Invalid {
            tool_id: "(unknown)".to_owned(),
            problems: vec![Problem::error(
                "",
                "the tool panicked when it was asked for its spec",
                "mend its `spec`, `guide`, `handler_bytes`, `summary` or `problems`",
            )],
        })?;
        let invalid = |tool_id, problems: Vec<Problem>| RegisterError::Invalid {
            tool_id,
            problems: problems.into_iter().filter(Problem::is_error).collect(),
        };
        let tool_id = spec.tool_id.clone();
        if said.problems.iter().any(Problem::is_error) {
            // Its source has looked closer than we could.
            return Err(invalid(tool_id, said.problems));
        }
        let guide = said.guide.as_deref().unwrap_or_default();
        let mut limits = self.limits().clone();
        limits.argument_bytes_max = room.unwrap_or(limits.argument_bytes_max);
        let compiled = CompiledSpec::new(spec, guide, bytes, &limits)
            .map_err(|problems| invalid(tool_id, problems))?;
        Ok(Entry::new(compiled, owner, said, tool))
    }

    /// Compiles tools where nobody waits for the thread: what a stranger wrote may
    /// take seconds.
    async fn compile_all(&self, tools: Vec<(String, Arc<dyn Tool>)>) -> Vec<Compiled> {
        let registry = self.clone();
        let compiling = tokio::task::spawn_blocking(move || {
            let compile = |(owner, tool): (String, _)| {
                let compiled = registry.compile(&owner, tool);
                (owner, compiled)
            };
            tools.into_iter().map(compile).collect()
        });
        match compiling.await.map_err(JoinError::try_into_panic) {
            Ok(compiled) => compiled,
            Err(Ok(panic)) => std::panic::resume_unwind(panic),
            // The runtime ends, and whoever waits for this with it.
            Err(Err(_)) => std::future::pending().await,
        }
    }

    /// Checks and compiles a tool without registering it.
    pub fn prepare(&self, source: &str, tool: Arc<dyn Tool>) -> Result<Arc<Entry>, RegisterError> {
        self.compile(source, tool).map(Arc::new)
    }

    /// The handler of one tool under another spec: a tool of its own.
    pub fn respecify(
        &self,
        handler: &Entry,
        source: &str,
        spec: Spec,
        guide: Option<String>,
    ) -> Result<Arc<Entry>, RegisterError> {
        self.respecify_with(handler, source, spec, guide, Vec::new())
    }

    /// The same, with what its source has to say of it.
    pub fn respecify_with(
        &self,
        handler: &Entry,
        source: &str,
        spec: Spec,
        guide: Option<String>,
        problems: Vec<Problem>,
    ) -> Result<Arc<Entry>, RegisterError> {
        self.prepare(source, Arc::new(Respecified::new(handler, spec, guide, problems)))
    }

    /// Builds the next snapshot; nothing changes if that fails.
    fn change<T>(
        &self,
        edit: impl FnOnce(&mut Snapshot) -> Result<T, RegisterError>,
    ) -> Result<T, RegisterError> {
        // The guarded value is `()`: a panic elsewhere cannot have spoilt it.
        let _writing = self.0.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let mut next = Snapshot::clone(&self.0.current.load());
        let result = edit(&mut next)?;
        next.seal();
        self.0.current.store(Arc::new(next));
        Ok(result)
    }

    fn change_freely<T>(&self, edit: impl FnOnce(&mut Snapshot) -> T) -> T {
        self.change(|next| Ok(edit(next))).expect("an edit that returns no error cannot fail")
    }
}
