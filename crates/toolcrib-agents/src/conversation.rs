//! One turn of a conversation: model, calls, outcomes, model, … until words.
//!
//! Owns the rounds and the history of a turn. It never decides whether a call
//! may run: each goes the way of every call, through the runtime. Start at
//! [`Conversation::run`].
//!
//! (1) However a turn ends, its history is one that every vendor takes: each
//!     call in it has its outcome, or gets one before the next request.
//! (2) A call that fails ends nothing; its outcome says what to try.
//! (3) What was said is written down before anything is done about it.

mod calls;
mod round;

use std::collections::BTreeMap;
use std::sync::Arc;

use async_trait::async_trait;
use serde::Serialize;
use serde_json::Value;
use toolcrib::intent::After;
use toolcrib::{Caller, CancellationToken, Intent, Mode, Runtime, ToolError, Turn, Within};
use tracing::{Instrument as _, Span, field};

use crate::assemble::Finish;
use crate::context::ContextUse;
use crate::crew::{Agent, Company, CompanyCall, Crew, Ledger, ROUNDS_MAX};
use crate::event::{EventKind, Events};
use crate::message::{Message, Usage};
use crate::model::ModelError;

/// Who writes a conversation down.
#[async_trait]
pub trait Journal: Send + Sync {
    /// Writes one message down, after all those before (3).
    ///
    /// # Errors
    ///
    /// When it cannot be; then the turn ends.
    async fn write(&self, message: &Message) -> Result<(), NotWritten>;
}

/// A message was not written down.
#[derive(Debug, thiserror::Error)]
#[error("the conversation could not be written down")]
pub struct NotWritten(#[source] pub Box<dyn std::error::Error + Send + Sync>);

/// Nobody writes anything down.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoJournal;

#[async_trait]
impl Journal for NoJournal {
    async fn write(&self, _: &Message) -> Result<(), NotWritten> {
        Ok(())
    }
}

/// What a turn is run with.
pub struct Conversation<'a> {
    /// Who can be talked to.
    pub crew: Arc<dyn Crew>,
    /// What calls tools.
    pub runtime: &'a Runtime,
    /// Who asks; the agent is filled in.
    pub caller: Caller,
    /// The kind of conversation.
    pub mode: Mode,
    /// Who is told.
    pub events: Events,
    /// Who writes it down.
    pub journal: &'a dyn Journal,
    /// What ends the turn early.
    pub cancel: CancellationToken,
    /// Whether somebody who could approve a call is told what happens.
    pub is_attended: bool,
}

/// How a turn ended.
#[derive(Debug)]
pub struct TurnEnd {
    /// Who spoke last.
    pub agent: Arc<str>,
    /// The answer: what was said after the last call.
    pub text: String,
    /// The calls that were made, in their order.
    pub calls: Vec<CallMade>,
    /// What tools asked the client to do.
    pub intents: Vec<Intent>,
    /// What it took in all.
    pub usage: Usage,
    /// What it took, by agent.
    pub usage_by_agent: BTreeMap<Arc<str>, Usage>,
    /// What its fullest request took up, by agent.
    pub context_by_agent: BTreeMap<Arc<str>, ContextUse>,
    /// How.
    pub how: Ended,
    /// Whether a tool ended the whole conversation.
    pub is_over: bool,
}

/// A call that was made in a turn.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CallMade {
    /// Our id for it.
    pub id: String,
    /// The tool's name, as the model wrote it.
    pub tool: String,
    /// Who called.
    pub agent_id: Arc<str>,
    /// The arguments, as the model wrote them.
    pub arguments: String,
    /// Whether it answered.
    pub ok: bool,
    /// Where its record is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub record_id: Option<String>,
}

