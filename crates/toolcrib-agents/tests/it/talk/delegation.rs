//! Agents that work for each other.

use std::sync::Arc;

use serde_json::json;
use toolcrib::record::MemoryRecorder;
use toolcrib::runtime::Concurrency;
use toolcrib::{
    Answer, CallRequest, Caller, CancellationToken, ErrorType, Registry, Runtime, TurnLimits,
};
use toolcrib_agents::{Ended, Message, Profile};

use crate::crew::Members;
use crate::scripted::script;
use crate::stage::Stage;
use crate::tools::{Hangs, answers, fake, harmless, profile, specialist, specialists};

#[tokio::test]
async fn an_agent_is_told_what_the_call_says_and_nothing_else() {
    let parameters = json!({ "type": "object", "properties": {
        "topic": { "type": "string" }, "pages": { "type": "integer" } } });
    let researcher = Profile { parameters: Some(parameters), ..profile("researcher") };
    let stage = Stage::new(vec![specialist(researcher), specialist(profile("writer"))]);
    let model = script(json!([
        { "agent": "assistant", "rounds": [
            { "calls": [
                { "name": "researcher", "arguments": { "topic": "tools", "pages": 3 } },
                { "name": "writer", "arguments": { "message": "Write." } },
            ] },
            { "text": "Done." },
        ] },
        { "rounds": [{ "text": "I heard {{message}}" }] },
    ]));
    stage.crew.hire("assistant", model.clone(), &["researcher", "writer"]);
    stage.crew.hire("researcher", model.clone(), &[]);
    stage.crew.hire("writer", model.clone(), &[]);
    let played = stage.play("assistant", "A secret between us.").await;
    let heard = [r#"I heard {"topic":"tools","pages":3}"#, "I heard Write."];
    assert_eq!(played.outcomes(), heard);
    let asked = model.asked();
    let inner = asked.iter().filter(|asked| asked.agent != "assistant");
    let inner: Vec<_> = inner.map(|asked| (asked.agent.as_str(), asked.messages.clone())).collect();
    let expected = [
        ("researcher", vec![Message::user(r#"{"topic":"tools","pages":3}"#)]),
        ("writer", vec![Message::user("Write.")]),
    ];
    assert_eq!(inner, expected);
}

#[tokio::test]
async fn what_an_agent_calls_is_recorded_as_made_for_the_call_of_the_agent() {
    let recorder = MemoryRecorder::new(10);
    let tools = vec![specialist(profile("researcher")), answers("look", "1")];
    let stage = Stage::of(Arc::default(), tools, |builder| builder.recorder(recorder.clone()));
    let model = script(json!([
        { "agent": "assistant", "rounds": [
            { "calls": [{ "name": "researcher", "arguments": { "message": "Look." } }] },
            { "text": "Done." },
        ] },
        { "rounds": [{ "calls": [{ "name": "look" }] }, { "text": "Seen." }] },
    ]));
    stage.crew.hire("assistant", model.clone(), &["researcher"]);
    stage.crew.hire("researcher", model.clone(), &["look"]);
    stage.play("assistant", "Go.").await;
    let [inner, outer] = recorder.finished().try_into().unwrap();
    assert_eq!((&*inner.tool_id, &*outer.tool_id), ("look", "researcher"));
    assert_eq!((inner.parent, outer.parent), (Some(outer.call_id), None));
}

#[tokio::test(start_paused = true)]
async fn an_agent_that_takes_too_long_is_a_timeout_and_its_tool_is_stopped() {
    let hangs = Hangs::default();
    let slow = Profile { timeout_ms: Some(50), ..profile("slow") };
    let stage = Stage::new(vec![specialist(slow), hangs.tool()]);
    let model = script(json!([
        { "agent": "assistant", "rounds": [
            { "calls": [{ "name": "slow", "arguments": { "message": "Hurry." } }] },
            { "text": "Without it, then." },
        ] },
        { "agent": "slow", "rounds": [{ "calls": [{ "name": "hangs" }] }, { "text": "At last." }] },
    ]));
    stage.crew.hire("assistant", model.clone(), &["slow"]);
    stage.crew.hire("slow", model.clone(), &["hangs"]);
    let played = stage.play("assistant", "Go.").await;
    let late = "TIMEOUT: `slow` did not answer within 50 ms.\n\
                Part of the work may already have been done.\n\
                Next: Ask for less at once, or go on without this tool.";
    assert_eq!(played.outcomes(), [late]);
    assert_eq!(played.end.text, "Without it, then.");
    hangs.stopped.notified().await;
    let asked: Vec<String> = model.asked().into_iter().map(|asked| asked.agent).collect();
    assert_eq!(asked, ["assistant", "slow", "assistant"]);
}

#[tokio::test]
async fn an_agent_stops_with_the_turn_that_it_works_for() {
    let hangs = Hangs::default();
    let stage = Stage::new(vec![specialist(profile("slow")), hangs.tool()]);
    let model = script(json!([
        { "agent": "assistant", "rounds": [
            { "calls": [{ "name": "slow", "arguments": { "message": "Hurry." } }] },
        ] },
        { "agent": "slow", "rounds": [{ "calls": [{ "name": "hangs" }] }, { "text": "At last." }] },
    ]));
    stage.crew.hire("assistant", model.clone(), &["slow"]);
    stage.crew.hire("slow", model.clone(), &["hangs"]);
    let (history, cancel) = (vec![Message::user("Go.")], CancellationToken::new());
    let turn = stage.watch("assistant", history, &cancel, |_| {});
    let (played, ()) = tokio::join!(turn, async {
        hangs.started.notified().await;
        cancel.cancel();
    });
    hangs.stopped.notified().await;
    assert!(matches!(played.end.how, Ended::Cancelled), "{:?}", played.end.how);
    let stopped = "CANCELLED: The call of `slow` was cancelled.\n\
                   Part of the work may already have been done.\n\
                   Next: Do not repeat the call unless the user asks for it.";
    assert_eq!(played.outcomes(), [stopped]);
    assert_eq!(model.asked().len(), 2);
}

#[tokio::test]
async fn what_an_agent_uses_up_counts_for_whoever_asked_it() {
    let mut tools = specialists(["helper"]);
    tools.push(answers("note", "noted"));
    let stage = Stage::new(tools);
    let note = |n: u32| json!({ "name": "note", "arguments": { "n": n } });
    let model = script(json!([
        { "agent": "assistant", "rounds": [
            { "calls": [{ "name": "helper", "arguments": { "message": "Help." } }] },
            { "calls": [note(4)] },
            { "text": "Well." },
        ] },
        { "agent": "helper", "rounds": [{ "calls": [note(1), note(2), note(3)] }, { "text": "{{outcome}}" }] },
    ]));
    stage.crew.hire("assistant", model.clone(), &["helper", "note"]);
    stage.crew.hire("helper", model.clone(), &["note"]);
    // One for the helper itself, two for what it does; its own budget is larger.
    let turn = TurnLimits { calls_max: 3, retrievals_max: 3 };
    stage.crew.change("assistant", |agent| agent.limits.turn = turn);
    let played = stage.play("assistant", "Go.").await;
    let spent = "BUDGET_EXCEEDED: This turn has used up its 3 calls. Answer with what you have.\n\
                 Next: Answer with what you have.";
    assert_eq!(played.outcomes(), [spent, spent]);
    let asked = model.asked();
    let inner = asked.iter().rfind(|asked| asked.agent == "helper").unwrap();
    let Message::Outcomes { outcomes } = &inner.messages[2] else { panic!("{inner:?}") };
    let texts: Vec<&str> = outcomes.iter().map(|outcome| outcome.text.as_str()).collect();
    assert_eq!(texts, ["noted", "noted", spent]);
}

#[tokio::test]
async fn an_agent_that_cannot_answer_fails_as_any_tool_does() {
    let stage = Stage::new(specialists(["broken", "mute", "off"]));
    let ask = |name: &str| json!({ "name": name, "arguments": { "message": "Well?" } });
    let model = script(json!([
        { "agent": "assistant", "rounds": [
            { "calls": [ask("broken"), ask("mute"), ask("off")] },
            { "text": "Nobody knows." },
        ] },
        { "agent": "broken", "rounds": [{ "text": "I", "error": "The lights went out." }] },
        { "agent": "mute", "rounds": [{ "text": " " }] },
    ]));
    stage.crew.hire("assistant", model.clone(), &["broken", "mute", "off"]);
    for id in ["broken", "mute", "off"] {
        stage.crew.hire(id, model.clone(), &[]);
    }
    stage.crew.switch_off("off");
    let played = stage.play("assistant", "Go.").await;
    let next = "Next: Do not repeat the call; try another way.";
    let outcomes = [
        format!(
            "PERMANENT: The agent `broken` could not answer: the model failed: The lights went \
             out.\n{next}"
        ),
        format!("PERMANENT: The agent `mute` had nothing to say.\n{next}"),
        format!("PERMANENT: The agent `off` is switched off.\n{next}"),
    ];
    assert_eq!(played.outcomes(), outcomes);
    assert_eq!(played.end.text, "Nobody knows.");
}

#[tokio::test]
async fn an_agent_that_is_switched_off_is_gone_from_the_next_round() {
    let crew = Arc::new(Members::default());
    let mut tools = specialists(["code_gen", "web_search"]);
    let switches = Arc::clone(&crew);
    tools.push(fake(harmless("dismiss"), move || {
        switches.switch_off("code_gen");
        async { Ok(Answer::new("dismissed")) }
    }));
    let stage = Stage::of(crew, tools, |builder| builder);
    let model = script(json!([{ "rounds": [
        { "calls": [{ "name": "dismiss" }] },
        { "calls": [{ "name": "code_gen", "arguments": { "message": "Still there?" } }] },
        { "text": "Gone." },
    ] }]));
    stage.crew.hire("assistant", model.clone(), &["code_gen", "dismiss", "web_search"]);
    stage.crew.hire("code_gen", model.clone(), &[]);
    stage.crew.hire("web_search", model.clone(), &[]);
    let played = stage.play("assistant", "Go.").await;
    let tools: Vec<_> = model.asked().into_iter().map(|asked| asked.tools).collect();
    let (before, after) =
        (vec!["code_gen", "dismiss", "web_search"], vec!["dismiss", "web_search"]);
    assert_eq!(tools, [before, after.clone(), after]);
    let refused = "PERMANENT: The agent `code_gen` is switched off.\n\
                   Next: Do not repeat the call; try another way.";
    assert_eq!(played.outcomes(), ["dismissed", refused]);
}

#[tokio::test]
async fn agents_that_wait_for_their_tools_do_not_take_their_places() {
    let mut tools = specialists(["helper"]);
    tools.push(answers("note", "noted"));
    let one = Concurrency { running_max: 1, waiting_max: 1 };
    let stage = Stage::of(Arc::default(), tools, |builder| builder.concurrency(one));
    let model = script(json!([
        { "agent": "assistant", "rounds": [
            { "calls": [{ "name": "helper", "arguments": { "message": "Help." } }] },
            { "text": "{{outcome}}" },
        ] },
        { "agent": "helper", "rounds": [{ "calls": [{ "name": "note" }] }, { "text": "{{outcome}}" }] },
    ]));
    stage.crew.hire("assistant", model.clone(), &["helper"]);
    stage.crew.hire("helper", model, &["note"]);
    assert_eq!(stage.play("assistant", "Go.").await.end.text, "noted");
}

#[tokio::test]
async fn an_agent_can_be_called_like_any_tool_without_a_conversation() {
    let stage = Stage::new(specialists(["helper"]));
    let model = script(json!([{ "rounds": [{ "text": "I heard {{message}}" }] }]));
    stage.crew.hire("helper", model, &[]);
    let request = || CallRequest::new("helper", r#"{"message": "Help."}"#);
    let outcome = stage.runtime.call(&Caller::default(), request()).await;
    assert_eq!(outcome.data(), Some(&json!("I heard Help.")));
    // Where nobody knows of agents there are none.
    let registry = Registry::new();
    registry.register_all(specialists(["helper"])).unwrap();
    let outcome = Runtime::new(registry).call(&Caller::default(), request()).await;
    let error = outcome.error().unwrap();
    assert_eq!(
        (error.kind, error.message.as_str()),
        (ErrorType::Internal, "There are no agents here.")
    );
}
