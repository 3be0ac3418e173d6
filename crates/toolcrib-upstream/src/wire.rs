//! MCP as it is spoken with a server.
//!
//! Owns every word of the protocol: nobody outside of this module knows the SDK.
//! It starts no process and tries nothing twice. Start at
//! [`Connection::over_stdio`] and [`Connection::over_http`].
//!
//! (1) Nothing is read that is larger than [`MESSAGE_BYTES_MAX`].
//! (2) A notice never leaves the transport: a flood of them costs their reading.
//! (3) A server that sends what nobody can use, and goes on doing so, is left.
//! (4) Whoever waits for an answer hears of the connection's end at once.

mod bounded;
mod failure;
mod greeting;
mod guarded;
mod http;
mod line;
mod list;
mod over;
mod useless;

use std::sync::Arc;
use std::time::Duration;

use rmcp::model::{ClientConfig, SubscriptionFilter};
use rmcp::service::{Peer, RunningService};
use rmcp::transport::Transport;
use rmcp::transport::async_rw::AsyncRwTransport;
use rmcp::{RoleClient, serve_client_with_lifecycle};
use tokio::process::{ChildStdin, ChildStdout};
use tokio::sync::Notify;
use tokio::task::JoinSet;

use self::bounded::BoundedLines;
use self::greeting::{in_words, ourselves};
use self::guarded::Guarded;
use self::over::Over;
use self::useless::Useless;
use crate::config::HttpWay;
use crate::status::Version;
use crate::text::on_one_line;

pub(crate) use self::failure::Failure;
pub(crate) use self::greeting::{Lost, Manner};
pub(crate) use self::line::Line;
pub(crate) use self::list::Listing;

/// Bytes of one message: several times what an answer may have.
const MESSAGE_BYTES_MAX: usize = 4 * 1024 * 1024;

/// How long to wait before notices are asked for again.
const LISTEN_AGAIN: Duration = Duration::from_secs(30);

/// Bytes of what a server says about itself.
const ABOUT_BYTES_MAX: usize = 100;

/// What a server says about itself.
#[derive(Clone, Debug)]
pub(crate) struct About {
    pub(crate) protocol: String,
    pub(crate) server: Option<Version>,
}

/// A connection to a server that has said who it is.
pub(crate) struct Connection {
    service: RunningService<RoleClient, ClientConfig>,
    line: Line,
    changed: Arc<Notify>,
    /// Asks for notices, where they do not come by themselves.
    _listening: JoinSet<()>,
}

impl Connection {
    /// Over the streams of a process.
    pub(crate) async fn over_stdio(
        output: ChildStdout,
        input: ChildStdin,
        manner: Manner,
    ) -> Result<Self, Lost> {
        let over = Over::default();
        let useless = Useless::new(over.clone());
        let output = BoundedLines::new(output, MESSAGE_BYTES_MAX, over.clone(), useless.clone());
        let transport = AsyncRwTransport::new_client(output, input);
        Self::open(transport, over, Some(useless), manner).await
    }

    /// Over HTTP.
    pub(crate) async fn over_http(way: &HttpWay, manner: Manner) -> Result<Self, Lost> {
        let transport =
            http::transport(way).map_err(|error| Lost::Because(error.to_string().into()))?;
        Self::open(transport, Over::default(), None, manner).await
    }

    /// Where lines are counted, what is of no use has been counted already.
    async fn open<T>(
        transport: T,
        over: Over,
        lines: Option<Useless>,
        manner: Manner,
    ) -> Result<Self, Lost>
    where
        T: Transport<RoleClient> + 'static,
    {
        let changed = Arc::new(Notify::new());
        let transport = Guarded::new(transport, over.clone(), lines, Arc::clone(&changed));
        let served = serve_client_with_lifecycle(ourselves(), transport, manner.lifecycle());
        let service = match Box::pin(served).await {
            Ok(service) => service,
            Err(_) if over.is_over() && !over.was_hung_up() => {
                return Err(Lost::Because(over.why().into()));
            }
            Err(error) => return Err(in_words(&error)),
        };
        let mut listening = JoinSet::new();
        let peer = service.peer().clone();
        if must_ask_for_notices(&peer) {
            listening.spawn(listen(peer.clone(), Arc::clone(&changed)));
        }
        Ok(Self { service, line: Line::new(peer, over), changed, _listening: listening })
    }

    /// Where calls go.
    pub(crate) fn line(&self) -> &Line {
        &self.line
    }

    /// Waits for a notice that the tools have changed.
    pub(crate) async fn changed(&self) {
        self.changed.notified().await;
    }

    /// How the server wants to be greeted next time.
    pub(crate) fn manner(&self) -> Manner {
        let info = self.service.peer().peer_info();
        match info.is_some_and(|info| info.protocol_version.has_initialize()) {
            true => Manner::Handshake,
            false => Manner::Newest,
        }
    }

    pub(crate) fn about(&self) -> About {
        let short = |text: &str| on_one_line(text, ABOUT_BYTES_MAX);
        let info = self.service.peer().peer_info();
        let protocol = info.as_ref().map(|info| short(info.protocol_version.as_str()));
        let server = info.as_ref().and_then(|info| info.server_info.as_ref());
        let server = server
            .map(|server| Version { name: short(&server.name), version: short(&server.version) });
        About { protocol: protocol.unwrap_or_default(), server }
    }

    /// Closes what the server reads, and waits until that is done.
    pub(crate) async fn close(mut self) {
        self.line.end("it was closed from here");
        // A task that broke has closed everything that it had.
        let _ = self.service.close().await;
    }
}

/// Since notices are a stream of their own, a server sends none unless it is asked.
fn must_ask_for_notices(peer: &Peer<RoleClient>) -> bool {
    peer.peer_info().is_some_and(|info| {
        let tools = info.capabilities.tools.as_ref();
        !info.protocol_version.has_initialize()
            && tools.is_some_and(|tools| tools.list_changed == Some(true))
    })
}

/// Asks for notices as long as the connection lives. `Guarded` takes them out;
/// all that is seen here is that they can come, and that they no longer do.
async fn listen(peer: Peer<RoleClient>, changed: Arc<Notify>) {
    let tools = SubscriptionFilter::builder().tools_list_changed().build();
    while !peer.is_transport_closed() {
        if let Ok(mut notices) = peer.listen(tools.clone()).await {
            // What changed before nobody was told.
            changed.notify_one();
            while let Ok(Some(_)) = notices.next().await {}
        }
        tokio::time::sleep(LISTEN_AGAIN).await;
    }
}
