//! Runs other people's code.
//!
//! What a script may reach on the network goes through [`fetch`]. This crate
//! knows the library and nothing of the server, of agents or of a store.

pub mod fetch;
mod why;
