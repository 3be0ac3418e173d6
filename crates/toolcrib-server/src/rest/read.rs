//! Reads what a request says.
//!
//! Like axum's own extractors, except that whatever cannot be read becomes the
//! one error body, with the place of the fault.

use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::header;
use axum::http::request::Parts;
use http_body_util::{BodyExt as _, Limited};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use toolcrib::Fault;
use toolcrib_store::now_ms;
use utoipa::ToSchema;

use super::App;
use super::error::ApiError;
use crate::moment;

/// Bytes of a request's body.
pub(super) const BODY_BYTES_MAX: usize = 1024 * 1024;

/// How long a body may take to come.
const BODY_TIME_MAX: Duration = Duration::from_secs(30);

/// A JSON body.
pub(super) struct Said<T>(pub(super) T);

impl<T: DeserializeOwned> FromRequest<App> for Said<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &App) -> Result<Self, ApiError> {
        let bytes = bytes(request).await?;
        if bytes.iter().all(u8::is_ascii_whitespace) {
            return Err(ApiError::invalid("The request has no body; a JSON object is expected."));
        }
        read(&bytes).map(Self)
    }
}

/// A JSON body, or none.
pub(super) struct MaybeSaid<T>(pub(super) T);

impl<T: DeserializeOwned + Default> FromRequest<App> for MaybeSaid<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &App) -> Result<Self, ApiError> {
        let bytes = bytes(request).await?;
        match bytes.iter().all(u8::is_ascii_whitespace) {
            true => Ok(Self(T::default())),
            false => read(&bytes).map(Self),
        }
    }
}

fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ApiError> {
    // A list of values in the order of the fields would be read as well.
    if bytes.trim_ascii_start().starts_with(b"[") {
        return Err(ApiError::invalid("The body is a list; a JSON object is expected."));
    }
    // Most bodies are right; only for the others it matters where they are not.
    serde_json::from_slice(bytes).map_err(|error| why::<T>(bytes, &error))
}

/// Why a body cannot be read, and where.
fn why<T: DeserializeOwned>(bytes: &[u8], error: &serde_json::Error) -> ApiError {
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    let Err(found) = serde_path_to_error::deserialize::<_, T>(&mut reader) else {
        // It is what comes after it that is wrong.
        return ApiError::invalid(format!("The body cannot be read: {}.", plain(error)));
    };
    let message = plain(found.inner());
    let mut pointer = pointer_to(found.path());
    if let Some(field) = message.strip_prefix("missing field `") {
        pointer = toolcrib::pointer::child(&pointer, field.trim_end_matches('`'));
    }
    let fault = Fault::at(pointer, message);
    ApiError::faults(format!("The body cannot be read: {fault}."), vec![fault])
}

async fn bytes(request: Request) -> Result<Bytes, ApiError> {
    let length = request.headers().get(header::CONTENT_LENGTH);
    let length = length.and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    if length.is_some_and(|length| length > BODY_BYTES_MAX as u64) {
        return Err(ApiError::too_large(BODY_BYTES_MAX));
    }
    let body = Limited::new(request.into_body(), BODY_BYTES_MAX).collect();
    match tokio::time::timeout(BODY_TIME_MAX, body).await {
        Ok(Ok(collected)) => Ok(collected.to_bytes()),
        Ok(Err(error)) if error.is::<http_body_util::LengthLimitError>() => {
            Err(ApiError::too_large(BODY_BYTES_MAX))
        }
        Ok(Err(_)) => Err(ApiError::invalid("The body ended before it was whole.")),
        Err(_) => Err(ApiError::too_slow()),
    }
}

/// The words of serde, without those about lines of a body that nobody sees.
fn plain(error: &serde_json::Error) -> String {
    let text = error.to_string();
    match text.find(" at line ") {
        Some(end) if !error.is_syntax() && !error.is_eof() => text[..end].to_owned(),
        _ => text,
    }
}

fn pointer_to(path: &serde_path_to_error::Path) -> String {
    use serde_path_to_error::Segment;
    path.iter().fold(String::new(), |pointer, segment| match segment {
        Segment::Seq { index } => toolcrib::pointer::child(&pointer, &index.to_string()),
        Segment::Map { key } => toolcrib::pointer::child(&pointer, key),
        Segment::Enum { .. } | Segment::Unknown => pointer,
    })
}

/// What stands in the path.
pub(super) struct At<T>(pub(super) T);

impl<T: DeserializeOwned + Send> FromRequestParts<App> for At<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        match Path::from_request_parts(parts, app).await {
            Ok(Path(at)) => Ok(Self(at)),
            Err(_) => Err(ApiError::no_route()),
        }
    }
}

/// A moment that somebody names, in milliseconds since 1970.
#[derive(Clone, Copy, ToSchema)]
#[schema(value_type = String, pattern = "^([0-9]{1,15}|[0-9]{1,9}[smhd]|20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?Z)$")]
pub(super) struct Moment(pub(super) u64);

impl<'de> Deserialize<'de> for Moment {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let said = String::deserialize(deserializer)?;
        moment::parse(&said, now_ms()).map(Self).map_err(serde::de::Error::custom)
    }
}

/// What stands behind the question mark.
pub(super) struct Asked<T>(pub(super) T);

impl<T: DeserializeOwned> FromRequestParts<App> for Asked<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        match Query::from_request_parts(parts, app).await {
            Ok(Query(asked)) => Ok(Self(asked)),
            Err(rejection) => {
                let text = rejection.body_text();
                let why = text.rsplit_once("query string: ").map_or(text.as_str(), |(_, why)| why);
                Err(ApiError::invalid(format!("The query cannot be read: {why}.")))
            }
        }
    }
}
