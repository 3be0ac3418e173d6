//! Where tools come from.
//!
//! A source lists tools; each tool knows how to run. What changes which tools
//! exist or what they are called is a wrapper around a source and lives here.
//! What decides whether a call may run is a stage of the runtime, never a
//! wrapper.

mod combined;
mod filtered;
mod native;
mod renamed;

use std::sync::Arc;

use async_trait::async_trait;
use toolcrib_core::Spec;
use toolcrib_core::error::BoxError;

use crate::tool::Tool;

pub use combined::Combined;
pub use filtered::Filtered;
pub use native::NativeTools;
pub use renamed::Renamed;

/// Where tools come from.
#[async_trait]
pub trait Source: Send + Sync + 'static {
    /// The source's name: the owner of its tools in the registry.
    fn name(&self) -> &str;

    /// The tools it has now.
    async fn tools(&self) -> Result<Vec<Arc<dyn Tool>>, SourceError>;
}

/// A source that could not say what tools it has.
#[derive(Debug, thiserror::Error)]
#[error("the source `{source_name}` cannot list its tools")]
pub struct SourceError {
    /// Which one.
    pub source_name: String,
    /// Why.
    #[source]
    pub cause: BoxError,
}

/// Wrappers for every source.
pub trait SourceExt: Source + Sized {
    /// Puts a prefix before every id and alias; one that gets too long is cut
    /// and ends in a hash.
    fn prefixed(self, prefix: impl Into<String>) -> Renamed<Self> {
        Renamed::with_prefix(self, prefix.into())
    }

    /// Gives tools other ids: pairs of old and new. Others keep theirs.
    fn renamed<O, N>(self, pairs: impl IntoIterator<Item = (O, N)>) -> Renamed<Self>
    where
        O: Into<String>,
        N: Into<String>,
    {
        let pairs = pairs.into_iter().map(|(old, new)| (old.into(), new.into()));
        Renamed::with_names(self, pairs.collect())
    }

    /// Keeps the tools whose spec passes.
    fn filtered(self, keep: impl Fn(&Spec) -> bool + Send + Sync + 'static) -> Filtered<Self> {
        Filtered::new(self, Box::new(keep))
    }
}

impl<S: Source> SourceExt for S {}
