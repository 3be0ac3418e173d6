//! Makes the version of a tool that is asked for, once.

use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher, Hash};
use std::sync::Arc;

use toolcrib::registry::RegisterError;
use toolcrib::{Entry, Problem, Registry};
use toolcrib_store::{ToolKey, ToolRow, VersionRow};

use super::Making;
use crate::crib::published::{self, Published};
use crate::crib::{INSERTED, OWN, Settings};

impl Making<'_> {
    /// A version of a tool under its settings.
    pub(super) fn entry(
        &mut self,
        key: &ToolKey,
        version: Option<&str>,
        settings: &Settings,
    ) -> Result<Arc<Entry>, Vec<Problem>> {
        let source = self.version(key, version)?;
        if !settings.changes() {
            return Ok(source);
        }
        let mut spec = source.spec().clone();
        settings.apply(&mut spec);
        // Words for people are not in the fingerprint.
        let words = (source.spec().title.as_deref(), &source.spec().tags, source.guide());
        let made_of = format!("{} {:x} {}", identity(&source), digest(words), settings.to_json());
        let (owner, guide) = (source.source().to_owned(), source.guide().map(str::to_owned));
        self.once(made_of, |base| base.respecify(&source, &owner, spec, guide))
    }

    /// A version of a tool as its source has it: the present one where nobody
    /// says which.
    fn version(
        &mut self,
        key: &ToolKey,
        version: Option<&str>,
    ) -> Result<Arc<Entry>, Vec<Problem>> {
        let builder = self.builder;
        let old = version.map(|hash| builder.rows.versions.get(&(key.clone(), hash.to_owned())));
        match (key.workspace.is_some(), old) {
            (_, Some(None)) => Err(vec![problem(
                "the version that was asked for is not kept",
                "choose one that `versions` lists",
            )]),
            (false, None) => match (self.present(&key.id), self.inserted(&key.id)) {
                (Some(present), _) => Ok(Arc::clone(present)),
                (None, Some(row)) => self.of_columns(row, INSERTED),
                (None, None) => Err(self.why_not(&key.id)),
            },
            (false, Some(Some(old))) => {
                let present = self.present(&key.id);
                let is_present = |entry: &&Arc<Entry>| {
                    entry.compiled().version_hash().to_string() == old.version_hash
                };
                match present.filter(is_present) {
                    Some(present) => Ok(Arc::clone(present)),
                    None => self.older(key, old),
                }
            }
            (true, None) => {
                let Some(row) = builder.rows.tools.get(&key.id) else {
                    return Err(self.why_not(&key.id));
                };
                if row.manifest.is_empty() {
                    return self.of_columns(row, OWN);
                }
                let (guide, hash) = (row.guide.clone(), row.version_hash.clone());
                self.registered(&row.manifest, guide, &hash)
            }
            (true, Some(Some(old))) => {
                self.registered(&old.manifest, old.guide.clone(), &old.version_hash)
            }
        }
    }

    /// An older version of a tool that everybody sees.
    fn older(&mut self, key: &ToolKey, old: &VersionRow) -> Result<Arc<Entry>, Vec<Problem>> {
        let source =
            self.builder.globals.get(&key.id).map(|row| row.source.clone()).unwrap_or_default();
        let made_of = format!("{} {} kept", key.id, old.version_hash);
        if let Some(files) = published::files_of(old) {
            let files = files.map_err(|error| vec![unreadable(&error)])?;
            let Some(folders) = &self.builder.folders else { return Err(self.why_not(&key.id)) };
            let limits = self.builder.base.limits();
            return self.once_or_problems(made_of, |base| {
                let tool = folders.revive(&files, limits)?;
                base.prepare(&source, tool).map_err(problems_of)
            });
        }
        let published = Published::read(&old.manifest).map_err(|error| vec![unreadable(&error)])?;
        let Some(handler) = self.present(&key.id).cloned() else {
            return Err(self.why_not(&key.id));
        };
        let guide = old.guide.clone();
        self.once(made_of, |base| base.respecify(&handler, &source, published.spec, guide))
    }

    /// A tool that somebody registered by the key of its handler.
    fn registered(
        &mut self,
        manifest: &str,
        guide: Option<String>,
        hash: &str,
    ) -> Result<Arc<Entry>, Vec<Problem>> {
        let Published { handler_key, mut spec } =
            Published::read(manifest).map_err(|error| vec![unreadable(&error)])?;
        let handler = self.handler(&handler_key)?;
        // Also if it does more now than when the tool was made of it.
        spec.keep_to_facts(handler.spec());
        // Words for people are not in the fingerprint.
        let made_of = format!("{hash} {:x} {}", digest(manifest), identity(&handler));
        self.once(made_of, |base| base.respecify(&handler, OWN, spec, guide))
    }

    /// A tool that somebody inserted by hand: its columns are all there is of it.
    fn of_columns(&mut self, row: &ToolRow, source: &str) -> Result<Arc<Entry>, Vec<Problem>> {
        let handler = self.handler(&row.handler_key)?;
        let Published { spec, .. } = Published::inserted(row, handler.spec());
        let columns = (&row.name, &row.description, &row.parameters_schema, &row.category);
        let made_of = format!("{} {:x} {}", row.key.id, digest(columns), identity(&handler));
        self.once(made_of, |base| base.respecify(&handler, source, spec, None))
    }

    /// The tool whose handler a key names.
    fn handler(&self, key: &str) -> Result<Arc<Entry>, Vec<Problem>> {
        self.present(key).cloned().ok_or_else(|| {
            vec![problem(
                &format!("there is no handler `{key}`"),
                "bring the handler back, or give the tool another",
            )]
        })
    }

    /// Why a tool is not there.
    fn why_not(&self, id: &str) -> Vec<Problem> {
        match self.base.broken(id) {
            Some(broken) => broken.problems.clone(),
            None => vec![problem(
                "its source does not have it any more",
                "bring it back, or take it from the agents that have it",
            )],
        }
    }

    fn once(
        &mut self,
        made_of: String,
        make: impl FnOnce(&Registry) -> Result<Arc<Entry>, RegisterError>,
    ) -> Result<Arc<Entry>, Vec<Problem>> {
        self.once_or_problems(made_of, |base| make(base).map_err(problems_of))
    }

    fn once_or_problems(
        &mut self,
        made_of: String,
        make: impl FnOnce(&Registry) -> Result<Arc<Entry>, Vec<Problem>>,
    ) -> Result<Arc<Entry>, Vec<Problem>> {
        let entry = match self.builder.known.get(&made_of).or(self.made.get(&made_of)) {
            Some(entry) => Arc::clone(entry),
            None => make(&self.builder.base)?,
        };
        self.made.insert(made_of, Arc::clone(&entry));
        Ok(entry)
    }
}

/// What tells one entry from another.
fn identity(entry: &Entry) -> String {
    format!("{} {}", entry.source(), entry.compiled().version_hash())
}

/// What tells one text from another, within this process.
fn digest(words: impl Hash) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(words)
}

fn problems_of(error: RegisterError) -> Vec<Problem> {
    error.into_problems().1
}

fn unreadable(error: &published::Unreadable) -> Problem {
    problem(&error.to_string(), "publish the tool anew")
}

pub(super) fn problem(message: &str, help: &str) -> Problem {
    Problem::error("", message, help)
}
