//! REST: the door for every language.
//!
//! Every route is in one list, in `routes`; the OpenAPI document is made from
//! the same list. A handler reads a request, asks the crib and shows what it
//! says: nothing about calls is decided here.
//!
//! (1) Whoever wants a workspace goes through `access`.
//! (2) Every error has the one body of `error`.

mod access;
mod agents;
mod analytics;
mod approvals;
mod call;
mod calls;
mod change;
mod chat;
mod documents;
mod envelope;
mod error;
mod keys;
mod listen;
mod mcp;
mod openapi;
mod outcome;
mod page;
mod read;
mod sessions;
mod socket;
mod sources;
mod system;
mod tools;
mod ui;

use std::net::SocketAddr;
use std::sync::Arc;

use axum::routing::{any, get};
use toolcrib::CancellationToken;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::crib::Crib;
use crate::mcp::Http;

pub(crate) use approvals::ApprovalBody;
pub(crate) use calls::WholeCall;
pub use envelope::Rest;
pub use listen::{Ended, GRACE, serve};
pub use openapi::document;

/// What every handler can reach.
pub(crate) type App = Arc<Shared>;

/// What every handler can reach.
pub(crate) struct Shared {
    crib: Crib,
    settings: RestSettings,
    mcp: Http,
}

/// How people are let in.
#[derive(Clone, Debug, Default)]
pub struct RestSettings {
    /// Whether nobody comes in without a key.
    pub keys_required: bool,
    /// The address that the server listens on.
    pub address: Option<SocketAddr>,
    /// Names by which it may be called, beside its address.
    pub hosts: Vec<String>,
    /// The workspace of clients that name none.
    pub workspace: Option<String>,
    /// What ends answers that go on for ever.
    pub stop: CancellationToken,
}

/// Everything that is served.
pub fn router(crib: Crib, settings: RestSettings) -> Rest {
    let mcp = Http::new(crib.clone(), settings.stop.clone());
    let app = Arc::new(Shared { crib, settings, mcp });
    let (router, _) = routes().split_for_parts();
    let routes = router
        .route("/mcp", any(mcp::workspace))
        .route("/mcp/agents/{id}", any(mcp::agent))
        .route("/openapi.json", get(system::openapi))
        .route("/docs", get(system::to_docs))
        .route("/docs/", get(system::docs_index))
        .route("/docs/{file}", get(system::docs))
        .merge(ui::routes())
        .fallback(error::no_route)
        .method_not_allowed_fallback(error::no_method)
        .with_state(Arc::clone(&app));
    Rest::new(app, routes)
}

/// Every route of the API.
fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(tools::list, tools::create))
        .routes(routes!(tools::get, tools::update, tools::delete))
        .routes(routes!(tools::schema))
        .routes(routes!(tools::versions))
        .routes(routes!(tools::diff))
        .routes(routes!(tools::rollback))
        .routes(routes!(call::call))
        .routes(routes!(agents::list, agents::create))
        .routes(routes!(agents::get, agents::update, agents::delete))
        .routes(routes!(agents::tools, agents::attach))
        .routes(routes!(agents::change, agents::detach))
        .routes(routes!(approvals::list))
        .routes(routes!(approvals::get))
        .routes(routes!(approvals::approve))
        .routes(routes!(approvals::deny))
        .routes(routes!(keys::me))
        .routes(routes!(keys::list, keys::create))
        .routes(routes!(keys::revoke))
        .routes(routes!(analytics::analytics))
        .routes(routes!(analytics::metrics))
        .routes(routes!(analytics::prometheus))
        .routes(routes!(calls::list))
        .routes(routes!(calls::export))
        .routes(routes!(calls::get))
        .routes(routes!(documents::list, documents::put))
        .routes(routes!(documents::get, documents::delete))
        .routes(routes!(sources::list, sources::add))
        .routes(routes!(sources::remove))
        .routes(routes!(sources::approve))
        .routes(routes!(sessions::list, sessions::create))
        .routes(routes!(sessions::get, sessions::change))
        .routes(routes!(sessions::messages))
        .routes(routes!(sessions::turns))
        .routes(routes!(sessions::cancel))
        .routes(routes!(chat::chat))
        .routes(routes!(socket::ws))
        .routes(routes!(system::healthz))
        .routes(routes!(system::readyz))
}
