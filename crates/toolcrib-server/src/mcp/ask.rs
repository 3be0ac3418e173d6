//! Asking whoever makes a call whether it may be made.
//!
//! The newest revision answers a call with the question, and the client makes it
//! again with the answer; the older ones ask while the call waits. What is
//! echoed back is an approval's id and nothing else: the desk knows what it is
//! for, so that nobody can make one up.

use rmcp::model::{
    ElicitRequest, ElicitRequestParams, ElicitResult, ElicitationAction, ElicitationSchema,
    InputRequest, InputRequests, InputRequiredResult, InputResponses, ProtocolVersion,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer};
use serde_json::{Value, json};
use toolcrib::ConfirmationRequest;
use toolcrib::confirmation::visible;

use super::whom::Whom;
use super::{forbidden, internal, unfit};
use crate::crib::{Crib, Scope};
use crate::desk::{NotDecided, Said};

/// The name of the question.
const QUESTION: &str = "approval";

/// Bytes of the arguments that a question shows. Longer ones are looked at where
/// there is room for them.
const ARGUMENT_BYTES_MAX: usize = 4_096;

/// How somebody can be asked.
pub(super) enum Way {
    /// While the call waits.
    Now,
    /// With the answer to the call, which is then made again.
    NextRound,
}

/// How whoever makes a call can be asked, if they can and may decide, and if the
/// question shows all that they would agree to.
pub(super) fn way(
    whom: &Whom,
    request: &ConfirmationRequest,
    context: &RequestContext<RoleServer>,
) -> Option<Way> {
    words(request)?;
    let elicitation = context.client_capabilities()?.elicitation?;
    if elicitation.form.is_none() && elicitation.url.is_some() {
        return None;
    }
    if !whom.may(Scope::Approve) {
        return None;
    }
    let version = context.protocol_version()?;
    Some(match version.as_str() >= ProtocolVersion::V_2026_07_28.as_str() {
        true => Way::NextRound,
        false => Way::Now,
    })
}

/// The question as the answer to a call.
pub(super) fn next_round(request: &ConfirmationRequest) -> Result<InputRequiredResult, ErrorData> {
    let question = InputRequest::Elicitation(ElicitRequest::new(question(request)?));
    let questions = InputRequests::from([(QUESTION.to_owned(), question)]);
    Ok(InputRequiredResult::new(Some(questions), Some(request.token.clone())))
}

/// Where else a person can answer, for a client that cannot ask one.
pub(super) fn elsewhere(request: &ConfirmationRequest) -> String {
    let id = &request.token;
    format!(
        "A person approves it with `toolcrib approvals approve {id}`, on the server's page, or \
         over REST (`POST /api/approvals/{id}/approve`), until {}. Then make the same call again.",
        request.expires
    )
}

/// Takes the answer that came with a call.
pub(super) async fn take(
    crib: &Crib,
    whom: &Whom,
    approval: &str,
    answers: &InputResponses,
) -> Result<(), ErrorData> {
    let answer = answers.get(QUESTION).cloned();
    let answer = answer.and_then(|answer| serde_json::from_value::<ElicitResult>(answer).ok());
    let answer = answer.ok_or_else(|| unfit("`inputResponses` has no answer to `approval`."))?;
    if !whom.may(Scope::Approve) {
        return Err(forbidden("This key may not approve calls; it lacks the scope `approve`."));
    }
    decide(crib, whom, approval, &answer).await.map(drop)
}

/// Asks, and waits for the answer. Returns whether there was one.
pub(super) async fn now(
    crib: &Crib,
    whom: &Whom,
    request: &ConfirmationRequest,
    context: &RequestContext<RoleServer>,
) -> Result<bool, ErrorData> {
    let rules = crib.policies().rules(whom.workspace.id(), whom.agent.as_deref(), &request.tool);
    let question = question(request)?;
    let asked = tokio::time::timeout(rules.approval, context.peer.create_elicitation(question));
    match asked.await {
        // Who has taken the call back has answered nothing.
        _ if context.ct.is_cancelled() => Ok(false),
        Ok(Ok(answer)) => decide(crib, whom, &request.token, &answer).await,
        // Who cannot be asked after all finds the question where all others wait.
        Ok(Err(error)) => {
            tracing::debug!(error = &error as &dyn std::error::Error, "nobody answered over MCP");
            Ok(false)
        }
        Err(_) => Ok(false),
    }
}

async fn decide(
    crib: &Crib,
    whom: &Whom,
    approval: &str,
    answer: &ElicitResult,
) -> Result<bool, ErrorData> {
    let content = answer.content.as_ref().unwrap_or(&Value::Null);
    let reason = content["reason"].as_str().map(str::to_owned);
    let said = match answer.action {
        ElicitationAction::Accept if content["approve"] == true => Said::Yes,
        ElicitationAction::Accept | ElicitationAction::Decline => Said::No(reason),
        // They looked away; the question stays.
        _ => return Ok(false),
    };
    let by = whom.key.as_ref().map_or("mcp", |key| &key.id);
    match crib.desk().decide(whom.workspace.id(), approval, said, by).await {
        Ok(_) => Ok(true),
        Err(NotDecided::Store(error)) => Err(internal(&error)),
        // The call says how it stands.
        Err(NotDecided::Missing(_) | NotDecided::Otherwise { .. }) => Ok(true),
        Err(error @ NotDecided::Reason) => Err(unfit(format!("Not decided: {error}."))),
    }
}

fn question(request: &ConfirmationRequest) -> Result<ElicitRequestParams, ErrorData> {
    let schema = json!({
        "type": "object",
        "properties": {
            "approve": { "type": "boolean", "title": "Approve this call" },
            "reason": {
                "type": "string",
                "title": "Why not",
                "description": "The model reads it.",
                "maxLength": 500,
            },
        },
        "required": ["approve"],
    });
    let requested_schema: ElicitationSchema =
        serde_json::from_value(schema).map_err(|error| internal(&error))?;
    let message = words(request).unwrap_or_default();
    Ok(ElicitRequestParams::FormElicitationParams { meta: None, message, requested_schema })
}

/// The question, with every argument: nobody is asked to agree to what they are
/// not shown.
fn words(request: &ConfirmationRequest) -> Option<String> {
    let asked = format!("A tool wants to be called: {}", request.preview);
    if !request.is_cut() {
        return Some(asked);
    }
    let arguments = serde_json::to_string_pretty(&request.args).ok()?;
    let arguments = visible(&arguments);
    let is_short = arguments.len() <= ARGUMENT_BYTES_MAX;
    is_short.then(|| format!("{asked}\n\nAll arguments:\n{arguments}"))
}
