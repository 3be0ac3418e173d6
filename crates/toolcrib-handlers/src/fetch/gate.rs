//! Which URLs a tool may ask for.
//!
//! Holds invariants (1) and (2) of [`fetch`](super) for what a URL says. A
//! [`Target`] is made here alone, and only a target can be asked: a URL that
//! was not judged does not compile. What a name resolves to is judged by `dns`.

use reqwest::header::HeaderValue;
use url::{Host, ParseError, Url};

use super::address::is_public;
use super::error::FetchError;
use super::hosts::HostList;
use crate::why::Why;

/// How long a URL may be.
const URL_BYTES_MAX: usize = 16 << 10;

/// Judges URLs for one tool.
#[derive(Debug)]
pub(super) struct Gate<'a> {
    /// What the tool may reach.
    pub(super) listed: &'a HostList,
    /// What may have addresses that are not public.
    pub(super) private: &'a HostList,
}

/// A URL that may be asked.
#[derive(Debug)]
pub(super) struct Target {
    url: Url,
    is_private: bool,
    by: Option<String>,
}

impl Gate<'_> {
    /// Judges the URL that a script gave.
    pub(super) fn open(&self, url: &str) -> Result<Target, FetchError> {
        self.admit(read(url, None), None)
    }

    /// Judges the URL that an answer redirects to.
    pub(super) fn follow(
        &self,
        from: &Target,
        location: &HeaderValue,
    ) -> Result<Target, FetchError> {
        let url = std::str::from_utf8(location.as_bytes())
            .map_err(|_| Why::from("it is not text"))
            .and_then(|location| read(location, Some(&from.url)));
        self.admit(url, Some(from.place()))
    }

    fn admit(&self, url: Result<Url, Why>, by: Option<String>) -> Result<Target, FetchError> {
        let url = match url {
            Ok(url) => url,
            Err(Why(why)) => return Err(FetchError::BadUrl { why, by }),
        };
        if !self.listed.allows(&url) {
            return Err(FetchError::HostNotListed { host: place(&url), by });
        }
        let is_private = self.private.allows(&url);
        // (2): an address in the URL is connected to without asking a resolver.
        let is_closed = match url.host() {
            Some(Host::Ipv4(address)) => !is_public(address.into()),
            Some(Host::Ipv6(address)) => !is_public(address.into()),
            Some(Host::Domain(_)) => false,
            None => true,
        };
        if is_closed && !is_private {
            return Err(FetchError::PrivateAddress { host: place(&url), by });
        }
        Ok(Target { url, is_private, by })
    }
}

impl Target {
    pub(super) fn url(&self) -> &Url {
        &self.url
    }

    /// Whether it may have addresses that are not public.
    pub(super) fn is_private(&self) -> bool {
        self.is_private
    }

    /// Its host, with the port if that is not the usual one.
    pub(super) fn place(&self) -> String {
        place(&self.url)
    }

    /// The place that redirected to it.
    pub(super) fn by(&self) -> Option<String> {
        self.by.clone()
    }

    pub(super) fn shares_origin(&self, other: &Self) -> bool {
        self.url.origin() == other.url.origin()
    }
}

/// Reads a URL, or says why it cannot be asked, whoever asks.
fn read(text: &str, base: Option<&Url>) -> Result<Url, Why> {
    let too_long = || Why(format!("it is longer than {URL_BYTES_MAX} bytes"));
    if text.len() > URL_BYTES_MAX {
        return Err(too_long());
    }
    let mut url = Url::options().base_url(base).parse(text).map_err(|error| match error {
        ParseError::RelativeUrlWithoutBase => {
            "it must be complete, with `https://` before the host".to_owned()
        }
        error => error.to_string(),
    })?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err("it must begin with `https://` or `http://`".into());
    }
    if !url.username().is_empty() || url.password().is_some() {
        let header = "send an `authorization` header instead";
        return Err(format!("it has a user name or password before the host; {header}").into());
    }
    // One spelling of a name, so that origins and certificates are compared with one.
    if let Some(bare) = url.domain().and_then(|name| name.strip_suffix('.')) {
        let bare = bare.to_owned();
        url.set_host(Some(&bare)).map_err(|error| error.to_string())?;
    }
    url.set_fragment(None);
    if url.as_str().len() > URL_BYTES_MAX { Err(too_long()) } else { Ok(url) }
}

fn place(url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
}
