//! Agents, their tools and a runtime, for whole turns.
//!
//! Whatever a test is about, a turn that is played here must leave a history
//! that every vendor takes, and events that begin and end as they should.

use std::sync::Arc;

use tokio::sync::mpsc;
use toolcrib::{Caller, CancellationToken, Mode, Registry, Runtime, RuntimeBuilder, Tool};
use toolcrib_agents::message::CallOutcome;
use toolcrib_agents::{
    Conversation, Crew, CrewHandle, Event, EventKind, Events, Journal, Message, NoJournal, TurnEnd,
};

use crate::crew::{Attached, Members};

/// Where turns are played.
pub(crate) struct Stage {
    pub(crate) crew: Arc<Members>,
    pub(crate) runtime: Runtime,
}

/// A turn that was played.
pub(crate) struct Played {
    pub(crate) end: TurnEnd,
    pub(crate) history: Vec<Message>,
    pub(crate) events: Vec<Event>,
}

impl Stage {
    pub(crate) fn new(tools: Vec<Arc<dyn Tool>>) -> Self {
        Self::of(Arc::default(), tools, |builder| builder)
    }

    /// The same, for tools that know the crew, and for another runtime.
    pub(crate) fn of(
        crew: Arc<Members>,
        tools: Vec<Arc<dyn Tool>>,
        build: impl FnOnce(RuntimeBuilder) -> RuntimeBuilder,
    ) -> Self {
        let registry = Registry::new();
        registry.register_all(tools).unwrap();
        let builder = Runtime::builder(registry).policy(Attached(Arc::clone(&crew)));
        let handle = CrewHandle(Arc::clone(&crew) as Arc<dyn Crew>);
        Self { runtime: build(builder.state(handle)).build(), crew }
    }

    /// A conversation that nobody listens to.
    pub(crate) fn conversation<'a>(&'a self, journal: &'a dyn Journal) -> Conversation<'a> {
        Conversation {
            crew: Arc::clone(&self.crew) as Arc<dyn Crew>,
            runtime: &self.runtime,
            caller: Caller::default(),
            mode: Mode::Text,
            events: Events::default(),
            journal,
            cancel: CancellationToken::new(),
            is_attended: false,
        }
    }

    /// Plays a turn that begins with this message.
    pub(crate) async fn play(&self, agent: &str, message: &str) -> Played {
        self.go_on(agent, vec![Message::user(message)]).await
    }

    /// Plays a turn that answers the last message.
    pub(crate) async fn go_on(&self, agent: &str, history: Vec<Message>) -> Played {
        self.watch(agent, history, &CancellationToken::new(), |_| {}).await
    }

    /// The same, while somebody watches who can cancel it.
    pub(crate) async fn watch(
        &self,
        agent: &str,
        mut history: Vec<Message>,
        cancel: &CancellationToken,
        mut watch: impl FnMut(&Event),
    ) -> Played {
        let (tell, mut told) = mpsc::channel(1);
        let events = Events::new("answer-1".into(), tell);
        let cancel = cancel.clone();
        let conversation = Conversation { events, cancel, ..self.conversation(&NoJournal) };
        let spoken = &mut history;
        let turn = Box::pin(async move { conversation.run(agent, spoken).await });
        let watching = async {
            let mut events = Vec::new();
            while let Some(event) = told.recv().await {
                watch(&event);
                events.push(event);
            }
            events
        };
        let (end, events) = tokio::join!(turn, watching);
        assert_valid(&history);
        assert!(events.iter().all(|event| &*event.message_id == "answer-1"));
        assert_eq!(events.first().map(|event| event.kind.name()), Some("message-start"));
        let last = EventKind::MessageEnd { finish: end.how.word(), usage: end.usage };
        assert_eq!(events.last().map(|event| &event.kind), Some(&last));
        Played { end, history, events }
    }
}

/// Every call has its outcome, in the message after it and in its order.
fn assert_valid(history: &[Message]) {
    let mut open: Vec<&str> = Vec::new();
    for message in history {
        let outcomes: &[CallOutcome] = match message {
            Message::Outcomes { outcomes } => outcomes,
            _ => &[],
        };
        let ids: Vec<&str> = outcomes.iter().map(|outcome| outcome.id.as_str()).collect();
        assert_eq!(ids, open, "{history:#?}");
        open = match message {
            Message::Assistant(said) => said.calls.iter().map(|call| call.id.as_str()).collect(),
            _ => Vec::new(),
        };
    }
    assert!(open.is_empty(), "{history:#?}");
}

impl Played {
    /// What the model read of its calls.
    pub(crate) fn outcomes(&self) -> Vec<&str> {
        let outcomes = self.history.iter().filter_map(|message| match message {
            Message::Outcomes { outcomes } => Some(outcomes),
            _ => None,
        });
        outcomes.flatten().map(|outcome| outcome.text.as_str()).collect()
    }

    /// The words that the user has seen.
    pub(crate) fn shown(&self) -> String {
        let deltas = self.events.iter().filter_map(|event| match &event.kind {
            EventKind::TextDelta { delta } => Some(delta.as_str()),
            _ => None,
        });
        deltas.collect()
    }

    /// Who told what, in order; words and arguments that came in pieces once.
    pub(crate) fn told(&self) -> Vec<(&str, &'static str)> {
        let told = self.events.iter().map(|event| (&*event.agent_id, event.kind.name()));
        let mut told: Vec<(&str, &'static str)> = told.collect();
        told.dedup_by(|one, two| one == two && two.1 == "text-delta");
        told
    }

    /// The message of the error that ended it.
    pub(crate) fn failure(&self) -> Option<(&str, &str)> {
        self.events.iter().find_map(|event| match &event.kind {
            EventKind::Error { code, message } => Some((code.as_str(), message.as_str())),
            _ => None,
        })
    }
}

/// A history in short: who said what, and what was called.
pub(crate) fn brief(history: &[Message]) -> Vec<String> {
    let line = |message: &Message| match message {
        Message::User { text } => format!("user: {text}"),
        Message::Assistant(said) => {
            let calls = said.calls.iter().map(|call| format!(" [{}]", call.name));
            format!("assistant: {}{}", said.text, calls.collect::<String>())
        }
        Message::Outcomes { outcomes } => {
            let texts: Vec<&str> = outcomes.iter().map(|outcome| outcome.text.as_str()).collect();
            format!("outcomes: {}", texts.join(" | "))
        }
    };
    history.iter().map(line).collect()
}
