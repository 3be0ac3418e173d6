//! The shipped tools that concern the conversation itself.

use std::path::Path;
use std::sync::Arc;

use serde_json::{Map, Value, json};
use toolcrib::session::{Client, ClientGone, Session, Sessions};
use toolcrib::{CallRequest, Caller, ErrorType, Intent, Mode, Outcome, Registry, Runtime};
use toolcrib_handlers::folders::ToolFolders;
use toolcrib_handlers::js::Engine;

/// A conversation: whether it goes on, and whether its client listens.
pub(crate) struct Talk {
    pub(crate) is_active: bool,
    pub(crate) listens: bool,
}

struct Deaf;

impl Client for Deaf {
    fn send(&self, _: &str) -> Result<(), ClientGone> {
        Err(ClientGone)
    }
}

impl Sessions for Talk {
    fn session(&self, _: &Caller) -> Session {
        let client = (!self.listens).then(|| Arc::new(Deaf) as Arc<dyn Client>);
        Session { is_active: self.is_active, state: Arc::new(Map::new()), client }
    }
}

async fn call(tool: &str, arguments: Value, mode: Mode, talk: Talk) -> Outcome {
    let registry = Registry::new();
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools");
    ToolFolders::new(Engine::default(), [shipped]).load(&registry).await.unwrap();
    let runtime = Runtime::builder(registry).sessions(talk).build();
    runtime.call(&Caller::default(), CallRequest::new(tool, arguments).mode(mode)).await
}

fn farewell() -> Value {
    json!({ "duration_seconds": 60, "farewell_message": "Bye." })
}

#[tokio::test]
async fn a_session_that_has_ended_says_so() {
    for (tool, arguments, mode) in [
        ("ignore_user", farewell(), Mode::Text),
        ("start_voice_session", json!({}), Mode::Text),
        ("end_voice_session", json!({}), Mode::Voice),
    ] {
        let over = Talk { is_active: false, listens: true };
        let outcome = call(tool, arguments, mode, over).await;
        let error = outcome.error().unwrap();
        assert_eq!((error.kind, error.retryable), (ErrorType::SessionInactive, false), "{tool}");
    }
}

#[tokio::test]
async fn a_user_is_ignored_and_the_conversation_told() {
    let outcome =
        call("ignore_user", farewell(), Mode::Voice, Talk { is_active: true, listens: true }).await;
    assert_eq!(outcome.data().unwrap()["durationSeconds"], json!(60));
    assert!(matches!(outcome.intents()[0], Intent::EndVoiceSession { .. }));
    assert_eq!(outcome.intents()[1], Intent::SuppressTranscript { value: true });
}

#[tokio::test]
async fn a_client_that_has_left_is_worth_another_try() {
    let gone = Talk { is_active: true, listens: false };
    let outcome = call("ignore_user", farewell(), Mode::Text, gone).await;
    let error = outcome.error().unwrap();
    assert_eq!((error.kind, error.retryable), (ErrorType::Transient, true));
}
