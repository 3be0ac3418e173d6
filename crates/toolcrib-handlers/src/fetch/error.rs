//! Why a request was not answered.
//!
//! Holds invariant (6) of [`fetch`](super): the author of a tool and a model
//! read the message, the operator reads the source in the log.

use std::error::Error;
use std::{fmt, io, iter};

use super::dns::NoPublicAddress;
use super::gate::Target;

/// Why a request was not answered.
///
/// `by` is the host that redirected to the one that was refused.
#[derive(Debug, thiserror::Error)]
pub enum FetchError {
    /// The URL is none, or one that nobody may ask.
    #[error("the URL{} cannot be fetched: {why}", led(by))]
    BadUrl {
        /// What is wrong with it.
        why: String,
        /// Who redirected to it.
        by: Option<String>,
    },
    /// The tool does not list the host.
    #[error(
        "the host `{host}`{} is not among the tool's `hosts`; list it there, or do without it",
        led(by)
    )]
    HostNotListed {
        /// The host, as it would be listed.
        host: String,
        /// Who redirected to it.
        by: Option<String>,
    },
    /// The host has no public address.
    #[error(
        "the host `{host}`{} has no public address; \
         tools may not reach private networks unless the operator allows the host",
        led(by)
    )]
    PrivateAddress {
        /// The host, as it would be listed.
        host: String,
        /// Who redirected to it.
        by: Option<String>,
    },
    /// The method, a header or the body cannot be sent.
    #[error("the request cannot be sent: {why}")]
    BadRequest {
        /// What is wrong with it.
        why: String,
    },
    /// A body is larger than the settings allow.
    #[error("the {part} is larger than {bytes_max} bytes; {}", part.advice())]
    TooLarge {
        /// Whose body.
        part: Part,
        /// What is allowed.
        bytes_max: usize,
    },
    /// One redirect led to another too often.
    #[error("it redirects more than {redirects_max} times; ask for the last URL directly")]
    TooManyRedirects {
        /// How many are followed.
        redirects_max: usize,
    },
    /// The answer redirects, and the request calls that an error.
    #[error("`{host}` redirects, and the request does not allow that")]
    RedirectRefused {
        /// Who redirects.
        host: String,
    },
    /// The host was not found, did not take the connection or broke it off.
    #[error("the host `{host}` could not be reached: {why}")]
    Unreachable {
        /// The host, as it would be listed.
        host: String,
        /// What went wrong, as far as strangers may know.
        why: &'static str,
        /// What went wrong, for the operator.
        source: Box<dyn Error + Send + Sync>,
    },
}

/// Whose body is too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// That of the request.
    Request,
    /// That of the answer.
    Answer,
}

impl FetchError {
    /// A word for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::BadUrl { .. } => "BAD_URL",
            Self::HostNotListed { .. } => "HOST_NOT_LISTED",
            Self::PrivateAddress { .. } => "PRIVATE_ADDRESS",
            Self::BadRequest { .. } => "BAD_REQUEST",
            Self::TooLarge { .. } => "TOO_LARGE",
            Self::TooManyRedirects { .. } => "TOO_MANY_REDIRECTS",
            Self::RedirectRefused { .. } => "REDIRECT_REFUSED",
            Self::Unreachable { .. } => "UNREACHABLE",
        }
    }

    /// Why a target could not be asked.
    pub(super) fn of_request(target: &Target, error: reqwest::Error) -> Self {
        if causes(&error).any(|cause| cause.is::<NoPublicAddress>()) {
            return Self::PrivateAddress { host: target.place(), by: target.by() };
        }
        if error.is_builder() {
            let why = "it has a character that cannot be sent".to_owned();
            return Self::BadUrl { why, by: target.by() };
        }
        let why = if error.is_timeout() {
            "it took too long to answer"
        } else if error.is_dns() {
            "its name was not found"
        } else if causes(&error).any(|cause| cause.is::<rustls::Error>()) {
            "no secure connection could be made with it"
        } else if error.is_connect() {
            "it does not take connections there"
        } else {
            "the connection broke before it answered"
        };
        Self::unreachable(target, why, error)
    }

    /// Why an answer could not be read.
    pub(super) fn of_answer(target: &Target, error: reqwest::Error) -> Self {
        Self::unreachable(target, "its answer broke off or could not be unpacked", error)
    }

    /// Why TLS cannot be spoken at all.
    pub(super) fn no_tls(target: &Target, source: Box<dyn Error + Send + Sync>) -> Self {
        let why = "secure connections cannot be made from here; the operator can mend that";
        Self::Unreachable { host: target.place(), why, source }
    }

    fn unreachable(target: &Target, why: &'static str, error: reqwest::Error) -> Self {
        // A URL may hold a key, and a log is not the place for it.
        let source = Box::new(error.without_url());
        Self::Unreachable { host: target.place(), why, source }
    }
}

impl Part {
    fn advice(self) -> &'static str {
        match self {
            Self::Request => "send less",
            Self::Answer => "ask for less, for instance one page at a time",
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Request => "request",
            Self::Answer => "answer",
        })
    }
}

fn led(by: &Option<String>) -> String {
    by.as_ref().map_or_else(String::new, |by| format!(" that `{by}` redirects to"))
}

/// An error and what caused it, also where an I/O error hides that.
fn causes<'a>(error: &'a (dyn Error + 'static)) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    iter::successors(Some(error), |&error| {
        let hidden = error.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
        hidden.map(|hidden| hidden as &(dyn Error + 'static)).or_else(|| error.source())
    })
}
