//! Toolcrib: the one place where an agent's tools live.
//!
//! A tool is defined once, as a typed function under [`macro@tool`] or as an
//! `impl` of [`Tool`]. A [`Registry`] says which tools exist, a [`Runtime`]
//! calls them: every call is checked, bounded and recorded, and ends in exactly
//! one [`Outcome`].
//!
//! ```
//! use toolcrib::{CallRequest, Caller, Registry, Runtime, tool};
//!
//! /// Adds two numbers.
//! #[tool(side_effects = "none")]
//! async fn add(
//!     /// The first number.
//!     a: f64,
//!     /// The second number.
//!     b: f64,
//! ) -> f64 {
//!     a + b
//! }
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let registry = Registry::new();
//! registry.register(AddTool)?;
//! let runtime = Runtime::new(registry);
//!
//! // As a model sends it: a number in quotes is no obstacle.
//! let request = CallRequest::new("add", r#"{"a": 2, "b": "3"}"#);
//! let outcome = runtime.call(&Caller::default(), request).await;
//! assert_eq!(outcome.data(), Some(&5.0.into()));
//! assert_eq!(outcome.meta.repairs[0].pointer, "/b");
//!
//! // Every fault at once.
//! let request = CallRequest::new("add", r#"{"a": "two", "c": 3}"#);
//! let outcome = runtime.call(&Caller::default(), request).await;
//! let faults: Vec<_> = outcome.error().unwrap().details.iter().map(|f| &*f.pointer).collect();
//! assert_eq!(faults, ["/a", "/b", "/c"]);
//! # Ok(())
//! # }
//! ```

pub mod approval;
mod call_id;
pub mod console;
pub mod context;
mod contract;
mod faults;
pub mod idempotency;
pub mod live;
#[cfg(doctest)]
mod pages;
mod panics;
pub mod policy;
mod progress;
pub mod provider;
pub mod record;
pub mod registry;
mod reply;
pub mod rules;
pub mod runtime;
pub mod session;
pub mod source;
mod tool;
pub mod trace;
pub mod turn;
pub mod typed;

pub use async_trait::async_trait;
pub use context::Context;
pub use contract::{Contract, handler};
pub use faults::Faults;
pub use live::{EnumSource, LiveEnums};
pub use progress::Progress;
pub use registry::{Entry, Filter, RegisterError, Registry, Snapshot};
pub use reply::{IntoAnswer, Reply};
pub use rules::Rules;
pub use runtime::{Runtime, RuntimeBuilder, Within};
pub use source::{Source, SourceExt};
pub use tokio_util::sync::CancellationToken;
pub use tool::Tool;
pub use toolcrib_core::*;
pub use toolcrib_macros::tool;
pub use turn::{Turn, TurnLimits};

/// What the code that `#[tool]` writes refers to.
#[doc(hidden)]
pub mod __private {
    pub use {schemars, serde, serde_json, tokio};
}
