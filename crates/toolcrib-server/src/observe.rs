//! What the crib says of itself: counters for Prometheus, sums for people.
//!
//! `meters` counts while calls happen and forgets with the process; `sums` adds
//! up what is on record. Neither decides anything about a call.
//!
//! (1) Only a tool that exists has a series of its own, and only so many have.

pub mod context;
mod meters;
mod recorder;
mod sums;
mod text;

pub use meters::{Meters, Standing};
pub use recorder::Metered;
pub use sums::{Analytics, Metrics};
pub use text::{Format, format_for};
