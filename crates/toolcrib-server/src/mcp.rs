//! MCP: the door for every agent client.
//!
//! Speaks the protocol through the official SDK, whose types stay in this
//! module. It lists what a caller may use, hands calls to `talk::call` and shows
//! outcomes in the protocol's words: nothing about calls is decided here. Start
//! at [`Mcp`].
//!
//! (1) Who is asking is found anew for every request; a session of the protocol
//!     opens nothing by itself.
//! (2) A tool that failed is a result, never an error of the protocol: clients
//!     hide those from their models.
//! (3) Only who may approve is asked to.

mod ask;
mod call;
mod changes;
mod content;
mod http;
mod prompts;
mod resources;
mod tools;
mod whom;

use std::borrow::Cow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CustomRequest, CustomResult, ErrorCode,
    GetPromptRequestParams, GetPromptResponse, Implementation, ListPromptsResult,
    ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, PaginatedRequestParams,
    ProtocolVersion, ReadResourceRequestParams, ReadResourceResponse, ServerCapabilities,
    ServerConfig, SubscriptionFilter,
};
use rmcp::service::{
    NotificationContext, RequestContext, ServerInitializeError, SubscriptionContext,
};
use rmcp::{ErrorData, RoleServer, ServerHandler, ServiceExt as _};

use self::changes::Digests;
use crate::crib::{Crib, Scope};

pub(crate) use http::{Http, NoSession};
pub(crate) use whom::Whom;

/// What a client is told of this server.
const INSTRUCTIONS: &str = "Tools of one Toolcrib workspace. A call that failed says why and what \
    to do next. One that a person must approve says where; once it is approved, make it again. \
    The guide of each tool is a prompt of the same name.";

/// The requests that have parameters which can be wrong.
const METHODS: [&str; 8] = [
    "initialize",
    "tools/list",
    "tools/call",
    "prompts/list",
    "prompts/get",
    "resources/list",
    "resources/templates/list",
    "resources/read",
];

/// How long after its start a client's first questions wait for other servers.
const PATIENCE: Duration = Duration::from_secs(3);

/// What a page of a list has at most.
const PAGE: usize = 200;

/// The door. One serves every client of a server.
#[derive(Clone)]
pub(crate) struct Mcp {
    crib: Crib,
    digests: Arc<Digests>,
    /// Whoever started this process, where it serves nobody else.
    only: Option<Whom>,
    /// Until when other servers that are just being started are waited for.
    patience: Instant,
}

impl Mcp {
    /// A door for those that each request names.
    fn new(crib: Crib, digests: Arc<Digests>) -> Self {
        Self { crib, digests, only: None, patience: Instant::now() }
    }

    /// Serves one caller over standard input and output, until the input ends.
    ///
    /// # Errors
    ///
    /// When the client does not speak the protocol.
    pub(crate) async fn serve_stdio(crib: Crib, whom: Whom) -> Result<(), NotServed> {
        let patience = Instant::now() + PATIENCE;
        let door = Self { crib, digests: Arc::default(), only: Some(whom), patience };
        let serving = match Box::pin(door.serve(rmcp::transport::stdio())).await {
            Ok(serving) => serving,
            // Who leaves without a word wanted nothing.
            Err(ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
            Err(error) => return Err(NotServed(Box::new(error))),
        };
        serving.waiting().await.map(drop).map_err(|error| NotServed(Box::new(error)))
    }
}

impl Mcp {
    /// A client that asks as soon as it is greeted should see more than what is
    /// there in that moment; whatever comes later it is told of.
    async fn settle(&self) {
        let left = self.patience.saturating_duration_since(Instant::now());
        if !left.is_zero() {
            self.crib.join_upstreams(left).await;
        }
    }
}

/// Why nobody was served.
#[derive(Debug, thiserror::Error)]
#[error("the client does not speak MCP")]
pub(crate) struct NotServed(#[source] toolcrib::error::BoxError);

impl ServerHandler for Mcp {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_tool_list_changed()
            .enable_prompts()
            .enable_prompts_list_changed()
            .enable_resources()
            .build();
        let own = Implementation::new("toolcrib", env!("CARGO_PKG_VERSION")).with_title("Toolcrib");
        ServerConfig::new(capabilities).with_server_info(own).with_instructions(INSTRUCTIONS)
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        Cow::Borrowed(ProtocolVersion::KNOWN_VERSIONS)
    }

    async fn list_tools(
        &self,
        page: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let whom = self.whom(&context, Scope::Read)?;
        self.settle().await;
        tools::list(&whom, cursor(page).as_deref())
    }

    async fn call_tool(
        &self,
        params: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let whom = self.whom(&context, Scope::Call)?;
        if whom.workspace.registry().get(&params.name).is_none() {
            self.settle().await;
        }
        call::call(&self.crib, &whom, params, &context).await
    }

    async fn list_prompts(
        &self,
        page: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        prompts::list(&self.whom(&context, Scope::Read)?, cursor(page).as_deref())
    }

    async fn get_prompt(
        &self,
        params: GetPromptRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        prompts::get(&self.whom(&context, Scope::Read)?, &params.name).map(Into::into)
    }

    async fn list_resources(
        &self,
        page: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let whom = self.whom(&context, Scope::Read)?;
        resources::list(&self.crib, &whom, cursor(page).as_deref()).await
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Ok(resources::templates())
    }

    async fn read_resource(
        &self,
        params: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let whom = self.whom(&context, Scope::Read)?;
        resources::read(&self.crib, &whom, &params.uri).await.map(Into::into)
    }

    /// What the SDK could not read as the request that its name says.
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        let method = request.method;
        Err(match METHODS.contains(&&*method) {
            true => unfit(format!("The `params` of `{method}` are not what it takes.")),
            false => ErrorData::new(ErrorCode::METHOD_NOT_FOUND, method, None),
        })
    }

    async fn on_initialized(&self, context: NotificationContext<RoleServer>) {
        if let Ok(whom) = self.named(&context.extensions) {
            changes::tell(&self.crib, Arc::clone(&self.digests), whom, context.peer);
        }
    }

    fn accepted_subscription_filter(
        &self,
        requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        Some(requested.clone())
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        let whom = self.whom(context.request_context(), Scope::Read)?;
        changes::follow(&self.crib, Arc::clone(&self.digests), &whom, &context).await;
        Ok(())
    }
}

/// Where a page begins; an empty cursor is none.
fn cursor(page: Option<PaginatedRequestParams>) -> Option<String> {
    page.and_then(|page| page.cursor).filter(|cursor| !cursor.is_empty())
}

/// The error of a request that makes no sense.
fn unfit(message: impl Into<Cow<'static, str>>) -> ErrorData {
    ErrorData::invalid_params(message, None)
}

/// The error of a request that is not allowed.
fn forbidden(message: impl Into<Cow<'static, str>>) -> ErrorData {
    ErrorData::new(ErrorCode::INVALID_REQUEST, message, None)
}

/// The error of a request that failed here; why stands in the log.
fn internal(error: &(dyn std::error::Error + 'static)) -> ErrorData {
    tracing::error!(error, "a request over MCP failed");
    ErrorData::internal_error("Something went wrong here; the server's log says what.", None)
}
