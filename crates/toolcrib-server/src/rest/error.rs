//! Why a request could not be served.
//!
//! Speaks of requests alone: a call that ended, however it ended, is an outcome
//! and no error. Whatever goes wrong, the body has one shape, and the request's
//! id in it is the one in the log.

use axum::Json;
use axum::extract::Request;
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use toolcrib::error::BoxError;
use toolcrib::{Fault, Problem};
use toolcrib_store::StoreError;
use utoipa::ToSchema;

use super::ui;

/// Why a request could not be served.
#[derive(Debug)]
pub(super) struct ApiError {
    status: StatusCode,
    code: &'static str,
    message: String,
    details: Vec<Fault>,
    /// For the operator's log alone.
    source: Option<BoxError>,
}

/// The body of every error.
#[derive(Serialize, ToSchema)]
pub(super) struct ErrorBody {
    error: ErrorWords,
}

/// Why a request could not be served.
#[derive(Serialize, ToSchema)]
struct ErrorWords {
    /// For a program, such as `NOT_FOUND`.
    code: String,
    /// What was wrong and what to do.
    message: String,
    /// Every fault of the body, each with its place.
    #[schema(value_type = Vec<FaultSchema>)]
    details: Vec<Fault>,
    /// The id of the request, also in the header `X-Request-Id`.
    request_id: String,
}

/// One thing that is wrong, and where.
#[derive(ToSchema)]
#[schema(as = Fault)]
#[expect(dead_code, reason = "the words of the OpenAPI document for a type of the core")]
pub(super) struct FaultSchema {
    /// Where, as a JSON pointer; the root is the empty text.
    pointer: String,
    /// What is wrong there.
    message: String,
    /// What would have been right.
    #[schema(required = false)]
    expected: String,
}

