//! Requests that scripts make, against servers on this machine.

mod answers;
mod child;
mod hosts;
mod redirects;
mod requests;
pub(crate) mod server;
mod tls;
mod tool;
mod urls;
