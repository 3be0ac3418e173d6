//! One round: the model is asked, and heard out.

use std::sync::Arc;

use super::{Conversation, Failure, Running};
use crate::assemble::{Delta, Finish};
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
        let around = (system.len() + tools.to_string().len()) / 4;
        let room = agent.model.context_tokens();
        let room = room.saturating_sub(room / ANSWER_SHARE).saturating_sub(around);
        let mut messages = history.clone();
        history::trim(&mut messages, room);
        let request = ModelRequest {
            agent: &agent.id,
            system: &system,
            messages: &messages,
            tools: &tools,
            web_search: agent.web_search,
        };
        let mut heard = String::new();
        let asked = self.cancel.run_until_cancelled(self.hear(agent, &request, &mut heard)).await;
        let (said, finish, usage) = match asked {
            Some(Ok(whole)) => whole,
            // What the user has read stays said.
            None => {
                self.keep_words(heard, history).await?;
                return Ok(None);
            }
            Some(Err(error)) => {
                self.keep_words(heard, history).await?;
                return Err(error.into());
            }
        };
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
