//! Requests to a server over one connection, many at a time.

use rmcp::RoleClient;
use rmcp::model::{
    CallToolRequest, CallToolRequestParams, ClientRequest, RequestMetaObject, ServerResult,
};
use rmcp::service::{Peer, PeerRequestOptions, RequestHandle, ServiceError};
use serde_json::{Map, Value};
use tokio::runtime::Handle;

use super::failure::{Failure, in_transit};
use super::over::{CLOSED, Over};

/// Where requests go. Clones share the connection.
#[derive(Clone)]
pub(crate) struct Line {
    peer: Peer<RoleClient>,
    over: Over,
}

impl Line {
    pub(super) fn new(peer: Peer<RoleClient>, over: Over) -> Self {
        Self { peer, over }
    }

    /// Ends the connection; the first reason counts.
    pub(super) fn end(&self, why: &str) {
        self.over.end(why);
    }

    /// Ends it as if the other side had done so.
    pub(crate) fn hang_up(&self) {
        self.over.end(CLOSED);
    }

    /// Whether the other side simply went away.
    pub(crate) fn was_hung_up(&self) -> bool {
        self.over.was_hung_up()
    }

    pub(crate) fn is_over(&self) -> bool {
        self.over.is_over()
    }

    pub(crate) fn why(&self) -> String {
        self.over.why()
    }

    /// Waits until the connection is over.
    pub(crate) async fn over(&self) {
        self.over.wait().await;
    }

    /// Calls a tool. When this is dropped, the server is told that nobody waits.
    pub(crate) async fn call(
        &self,
        tool: &str,
        arguments: Map<String, Value>,
    ) -> Result<Value, Failure> {
        let mut meta = RequestMetaObject::new();
        for (header, value) in toolcrib::trace::outgoing() {
            match header {
                "traceparent" => meta.0.set_traceparent(value),
                "tracestate" => meta.0.set_tracestate(value),
                _ => {}
            }
        }
        let params = CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments);
        let request = ClientRequest::CallToolRequest(CallToolRequest::new(params));
        self.ask(request, PeerRequestOptions::no_options().with_meta(meta)).await
    }

    /// Sends a request and waits for its answer, whatever kind the SDK takes it for.
    pub(super) async fn ask(
        &self,
        request: ClientRequest,
        options: PeerRequestOptions,
    ) -> Result<Value, Failure> {
        let answer = async {
            let handle = self.peer.send_request_with_option(request, options).await?;
            Waiting(Some(handle)).answer().await
        };
        let answer = tokio::select! {
            biased;
            answer = answer => answer.map_err(|error| self.failure(&error)),
            () = self.over.wait() => Err(Failure::Gone(self.why())),
        };
        serde_json::to_value(answer?).map_err(|_| Failure::Unexpected)
    }

    fn failure(&self, error: &ServiceError) -> Failure {
        match error {
            _ if self.is_over() => Failure::Gone(self.why()),
            ServiceError::McpError(error) => {
                Failure::Refused { code: error.code.0, message: error.message.to_string() }
            }
            ServiceError::TransportSend(error) => {
                let failure = in_transit(error);
                if let Failure::Unreachable(_) | Failure::CutOff(_) = failure {
                    // Whoever keeps the connection shall try to make another.
                    self.end(&failure.to_string());
                }
                failure
            }
            ServiceError::TransportClosed => Failure::BrokeOff,
            _ => Failure::Unexpected,
        }
    }
}

/// A request that somebody waits for.
struct Waiting(Option<RequestHandle<RoleClient>>);

impl Waiting {
    async fn answer(mut self) -> Result<ServerResult, ServiceError> {
        let Some(handle) = &mut self.0 else { return Err(ServiceError::TransportClosed) };
        let answer = (&mut handle.rx).await;
        self.0 = None;
        answer.unwrap_or(Err(ServiceError::TransportClosed))
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        let (Some(handle), Ok(runtime)) = (self.0.take(), Handle::try_current()) else { return };
        if !handle.peer.is_transport_closed() {
            // It ends by itself, with the connection at the latest.
            let told = handle.cancel(Some("nobody waits for the answer any more".to_owned()));
            drop(runtime.spawn(told));
        }
    }
}