/// How a turn ended.
#[derive(Debug)]
pub enum Ended {
    /// With an answer.
    Answered,
    /// With an answer that is too long to be whole.
    CutShort,
    /// Somebody cancelled it.
    Cancelled,
    /// A tool ended the conversation.
    Over,
    /// There is no answer.
    Failed(Failure),
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The agent cannot be asked.
    #[error("{}", .0.message)]
    Agent(ToolError),
    /// The model does not answer.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// The model's vendor does not let it answer.
    #[error("the model's vendor held the answer back")]
    Filtered,
    /// It went on calling tools.
    #[error("the agent used up its {0} rounds without coming to an answer")]
    Rounds(u32),
    /// What was said could not be written down.
    #[error(transparent)]
    NotWritten(#[from] NotWritten),
}

impl Failure {
    /// The word that a program branches on.
    pub fn code(&self) -> String {
        match self {
            Self::Agent(error) => error.kind.to_string(),
            Self::Model(error) => error.code().to_owned(),
            Self::Filtered => "MODEL_REFUSED".to_owned(),
            Self::Rounds(_) => "BUDGET_EXCEEDED".to_owned(),
            Self::NotWritten(_) => "INTERNAL".to_owned(),
        }
    }
}

impl Ended {
    /// The word that a client reads.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Answered => "stop",
            Self::CutShort => "length",
            Self::Cancelled => "cancelled",
            Self::Over => "ended",
            Self::Failed(_) => "error",
        }
    }
}

/// What all rounds of a turn share.
struct Running {
    turn: Turn,
    ledger: Ledger,
    agent: Arc<str>,
    calls: Vec<CallMade>,
    intents: Vec<Intent>,
    is_over: bool,
    /// The call that all this is done for.
    parent: Option<Arc<str>>,
}

