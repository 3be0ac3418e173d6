//! The set of tools at one moment.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use sha2::{Digest, Sha256};
use toolcrib_core::{Category, VersionHash, canonical, names};

use super::entry::{Broken, Entry};
use super::error::{NameTaken, RegisterError};

/// The set of tools at one moment. It never changes once it is published.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// Ids and aliases: every name that a tool answers to.
    by_name: HashMap<Arc<str>, Arc<Entry>>,
    by_id: BTreeMap<Arc<str>, Arc<Entry>>,
    /// Sorted by id; a few at most, so they are looked through.
    broken: Vec<Arc<Broken>>,
    version: Arc<str>,
}

/// Which tools to list.
#[derive(Clone, Copy, Debug, Default)]
pub struct Filter<'a> {
    /// Only those of a category.
    pub category: Option<Category>,
    /// Only those of a source.
    pub source: Option<&'a str>,
}

impl Default for Snapshot {
    fn default() -> Self {
        let mut empty = Self {
            by_name: HashMap::new(),
            by_id: BTreeMap::new(),
            broken: Vec::new(),
            version: Arc::default(),
        };
        empty.seal();
        empty
    }
}

impl Snapshot {
    /// A tool by id or alias.
    pub fn get(&self, name: &str) -> Option<&Arc<Entry>> {
        self.by_name.get(name)
    }

    /// The tools that pass a filter, by id.
    pub fn list(&self, filter: &Filter<'_>) -> impl Iterator<Item = &Arc<Entry>> {
        let filter = *filter;
        self.by_id.values().filter(move |entry| {
            filter.category.is_none_or(|category| entry.spec().category() == category)
                && filter.source.is_none_or(|source| entry.source() == source)
        })
    }

    /// A tool that its source has and nobody can call.
    pub fn broken(&self, tool_id: &str) -> Option<&Arc<Broken>> {
        self.broken.iter().find(|broken| broken.tool_id == tool_id)
    }

    /// All tools that nobody can call, by id.
    pub fn all_broken(&self) -> impl Iterator<Item = &Arc<Broken>> {
        self.broken.iter()
    }

    /// How many tools can be called.
    pub fn len(&self) -> usize {
        self.by_id.len()
    }

    /// Whether there is nothing to call.
    pub fn is_empty(&self) -> bool {
        self.by_id.is_empty()
    }

    /// The version of this set: the same tools give the same version, in
    /// whatever order they came.
    pub fn version(&self) -> &Arc<str> {
        &self.version
    }

    /// The names nearest to a misspelt one, among the tools that pass.
    pub fn nearest(&self, name: &str, visible: impl Fn(&Entry) -> bool) -> Vec<&str> {
        let visible = self.by_id.values().filter(|entry| visible(entry));
        names::nearest(name, visible.map(|entry| entry.spec().tool_id.as_str()))
    }

    pub(super) fn insert(&mut self, entry: Arc<Entry>) -> Result<(), RegisterError> {
        let spec = entry.spec();
        for name in std::iter::once(&spec.tool_id).chain(&spec.aliases) {
            if let Some(holder) = self.by_name.get(name.as_str()) {
                return Err(Box::new(NameTaken {
                    name: name.clone(),
                    tool_id: spec.tool_id.clone(),
                    source_name: entry.source().to_owned(),
                    holder_id: holder.spec().tool_id.clone(),
                    holder_source: holder.source().to_owned(),
                })
                .into());
            }
        }
        for alias in &spec.aliases {
            self.by_name.insert(alias.as_str().into(), Arc::clone(&entry));
        }
        let id = entry.compiled().tool_id();
        self.by_name.insert(Arc::clone(id), Arc::clone(&entry));
        self.by_id.insert(Arc::clone(id), entry);
        Ok(())
    }

    pub(super) fn insert_broken(&mut self, source: &str, error: RegisterError) -> Arc<Broken> {
        let (tool_id, problems) = error.into_problems();
        self.keep_broken(Broken { tool_id, source: source.to_owned(), problems })
    }

    pub(super) fn keep_broken(&mut self, broken: Broken) -> Arc<Broken> {
        let place = self.broken.partition_point(|other| other.tool_id <= broken.tool_id);
        let broken = Arc::new(broken);
        self.broken.insert(place, Arc::clone(&broken));
        broken
    }

    pub(super) fn remove(&mut self, name: &str) -> Option<Arc<Entry>> {
        let entry = self.by_name.get(name).cloned()?;
        let spec = entry.spec();
        self.by_id.remove(spec.tool_id.as_str());
        self.by_name.remove(spec.tool_id.as_str());
        for alias in &spec.aliases {
            self.by_name.remove(alias.as_str());
        }
        Some(entry)
    }

    pub(super) fn remove_source(&mut self, source: &str) -> usize {
        let owned = |entry: &Arc<Entry>| entry.source() == source;
        let before = self.by_id.len();
        self.by_name.retain(|_, entry| !owned(entry));
        self.by_id.retain(|_, entry| !owned(entry));
        self.broken.retain(|broken| broken.source != source);
        before - self.by_id.len()
    }

    /// Fixes the version once all changes are in.
    pub(super) fn seal(&mut self) {
        let hashes = self.by_id.values().map(|entry| entry.compiled().version_hash());
        let version = version_of(hashes);
        self.version = version.into();
    }
}

/// The version of a set of tools, whose hashes come in the order of their ids.
pub fn version_of(hashes: impl IntoIterator<Item = VersionHash>) -> String {
    let mut hash = Sha256::new();
    for tool in hashes {
        hash.update(tool.as_bytes());
    }
    format!("1.0.{}", canonical::hex(&hash.finalize()[..4]))
}
