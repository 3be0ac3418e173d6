//! How the SDK's messages go over HTTP.
//!
//! The SDK's own client reads a body to its end however long it is, follows
//! redirects and quotes addresses in its errors. This one does none of it.
//!
//! (1) No redirect is followed: it would lead the headers elsewhere.
//! (2) A body is bounded while it is read, and so is each event of a stream.
//! (3) No address and no header is in an error.

mod body;
mod refusal;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use futures_util::stream::BoxStream;
use http::header::{ACCEPT, CONTENT_TYPE};
use http::{HeaderName, HeaderValue, StatusCode};
use reqwest::{Client, RequestBuilder, Response, redirect};
use rmcp::model::ClientJsonRpcMessage;
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::common::client_side_sse::ExponentialBackoff;
use rmcp::transport::common::http_header::{
    EVENT_STREAM_MIME_TYPE, HEADER_LAST_EVENT_ID, HEADER_SESSION_ID, JSON_MIME_TYPE,
};
use rmcp::transport::streamable_http_client::{
    SseError, StreamableHttpClient, StreamableHttpClientTransportConfig, StreamableHttpError,
    StreamableHttpPostResponse,
};
use sse_stream::Sse;

use self::refusal::refusal;
use super::MESSAGE_BYTES_MAX;
use crate::config::HttpWay;

/// How long it may take to reach a server.
const CONNECT: Duration = Duration::from_secs(10);

/// How long to wait before a stream of notices is opened again, at first and at
/// most: some servers close it at once.
const AGAIN: Duration = Duration::from_secs(5);
const AGAIN_MAX: Duration = Duration::from_secs(300);

/// Requests that are on their way at a time.
const REQUESTS_MAX: usize = 256;

/// Why a message did not get through.
#[derive(Debug, thiserror::Error)]
pub(super) enum HttpError {
    #[error("{0}")]
    Unreachable(String),
    /// It was on its way; whether it arrived nobody knows.
    #[error("{0}")]
    CutOff(String),
    #[error("the answer has more than {bytes_max} bytes")]
    TooLarge { bytes_max: usize },
    #[error("HTTP {status}")]
    Status { status: u16, retry_after_ms: Option<u64> },
    #[error("there can be no client: {0}")]
    Setup(String),
}

type Refused = StreamableHttpError<HttpError>;

/// How the SDK's messages go over HTTP.
#[derive(Clone)]
pub(super) struct Http(Client);

/// The way to a server over HTTP.
pub(super) fn transport(way: &HttpWay) -> Result<StreamableHttpClientTransport<Http>, HttpError> {
    let unusable = |error: &dyn std::error::Error| HttpError::Setup(error.to_string());
    let tls =
        toolcrib_tls::config(way.url.scheme() == "https").map_err(|error| unusable(&error))?;
    let builder = Client::builder()
        .tls_backend_preconfigured(tls)
        .redirect(redirect::Policy::none()) // (1)
        .connect_timeout(CONNECT);
    // No proxy can reach what runs on this machine.
    let is_here = toolcrib_tls::is_here(way.url.host_str().unwrap_or_default());
    let builder = if is_here { builder.no_proxy() } else { builder };
    let client = builder.build().map_err(|error| unusable(&error.without_url()))?;
    let headers = way.headers.iter().map(|(name, value)| (name.clone(), value.clone()));
    let mut again = ExponentialBackoff::default();
    (again.base_duration, again.max_delay) = (AGAIN, Some(AGAIN_MAX));
    let mut config = StreamableHttpClientTransportConfig::with_uri(way.url.as_str())
        .custom_headers(headers.collect())
        .max_concurrent_requests(REQUESTS_MAX)
        .max_sse_event_size(MESSAGE_BYTES_MAX);
    config.retry_config = Arc::new(again);
    Ok(StreamableHttpClientTransport::with_client(Http(client), config))
}

