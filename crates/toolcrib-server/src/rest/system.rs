//! What is about the server itself: whether it lives, and what it can do.

use std::sync::{Arc, LazyLock};

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse as _, Redirect, Response};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_swagger_ui::Config;

use super::App;
use super::error::ApiError;
use super::openapi;
use super::read::At;

/// What the page may load: its own files, and the document it shows.
const OWN_FILES: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
     img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'",
);

static DOCUMENT: LazyLock<String> = LazyLock::new(|| {
    serde_json::to_string(&openapi::document()).expect("the document can be written as JSON")
});

static PAGE: LazyLock<Arc<Config<'static>>> =
    LazyLock::new(|| Arc::new(Config::new(["/openapi.json"]).try_it_out_enabled(true)));

/// How the server is.
#[derive(Serialize, ToSchema)]
pub(super) struct Health {
    /// `ok`.
    status: String,
    /// The version of the program.
    version: String,
}

fn health() -> Json<Health> {
    Json(Health { status: "ok".to_owned(), version: env!("CARGO_PKG_VERSION").to_owned() })
}

/// Whether the server lives
#[utoipa::path(get, path = "/healthz", tag = "system",
    responses((status = OK, description = "It does.", body = Health)))]
pub(super) async fn healthz() -> Json<Health> {
    health()
}

/// Whether the server can work
///
/// It can when its database answers.
#[utoipa::path(get, path = "/readyz", tag = "system",
    responses((status = OK, description = "It can.", body = Health)))]
pub(super) async fn readyz(State(app): State<App>) -> Result<Json<Health>, ApiError> {
    app.crib.store().ping().await?;
    Ok(health())
}

/// The OpenAPI document.
pub(super) async fn openapi() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], DOCUMENT.as_str()).into_response()
}

/// The page's own files have relative names.
pub(super) async fn to_docs() -> Redirect {
    Redirect::permanent("/docs/")
}

pub(super) async fn docs_index() -> Result<Response, ApiError> {
    file("index.html")
}

pub(super) async fn docs(At(name): At<String>) -> Result<Response, ApiError> {
    file(&name)
}

/// A file of the page; all of them are in the program.
fn file(name: &str) -> Result<Response, ApiError> {
    let served = utoipa_swagger_ui::serve(name, Arc::clone(&PAGE));
    let file = served.map_err(|error| ApiError::internal(error.to_string()))?;
    let file = file.ok_or_else(ApiError::no_route)?;
    let headers = [(header::CONTENT_TYPE, file.content_type)];
    let mut response = (headers, file.bytes.into_owned()).into_response();
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, OWN_FILES);
    Ok(response)
}
