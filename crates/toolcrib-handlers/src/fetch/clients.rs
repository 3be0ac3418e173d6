//! The connections.
//!
//! Owns one HTTP client for each kind of target, made when it is first needed.
//! There are two for names: one whose resolver gives public addresses alone,
//! and one for the hosts that the operator lists as private. And there are two
//! for schemes, because only https needs the system's certificates, and a
//! machine without any should still speak http.

use std::error::Error;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use reqwest::{Client, redirect};

use super::dns::{Guarded, System};
use super::gate::Target;

/// How long finding, reaching and greeting a host may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// How long and how many connections wait for the next request to their host.
const IDLE_TIMEOUT: Duration = Duration::from_secs(30);
const IDLE_PER_HOST_MAX: usize = 8;

#[derive(Debug, Default)]
pub(super) struct Clients {
    public: Schemes,
    private: Schemes,
}

#[derive(Debug, Default)]
struct Schemes {
    http: OnceLock<Client>,
    https: OnceLock<Client>,
}

impl Clients {
    /// The client that may connect to a target.
    pub(super) fn pick(&self, target: &Target) -> Result<&Client, Box<dyn Error + Send + Sync>> {
        let is_secure = target.url().scheme() == "https";
        let schemes = if target.is_private() { &self.private } else { &self.public };
        let cell = if is_secure { &schemes.https } else { &schemes.http };
        if let Some(client) = cell.get() {
            return Ok(client);
        }
        // Two that come first at once both make one, and the first stays.
        let client = build(target.is_private(), is_secure)?;
        Ok(cell.get_or_init(|| client))
    }
}

fn build(is_private: bool, is_secure: bool) -> Result<Client, Box<dyn Error + Send + Sync>> {
    let builder = Client::builder()
        .tls_backend_preconfigured(toolcrib_tls::config(is_secure)?)
        .https_only(is_secure)
        .no_proxy()
        .redirect(redirect::Policy::none())
        .referer(false)
        .connect_timeout(CONNECT_TIMEOUT)
        .pool_idle_timeout(IDLE_TIMEOUT)
        .pool_max_idle_per_host(IDLE_PER_HOST_MAX);
    let builder = if is_private {
        builder.dns_resolver(System)
    } else {
        builder.dns_resolver(Guarded(Arc::new(System)))
    };
    Ok(builder.build()?)
}