impl StreamableHttpClient for Http {
    type Error = HttpError;

    async fn post_message(
        &self,
        uri: Arc<str>,
        message: ClientJsonRpcMessage,
        session: Option<Arc<str>>,
        _: Option<String>,
        headers: HashMap<HeaderName, HeaderValue>,
    ) -> Result<StreamableHttpPostResponse, Refused> {
        let has_session = session.is_some();
        let request = self.0.post(&*uri).body(serde_json::to_vec(&message)?);
        let request = request.header(CONTENT_TYPE, JSON_MIME_TYPE);
        let response = send(request, session, headers).await?;
        let status = response.status();
        if matches!(status, StatusCode::ACCEPTED | StatusCode::NO_CONTENT) {
            return Ok(StreamableHttpPostResponse::Accepted);
        }
        if status == StatusCode::NOT_FOUND && has_session {
            return Err(StreamableHttpError::SessionExpired);
        }
        let session = response.headers().get(HEADER_SESSION_ID);
        let session = session.and_then(|value| value.to_str().ok()).map(str::to_owned);
        if !status.is_success() {
            return refusal(response, &message, has_session, session).await;
        }
        let is_request = matches!(message, ClientJsonRpcMessage::Request(_));
        if is_request && has_type(&response, EVENT_STREAM_MIME_TYPE) {
            return Ok(StreamableHttpPostResponse::Sse(body::events(response), session));
        }
        if !is_request {
            // Nobody waits for an answer; some servers send one all the same.
            return Ok(StreamableHttpPostResponse::Accepted);
        }
        let body = body::whole(response, MESSAGE_BYTES_MAX).await;
        let body = body.map_err(StreamableHttpError::Client)?;
        Ok(StreamableHttpPostResponse::Json(serde_json::from_slice(&body)?, session))
    }

    async fn delete_session(
        &self,
        uri: Arc<str>,
        session: Arc<str>,
        _: Option<String>,
        headers: HashMap<HeaderName, HeaderValue>,
    ) -> Result<(), Refused> {
        send(self.0.delete(&*uri), Some(session), headers).await.map(drop)
    }

    async fn get_stream(
        &self,
        uri: Arc<str>,
        session: Option<Arc<str>>,
        last_event_id: Option<String>,
        _: Option<String>,
        headers: HashMap<HeaderName, HeaderValue>,
    ) -> Result<BoxStream<'static, Result<Sse, SseError>>, Refused> {
        let mut request = self.0.get(&*uri);
        if let Some(last) = last_event_id {
            request = request.header(HEADER_LAST_EVENT_ID, last);
        }
        let response = send(request, session, headers).await?;
        match response.status() {
            status if status.is_success() && has_type(&response, EVENT_STREAM_MIME_TYPE) => {
                Ok(body::events(response))
            }
            // The stream is an extra: whatever a server has against it, it has none.
            _ => Err(StreamableHttpError::ServerDoesNotSupportSse),
        }
    }
}

async fn send(
    request: RequestBuilder,
    session: Option<Arc<str>>,
    headers: HashMap<HeaderName, HeaderValue>,
) -> Result<Response, Refused> {
    let accepted = format!("{EVENT_STREAM_MIME_TYPE}, {JSON_MIME_TYPE}");
    let mut request = request.header(ACCEPT, accepted).headers(headers.into_iter().collect());
    if let Some(session) = session {
        request = request.header(HEADER_SESSION_ID, &*session);
    }
    let sent = request.send().await;
    sent.map_err(|error| {
        StreamableHttpError::Client(match error.is_connect() {
            true => HttpError::Unreachable(body::cause(error)),
            false => HttpError::CutOff(body::cause(error)),
        })
    })
}

fn has_type(response: &Response, mime: &str) -> bool {
    let kind = response.headers().get(CONTENT_TYPE);
    kind.is_some_and(|kind| kind.as_bytes().starts_with(mime.as_bytes()))
}
