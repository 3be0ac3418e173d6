//! Finds the addresses of names.
//!
//! Holds invariant (2) of [`fetch`](super) for names: the connection is made
//! to the addresses that a resolver gives back, and [`Guarded`] gives back none
//! that it would not connect to. Hosts that are addresses never come here;
//! `gate` judges those.

use std::net::SocketAddr;
use std::sync::Arc;

use reqwest::dns::{Addrs, Name, Resolve, Resolving};

use super::address::is_public;

/// Asks the system.
#[derive(Debug)]
pub(super) struct System;

impl Resolve for System {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            // The port is the URL's: zero means that it is put in later.
            let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
            let found: Vec<SocketAddr> = found.collect();
            Ok(Box::new(found.into_iter()) as Addrs)
        })
    }
}

/// Keeps the public addresses that another resolver finds.
pub(super) struct Guarded(pub(super) Arc<dyn Resolve>);

/// A name has addresses, and none of them is public.
#[derive(Debug, thiserror::Error)]
#[error("the name has no public address")]
pub(super) struct NoPublicAddress;

impl Resolve for Guarded {
    fn resolve(&self, name: Name) -> Resolving {
        let resolving = self.0.resolve(name);
        Box::pin(async move {
            let found: Vec<SocketAddr> = resolving.await?.collect();
            let public: Vec<SocketAddr> =
                found.iter().copied().filter(|address| is_public(address.ip())).collect();
            if public.is_empty() && !found.is_empty() {
                return Err(NoPublicAddress.into());
            }
            Ok(Box::new(public.into_iter()) as Addrs)
        })
    }
}

#[cfg(test)]
mod tests;
