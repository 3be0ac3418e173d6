//! `tools/call`: a request of the protocol, and an outcome in its words.

use std::pin::pin;
use std::time::Duration;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, ProgressNotificationParam, ProgressToken,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, Peer, RoleServer};
use serde_json::Value;
use tokio::sync::mpsc;
use tokio::time::Instant;
use toolcrib::vendor::Provider;
use toolcrib::{Arguments, CallRequest, Outcome, Progress, Within};

use super::ask::{self, Way};
use super::content::shown;
use super::whom::Whom;
use super::{internal, unfit};
use crate::crib::Crib;
use crate::talk::{self, Named, NotMade};

/// Where a request says what makes a repetition of it the same call.
const IDEMPOTENCY_KEY: &str = "toolcrib/idempotency_key";

/// Where a request names the approval that lets it run.
const APPROVAL: &str = "toolcrib/approval_id";

/// How often somebody who wants to know hears that a call still runs.
const BEAT: Duration = Duration::from_secs(5);

/// News of a call that wait to be told.
const NEWS_MAX: usize = 64;

/// Makes a call, and asks whoever makes it where a person must be asked.
pub(super) async fn call(
    crib: &Crib,
    whom: &Whom,
    mut params: CallToolRequestParams,
    context: &RequestContext<RoleServer>,
) -> Result<CallToolResponse, ErrorData> {
    let said = |name: &str| context.meta.get(name).and_then(Value::as_str).map(str::to_owned);
    let mut wanted = Wanted {
        tool: params.name.into_owned(),
        arguments: Arguments::from(Value::Object(params.arguments.take().unwrap_or_default())),
        idempotency_key: said(IDEMPOTENCY_KEY),
        approval: said(APPROVAL),
    };
    let answer = params.request_state.zip(params.input_responses);
    if let Some((approval, answers)) = answer {
        ask::take(crib, whom, &approval, &answers).await?;
        wanted.approval = Some(approval);
    }
    let outcome = make(crib, whom, &wanted, context).await?;
    let Some(request) = outcome.error().and_then(|error| error.confirmation_request()) else {
        return Ok(shown(&outcome).into());
    };
    match ask::way(whom, request, context) {
        Some(Way::NextRound) => Ok(ask::next_round(request)?.into()),
        Some(Way::Now) if ask::now(crib, whom, request, context).await? => {
            wanted.approval = Some(request.token.clone());
            Ok(shown(&make(crib, whom, &wanted, context).await?).into())
        }
        _ => Ok(shown(&outcome).into()),
    }
}

/// What somebody wants of a tool.
struct Wanted {
    tool: String,
    arguments: Arguments,
    idempotency_key: Option<String>,
    approval: Option<String>,
}

async fn make(
    crib: &Crib,
    whom: &Whom,
    wanted: &Wanted,
    context: &RequestContext<RoleServer>,
) -> Result<Outcome, ErrorData> {
    let request = CallRequest {
        offered_as: Some(Provider::Mcp),
        idempotency_key: wanted.idempotency_key.as_deref().map(Into::into),
        approval: wanted.approval.as_deref().map(Into::into),
        ..CallRequest::new(&*wanted.tool, wanted.arguments.clone())
    };
    let named = Named { session: whom.session.clone(), agent: whom.agent.clone(), mode: None };
    let token = context.meta.get_progress_token();
    let (news, heard) = mpsc::channel(NEWS_MAX);
    let progress = token.is_some().then_some(news);
    let within = Within { cancel: Some(context.ct.clone()), progress, ..Within::default() };
    let call = talk::call(crib, &whom.workspace, whom.caller(), request, named, within);
    let outcome = match token {
        Some(token) => told(call, heard, token, &context.peer).await,
        None => call.await,
    };
    outcome.map_err(|error| match error {
        NotMade::Store(_) | NotMade::Broke(_) => internal(&error),
        error => unfit(format!("Not called: {error}.")),
    })
}

/// Tells somebody how far a call is, until it has ended.
async fn told<T>(
    call: impl Future<Output = T>,
    mut heard: mpsc::Receiver<Progress>,
    token: ProgressToken,
    peer: &Peer<RoleServer>,
) -> T {
    let mut call = pin!(call);
    let began = Instant::now();
    let mut beat = tokio::time::interval_at(began + BEAT, BEAT);
    let (mut last, mut is_counting) = (f64::NEG_INFINITY, true);
    loop {
        let news = tokio::select! {
            ended = &mut call => return ended,
            Some(news) = heard.recv() => {
                // A tool that counts itself is not counted for.
                is_counting = false;
                news
            }
            now = beat.tick(), if is_counting => Progress {
                done: (now - began).as_secs_f64().round(),
                message: Some("The call is running.".to_owned()),
                total: None,
            },
        };
        // What does not grow is no progress.
        if news.done > last {
            last = news.done;
            let mut told = ProgressNotificationParam::new(token.clone(), news.done);
            told.total = news.total;
            told.message = news.message;
            // Whoever is gone needs no news.
            let _ = peer.notify_progress(told).await;
        }
    }
}
