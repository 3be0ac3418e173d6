//! An agent as a tool.
//!
//! A call of it is a turn of a conversation with that agent, which knows
//! nothing but what the call says. Its last words are the outcome.
//!
//! (1) It ends with the call: at its deadline, or when the caller goes away.
//! (2) What it uses up counts for whoever called it, and so do its depth and
//!     its budgets: see `toolcrib::turn`.

use std::sync::Arc;

use async_trait::async_trait;
use serde_json::{Value, json};
use toolcrib::arguments::read_json;
use toolcrib::{
    Answer, Caller, CancellationToken, Context, ErrorType, Intent, Spec, Tool, ToolError, Turn,
    ValidCall,
};

use crate::conversation::{Conversation, Ended, Failure, NoJournal, TurnEnd};
use crate::crew::{Company, Crew, CrewHandle, Ledger};
use crate::event::Events;
use crate::message::Message;

/// How long an agent has to answer another.
pub const TIMEOUT_MS: u64 = 30_000;

/// An agent as others see it.
#[derive(Clone, Debug, Default)]
pub struct Profile {
    /// Its id, which is the tool's.
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// What it is for.
    pub description: String,
    /// What a model reads of it.
    pub tool_description: Option<String>,
    /// What it is told.
    pub instructions: String,
    /// What it wants to be told in a call.
    pub parameters: Option<Value>,
    /// What it answers.
    pub output: Option<Value>,
    /// How long it has.
    pub timeout_ms: Option<u64>,
    /// Whether it may be asked.
    pub enabled: bool,
}

impl Profile {
    /// What the agent promises as a tool.
    pub fn spec(&self) -> Spec {
        let parameters = self.parameters.clone().unwrap_or_else(|| {
            json!({
                "type": "object",
                "properties": {
                    "message": { "type": "string", "description": "The message to send to the agent" },
                },
                "required": ["message"],
                "additionalProperties": false,
            })
        });
        Spec {
            title: Some(self.name.clone()).filter(|name| !name.is_empty()),
            parameters,
            output: self.output.clone(),
            timeout_ms: self.timeout_ms.unwrap_or(TIMEOUT_MS),
            // A model takes its time; only what it has no time for is too slow.
            latency_budget_ms: self.timeout_ms.unwrap_or(TIMEOUT_MS),
            enabled: self.enabled,
            group: Some("agents".to_owned()),
            ..Spec::new(&self.id, self.purpose())
        }
    }

    /// What a model reads: the first of what there is.
    fn purpose(&self) -> String {
        let first_paragraph = self.instructions.trim().split("\n\n").next();
        let said = [
            self.tool_description.as_deref(),
            Some(self.description.as_str()),
            first_paragraph,
            Some(self.name.as_str()),
        ];
        let said = said.into_iter().flatten().map(str::trim).find(|said| !said.is_empty());
        said.unwrap_or(&self.id).to_owned()
    }
}

/// An agent as a tool.
pub struct Specialist(Profile);

impl Specialist {
    /// The tool of an agent.
    pub fn new(profile: Profile) -> Self {
        Self(profile)
    }
}

#[async_trait]
impl Tool for Specialist {
    fn spec(&self) -> Spec {
        self.0.spec()
    }

    async fn call(&self, call: &ValidCall, context: &Context) -> Result<Answer, ToolError> {
        self.ask(call, context).await.map_err(in_own_name)
    }
}

impl Specialist {
    async fn ask(&self, call: &ValidCall, context: &Context) -> Result<Answer, ToolError> {
        let id: Arc<str> = self.0.id.as_str().into();
        let company = context.turn().and_then(Turn::companion::<Company>);
        let crew = company.map(|company| Arc::clone(&company.crew));
        let crew = crew.or_else(|| Some(Arc::clone(&context.state::<CrewHandle>()?.0)));
        let crew = crew.ok_or_else(|| ToolError::internal("There are no agents here."))?;
        let agent = crew.agent(&id, context.mode())?;
        let turn = match context.turn() {
            Some(outer) => outer.delegated(&id, agent.limits.turn)?,
            None => Turn::new(Some(Arc::clone(&id)), agent.limits.turn),
        };
        // One turn, however often it is asked: its budgets are not for each time (2).
        let errand = Errand {
            crew,
            context,
            turn,
            events: company.map(|company| company.events.clone()).unwrap_or_default(),
            ledger: company.map(|company| company.ledger.clone()).unwrap_or_default(),
            is_attended: company.is_some_and(|company| company.call.is_attended),
        };
        let mut history = vec![Message::user(message(call.arguments()))];
        let (text, intents) = answer_of(&id, errand.run(&id, &mut history).await)?;
        let Some(output) = &self.0.output else {
            return Ok(Answer { intents, ..Answer::new(text) });
        };
        match read(&text, context) {
            Ok(data) => Ok(Answer { intents, ..Answer::new(data) }),
            Err(why) => {
                // Models mend what they are told of.
                let again = format!(
                    "Your answer is not what was asked for: {why} Answer again with a JSON value \
                     that fits this schema, and with nothing else: {output}"
                );
                history.push(Message::user(again));
                let (text, more) = answer_of(&id, errand.run(&id, &mut history).await)?;
                let intents = [intents, more].concat();
                let answer = |data: Value| Answer { intents, ..Answer::new(data) };
                read(&text, context).map(answer).map_err(|why| {
                    let message = format!("The agent `{id}` did not answer as it promises: {why}");
                    ToolError::internal(message)
                })
            }
        }
    }
}

