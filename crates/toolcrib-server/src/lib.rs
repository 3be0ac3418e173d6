//! Every door to the tools that is not a Rust library.
//!
//! This crate joins the others into the binary `toolcrib` and is the only one
//! that knows a protocol of ours. A door turns what it is told into a
//! `CallRequest`, hands it to `Runtime::call` and shows the `Outcome`; it
//! decides nothing about calls.

pub mod cli;
pub mod config;
pub mod crib;
pub mod desk;
pub mod kb;
pub mod mail;
mod mcp;
pub mod moment;
pub mod observe;
pub mod rest;
pub mod shipped;
pub mod stock;
pub mod talk;
