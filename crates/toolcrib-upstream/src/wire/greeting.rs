//! How a server is greeted, and what it means that it does not answer.

use rmcp::ClientLifecycleMode;
use rmcp::model::{ClientCapabilities, ClientConfig, Implementation, ProtocolVersion};
use rmcp::service::ClientInitializeError;

use super::failure::in_transit;
use crate::text::{Why, on_one_line};

/// Bytes of what a server says when it refuses.
const REFUSAL_BYTES_MAX: usize = 500;

/// How a server is greeted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Manner {
    /// As the newest revision has it; one that does not know it is greeted as before.
    #[default]
    Newest,
    /// With the handshake of all earlier revisions: some servers end when they
    /// hear anything else first.
    Handshake,
}

impl Manner {
    /// The one to try where this one did not work.
    pub(crate) fn other(self) -> Self {
        match self {
            Self::Newest => Self::Handshake,
            Self::Handshake => Self::Newest,
        }
    }

    pub(super) fn lifecycle(self) -> ClientLifecycleMode {
        match self {
            Self::Newest => ClientLifecycleMode::Auto {
                preferred_versions: vec![ProtocolVersion::LATEST],
                legacy_version: Some(ProtocolVersion::LATEST_WITH_INITIALIZE),
            },
            Self::Handshake => ClientLifecycleMode::Initialize,
        }
    }
}

/// What we say about ourselves: that there is nothing that we can do for a server,
/// so that whatever it asks of us is declined.
pub(super) fn ourselves() -> ClientConfig {
    let ours = Implementation::new("toolcrib", env!("CARGO_PKG_VERSION"));
    let mut ours = ClientConfig::new(ClientCapabilities::default(), ours);
    ours.protocol_version = ProtocolVersion::LATEST_WITH_INITIALIZE;
    ours
}

/// Why there is no connection.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Lost {
    /// The other side went away; its process may know more.
    #[error("{0}")]
    Ended(Why),
    /// This is why.
    #[error("{0}")]
    Because(Why),
}

impl From<Lost> for Why {
    fn from(lost: Lost) -> Self {
        let (Lost::Ended(why) | Lost::Because(why)) = lost;
        why
    }
}

/// Why a server did not say who it is. The SDK's own words quote whole messages.
pub(super) fn in_words(error: &ClientInitializeError) -> Lost {
    Lost::Because(match error {
        ClientInitializeError::ConnectionClosed(_) => {
            return Lost::Ended("it closed the connection before it said who it is".into());
        }
        ClientInitializeError::TransportError { error, .. } => {
            return Lost::Ended(in_transit(error).why());
        }
        ClientInitializeError::LegacyFallbackFailed { fallback, .. } => return in_words(fallback),
        ClientInitializeError::JsonRpcError(error) => {
            Why::new("it refused to start", on_one_line(&error.message, REFUSAL_BYTES_MAX))
        }
        ClientInitializeError::NoCompatibleProtocolVersion { .. } => {
            "it speaks no revision of the protocol that is spoken here".into()
        }
        _ => "it did not greet as an MCP server does".into(),
    })
}
