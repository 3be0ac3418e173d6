//! What sends a batch.

use std::error::Error;
use std::fmt;
use std::sync::Arc;

use async_trait::async_trait;
use http::HeaderMap;
use opentelemetry_http::{Bytes, HttpClient, HttpError, Request, Response};
use reqwest::Url;
use tokio::runtime::Handle;

use super::health::Health;
use super::{TelemetryError, connect};

/// How much of an answer is read. It says at most what was not taken.
const ANSWER_MAX: usize = 64 * 1024;

/// Sends batches on a runtime: they come from a plain thread, which has none.
pub(super) struct Client {
    http: reqwest::Client,
    headers: HeaderMap,
    handle: Handle,
    health: Arc<Health>,
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The headers may hold a key.
        f.debug_struct("Client").finish_non_exhaustive()
    }
}

impl Client {
    pub(super) fn new(
        url: &Url,
        headers: &[(String, String)],
        handle: Handle,
        health: Arc<Health>,
    ) -> Result<Self, TelemetryError> {
        let http = connect::client(url).map_err(TelemetryError::Setup)?;
        Ok(Self { http, headers: connect::headers(headers)?, handle, health })
    }
}

#[async_trait]
impl HttpClient for Client {
    async fn send_bytes(&self, mut request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        // Here and not with the exporter, which decodes values, skips what it cannot send, and
        // prefers what the environment says.
        request.headers_mut().extend(self.headers.clone());
        let sending = send(self.http.clone(), request.try_into()?);
        let answer = match self.handle.spawn(sending).await {
            Ok(answer) => answer.map_err(HttpError::from),
            // The runtime is gone.
            Err(error) => Err(error.into()),
        };
        match &answer {
            Ok(answer) if answer.status().is_success() => {}
            Ok(answer) => self.health.failed(format!("the collector answered {}", answer.status())),
            Err(error) => self.health.failed(chain(&**error)),
        }
        answer
    }
}

async fn send(
    http: reqwest::Client,
    request: reqwest::Request,
) -> Result<Response<Bytes>, reqwest::Error> {
    let mut answer = http.execute(request).await?;
    let mut body = Vec::new();
    while body.len() < ANSWER_MAX
        && let Some(chunk) = answer.chunk().await?
    {
        body.extend_from_slice(&chunk);
    }
    let mut whole = Response::new(Bytes::from(body));
    *whole.status_mut() = answer.status();
    *whole.headers_mut() = std::mem::take(answer.headers_mut());
    Ok(whole)
}

/// An error and what caused it: the first alone seldom says why.
fn chain(error: &(dyn Error + 'static)) -> String {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(cause) = next {
        text = format!("{text}: {cause}");
        next = cause.source();
    }
    text
}
