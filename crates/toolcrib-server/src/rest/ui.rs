//! The page: files that are in the program, under the paths that it knows.
//!
//! What is on it comes over the REST API; nothing here knows a tool.

use axum::Router;
use axum::extract::Path;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use include_dir::{Dir, include_dir};

use super::App;
use super::error::ApiError;

static FILES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/../../ui/dist");

/// The places of the page; each has its views below it.
const PLACES: [&str; 8] =
    ["welcome", "tools", "agents", "chat", "approvals", "calls", "analytics", "settings"];

/// What the page may load: what is ours.
const OWN: HeaderValue = HeaderValue::from_static(
    "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
     img-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; \
     form-action 'self'; frame-ancestors 'none'",
);

/// A file whose name says what is in it never changes.
const FOR_EVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// The routes of the page.
pub(super) fn routes() -> Router<App> {
    let mut routes = Router::new()
        .route("/", get(index))
        .route("/favicon.svg", get(async || file("favicon.svg", None)))
        .route("/assets/{file}", get(asset));
    for place in PLACES {
        routes = routes
            .route(&format!("/{place}"), get(index))
            .route(&format!("/{place}/{{*below}}"), get(index));
    }
    routes
}

pub(super) async fn index() -> Result<Response, ApiError> {
    file("index.html", None)
}

async fn asset(Path(name): Path<String>) -> Result<Response, ApiError> {
    file(&format!("assets/{name}"), Some(FOR_EVER))
}

fn file(name: &str, kept: Option<HeaderValue>) -> Result<Response, ApiError> {
    let file = FILES.get_file(name).ok_or_else(ApiError::no_route)?;
    let kind = match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    };
    let mut response = ([(header::CONTENT_TYPE, kind)], file.contents()).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, OWN);
    headers.insert(header::CACHE_CONTROL, kept.unwrap_or(HeaderValue::from_static("no-cache")));
    Ok(response)
}
