//! What a turn may use up.

use serde_json::{Value, json};
use toolcrib::TurnLimits;
use toolcrib_agents::{Ended, EventKind, Failure};

use crate::scripted::script;
use crate::stage::{Played, Stage};
use crate::tools::{answers, weather_tool};

const NEXT: &str = "Next: Answer with what you have.";

fn spent(what: &str) -> String {
    format!("BUDGET_EXCEEDED: This turn has used up its {what}. Answer with what you have.\n{NEXT}")
}

#[tokio::test]
async fn calls_beyond_the_budget_are_refused_and_the_turn_goes_on() {
    let stage = Stage::new(vec![answers("note", "noted")]);
    let note = |n: u32| json!({ "name": "note", "arguments": { "n": n } });
    let model = script(json!([{ "rounds": [
        { "calls": [note(1), note(2)] },
        { "calls": [note(3), note(4)] },
        { "text": "Enough." },
    ] }]));
    stage.crew.hire("assistant", model, &["note"]);
    let turn = TurnLimits { calls_max: 3, retrievals_max: 3 };
    stage.crew.change("assistant", |agent| agent.limits.turn = turn);
    let played = stage.play("assistant", "Go.").await;
    assert_eq!(played.outcomes(), ["noted", "noted", "noted", &spent("3 calls")]);
    assert!(matches!(played.end.how, Ended::Answered));
    // The next message is another turn.
    let mut history = played.history;
    history.push(toolcrib_agents::Message::user("Again."));
    let again = stage.go_on("assistant", history).await;
    assert_eq!(again.outcomes()[4..], ["noted", "noted", "noted", &spent("3 calls")]);
}

#[tokio::test]
async fn a_turn_that_goes_in_circles_is_told_so_and_goes_on() {
    let stage = Stage::new(vec![answers("note", "noted")]);
    let note = json!({ "name": "note", "arguments": { "n": 1 } });
    let model = script(json!([{ "rounds": [
        { "calls": [note] },
        { "calls": [note] },
        { "calls": [note] },
        { "text": "Enough." },
    ] }]));
    stage.crew.hire("assistant", model, &["note"]);
    let played = stage.play("assistant", "Go.").await;
    let looped = "LOOP_DETECTED: `note` was called with these very arguments twice in this turn \
                  already. Use what it answered, change the arguments, or answer with what you \
                  have.\nNext: Try something else, or answer with what you have.";
    assert_eq!(played.outcomes(), ["noted", "noted", looped]);
    assert_eq!(played.end.text, "Enough.");
}

#[tokio::test]
async fn calls_that_look_something_up_have_a_budget_of_their_own() {
    let stage = Stage::new(vec![weather_tool(), answers("note", "noted")]);
    let weather = |city: &str| json!({ "name": "weather", "arguments": { "city": city } });
    let model = script(json!([{ "rounds": [
        { "calls": [weather("Rome"), weather("Oslo"), { "name": "note" }] },
        { "text": "Rome it is." },
    ] }]));
    stage.crew.hire("assistant", model, &["weather", "note"]);
    let turn = TurnLimits { calls_max: 25, retrievals_max: 1 };
    stage.crew.change("assistant", |agent| agent.limits.turn = turn);
    let played = stage.play("assistant", "Go.").await;
    let refused = spent("1 calls that look something up");
    assert_eq!(played.outcomes(), ["22 °C and sunny in Rome", &refused, "noted"]);
}

/// An agent that never comes to an answer.
async fn restless(rounds_max: u32) -> (Played, Vec<crate::scripted::Asked>) {
    let stage = Stage::new(vec![answers("note", "noted")]);
    let model = script(json!([{ "rounds": [{ "text": "Hm.", "calls": [{ "name": "note" }] }] }]));
    stage.crew.hire("assistant", model.clone(), &["note"]);
    stage.crew.change("assistant", |agent| agent.limits.rounds_max = rounds_max);
    let played = stage.play("assistant", "Go.").await;
    (played, model.asked())
}

#[tokio::test]
async fn a_turn_that_never_comes_to_an_answer_ends_with_an_error() {
    let (played, asked) = restless(2).await;
    assert!(matches!(played.end.how, Ended::Failed(Failure::Rounds(2))), "{:?}", played.end.how);
    let message = "the agent used up its 2 rounds without coming to an answer";
    assert_eq!(played.failure(), Some(("BUDGET_EXCEEDED", message)));
    let refused = "This call was not made: the turn has used up its 2 rounds. Answer with what \
                   you have.";
    assert_eq!(played.outcomes(), ["noted", refused]);
    // It was warned, in the last round only.
    let last = "This is your last round in this turn: answer now with what you have, without \
                calling tools.";
    let systems: Vec<&str> = asked.iter().map(|asked| asked.system.as_str()).collect();
    assert_eq!(systems, ["You are assistant.", &format!("You are assistant.\n\n{last}")]);
    // Whoever was told of a call is told how it ended.
    let of = |name: &str| {
        let events = played.events.iter().filter(|event| event.kind.name() == name);
        events
            .map(|event| match &event.kind {
                EventKind::ToolCallEnd { call_id, .. } | EventKind::ToolResult { call_id, .. } => {
                    Value::from(call_id.as_str())
                }
                other => panic!("{other:?}"),
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(of("tool-call-end"), of("tool-result"));
    assert_eq!(of("tool-result").len(), 2);
}

#[tokio::test]
async fn there_is_one_round_at_least_and_there_are_fifty_at_most() {
    for (set, rounds) in [(0, 1), (1, 1), (1_000, 50)] {
        let (played, asked) = restless(set).await;
        assert!(matches!(played.end.how, Ended::Failed(Failure::Rounds(n)) if n == rounds));
        assert_eq!(asked.len(), rounds as usize);
    }
}