/// What one agent does for another.
struct Errand<'a> {
    crew: Arc<dyn Crew>,
    context: &'a Context,
    turn: Turn,
    events: Events,
    ledger: Ledger,
    is_attended: bool,
}

impl Errand<'_> {
    async fn run(&self, id: &Arc<str>, history: &mut Vec<Message>) -> TurnEnd {
        let cancel = CancellationToken::new();
        // Dropped with the call (1).
        let _over = cancel.clone().drop_guard();
        let conversation = Conversation {
            crew: Arc::clone(&self.crew),
            runtime: self.context.runtime(),
            caller: Caller { agent: None, ..self.context.caller().clone() },
            mode: self.context.mode(),
            events: self.events.clone(),
            journal: &NoJournal,
            cancel,
            is_attended: self.is_attended,
        };
        let (turn, ledger) = (self.turn.clone(), self.ledger.clone());
        let parent = Arc::clone(self.context.shared_call_id());
        conversation.run_in(turn, ledger, Arc::clone(id), Some(parent), history).await
    }
}

/// What the agent is told: a single text as it stands, anything else as JSON.
fn message(arguments: &Value) -> String {
    let members = arguments.as_object();
    match members.and_then(|members| members.values().next().filter(|_| members.len() == 1)) {
        Some(Value::String(text)) => text.clone(),
        _ => arguments.to_string(),
    }
}

/// What it said, and what it asks the conversation to do.
fn answer_of(id: &str, end: TurnEnd) -> Result<(String, Vec<Intent>), ToolError> {
    let is_silent = end.text.trim().is_empty();
    match end.how {
        Ended::Over if is_silent => Ok(("The session has ended.".to_owned(), end.intents)),
        Ended::Answered | Ended::CutShort | Ended::Over if !is_silent => {
            Ok((end.text, end.intents))
        }
        Ended::Answered | Ended::CutShort | Ended::Over => {
            Err(ToolError::permanent(format!("The agent `{id}` had nothing to say.")))
        }
        Ended::Cancelled => {
            let message = format!("The agent `{id}` was interrupted.");
            Err(ToolError::new(ErrorType::Cancelled, message))
        }
        Ended::Failed(Failure::Agent(error)) => Err(error),
        Ended::Failed(failure) => {
            let why = failure.to_string();
            let why = why.trim_end_matches('.');
            Err(ToolError::permanent(format!("The agent `{id}` could not answer: {why}.")))
        }
    }
}

/// A refusal as a handler may put it, which speaks neither for the registry nor
/// for the policy; its words stay as they are.
fn in_own_name(error: ToolError) -> ToolError {
    match error.kind.is_for_handlers() {
        true => error,
        false => ToolError { kind: ErrorType::Permanent, ..error },
    }
}

/// The answer as the value that it should be.
fn read(text: &str, context: &Context) -> Result<Value, String> {
    let text = text.trim();
    let fits = |value: &Value| context.tool().compiled().check_output(value);
    match read_json(text) {
        Ok((value, _)) => fits(&value).map(|()| value).map_err(|error| {
            let faults: Vec<String> = error.details.iter().map(ToString::to_string).collect();
            format!("{} {}.", error.message, faults.join("; "))
        }),
        // A text that is wanted as a text is no JSON, and right.
        Err(error) => {
            let plain = Value::from(text);
            let is_right = fits(&plain).is_ok();
            is_right.then_some(plain).ok_or_else(|| format!("it is no JSON ({error})."))
        }
    }
}
