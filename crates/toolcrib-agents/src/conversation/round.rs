//! One round: the model is asked, and heard out.

use std::sync::Arc;

use tracing::{Instrument as _, field};

use super::{Conversation, Failure, Running};
use crate::assemble::{Delta, Finish};
use crate::context::{BYTES_PER_TOKEN, ContextUse};
use crate::crew::Agent;
use crate::event::EventKind;
use crate::history;
use crate::message::{Message, Said};
use crate::model::ModelError;
use crate::wire::ModelRequest;

/// The part of a model's tokens that is left for its answer.
const ANSWER_SHARE: usize = 4;

/// What an agent is told when it must come to an end.
const LAST_ROUND: &str =
    "This is your last round in this turn: answer now with what you have, without calling tools.";

impl Conversation<'_> {
    /// What the model says next; nothing if somebody cancelled the turn.
    pub(super) async fn round(
        &self,
        agent: &Agent,
        running: &Running,
        history: &mut Vec<Message>,
        is_last: bool,
    ) -> Result<Option<(Said, Finish)>, Failure> {
        history::mend(history);
        let tools = self.offer(agent);
        let mut system = agent.instructions.clone();
        if is_last {
            system.push_str(if system.is_empty() { "" } else { "\n\n" });
            system.push_str(LAST_ROUND);
        }
        let tools_bytes = tools.to_string().len();
        let around = (system.len() + tools_bytes) / BYTES_PER_TOKEN;
        let window = agent.model.context_tokens();
        let room = window.saturating_sub(window / ANSWER_SHARE).saturating_sub(around);
        let mut messages = history.clone();
        history::trim(&mut messages, room);
        let context = ContextUse::of(window, &system, tools_bytes, &messages);
        running.ledger.look(&agent.id, context);
        let request = ModelRequest {
            agent: &agent.id,
            system: &system,
            messages: &messages,
            tools: &tools,
            web_search: agent.web_search,
        };
        let mut heard = String::new();
        let span = tracing::info_span!(
            "chat",
            otel.kind = "client",
            gen_ai.operation.name = "chat",
            gen_ai.provider.name = %agent.model.wire().provider(),
            gen_ai.agent.id = &*agent.id,
            gen_ai.conversation.id = self.caller.session.as_deref(),
            gen_ai.usage.input_tokens = field::Empty,
            gen_ai.usage.output_tokens = field::Empty,
            error.type = field::Empty,
        );
        let hearing = self.hear(agent, &request, &mut heard).instrument(span.clone());
        let asked = self.cancel.run_until_cancelled(hearing).await;
        let (said, finish, usage) = match asked {
            Some(Ok(whole)) => whole,
            // What the user has read stays said.
            None => {
                self.keep_words(heard, history).await?;
                return Ok(None);
            }
            Some(Err(error)) => {
                span.record("error.type", error.code());
                self.keep_words(heard, history).await?;
                return Err(error.into());
            }
        };
        span.record("gen_ai.usage.input_tokens", usage.input_tokens);
        span.record("gen_ai.usage.output_tokens", usage.output_tokens);
        drop(span);
        running.ledger.add(&agent.id, usage);
        for call in &said.calls {
            let end = EventKind::ToolCallEnd {
                call_id: call.id.clone(),
                tool: call.name.clone(),
                arguments: call.arguments.clone(),
            };
            self.events.tell(&agent.id, end).await;
        }
        if !said.is_empty() {
            self.keep(Message::Assistant(said.clone()), history).await?;
        }
        Ok(Some((said, finish)))
    }

    async fn hear(
        &self,
        agent: &Agent,
        request: &ModelRequest<'_>,
        heard: &mut String,
    ) -> Result<(Said, Finish, crate::message::Usage), ModelError> {
        let mut answer = agent.model.ask(request).await?;
        let who = &Arc::clone(&agent.id);
        while let Some(delta) = answer.next().await? {
            let kind = match delta {
                Delta::Text(delta) => {
                    heard.push_str(&delta);
                    EventKind::TextDelta { delta }
                }
                Delta::CallStart { id, name } => {
                    EventKind::ToolCallStart { call_id: id, tool: name }
                }
                Delta::CallArguments { id, text } => {
                    EventKind::ToolCallArgs { call_id: id, delta: text }
                }
                Delta::Reasoning(_) => continue,
            };
            self.events.tell(who, kind).await;
        }
        answer.whole()
    }

    async fn keep_words(&self, text: String, history: &mut Vec<Message>) -> Result<(), Failure> {
        if !text.trim().is_empty() {
            let said = Said { text, ..Said::default() };
            self.keep(Message::Assistant(said), history).await?;
        }
        Ok(())
    }
}
