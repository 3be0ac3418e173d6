//! Why there is no answer.

use rmcp::transport::DynamicTransportError;
use rmcp::transport::streamable_http_client::StreamableHttpError;

use super::http::HttpError;
use crate::text::{Why, on_one_line};

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The connection is over.
    #[error("{0}")]
    Gone(String),
    /// The answer ended before its end.
    #[error("it broke off its answer")]
    BrokeOff,
    /// The server is not where it should be.
    #[error("it cannot be reached: {0}")]
    Unreachable(String),
    /// The connection ended while a message was on its way.
    #[error("it cannot be reached any more: {0}")]
    CutOff(String),
    /// The server does not want to.
    #[error("it refused: {message} ({code})")]
    Refused { code: i32, message: String },
    /// What is in front of the server does not want to.
    #[error("it answered with HTTP {status}{}", meaning(*status))]
    Status { status: u16, retry_after_ms: Option<u64> },
    /// The answer is larger than what is read.
    #[error("it answered with more than {bytes_max} bytes")]
    TooLarge { bytes_max: usize },
    /// The answer is not one.
    #[error("it did not answer as MCP says")]
    Unexpected,
}

impl Failure {
    /// The same as a reason: what others say is for people.
    pub(crate) fn why(self) -> Why {
        match self {
            Self::Unreachable(cause) => Why::new("it cannot be reached", cause),
            Self::CutOff(cause) => Why::new("it cannot be reached any more", cause),
            Self::Refused { message, code } => {
                Why::new("it refused", format!("{} ({code})", on_one_line(&message, 500)))
            }
            other => other.to_string().into(),
        }
    }
}

/// What it means that a message did not get through.
pub(super) fn in_transit(error: &DynamicTransportError) -> Failure {
    let Some(error) = error.error.downcast_ref::<StreamableHttpError<HttpError>>() else {
        return Failure::Unreachable("it does not take what it is sent".to_owned());
    };
    match error {
        StreamableHttpError::Client(HttpError::Unreachable(why)) => {
            Failure::Unreachable(why.clone())
        }
        StreamableHttpError::Client(HttpError::CutOff(why)) => Failure::CutOff(why.clone()),
        StreamableHttpError::Client(HttpError::TooLarge { bytes_max }) => {
            Failure::TooLarge { bytes_max: *bytes_max }
        }
        StreamableHttpError::Client(HttpError::Status { status, retry_after_ms }) => {
            Failure::Status { status: *status, retry_after_ms: *retry_after_ms }
        }
        StreamableHttpError::SessionExpired
        | StreamableHttpError::SessionRecoveryTimeout
        | StreamableHttpError::ReinitializationFailed(_)
        | StreamableHttpError::TransportChannelClosed => {
            Failure::Unreachable("its session ended".to_owned())
        }
        _ => Failure::Unexpected,
    }
}

/// What people may not know a status for.
fn meaning(status: u16) -> &'static str {
    match status {
        401 | 403 => ": it wants another key, or one at all (`headers`)",
        404 => ": there is no MCP server at this address",
        508 => ": it is its own upstream",
        _ => "",
    }
}
