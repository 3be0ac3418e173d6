//! Turns that end early: what was said stays, and the next one can go on.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use serde_json::json;
use toolcrib::{Answer, CancellationToken, async_trait};
use toolcrib_agents::conversation::NotWritten;
use toolcrib_agents::wire::Wire;
use toolcrib_agents::{Ended, EventKind, Failure, Journal, Message};

use crate::replay::{Replay, Reply};
use crate::scripted::script;
use crate::stage::{Stage, brief};
use crate::tools::{Hangs, answers, fake, harmless};
use crate::vendors::{WIRES, calls, model, says};

#[tokio::test]
async fn a_turn_that_is_cancelled_in_the_middle_of_a_stream_keeps_what_was_said() {
    for wire in WIRES {
        let body = says(wire, &["Once upon ", "a time"]);
        let half = &body[..body.find("a time").unwrap()];
        let vendor =
            Replay::new([Reply::ok(half).held(), Reply::ok(says(wire, &["there was a tool."]))])
                .await;
        let stage = Stage::new(vec![]);
        stage.crew.hire("assistant", model(wire, &vendor.url), &[]);
        let (history, cancel) = (vec![Message::user("Tell me a story.")], CancellationToken::new());
        let played = stage
            .watch("assistant", history, &cancel, |event| {
                if matches!(event.kind, EventKind::TextDelta { .. }) {
                    cancel.cancel();
                }
            })
            .await;
        assert!(matches!(played.end.how, Ended::Cancelled), "{:?}", played.end.how);
        assert_eq!(played.shown(), "Once upon ");
        assert_eq!(brief(&played.history), ["user: Tell me a story.", "assistant: Once upon "]);
        assert_eq!(played.failure(), None);
        // The vendor is told, by hanging up.
        vendor.gone().await;
        let mut history = played.history;
        history.push(Message::user("Go on."));
        let played = stage.go_on("assistant", history).await;
        assert_eq!(played.end.text, "there was a tool.", "{wire:?}");
    }
}

#[tokio::test]
async fn a_turn_that_is_cancelled_in_the_middle_of_a_call_stops_it() {
    let hangs = Hangs::default();
    let stage = Stage::new(vec![hangs.tool(), answers("note", "noted")]);
    let model = script(json!([{ "when": ["wait"], "rounds": [
        { "calls": [{ "name": "note" }] },
        { "text": "Wait.", "calls": [{ "name": "hangs" }] },
        { "text": "Never said." },
    ] }, { "rounds": [{ "text": "Fine." }] }]));
    stage.crew.hire("assistant", model.clone(), &["hangs", "note"]);
    let (history, cancel) = (vec![Message::user("Wait!")], CancellationToken::new());
    let turn = stage.watch("assistant", history, &cancel, |_| {});
    let (played, ()) = tokio::join!(turn, async {
        hangs.started.notified().await;
        cancel.cancel();
    });
    hangs.stopped.notified().await;
    assert!(matches!(played.end.how, Ended::Cancelled), "{:?}", played.end.how);
    let stopped = "CANCELLED: The call of `hangs` was cancelled.\n\
                   Next: Do not repeat the call unless the user asks for it.";
    assert_eq!(played.outcomes(), ["noted", stopped]);
    let ok: Vec<bool> = played.end.calls.iter().map(|call| call.ok).collect();
    assert_eq!(ok, [true, false]);
    assert_eq!(model.asked().len(), 2);
    let mut history = played.history;
    history.push(Message::user("Go on."));
    assert_eq!(stage.go_on("assistant", history).await.end.text, "Fine.");
}

#[tokio::test]
async fn a_turn_that_is_cancelled_before_it_begins_asks_nobody() {
    let stage = Stage::new(vec![]);
    let model = script(json!([{ "rounds": [{ "text": "Hello." }] }]));
    stage.crew.hire("assistant", model.clone(), &[]);
    let (history, cancel) = (vec![Message::user("Hello?")], CancellationToken::new());
    cancel.cancel();
    let played = stage.watch("assistant", history, &cancel, |_| {}).await;
    assert!(matches!(played.end.how, Ended::Cancelled), "{:?}", played.end.how);
    assert_eq!(brief(&played.history), ["user: Hello?"]);
    assert_eq!(model.asked().len(), 0);
}

#[tokio::test]
async fn a_turn_whose_model_fails_keeps_what_was_said_and_done() {
    let stage = Stage::new(vec![answers("note", "noted")]);
    let model = script(json!([{ "rounds": [
        { "text": "First.", "calls": [{ "name": "note" }] },
        { "text": "Then I", "calls": [{ "name": "note" }], "error": "The lights went out." },
    ] }]));
    stage.crew.hire("assistant", model, &["note"]);
    let played = stage.play("assistant", "Go.").await;
    let message = "the model failed: The lights went out.";
    assert_eq!(played.failure(), Some(("MODEL_BROKE_OFF", message)));
    assert!(matches!(played.end.how, Ended::Failed(Failure::Model(_))));
    let history = ["user: Go.", "assistant: First. [note]", "outcomes: noted", "assistant: Then I"];
    assert_eq!(brief(&played.history), history);
    assert_eq!(played.end.calls.len(), 1);
}

