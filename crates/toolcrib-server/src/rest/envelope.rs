//! What every request and every response has in common.
//!
//! A request gets an id; an error gets its body; a response says how a browser
//! must treat it. A panic of ours costs one request and not the connection.
//!
//! (1) A page of another site that made a name of its own point here reads
//!     nothing: without keys, only known names of this server are answered.
//! (2) What a browser sends for a page of another site is not read.

use std::convert::Infallible;
use std::net::IpAddr;
use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::Router;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Uri, header};
use axum::response::Response;
use futures_util::FutureExt as _;
use tower::Service;
use tracing::{Instrument as _, Span, field};

use super::App;
use super::error::{ApiError, short};
use crate::crib::mint_request_id;

static REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Characters of a request's id that somebody else gave it.
const REQUEST_ID_CHARS_MAX: usize = 128;

/// What a browser may load for what we answer: nothing.
const NOTHING: HeaderValue = HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'");

/// The whole of what is served: the routes, and what they have in common.
///
/// It stands around the router and not in it: a layer of axum's costs every
/// request three boxes, and this costs one.
#[derive(Clone)]
pub struct Rest {
    app: App,
    routes: Router,
}

impl Rest {
    pub(super) fn new(app: App, routes: Router) -> Self {
        Self { app, routes }
    }
}

impl Service<Request> for Rest {
    type Response = Response;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request) -> Self::Future {
        let request_id = request_id(request.headers());
        let (uri, headers) = (request.uri(), request.headers());
        let checked =
            check_host(uri, headers, &self.app).and_then(|()| check_origin(headers, &self.app));
        if let Err(error) = checked {
            let response = finished(error.respond(&request_id), request_id);
            return Box::pin(std::future::ready(Ok(response)));
        }
        let span = span(&request, &request_id);
        let answer = {
            let _within = span.enter();
            AssertUnwindSafe(self.routes.call(request)).catch_unwind()
        };
        let told = span.clone();
        let whole = async move {
            let response = match answer.await {
                Ok(Ok(response)) => with_body(response, &request_id),
                Err(_) => ApiError::internal("a handler panicked").respond(&request_id),
            };
            told.record("http.response.status_code", response.status().as_u16());
            if response.status().is_server_error() {
                told.record("error.type", response.status().as_str());
            }
            Ok(finished(response, request_id))
        };
        Box::pin(whole.instrument(span))
    }
}

/// The span of a request, which goes on with the trace that it came with.
fn span(request: &Request, request_id: &str) -> Span {
    let method = request.method().as_str();
    let span = tracing::info_span!(
        "request",
        otel.name = field::Empty,
        otel.kind = "server",
        http.request.method = method,
        url.path = request.uri().path(),
        request_id,
        http.response.status_code = field::Empty,
        error.type = field::Empty,
    );
    if !span.is_disabled() {
        // Not the path: what is named in it has no end.
        span.record("otel.name", method);
        toolcrib_telemetry::adopt(&span, request.headers());
    }
    span
}

/// Says what every response says.
fn finished(mut response: Response, request_id: String) -> Response {
    let headers = response.headers_mut();
    if let Ok(value) = HeaderValue::try_from(request_id) {
        headers.insert(REQUEST_ID.clone(), value);
    }
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(NOTHING);
    response
}

/// Gives an error its body.
fn with_body(mut response: Response, request_id: &str) -> Response {
    let Some(error) = response.extensions_mut().remove::<Arc<ApiError>>() else {
        return response;
    };
    let allow = response.headers_mut().remove(header::ALLOW);
    let mut response = error.respond(request_id);
    if let Some(allow) = allow {
        response.headers_mut().insert(header::ALLOW, allow);
    }
    response
}

/// The id that the request came with, if it is one, or a new one.
fn request_id(headers: &HeaderMap) -> String {
    let given = headers.get(&REQUEST_ID).and_then(|value| value.to_str().ok());
    let is_id = |id: &&str| {
        (1..=REQUEST_ID_CHARS_MAX).contains(&id.len())
            && id.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'"')
    };
    given.filter(is_id).map_or_else(mint_request_id, str::to_owned)
}

/// (1)
fn check_host(uri: &Uri, headers: &HeaderMap, app: &App) -> Result<(), ApiError> {
    if app.settings.keys_required {
        return Ok(());
    }
    let named = headers.get(header::HOST).map(|host| host.to_str().unwrap_or_default());
    // A program that names no host is no browser.
    let Some(host) = named.or(uri.authority().map(|authority| authority.as_str())) else {
        return Ok(());
    };
    let name = without_port(host);
    if is_own_name(name, app) {
        return Ok(());
    }
    let shown = short(name);
    Err(ApiError::forbidden(format!(
        "This server does not answer to the name `{shown}`; `server.hosts` in toolcrib.toml \
         lists those it does."
    )))
}

/// (2)
fn check_origin(headers: &HeaderMap, app: &App) -> Result<(), ApiError> {
    let Some(origin) = headers.get(header::ORIGIN) else { return Ok(()) };
    let uri: Option<Uri> = origin.to_str().ok().and_then(|origin| origin.parse().ok());
    let from = uri.as_ref().and_then(Uri::authority);
    let here = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let is_own = from.is_some_and(|from| {
        here.is_some_and(|here| here.eq_ignore_ascii_case(from.as_str()))
            || is_own_name(from.host(), app)
    });
    match is_own {
        true => Ok(()),
        false => Err(ApiError::forbidden(
            "A page of another site may not use this server; `server.hosts` in toolcrib.toml \
             lists the names that may.",
        )),
    }
}

/// Whether a name is one of this server's.
fn is_own_name(name: &str, app: &App) -> bool {
    let is_own = match name.trim_matches(['[', ']']).parse::<IpAddr>() {
        Ok(address) => {
            address.is_loopback() || app.settings.address.is_some_and(|own| own.ip() == address)
        }
        Err(_) => name.eq_ignore_ascii_case("localhost"),
    };
    is_own || app.settings.hosts.iter().any(|known| known.eq_ignore_ascii_case(name))
}

fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    }
}
