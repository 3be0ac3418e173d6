//! What is sent.
//!
//! Holds invariants (3), (4) and, for requests, (5) of [`fetch`](super). It is
//! made from a script's request once everything in that has been judged, and
//! changes when a redirect is followed. It knows no URL: it goes to a `Target`.

use reqwest::header::{
    AUTHORIZATION, CONTENT_ENCODING, CONTENT_LANGUAGE, CONTENT_LOCATION, CONTENT_TYPE, COOKIE,
    HeaderMap, HeaderName, HeaderValue, PROXY_AUTHORIZATION, USER_AGENT,
};
use reqwest::{Method, StatusCode};

use super::error::{FetchError, Part};
use super::gate::Target;
use super::request::Request;

const METHOD_BYTES_MAX: usize = 32;
/// How much of a bad name a message repeats.
const NAME_CHARS_SHOWN: usize = 60;
const HEADERS_MAX: usize = 100;
const HEADER_BYTES_MAX: usize = 64 << 10;

/// Headers that frame or route a message; so does whatever begins with `proxy-`.
const RESERVED: [&str; 8] = [
    "connection",
    "content-length",
    "host",
    "keep-alive",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
];

const AGENT: HeaderValue =
    HeaderValue::from_static(concat!("toolcrib/", env!("CARGO_PKG_VERSION")));

#[derive(Debug)]
pub(super) struct Outgoing {
    method: Method,
    headers: HeaderMap,
    body: Option<Vec<u8>>,
}

impl Outgoing {
    /// Judges everything in a request but its URL.
    pub(super) fn check(request: Request, body_bytes_max: usize) -> Result<Self, FetchError> {
        let method = check_method(&request.method)?;
        let headers = check_headers(&request.headers)?;
        let body = request.body.filter(|body| !body.is_empty());
        if body.as_ref().is_some_and(|body| body.len() > body_bytes_max) {
            return Err(FetchError::TooLarge { part: Part::Request, bytes_max: body_bytes_max });
        }
        if body.is_some() && matches!(method, Method::GET | Method::HEAD) {
            return Err(refused(format!("a {method} request has no body; use POST")));
        }
        Ok(Self { method, headers, body })
    }

    /// The message to a target.
    pub(super) fn to(&self, target: &Target) -> reqwest::Request {
        let mut message = reqwest::Request::new(self.method.clone(), target.url().clone());
        *message.headers_mut() = self.headers.clone();
        // What the script says of the trace itself counts.
        for (name, value) in toolcrib::trace::outgoing() {
            if let Ok(value) = HeaderValue::from_str(&value) {
                message.headers_mut().entry(name).or_insert(value);
            }
        }
        *message.body_mut() = self.body.clone().map(Into::into);
        message
    }

    /// Becomes what is sent to where a redirect leads.
    pub(super) fn redirect(&mut self, status: StatusCode, shares_origin: bool) {
        let becomes_get = match status {
            StatusCode::SEE_OTHER => !matches!(self.method, Method::GET | Method::HEAD),
            StatusCode::MOVED_PERMANENTLY | StatusCode::FOUND => self.method == Method::POST,
            _ => false,
        };
        if becomes_get {
            self.method = Method::GET;
            self.body = None;
            for about_body in [CONTENT_TYPE, CONTENT_ENCODING, CONTENT_LANGUAGE, CONTENT_LOCATION] {
                self.headers.remove(about_body);
            }
        }
        // (3): these were meant for the origin that they were sent to.
        if !shares_origin {
            for secret in [AUTHORIZATION, COOKIE, PROXY_AUTHORIZATION] {
                self.headers.remove(secret);
            }
        }
    }
}

fn check_method(text: &str) -> Result<Method, FetchError> {
    let upper = text.to_ascii_uppercase();
    if matches!(upper.as_str(), "CONNECT" | "TRACE" | "TRACK") {
        return Err(refused(format!("the method {upper} is not for tools")));
    }
    Method::from_bytes(upper.as_bytes())
        .ok()
        .filter(|_| upper.len() <= METHOD_BYTES_MAX)
        .ok_or_else(|| refused("its method is not one; use GET or POST, for instance".to_owned()))
}

fn check_headers(given: &[(String, String)]) -> Result<HeaderMap, FetchError> {
    if given.len() > HEADERS_MAX {
        return Err(refused(format!("it has more than {HEADERS_MAX} headers")));
    }
    if given.iter().map(|(name, value)| name.len() + value.len()).sum::<usize>() > HEADER_BYTES_MAX
    {
        return Err(refused(format!("its headers are larger than {HEADER_BYTES_MAX} bytes")));
    }
    let mut headers = HeaderMap::with_capacity(given.len() + 1);
    for (name, value) in given {
        let name = check_name(name)?;
        let value = check_value(&name, value)?;
        headers.append(name, value);
    }
    headers.entry(USER_AGENT).or_insert(AGENT);
    Ok(headers)
}

fn check_name(text: &str) -> Result<HeaderName, FetchError> {
    let name = HeaderName::from_bytes(text.as_bytes()).map_err(|_| {
        let shown: String = text.chars().take(NAME_CHARS_SHOWN).collect();
        refused(format!("{shown:?} is not a name for a header"))
    })?;
    // (4): a name is in lower case from here on.
    if RESERVED.contains(&name.as_str()) || name.as_str().starts_with("proxy-") {
        return Err(refused(format!("a tool may not set the header `{name}`; leave it out")));
    }
    Ok(name)
}

fn check_value(name: &HeaderName, text: &str) -> Result<HeaderValue, FetchError> {
    let is_plain = text.bytes().all(|c| matches!(c, b'\t' | b' '..=b'~'));
    HeaderValue::from_str(text).ok().filter(|_| is_plain).ok_or_else(|| {
        let allowed = "only ASCII without line breaks may be sent";
        refused(format!("the header `{name}` has a character that it cannot have; {allowed}"))
    })
}

fn refused(why: String) -> FetchError {
    FetchError::BadRequest { why }
}
