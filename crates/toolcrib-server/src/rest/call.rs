//! `/api/tools/{id}/call`: the door to `Runtime::call`.
//!
//! A call that ended, however it ended, is 200 with its outcome. Only what
//! keeps it from being a call at all is an error: no such tool, agent or
//! session here, or a body that cannot be read.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::{CONTENT_TYPE, HeaderValue};
use axum::response::Response;
use serde::Deserialize;
use serde_json::value::RawValue;
use toolcrib::vendor::Provider;
use toolcrib::{Arguments, CallRequest, Mode, Outcome, Within};
use utoipa::ToSchema;

use super::App;
use super::access::{Access, Call};
use super::error::ApiError;
use super::outcome::OutcomeSchema;
use super::read::{At, Said};
use super::tools::no_tool;
use crate::talk::{self, Named, NotMade};

/// Room for most outcomes.
const OUTCOME_BYTES: usize = 1024;

/// What somebody wants of a tool.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CallBody {
    /// The arguments: an object, or the text of one as a model wrote it.
    /// Anything else does not fit any tool, which the outcome says.
    #[schema(value_type = Value, required = false)]
    #[serde(default)]
    arguments: Option<Box<RawValue>>,
    /// The agent on whose behalf it is called; that of the session where there
    /// is one.
    #[serde(default)]
    agent_id: Option<String>,
    /// The conversation it belongs to.
    #[serde(default)]
    session_id: Option<String>,
    /// The kind of conversation; that of the session where there is one.
    #[serde(default)]
    #[schema(value_type = Option<String>, pattern = "^(text|voice)$")]
    mode: Option<Mode>,
    /// The vendor form in which the model saw the tool, so that what was lowered
    /// for it can be undone.
    #[serde(default)]
    #[schema(value_type = Option<String>, pattern = "^(openai|openai-strict|anthropic|anthropic-strict|gemini|gemini-openapi|mcp|langchain)$")]
    provider: Option<Provider>,
    /// What makes a repetition of this call the same call: it gets the outcome of
    /// the first. 1 to 255 bytes of text; with any other the outcome is `VALIDATION`.
    #[serde(default)]
    idempotency_key: Option<String>,
    /// The approval that lets it run: the `token` of its `confirmation_request`.
    #[serde(default)]
    approval_id: Option<String>,
    /// Only say what would happen.
    #[serde(default)]
    dry_run: bool,
}

/// Call a tool
///
/// A call that ended, however it ended, is 200: `ok` says whether it answered.
#[utoipa::path(post, path = "/api/tools/{id}/call", tag = "calls", request_body = CallBody,
    params(("id" = String, Path, description = "The tool's id or an alias.")),
    responses((status = OK, description = "How the call ended.", body = OutcomeSchema)))]
pub(super) async fn call(
    State(app): State<App>,
    access: Access<Call>,
    At(id): At<String>,
    Said(body): Said<CallBody>,
) -> Result<Response, ApiError> {
    let workspace = &access.workspace;
    let snapshot = workspace.registry().snapshot();
    if snapshot.get(&id).is_none() && snapshot.broken(&id).is_none() {
        return Err(no_tool(workspace, &id));
    }
    let arguments = body.arguments.map(|raw| text_of(&raw)).unwrap_or_default();
    let request = CallRequest {
        offered_as: body.provider,
        dry_run: body.dry_run,
        idempotency_key: body.idempotency_key.map(Into::into),
        approval: body.approval_id.map(Into::into),
        ..CallRequest::new(Arc::from(id), Arguments::Text(arguments))
    };
    let named = Named { session: body.session_id, agent: body.agent_id, mode: body.mode };
    let caller = access.caller();
    let outcome = talk::call(&app.crib, workspace, caller, request, named, Within::default());
    let outcome = outcome.await.map_err(not_made)?;
    respond(&outcome)
}

fn not_made(error: NotMade) -> ApiError {
    match error {
        NotMade::NoSession(id) => ApiError::not_found("session", &id),
        NotMade::NoAgent(id) => ApiError::not_found("agent", &id),
        NotMade::OtherAgent(own) => {
            ApiError::conflict(format!("The session is with the agent `{own}`."))
        }
        NotMade::Store(error) => error.into(),
        NotMade::Broke(error) => ApiError::internal(error),
    }
}

/// The arguments as text: a string is what a model wrote, anything else stands
/// for itself.
fn text_of(raw: &RawValue) -> String {
    let text = raw.get();
    let written = text.starts_with('"').then(|| serde_json::from_str(text).ok()).flatten();
    written.unwrap_or_else(|| text.to_owned())
}

fn respond(outcome: &Outcome) -> Result<Response, ApiError> {
    let mut body = Vec::with_capacity(OUTCOME_BYTES);
    serde_json::to_writer(&mut body, outcome).map_err(ApiError::internal)?;
    let mut response = Response::new(body.into());
    let json = HeaderValue::from_static("application/json");
    response.headers_mut().insert(CONTENT_TYPE, json);
    Ok(response)
}