impl ApiError {
    fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        let (message, details) = (message.into(), Vec::new());
        Self { status, code, message, details, source: None }
    }

    /// The request makes no sense.
    pub(super) fn invalid(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "VALIDATION_ERROR", message)
    }

    /// The body breaks rules, each at its place.
    pub(super) fn faults(message: impl Into<String>, details: Vec<Fault>) -> Self {
        Self { details, ..Self::invalid(message) }
    }

    /// The body describes something that has problems.
    pub(super) fn problems(message: impl Into<String>, problems: &[Problem]) -> Self {
        let details = problems.iter().map(|problem| Fault {
            pointer: problem.pointer.clone(),
            message: problem.message.clone(),
            expected: problem.help.clone(),
        });
        Self::faults(message, details.collect())
    }

    /// There is no such thing, or not for this caller.
    pub(super) fn not_found(what: &str, id: &str) -> Self {
        Self::none(&format!("There is no {what} `{}` in this workspace.", short(id)))
    }

    /// The same, with more to say in place of the full stop.
    pub(super) fn adding(mut self, words: &str) -> Self {
        if !words.is_empty() {
            self.message = format!("{}{words}", self.message.trim_end_matches('.'));
        }
        self
    }

    /// The same, in other words.
    pub(super) fn none(message: &str) -> Self {
        Self::new(StatusCode::NOT_FOUND, "NOT_FOUND", message)
    }

    /// No route leads there.
    pub(super) fn no_route() -> Self {
        let message = "There is nothing at this address; /docs lists what there is.";
        Self::new(StatusCode::NOT_FOUND, "NOT_FOUND", message)
    }

    /// The route knows other methods.
    pub(super) fn no_method(method: &Method) -> Self {
        let message = format!("{method} is not possible here; /docs lists what is.");
        Self::new(StatusCode::METHOD_NOT_ALLOWED, "METHOD_NOT_ALLOWED", message)
    }

    /// It is there already.
    pub(super) fn exists(message: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, "ALREADY_EXISTS", message)
    }

    /// Whoever asks is this server itself.
    pub(super) fn in_a_circle(message: &str) -> Self {
        Self::new(StatusCode::LOOP_DETECTED, "LOOP_DETECTED", message)
    }

    /// What is here is not in a form that they take.
    pub(super) fn not_acceptable(message: &str) -> Self {
        Self::new(StatusCode::NOT_ACCEPTABLE, "NOT_ACCEPTABLE", message)
    }

    /// What is there stands in the way.
    pub(super) fn conflict(message: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, "CONFLICT", message)
    }

    /// The conversation is over.
    pub(super) fn inactive(message: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, "SESSION_INACTIVE", message)
    }

    /// The same, because of what is there already.
    pub(super) fn into_conflict(self) -> Self {
        Self { status: StatusCode::CONFLICT, code: "CONFLICT", ..self }
    }

    /// Nobody knows who is asking.
    pub(super) fn unauthorized(message: impl Into<String>) -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "UNAUTHORIZED", message)
    }

    /// Whoever is asking may not.
    pub(super) fn forbidden(message: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, "FORBIDDEN", message)
    }

    /// The body is larger than anything we want.
    pub(super) fn too_large(bytes_max: usize) -> Self {
        let message = format!("The body must not be larger than {bytes_max} bytes.");
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, "TOO_LARGE", message)
    }

    /// The body did not come.
    pub(super) fn too_slow() -> Self {
        let message = "The body of the request did not come in time.";
        Self::new(StatusCode::REQUEST_TIMEOUT, "TIMEOUT", message)
    }

    /// It may work later.
    pub(super) fn unavailable(message: impl Into<String>) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "UNAVAILABLE", message)
    }

    /// A bug of ours.
    pub(super) fn internal(source: impl Into<BoxError>) -> Self {
        let message = "Something went wrong on this side; the log says what.";
        let error = Self::new(StatusCode::INTERNAL_SERVER_ERROR, "INTERNAL_ERROR", message);
        Self { source: Some(source.into()), ..error }
    }

    /// The response, once the request's id is known.
    pub(super) fn respond(&self, request_id: &str) -> Response {
        if let Some(source) = &self.source {
            let source = &**source as &dyn std::error::Error;
            tracing::error!(request_id, error = source, "a request failed");
        }
        let words = ErrorWords {
            code: self.code.to_owned(),
            message: self.message.clone(),
            details: self.details.clone(),
            request_id: request_id.to_owned(),
        };
        let mut response = (self.status, Json(ErrorBody { error: words })).into_response();
        if self.status == StatusCode::UNAUTHORIZED {
            let bearer = HeaderValue::from_static("Bearer");
            response.headers_mut().insert(header::WWW_AUTHENTICATE, bearer);
        }
        response
    }
}

/// A name that somebody said, as far as a message repeats it.
pub(super) fn short(name: &str) -> String {
    name.chars().take(64).collect()
}

/// The error travels beside an empty response to whoever knows the request's id.
impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = self.status.into_response();
        response.extensions_mut().insert(std::sync::Arc::new(self));
        response
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Unavailable(_) => {
                let message = "The database does not answer; try again in a moment.";
                Self { source: Some(error.into()), ..Self::unavailable(message) }
            }
            StoreError::Invalid(invalid) => {
                Self::invalid(format!("Something in the request cannot be kept: {invalid}."))
            }
            other => Self::internal(other),
        }
    }
}

/// Nothing is there; the page says so to people, with a way on.
pub(super) async fn no_route(request: Request) -> Result<Response, ApiError> {
    let accepts = request.headers().get(header::ACCEPT).and_then(|value| value.to_str().ok());
    let is_for_people = accepts.is_some_and(|kinds| kinds.contains("text/html"))
        && request.method() == Method::GET
        && !request.uri().path().starts_with("/api/");
    match is_for_people {
        true => Ok((StatusCode::NOT_FOUND, ui::index().await?).into_response()),
        false => Err(ApiError::no_route()),
    }
}

/// Something is there, but not by this method.
pub(super) async fn no_method(method: Method) -> ApiError {
    ApiError::no_method(&method)
}
