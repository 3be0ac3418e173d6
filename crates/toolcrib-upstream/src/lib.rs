//! Tools of other MCP servers.
//!
//! An [`Upstream`] says how a server is reached, [`Upstreams`] keeps all of them
//! running, and each tool that one of them has becomes a [`toolcrib::Tool`]. It
//! speaks MCP as a client and never as a server. Start at [`Upstreams::start`].
//!
//! (1) No server waits for another, and none can make a caller wait longer than
//!     its deadline.
//! (2) What a server sends is a stranger's: every number of it is bounded, and a
//!     definition that is wrong costs its own tool and no other.
//! (3) A tool that is not what it was when it was approved cannot be called.
//! (4) No secret of a server's settings is in a message, a status or a `Debug`.
//! (5) A process that was started here ends here, with everything it started.

mod answer;
mod backoff;
mod catalog;
mod child;
mod config;
mod definition;
pub mod import;
mod link;
mod memory;
mod source;
mod status;
mod text;
mod tool;
mod upstreams;
mod wire;

pub use child::end_all;
pub use config::{ConfigError, Confirm, Secret, Upstream};
pub use definition::Definition;
pub use memory::{InMemory, Memory};
pub use source::UpstreamSource;
pub use status::{Pending, Quarantined, State, Status, Version};
pub use upstreams::{ApproveError, Upstreams};
