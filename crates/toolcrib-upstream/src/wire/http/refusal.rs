//! What a status that is no success means.

use http::header::RETRY_AFTER;
use http::{HeaderValue, StatusCode};
use reqwest::Response;
use rmcp::model::{ClientJsonRpcMessage, ClientRequest, ErrorData, ServerJsonRpcMessage};
use rmcp::transport::streamable_http_client::{StreamableHttpError, StreamableHttpPostResponse};

use super::body::whole;
use super::{HttpError, Refused};

/// Bytes of what a server says about a refusal.
const REFUSAL_BYTES_MAX: usize = 64 * 1024;

/// What a status that is no success means. One that comes with an error of the
/// protocol is that error.
pub(super) async fn refusal(
    response: Response,
    message: &ClientJsonRpcMessage,
    has_session: bool,
    session: Option<String>,
) -> Result<StreamableHttpPostResponse, Refused> {
    let status = response.status();
    let is_about_who = matches!(status, StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN);
    let refused = HttpError::Status {
        status: status.as_u16(),
        retry_after_ms: response.headers().get(RETRY_AFTER).and_then(milliseconds),
    };
    if is_about_who || status == StatusCode::TOO_MANY_REQUESTS {
        return Err(StreamableHttpError::Client(refused));
    }
    let body = whole(response, REFUSAL_BYTES_MAX).await.unwrap_or_default();
    let said = match serde_json::from_slice(&body) {
        Ok(ServerJsonRpcMessage::Error(said)) => Some(said),
        _ => None,
    };
    // A server of an earlier revision does not know this request, and what stands
    // before it does not know whose it is; both mean the same.
    if let ClientJsonRpcMessage::Request(request) = message
        && matches!(request.request, ClientRequest::DiscoverRequest(_))
        && status.is_client_error()
        && !has_session
    {
        let unknown = || ErrorData::invalid_request(format!("HTTP {status}"), None);
        let error = said.map_or_else(unknown, |said| said.error);
        let answer = ServerJsonRpcMessage::error(error, Some(request.id.clone()));
        return Ok(StreamableHttpPostResponse::Json(answer, None));
    }
    match said {
        Some(said) => {
            Ok(StreamableHttpPostResponse::Json(ServerJsonRpcMessage::Error(said), session))
        }
        None => Err(StreamableHttpError::Client(refused)),
    }
}

/// `Retry-After` in seconds; dates are left aside.
fn milliseconds(value: &HeaderValue) -> Option<u64> {
    let seconds: u64 = value.to_str().ok()?.trim().parse().ok()?;
    seconds.checked_mul(1000)
}