#[tokio::test]
async fn a_turn_whose_stream_breaks_off_leaves_no_call_behind() {
    for wire in WIRES {
        let body = calls(wire, &[("call_1", "note", json!({})), ("call_2", "note", json!({}))]);
        let half = &body[..body.find("call_2").unwrap()];
        let vendor = Replay::new([Reply::ok(half).broken_off()]).await;
        let stage = Stage::new(vec![answers("note", "noted")]);
        stage.crew.hire("assistant", model(wire, &vendor.url), &["note"]);
        let played = stage.play("assistant", "Go.").await;
        assert_eq!(played.failure().unwrap().0, "MODEL_BROKE_OFF", "{wire:?}");
        assert_eq!(brief(&played.history), ["user: Go."]);
        assert_eq!((played.end.calls.len(), vendor.requests().len()), (0, 1));
    }
}

#[tokio::test]
async fn an_answer_that_its_vendor_holds_back_is_an_error_and_a_long_one_is_cut_short() {
    let body = says(Wire::OpenAi, &["So far"]);
    let vendor = Replay::new([
        Reply::ok(body.replace(r#""stop""#, r#""content_filter""#)),
        Reply::ok(body.replace(r#""stop""#, r#""length""#)),
    ])
    .await;
    let stage = Stage::new(vec![]);
    stage.crew.hire("assistant", model(Wire::OpenAi, &vendor.url), &[]);
    let held = stage.play("assistant", "Go.").await;
    let message = "the model's vendor held the answer back";
    assert_eq!(held.failure(), Some(("MODEL_REFUSED", message)));
    let cut = stage.play("assistant", "Go.").await;
    assert!(matches!(cut.end.how, Ended::CutShort), "{:?}", cut.end.how);
    assert_eq!((cut.end.text.as_str(), cut.failure()), ("So far", None));
}

#[tokio::test]
async fn an_agent_that_is_switched_off_or_unknown_is_an_error() {
    let stage = Stage::new(vec![]);
    stage.crew.hire("assistant", script(json!([])), &[]);
    stage.crew.switch_off("assistant");
    for (agent, code, message) in [
        ("assistant", "DISABLED", "The agent `assistant` is switched off."),
        ("nobody", "NOT_FOUND", "The agent `nobody` does not exist."),
    ] {
        let played = stage.play(agent, "Hello?").await;
        assert_eq!(played.failure(), Some((code, message)));
        assert!(matches!(played.end.how, Ended::Failed(Failure::Agent(_))));
    }
}

/// Writes so many messages down, and no more.
struct Notebook {
    pages: usize,
    written: Mutex<Vec<Message>>,
}

#[async_trait]
impl Journal for Notebook {
    async fn write(&self, message: &Message) -> Result<(), NotWritten> {
        let mut written = self.written.lock().unwrap();
        if written.len() == self.pages {
            return Err(NotWritten("the notebook is full".into()));
        }
        written.push(message.clone());
        Ok(())
    }
}

#[tokio::test]
async fn what_is_said_is_written_down_before_anything_is_done_about_it() {
    let model = script(json!([{ "rounds": [
        { "text": "Noting.", "calls": [{ "name": "note" }] },
        { "text": "Noted." },
    ] }]));
    for pages in 0..4 {
        let (runs, counts) = {
            let runs = Arc::new(AtomicUsize::new(0));
            (runs.clone(), runs)
        };
        let note = fake(harmless("note"), move || {
            counts.fetch_add(1, Ordering::SeqCst);
            async { Ok(Answer::new("noted")) }
        });
        let stage = Stage::new(vec![note]);
        stage.crew.hire("assistant", model.clone(), &["note"]);
        let journal = Notebook { pages, written: Mutex::default() };
        let mut history = vec![Message::user("Go.")];
        let conversation = stage.conversation(&journal);
        let end = Box::pin(conversation.run("assistant", &mut history)).await;
        // Not a call more than what is written down.
        assert_eq!(runs.load(Ordering::SeqCst), usize::from(pages > 0));
        let said = ["assistant: Noting. [note]", "outcomes: noted", "assistant: Noted."];
        assert_eq!(brief(&journal.written.lock().unwrap()), said[..pages]);
        assert_eq!(brief(&history[1..]), said[..pages]);
        match end.how {
            Ended::Answered => assert_eq!(pages, 3),
            Ended::Failed(failure @ Failure::NotWritten(_)) => {
                assert!(pages < 3);
                assert_eq!(failure.code(), "INTERNAL");
                assert_eq!(failure.to_string(), "the conversation could not be written down");
            }
            other => panic!("{other:?}"),
        }
    }
}