impl Conversation<'_> {
    /// Answers the last message of a history. What is said and done is added
    /// to it, and written down as it happens.
    pub async fn run(&self, agent: &str, history: &mut Vec<Message>) -> TurnEnd {
        let limits = self.crew.agent(agent, self.mode).map(|agent| agent.limits.turn);
        let limits = limits.unwrap_or(toolcrib::TurnLimits::usual(self.mode));
        self.run_turn(Turn::new(Some(agent.into()), limits), agent, history).await
    }

    /// The same in a turn that others share, whose budgets are used up together.
    pub async fn run_turn(&self, turn: Turn, agent: &str, history: &mut Vec<Message>) -> TurnEnd {
        self.run_in(turn, Ledger::default(), agent.into(), None, history).await
    }

    /// The same in a turn that has begun.
    pub(crate) async fn run_in(
        &self,
        turn: Turn,
        ledger: Ledger,
        agent: Arc<str>,
        parent: Option<Arc<str>>,
        history: &mut Vec<Message>,
    ) -> TurnEnd {
        let (calls, intents) = (Vec::new(), Vec::new());
        let running = Running { turn, ledger, agent, calls, intents, is_over: false, parent };
        let span = self.span(&running.agent);
        self.run_on(running, history).instrument(span).await
    }

    /// The span of a turn, by OpenTelemetry's conventions for agents.
    fn span(&self, agent: &str) -> Span {
        let span = tracing::info_span!(
            "invoke_agent",
            otel.name = field::Empty,
            otel.kind = "internal",
            gen_ai.operation.name = "invoke_agent",
            gen_ai.agent.id = agent,
            gen_ai.conversation.id = self.caller.session.as_deref(),
            gen_ai.usage.input_tokens = field::Empty,
            gen_ai.usage.output_tokens = field::Empty,
            error.type = field::Empty,
        );
        if !span.is_disabled() {
            span.record("otel.name", format!("invoke_agent {agent}"));
        }
        span
    }

    async fn run_on(&self, mut running: Running, history: &mut Vec<Message>) -> TurnEnd {
        self.events.tell(&running.agent, EventKind::MessageStart).await;
        let mut text = String::new();
        let how = match self.rounds(&mut running, history, &mut text).await {
            Ok(how) => how,
            Err(failure) => {
                let (code, message) = (failure.code(), failure.to_string());
                Span::current().record("error.type", &code);
                self.events.tell(&running.agent, EventKind::Error { code, message }).await;
                Ended::Failed(failure)
            }
        };
        let usage_by_agent = running.ledger.by_agent();
        let mut usage = Usage::default();
        usage_by_agent.values().for_each(|one| usage += *one);
        Span::current()
            .record("gen_ai.usage.input_tokens", usage.input_tokens)
            .record("gen_ai.usage.output_tokens", usage.output_tokens);
        let end = EventKind::MessageEnd { finish: how.word(), usage };
        self.events.tell(&running.agent, end).await;
        let context_by_agent = running.ledger.contexts();
        let Running { agent, calls, intents, is_over, .. } = running;
        TurnEnd {
            agent,
            text,
            calls,
            intents,
            usage,
            usage_by_agent,
            context_by_agent,
            how,
            is_over,
        }
    }

    /// Rounds, until there is nothing more to do.
    async fn rounds(
        &self,
        running: &mut Running,
        history: &mut Vec<Message>,
        text: &mut String,
    ) -> Result<Ended, Failure> {
        let mut round = 0;
        loop {
            // Anew each round: an agent may have been changed, or switched off.
            let agent = self.crew.agent(&running.agent, self.mode).map_err(Failure::Agent)?;
            let rounds_max = agent.limits.rounds_max.clamp(1, ROUNDS_MAX);
            round += 1;
            let is_last = round >= rounds_max;
            let Some((said, finish)) = self.round(&agent, running, history, is_last).await? else {
                return Ok(Ended::Cancelled);
            };
            text.clone_from(&said.text);
            if said.calls.is_empty() {
                return match finish {
                    Finish::Stop => Ok(Ended::Answered),
                    Finish::Length => Ok(Ended::CutShort),
                    Finish::Filtered => Err(Failure::Filtered),
                };
            }
            if is_last {
                self.refuse(&agent, &said, rounds_max, history).await?;
                return Err(Failure::Rounds(rounds_max));
            }
            let intents = self.make_calls(&agent, running, &said, history).await?;
            if self.cancel.is_cancelled() {
                return Ok(Ended::Cancelled);
            }
            if let Some(ended) = self.apply(running, intents).await {
                return Ok(ended);
            }
        }
    }

    /// Does what tools ask the conversation to do.
    async fn apply(&self, running: &mut Running, intents: Vec<Intent>) -> Option<Ended> {
        let mut ended = None;
        for intent in intents {
            match &intent {
                Intent::SwitchAgent { agent_id } => {
                    let from = std::mem::replace(&mut running.agent, agent_id.as_str().into());
                    self.events.tell(&running.agent, EventKind::AgentSwitched { from }).await;
                }
                Intent::EndVoiceSession { after } => {
                    running.is_over = true;
                    if *after == After::Immediate {
                        ended = Some(Ended::Over);
                    }
                }
                _ => {}
            }
            // Another agent goes on here, and nowhere else.
            if !matches!(intent, Intent::SwitchAgent { .. }) {
                running.intents.push(intent.clone());
            }
            self.events.tell(&running.agent, EventKind::Intent { intent }).await;
        }
        ended
    }

    async fn keep(&self, message: Message, history: &mut Vec<Message>) -> Result<(), NotWritten> {
        self.journal.write(&message).await?;
        history.push(message);
        Ok(())
    }

    fn caller(&self, agent: &Agent) -> Caller {
        Caller { agent: Some(Arc::clone(&agent.id)), ..self.caller.clone() }
    }

    fn offer(&self, agent: &Agent) -> Value {
        let provider = agent.model.wire().provider();
        self.crew.offer(self.runtime, &self.caller(agent), self.mode, provider)
    }

    /// What a call is a part of; an agent that it asks finds its company there.
    fn within(&self, agent: &Agent, running: &Running, call_id: &str) -> Within {
        let company = Company {
            crew: Arc::clone(&self.crew),
            events: self.events.inside(call_id),
            ledger: running.ledger.clone(),
            call: CompanyCall {
                events: self.events.clone(),
                agent: Arc::clone(&agent.id),
                call_id: call_id.to_owned(),
                is_attended: self.is_attended,
            },
        };
        Within {
            turn: Some(running.turn.accompanied(Arc::new(company))),
            cancel: Some(self.cancel.clone()),
            parent: running.parent.clone(),
            ..Within::default()
        }
    }
}
