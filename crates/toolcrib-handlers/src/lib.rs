//! Runs other people's code.
//!
//! A tool folder (`schema.json`, `guide.md`, and `handler.js` or `handler.py`) is
//! read and checked by [`folder`], its script runs in [`js`] or in [`python`], and
//! what the script may reach on the network goes through [`fetch`]. This crate knows the library and
//! nothing of the server, of agents or of a store.

pub mod books;
pub mod fetch;
pub mod folder;
pub mod folders;
pub mod js;
#[cfg(doctest)]
mod pages;
pub mod python;
mod response;
pub mod script;
mod why;
