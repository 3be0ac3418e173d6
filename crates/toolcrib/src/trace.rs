//! The trace that a request belongs to, for requests that go out.
//!
//! The library exports no traces and knows none. A program that does says here
//! how others join them; whoever makes a request for a call asks.

use std::sync::OnceLock;

/// The headers of a request that goes out, for the span that is current.
pub type Outgoing = fn() -> Vec<(&'static str, String)>;

static OUTGOING: OnceLock<Outgoing> = OnceLock::new();

/// Says how requests join a trace. The first who says it is heard.
pub fn set_outgoing(outgoing: Outgoing) {
    let _ = OUTGOING.set(outgoing);
}

/// The headers that make a request part of the current trace; none where nobody
/// keeps one.
pub fn outgoing() -> Vec<(&'static str, String)> {
    OUTGOING.get().map(|outgoing| outgoing()).unwrap_or_default()
}
