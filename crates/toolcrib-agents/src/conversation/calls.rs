//! The calls of a round: a few at once, their outcomes in order.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use futures_util::{FutureExt as _, StreamExt as _, stream};
use serde_json::Value;
use toolcrib::{CallRequest, Intent, Outcome};

use super::{CallMade, Conversation, NotWritten, Running};
use crate::crew::Agent;
use crate::event::EventKind;
use crate::message::{CallOutcome, Message, ModelCall, Said};

/// What a call says whose arguments broke off.
const CUT: &str = "This call was cut off at the length limit before its arguments were complete, so it was not \
     made. Make it again with shorter arguments, or in several calls.";

/// How one call ended.
struct Made {
    outcome: CallOutcome,
    whole: Option<Outcome>,
}

impl Conversation<'_> {
    /// Makes the calls that a model wants, and tells how they ended (2).
    pub(super) async fn make_calls(
        &self,
        agent: &Agent,
        running: &mut Running,
        said: &Said,
        history: &mut Vec<Message>,
    ) -> Result<Vec<Intent>, NotWritten> {
        let (mut outcomes, mut intents) = (Vec::with_capacity(said.calls.len()), Vec::new());
        {
            // Boxed, or the compiler loses track of whom they borrow from.
            let making: Vec<BoxFuture<'_, Made>> = said
                .calls
                .iter()
                .map(|call| self.make_call(agent, running, call).boxed())
                .collect();
            let mut made = stream::iter(making).buffered(agent.limits.parallel_max.max(1));
            let mut calls = said.calls.iter();
            while let (Some(made), Some(call)) = (made.next().await, calls.next()) {
                self.tell(agent, call, &made).await;
                intents.extend(made.whole.iter().flat_map(Outcome::intents).cloned());
                outcomes.push(made.outcome);
            }
        }
        let calls = said.calls.iter().zip(&outcomes).map(|(call, outcome)| CallMade {
            id: call.id.clone(),
            tool: call.name.clone(),
            agent_id: Arc::clone(&agent.id),
            arguments: call.arguments.clone(),
            ok: !outcome.is_error,
            record_id: outcome.record_id.clone(),
        });
        running.calls.extend(calls);
        self.keep(Message::Outcomes { outcomes }, history).await?;
        Ok(intents)
    }

    async fn make_call(&self, agent: &Agent, running: &Running, call: &ModelCall) -> Made {
        if call.is_cut {
            return Made { outcome: refused(call, CUT.to_owned()), whole: None };
        }
        let request = CallRequest::new(call.name.as_str(), call.arguments.as_str())
            .mode(self.mode)
            .offered_as(agent.model.wire().provider());
        let (caller, within) = (self.caller(agent), self.within(agent, running, &call.id));
        let whole = self.runtime.call_within(&caller, request, within).await;
        let outcome = CallOutcome {
            id: call.id.clone(),
            text: whole.model_text(agent.limits.outcome_bytes_max),
            is_error: !whole.ok(),
            record_id: Some(whole.meta.call_id.to_string()),
        };
        Made { outcome, whole: Some(whole) }
    }

    async fn tell(&self, agent: &Agent, call: &ModelCall, made: &Made) {
        let error = made.whole.as_ref().and_then(Outcome::error);
        if let Some(held) = error.and_then(|error| error.confirmation_request()) {
            self.events.tell(&agent.id, EventKind::held(&call.id, held)).await;
        }
        let outcome = made.whole.as_ref().and_then(|whole| serde_json::to_value(whole).ok());
        let result = EventKind::ToolResult {
            call_id: call.id.clone(),
            tool: call.name.clone(),
            outcome: outcome.map(Arc::<Value>::new),
            text: made.outcome.text.clone(),
        };
        self.events.tell(&agent.id, result).await;
    }

    /// Answers the calls of a model that may not make any more.
    pub(super) async fn refuse(
        &self,
        agent: &Agent,
        said: &Said,
        rounds_max: u32,
        history: &mut Vec<Message>,
    ) -> Result<(), NotWritten> {
        let why = format!(
            "This call was not made: the turn has used up its {rounds_max} rounds. Answer with \
             what you have."
        );
        let mut outcomes = Vec::with_capacity(said.calls.len());
        for call in &said.calls {
            let made = Made { outcome: refused(call, why.clone()), whole: None };
            self.tell(agent, call, &made).await;
            outcomes.push(made.outcome);
        }
        self.keep(Message::Outcomes { outcomes }, history).await
    }
}

/// The outcome of a call that was not made.
fn refused(call: &ModelCall, text: String) -> CallOutcome {
    CallOutcome { id: call.id.clone(), text, is_error: true, record_id: None }
}
