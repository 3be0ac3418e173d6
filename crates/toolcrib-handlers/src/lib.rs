//! Runs other people's code.
//!
//! A script runs in [`js`]; what it may reach on the network goes through
//! [`fetch`]. This crate
//! knows the library and nothing of the server, of agents or of a store.

pub mod fetch;
pub mod folder;
pub mod js;
mod why;
