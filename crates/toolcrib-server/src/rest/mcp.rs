//! `/mcp` and `/mcp/agents/{id}`: the way to MCP.

use axum::extract::{Request, State};
use axum::http::Method;
use axum::http::header::ACCEPT;
use axum::response::Response;

use super::App;
use super::access::guest;
use super::error::ApiError;
use super::read::At;
use crate::crib::FROM;
use crate::mcp::{NoSession, Whom};

/// The header that names the conversation that calls belong to.
const SESSION: &str = "x-session-id";

/// The whole workspace's tools.
pub(super) async fn workspace(
    State(app): State<App>,
    request: Request,
) -> Result<Response, ApiError> {
    answer(&app, None, request).await
}

/// One agent's tools.
pub(super) async fn agent(
    State(app): State<App>,
    At(id): At<String>,
    request: Request,
) -> Result<Response, ApiError> {
    answer(&app, Some(id), request).await
}

async fn answer(app: &App, agent: Option<String>, request: Request) -> Result<Response, ApiError> {
    if is_a_look(&request) {
        return Err(ApiError::not_acceptable(
            "This address speaks MCP to agent clients: give it to one of them. For people there \
             is the page at `/`.",
        ));
    }
    let from = request.headers().get(FROM).and_then(|from| from.to_str().ok());
    if from.is_some_and(|from| app.crib.is_itself(from)) {
        return Err(ApiError::in_a_circle(
            "This server is its own upstream; take it out of there.",
        ));
    }
    let (workspace, key) = guest(request.headers(), app).await?;
    if let Some(id) = &agent
        && !workspace.view().agents.contains_key(id)
    {
        return Err(ApiError::not_found("agent", id));
    }
    let named = request.headers().get(SESSION).map(|id| id.to_str().unwrap_or_default().to_owned());
    if let Some(id) = &named {
        let session = app.crib.store().session(workspace.id(), id).await?;
        session.ok_or_else(|| ApiError::not_found("session", id))?;
    }
    let then = workspace.view();
    let whom = Whom { workspace, key, agent, session: named, then };
    app.mcp.answer(whom, request).await.map_err(|NoSession| {
        ApiError::none("There is no such session of the protocol; initialize anew.")
    })
}

/// Whether somebody only wants to see what is here, as with a browser.
fn is_a_look(request: &Request) -> bool {
    let accepted = request.headers().get_all(ACCEPT).iter();
    let mut accepted = accepted.filter_map(|value| value.to_str().ok());
    request.method() == Method::GET && !accepted.any(|value| value.contains("text/event-stream"))
}
