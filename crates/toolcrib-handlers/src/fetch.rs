//! Requests that other people's code may make.
//!
//! Owns the whole way from a script's wish to an answer: which URLs are
//! allowed, which addresses are connected to, what is sent and how much is
//! read. It keeps no cookies, asks no proxy and sets no deadline: whoever drops
//! the future ends the request. Start at [`Fetcher::fetch`].
//!
//! (1) Every URL, the first and each that a redirect leads to, is http or
//!     https, has no credentials and has a host that the tool lists.
//! (2) Every address that is connected to is public, unless the operator lists
//!     the URL's host as private. The addresses are judged where they are
//!     used, so a name cannot change its meaning in between.
//! (3) What was meant for one origin (`authorization`, `cookie`) does not
//!     follow a redirect to another.
//! (4) A script sets no header that frames or routes a message.
//! (5) Nothing larger than the settings say is sent, or kept of an answer,
//!     however well it was compressed.
//! (6) A message to the script names no resolved address, no certificate and
//!     nothing of this machine.

mod address;
mod clients;
mod dns;
mod error;
mod gate;
mod hosts;
mod outgoing;
mod request;
mod response;

use std::sync::Arc;

pub use error::{FetchError, Part};
pub use hosts::{BadHost, HostList};
pub use request::{Redirect, Request};
pub use response::Response;

use clients::Clients;
use gate::{Gate, Target};
use outgoing::Outgoing;

/// What holds for every request, whichever tool makes it.
#[derive(Clone, Debug)]
pub struct FetchSettings {
    /// Hosts that may have loopback, link-local or private addresses. A tool
    /// must list them too.
    pub private_hosts: HostList,
    /// How large the body of an answer may be, once unpacked.
    pub body_bytes_max: usize,
    /// How large the body of a request may be.
    pub request_bytes_max: usize,
    /// How many redirects are followed for one request.
    pub redirects_max: usize,
}

impl Default for FetchSettings {
    fn default() -> Self {
        Self {
            private_hosts: HostList::default(),
            body_bytes_max: 4 << 20,
            request_bytes_max: 1 << 20,
            redirects_max: 5,
        }
    }
}

/// Makes requests; clones share their connections.
#[derive(Clone, Debug)]
pub struct Fetcher(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    settings: FetchSettings,
    clients: Clients,
}

impl Fetcher {
    /// A fetcher; nothing is read or opened before its first request.
    pub fn new(settings: FetchSettings) -> Self {
        Self(Arc::new(Inner { settings, clients: Clients::default() }))
    }

    /// Makes a request for a tool that may reach these hosts.
    ///
    /// Any status is an answer. Dropping the future ends the request.
    pub async fn fetch(&self, hosts: &HostList, request: Request) -> Result<Response, FetchError> {
        let settings = &self.0.settings;
        let gate = Gate { listed: hosts, private: &settings.private_hosts };
        let mut target = gate.open(&request.url)?;
        let redirect = request.redirect;
        let mut outgoing = Outgoing::check(request, settings.request_bytes_max)?;
        let mut redirects = 0;
        loop {
            let answer = self.send(&target, &outgoing).await?;
            let status = answer.status();
            let location = match redirect {
                Redirect::Manual => None,
                Redirect::Follow | Redirect::Error => response::location(&answer),
            };
            let Some(location) = location else {
                return Response::read(answer, &target, redirects > 0, settings.body_bytes_max)
                    .await;
            };
            if redirect == Redirect::Error {
                return Err(FetchError::RedirectRefused { host: target.place() });
            }
            if redirects == settings.redirects_max {
                return Err(FetchError::TooManyRedirects { redirects_max: redirects });
            }
            redirects += 1;
            let next = gate.follow(&target, location)?;
            outgoing.redirect(status, next.shares_origin(&target));
            target = next;
        }
    }

    async fn send(
        &self,
        target: &Target,
        outgoing: &Outgoing,
    ) -> Result<reqwest::Response, FetchError> {
        let client =
            self.0.clients.pick(target).map_err(|source| FetchError::no_tls(target, source))?;
        client
            .execute(outgoing.to(target))
            .await
            .map_err(|error| FetchError::of_request(target, error))
    }
}
