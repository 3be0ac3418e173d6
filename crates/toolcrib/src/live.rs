//! Live enums: whose values are whatever there is when somebody looks.
//!
//! A schema names a source with `x-enumFrom`; an [`EnumSource`] says what its
//! values are now. They are filled into a copy each time a schema is handed out,
//! and again when a call is checked.
//!
//! (1) A call whose schema names a source that nobody has is refused: a rule that
//!     cannot be evaluated denies.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use sha2::{Digest as _, Sha256};
use toolcrib_core::{Caller, CompiledSpec, Spec, ToolError, live};

use crate::panics::{Panicked, caught};
use crate::registry::Entry;

/// Filled-in specs that are kept ready.
const KEPT_MAX: usize = 64;

/// Where the values of an enum come from. It is asked for every call, so it must
/// have them at hand.
pub trait EnumSource: Send + Sync + 'static {
    /// What there is now, for whoever asks.
    fn values(&self, caller: &Caller) -> Arc<[String]>;
}

impl<F: Fn(&Caller) -> Vec<String> + Send + Sync + 'static> EnumSource for F {
    fn values(&self, caller: &Caller) -> Arc<[String]> {
        self(caller).into()
    }
}

/// All sources, by name. Clones share them.
#[derive(Clone, Default)]
pub struct LiveEnums(Arc<Inner>);

#[derive(Default)]
struct Inner {
    sources: HashMap<String, Box<dyn EnumSource>>,
    /// Specs that were filled in, by what they were filled with.
    kept: Mutex<HashMap<[u8; 32], Arc<CompiledSpec>>>,
}

impl LiveEnums {
    pub(crate) fn new(sources: HashMap<String, Box<dyn EnumSource>>) -> Self {
        Self(Arc::new(Inner { sources, kept: Mutex::default() }))
    }

    /// A spec as it is to be handed out now; nothing if it names no source.
    /// Values that nobody has are left out: a vendor takes no empty list.
    pub fn fill(&self, caller: &Caller, spec: &Spec) -> Option<Spec> {
        let names = live::sources(&spec.parameters);
        let mut values = live::Values::new();
        for name in names {
            if let Ok(found) = self.values(caller, &name)
                && !found.is_empty()
            {
                values.insert(name, found);
            }
        }
        if values.is_empty() {
            return None;
        }
        let parameters = live::filled(&spec.parameters, &values);
        Some(Spec { parameters, ..spec.clone() })
    }

    /// What a call of a tool is checked against; nothing if it names no source.
    pub(crate) fn compiled(
        &self,
        caller: &Caller,
        entry: &Entry,
    ) -> Result<Option<Arc<CompiledSpec>>, ToolError> {
        let compiled = entry.compiled();
        if compiled.enum_sources().is_empty() {
            return Ok(None);
        }
        let mut values = live::Values::new();
        let mut digest = Sha256::new();
        digest.update(compiled.version_hash().as_bytes());
        for name in compiled.enum_sources() {
            let found = self.values(caller, name)?;
            digest.update((found.len() as u64).to_le_bytes());
            for value in found.iter() {
                digest.update((value.len() as u64).to_le_bytes());
                digest.update(value);
            }
            values.insert(name.clone(), found);
        }
        let key: [u8; 32] = digest.finalize().into();
        // Entries are put in whole; a panic cannot leave half of one.
        let kept = || self.0.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = kept().get(&key) {
            return Ok(Some(Arc::clone(known)));
        }
        let parameters = live::filled(&entry.spec().parameters, &values);
        let made = compiled.with_parameters(parameters).map_err(|problems| {
            let why = problems.first().map_or("unknown", |problem| problem.message.as_str());
            let tool_id = &entry.spec().tool_id;
            ToolError::internal(format!(
                "`{tool_id}` cannot be checked with what exists now: {why}."
            ))
        })?;
        let made = Arc::new(made);
        let mut kept = kept();
        if kept.len() >= KEPT_MAX {
            kept.clear();
        }
        kept.insert(key, Arc::clone(&made));
        Ok(Some(made))
    }

    /// What a source has now. (1)
    fn values(&self, caller: &Caller, name: &str) -> Result<Arc<[String]>, ToolError> {
        let Some(source) = self.0.sources.get(name) else {
            let message = format!("Nobody says which values `{name}` has.");
            return Err(ToolError::internal(message));
        };
        caught(|| source.values(caller)).map_err(|Panicked| {
            ToolError::internal(format!("The values of `{name}` cannot be told."))
        })
    }
}
