//! What comes back.
//!
//! Holds invariant (5) of [`fetch`](super) for answers: a body is counted as
//! it is unpacked, and what is too large is dropped with its connection.

use reqwest::StatusCode;
use reqwest::header::{HeaderValue, LOCATION};

use super::error::{FetchError, Part};
use super::gate::Target;

/// An answer, read to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// Where it came from, after redirects and without a fragment.
    pub url: String,
    /// Its status, such as 200.
    pub status: u16,
    /// The usual words for the status, such as `OK`; empty if there are none.
    pub status_text: String,
    /// Whether a redirect was followed.
    pub redirected: bool,
    /// Names, in lower case, and values; a name may come more than once.
    pub headers: Vec<(String, String)>,
    /// What followed the headers, unpacked.
    pub body: Vec<u8>,
}

impl Response {
    pub(super) async fn read(
        mut answer: reqwest::Response,
        target: &Target,
        redirected: bool,
        bytes_max: usize,
    ) -> Result<Self, FetchError> {
        let status = answer.status();
        let headers = answer.headers().iter().map(|(name, value)| (name.to_string(), text(value)));
        let headers = headers.collect();
        let body = read_body(&mut answer, target, bytes_max).await?;
        Ok(Self {
            url: target.url().to_string(),
            status: status.as_u16(),
            status_text: status.canonical_reason().unwrap_or_default().to_owned(),
            redirected,
            headers,
            body,
        })
    }
}

/// Where an answer redirects to, if it does.
pub(super) fn location(answer: &reqwest::Response) -> Option<&HeaderValue> {
    let leads_elsewhere = matches!(
        answer.status(),
        StatusCode::MOVED_PERMANENTLY
            | StatusCode::FOUND
            | StatusCode::SEE_OTHER
            | StatusCode::TEMPORARY_REDIRECT
            | StatusCode::PERMANENT_REDIRECT
    );
    answer.headers().get(LOCATION).filter(|_| leads_elsewhere)
}

async fn read_body(
    answer: &mut reqwest::Response,
    target: &Target,
    bytes_max: usize,
) -> Result<Vec<u8>, FetchError> {
    let too_large = || FetchError::TooLarge { part: Part::Answer, bytes_max };
    // What the host announces is believed only if it is bad news.
    if answer.content_length().is_some_and(|bytes| bytes > bytes_max as u64) {
        return Err(too_large());
    }
    let mut body = Vec::new();
    while let Some(chunk) =
        answer.chunk().await.map_err(|error| FetchError::of_answer(target, error))?
    {
        if chunk.len() > bytes_max - body.len() {
            return Err(too_large());
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}

/// A value as text: UTF-8 if it is that, otherwise one character for each byte.
fn text(value: &HeaderValue) -> String {
    let bytes = value.as_bytes();
    std::str::from_utf8(bytes)
        .map_or_else(|_| bytes.iter().copied().map(char::from).collect(), str::to_owned)
}
